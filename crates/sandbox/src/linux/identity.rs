//! Becoming somebody without rights: the uid that the program runs under, and the user namespace
//! that counts its processes.
//!
//! A caller who is root becomes a user who owns nothing but the directories of the run. A plain user
//! stays who it is: only root can become somebody else.
//!
//! Left out: the one [`capability`] that some runs need. All others go with uid 0,
//! at the latest when a program is executed.

use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, lchown};
use std::path::Path;
use std::process;

use nix::errno::Errno;
use nix::sched::{CloneFlags, unshare};
use nix::sys::prctl;
use nix::sys::signal::Signal;
use nix::unistd::{Gid, Uid, getegid, geteuid, setgroups, setresgid, setresuid};

use super::super::Tier;
use super::super::view::What;
use super::capability;
use super::protocol::{Order, Refused, Step};

/// The user of all runs that have a user namespace of their own.
const NOBODY: u32 = 65_534;

/// Without user namespaces each run gets a user of its own, so that runs at the same time neither
/// share a count of processes nor own each other's files: this number and the helper's pid, which no
/// other run has. Beyond what systems give to people, services and containers.
const FIRST_STRANGER: u32 = 0x7000_0000;

/// Gives up root for good, and hands the directories of the run over.
///
/// Then enters a user namespace, unless the tier has none: `RLIMIT_NPROC` counts the processes of a
/// uid within its namespace, and each run must have its own count. As a plain user, the namespace
/// that the walls were built in does that already.
pub(super) fn give_up_root(order: &Order) -> Result<(), Refused> {
    if !geteuid().is_root() {
        return Ok(());
    }
    let own = match order.tier {
        Tier::Landlock => FIRST_STRANGER + process::id(),
        _ => NOBODY,
    };
    // In a container, numbers that high may not exist.
    let user = match hand_over(order, own) {
        Err(error) if error.raw_os_error() == Some(Errno::EINVAL as i32) => {
            hand_over(order, NOBODY).map(|()| NOBODY)
        }
        other => other.map(|()| own),
    };
    let user = user.step(&format!("owner of {}", order.dir.display()))?;
    let (uid, gid) = (Uid::from_raw(user), Gid::from_raw(user));
    let is_far = order.tier == Tier::Landlock && is_out_of_reach(order);
    if is_far {
        capability::keep().step("capabilities")?;
    }
    become_user(uid, gid)?;
    die_with_parent(order.tier)?;
    if order.tier != Tier::Landlock {
        unshare(CloneFlags::CLONE_NEWUSER).step("user namespace")?;
        map_to_itself(uid, gid)?;
    }
    if is_far {
        capability::pass_on().step("the right to read what others may not")?;
    }
    Ok(())
}

/// Whether something that the program is to use lies where an ordinary user does not get to, say a
/// toolchain in root's home. Where there are mounts, they lead there.
fn is_out_of_reach(order: &Order) -> bool {
    let shown = order.view.iter().filter_map(|visible| match &visible.what {
        What::Real(source) => Some(source.as_path()),
        What::Link(_) => None,
    });
    let places = shown.chain([order.dir.as_path(), order.scratch.as_path()]);
    let closed = |dir: &Path| fs::metadata(dir).is_ok_and(|it| it.mode() & 0o001 == 0);
    places
        .flat_map(|place| place.ancestors().skip(1))
        .any(closed)
}

/// Whether something of this owner may be from a run of ours.
pub(super) fn may_be_ours(owner: u32) -> bool {
    let own = geteuid();
    owner == own.as_raw() || own.is_root() && (owner == NOBODY || owner > FIRST_STRANGER)
}

/// Gives the directories of the run, and what is in them, to a user.
fn hand_over(order: &Order, user: u32) -> io::Result<()> {
    let mut pending = vec![order.dir.clone()];
    if order.tier == Tier::Landlock {
        pending.push(order.scratch.clone()); // elsewhere it is open to everybody
    }
    while let Some(path) = pending.pop() {
        let what = fs::symlink_metadata(&path)?;
        // A file with a second name may be somebody's original, to be read here and not written.
        if what.is_dir() || what.nlink() == 1 {
            lchown(&path, Some(user), Some(user))?;
        }
        if what.is_dir() {
            for entry in fs::read_dir(&path)? {
                pending.push(entry?.path());
            }
        }
    }
    Ok(())
}

fn become_user(uid: Uid, gid: Gid) -> Result<(), Refused> {
    setgroups(&[]).step("supplementary groups")?;
    setresgid(gid, gid, gid).step("group id")?;
    setresuid(uid, uid, uid).step("user id")?;
    // A change of uid takes away the right to one's own /proc files, and the parent's death signal.
    prctl::set_dumpable(true).step("dumpable")
}

/// Asks to be killed when the parent is, where that takes the whole tree of processes along.
///
/// In the tier `landlock` it would leave the program alone in the world. There the helper lives on
/// until it has noticed that nobody listens any more, and has killed the program.
pub(super) fn die_with_parent(tier: Tier) -> Result<(), Refused> {
    match tier {
        Tier::Landlock => Ok(()),
        _ => prctl::set_pdeathsig(Signal::SIGKILL).step("parent death signal"),
    }
}

/// In a new user namespace: lets one user and one group be themselves, and nobody else exist.
pub(super) fn map_to_itself(uid: Uid, gid: Gid) -> Result<(), Refused> {
    // The kernel takes an ordinary user's map of groups only once their list is fixed.
    fs::write("/proc/self/setgroups", "deny").step("/proc/self/setgroups")?;
    fs::write("/proc/self/uid_map", format!("{uid} {uid} 1")).step("/proc/self/uid_map")?;
    fs::write("/proc/self/gid_map", format!("{gid} {gid} 1")).step("/proc/self/gid_map")
}

/// Who we are, for [`map_to_itself`]: to be asked before the new namespace is entered.
pub(super) fn current() -> (Uid, Gid) {
    (geteuid(), getegid())
}
