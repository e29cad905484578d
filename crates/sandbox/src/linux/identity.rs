//! Becoming somebody without rights: the uid that the program runs under, and the user namespace
//! that counts its processes.
//!
//! A caller who is root becomes a user who owns nothing but the directories of the run. A plain user
//! stays who it is: only root can become somebody else.
//!
//! Left out: the one [`capability`] that some runs need. All others go with uid 0,
//! at the latest when a program is executed.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, lchown};
use std::path::Path;

use nix::errno::Errno;
use nix::sched::{CloneFlags, unshare};
use nix::sys::prctl;
use nix::sys::signal::Signal;
use nix::unistd::{Gid, Uid, getegid, geteuid, setgroups, setresgid, setresuid};

use super::super::Backend;
use super::super::view::What;
use super::protocol::{Order, Refused, Step};
use super::{capability, handover};

/// The user of runs in containers in which numbers as high as the next one do not exist.
const NOBODY: u32 = 65_534;

/// Each run gets a user of its own, so that runs neither share a count of processes nor own each other's
/// files: this number and the helper's, which no other run has as long as this one lasts. Beyond what
/// systems give to people, services and containers.
const FIRST_STRANGER: u32 = 0x7000_0000;

/// The mode of a directory of root's that only root and the group of a run get through.
const PASSABLE_FOR_GROUP: u32 = 0o710;

/// Gives up root for good, and hands the directories of the run over.
///
/// Then enters a user namespace, unless the backend has none: `RLIMIT_NPROC` counts the processes of a
/// uid within its namespace, and each run must have its own count. As a plain user, the namespace
/// that the walls were built in does that already.
///
/// `number` is the helper's, outside.
pub(super) fn give_up_root(order: &Order, number: u32) -> Result<(), Refused> {
    if !geteuid().is_root() {
        return Ok(());
    }
    let own = FIRST_STRANGER.saturating_add(number);
    // In a container, numbers that high may not exist.
    let user = match hand_over(order, own) {
        Err(error) if error.raw_os_error() == Some(Errno::EINVAL as i32) => {
            hand_over(order, NOBODY).map(|()| NOBODY)
        }
        other => other.map(|()| own),
    };
    let user = user.step(&format!("owner of {}", order.dir.display()))?;
    let (uid, gid) = (Uid::from_raw(user), Gid::from_raw(user));
    let is_far = order.backend == Backend::Landlock && is_out_of_reach(order);
    if is_far {
        capability::keep().step("capabilities")?;
    }
    become_user(uid, gid)?;
    die_with_parent(order.backend)?;
    if order.backend != Backend::Landlock {
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
    let places = shown.chain([order.dir.as_path()]);
    let around = places.flat_map(|place| place.ancestors().skip(1));
    // The directory around the temporary one is open to the run's group.
    let beyond = order.scratch.ancestors().skip(2);
    let closed = |dir: &Path| fs::metadata(dir).is_ok_and(|it| it.mode() & 0o001 == 0);
    around.chain(beyond).any(closed)
}

/// Whether something of this owner may be from a run of ours.
pub(super) fn may_be_ours(owner: u32) -> bool {
    let own = geteuid();
    owner == own.as_raw() || own.is_root() && is_of_a_run(owner)
}

fn is_of_a_run(user: u32) -> bool {
    user == NOBODY || user > FIRST_STRANGER
}

/// Gives the directories of the run, and what is in them, to a user.
fn hand_over(order: &Order, user: u32) -> io::Result<()> {
    handover::give(&order.dir, user)?;
    // Elsewhere the temporary directory is open to everybody, inside.
    if order.backend == Backend::Landlock {
        handover::give(&order.scratch, user)?;
        if let Some(closed) = order.scratch.parent() {
            lchown(closed, None, Some(user))?;
            fs::set_permissions(closed, Permissions::from_mode(PASSABLE_FOR_GROUP))?;
        }
    }
    Ok(())
}

/// Takes back what a run left in its working directory, if it was given to the run's user.
pub(super) fn take_back(order: &Order) {
    let owner = fs::symlink_metadata(&order.dir).map(|it| it.uid());
    let Some(user) = owner.ok().filter(|it| is_of_a_run(*it)) else {
        return;
    };
    if geteuid().is_root() {
        handover::take_back(&order.dir, user);
    }
}

/// Our process's number outside. To be asked before `/proc` shows the processes of a run.
pub(super) fn number_outside() -> Result<u32, Refused> {
    let own = fs::read_link("/proc/self").step("/proc/self")?;
    own.to_string_lossy().parse().step("/proc/self")
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
/// In the backend `landlock` it would leave the program alone in the world. There the helper lives on
/// until it has noticed that nobody listens any more, and has killed the program.
pub(super) fn die_with_parent(backend: Backend) -> Result<(), Refused> {
    match backend {
        Backend::Landlock => Ok(()),
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
