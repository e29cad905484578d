//! Becoming nobody: the uid that the program runs under, and the user namespace that counts its
//! processes.
//!
//! A caller who is root becomes uid 65534, which owns nothing. A plain user stays who it is: only
//! root can become somebody else.
//!
//! Left out: capabilities. Executing a program under a uid other than 0 drops them all.

use std::fs;

use nix::sched::{CloneFlags, unshare};
use nix::sys::prctl;
use nix::sys::signal::Signal;
use nix::unistd::{Gid, Uid, getegid, geteuid, setgroups, setresgid, setresuid};

use super::super::Tier;
use super::protocol::{Refused, Step};

/// The uid and gid that programs run under when the caller is root.
pub(super) const NOBODY: u32 = 65_534;

/// Gives up root for good.
///
/// Then enters a user namespace, unless the tier has none: `RLIMIT_NPROC` counts the processes of a
/// uid within its namespace, and each run must have its own count. As a plain user, the namespace
/// that the walls were built in does that already.
pub(super) fn become_nobody(tier: Tier) -> Result<(), Refused> {
    if !geteuid().is_root() {
        return Ok(());
    }
    let (uid, gid) = (Uid::from_raw(NOBODY), Gid::from_raw(NOBODY));
    setgroups(&[]).step("supplementary groups")?;
    setresgid(gid, gid, gid).step("group id")?;
    setresuid(uid, uid, uid).step("user id")?;
    // A change of uid takes away both of these: the right to one's own /proc files, and the signal.
    prctl::set_dumpable(true).step("dumpable")?;
    prctl::set_pdeathsig(Signal::SIGKILL).step("parent death signal")?;
    match tier {
        Tier::Landlock => Ok(()),
        _ => {
            unshare(CloneFlags::CLONE_NEWUSER).step("user namespace")?;
            map_to_itself(uid, gid)
        }
    }
}

/// In a new user namespace: lets one user and one group be themselves, and nobody else exist.
pub(super) fn map_to_itself(uid: Uid, gid: Gid) -> Result<(), Refused> {
    // The kernel takes an ordinary user's map of groups only once their list is fixed.
    fs::write("/proc/self/setgroups", "deny").step("/proc/self/setgroups")?;
    fs::write("/proc/self/uid_map", format!("{uid} {uid} 1")).step("/proc/self/uid_map")?;
    fs::write("/proc/self/gid_map", format!("{gid} {gid} 1")).step("/proc/self/gid_map")
}

/// Who we are, for [`map_to_itself`].
pub(super) fn current() -> (Uid, Gid) {
    (geteuid(), getegid())
}
