//! Becoming a user without rights, to whom the directories of the run belong as long as it lasts.
//!
//! A caller who is root becomes a user who owns nothing else. A plain user stays: only root can become somebody else.
//!
//! What lies in the directories may have been made by whoever ran there before. So nothing is named by a path
//! twice: below the top, everything is opened without following links, looked at, and changed by its
//! descriptor. ([`Tree`](crate::Tree) cannot do that: it opens to read, and holds a descriptor on each level.)

use std::ffi::{CStr, OsStr};
use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, lchown};
use std::path::{Path, PathBuf};

use caps::errors::CapsError;
use caps::{CapSet, Capability, CapsHashSet};
use nix::dir::Dir;
use nix::errno::Errno;
use nix::fcntl::{AtFlags, OFlag, OpenHow, ResolveFlag, openat, openat2};
use nix::sched::{CloneFlags, unshare};
use nix::sys::prctl;
use nix::sys::signal::Signal;
use nix::sys::stat::Mode;
use nix::unistd::{Gid, Uid, fchownat, geteuid, setgroups, setresgid, setresuid};

use super::protocol::{InStep, Order, Refused};
use crate::Backend;
use crate::view::What;

/// The user of runs in containers in which numbers as high as the next one do not exist.
const NOBODY: u32 = 65_534;

/// Each run gets a user of its own, so that runs neither share a count of processes nor own each other's
/// files: this number and the helper's, which no other run has as long as this one lasts. Beyond what
/// systems give to people, services and containers.
const FIRST_RUN_USER: u32 = 0x7000_0000;

/// The mode of a directory of root's that only root and the group of a run get through.
const PASSABLE_FOR_GROUP: u32 = 0o710;

/// What others may do if the owner may: read, and execute or pass through.
const READ_AND_EXECUTE: u32 = 0o500;

/// The rights to read what others may not, the weaker first; containers have the second.
const READING: [Capability; 2] = [Capability::CAP_DAC_READ_SEARCH, Capability::CAP_DAC_OVERRIDE];

/// Gives up root for good, and hands the directories of the run over.
///
/// Then enters a user namespace, unless the backend has none: `RLIMIT_NPROC` counts the processes of a
/// uid within its namespace, and each run must have its own count. As a plain user, the namespace
/// that the mounts were made in does that already.
///
/// `number` is the helper's, outside.
pub fn give_up_root(order: &Order, number: u32) -> Result<(), Refused> {
    if !geteuid().is_root() {
        return Ok(());
    }
    let own = FIRST_RUN_USER.saturating_add(number);
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
        caps::securebits::set_keepcaps(true).step("capabilities")?;
    }
    become_user(uid, gid)?;
    die_with_parent(order.backend)?;
    if order.backend != Backend::Landlock {
        unshare(CloneFlags::CLONE_NEWUSER).step("user namespace")?;
        map_to_itself(uid, gid)?;
    }
    if is_far {
        keep_reading().step("the right to read what others may not")?;
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

fn become_user(uid: Uid, gid: Gid) -> Result<(), Refused> {
    setgroups(&[]).step("supplementary groups")?;
    setresgid(gid, gid, gid).step("group id")?;
    setresuid(uid, uid, uid).step("user id")?;
    // A change of uid takes away the right to one's own /proc files, and the parent's death signal.
    prctl::set_dumpable(true).step("dumpable")
}

/// As another user: gives up every right but one to read, which programs that are executed keep.
///
/// What the program can open is still for Landlock to say: the right takes away the file system's own
/// veto, in the directories that the program is allowed to read.
fn keep_reading() -> Result<(), CapsError> {
    let permitted = caps::read(None, CapSet::Permitted)?;
    let right = READING.into_iter().find(|right| permitted.contains(right));
    let right = right.ok_or("there is none")?;
    let only = CapsHashSet::from([right]);
    for set in [CapSet::Inheritable, CapSet::Effective, CapSet::Permitted] {
        caps::set(None, set, &only)?;
    }
    caps::raise(None, CapSet::Ambient, right)
}

/// Asks to be killed when the parent is, where that takes the whole tree of processes along.
///
/// In the backend `landlock` it would leave the program alone. There the helper lives on
/// until it has noticed that nobody listens any more, and has killed the program.
pub fn die_with_parent(backend: Backend) -> Result<(), Refused> {
    match backend {
        Backend::Landlock => Ok(()),
        _ => prctl::set_pdeathsig(Signal::SIGKILL).step("parent death signal"),
    }
}

/// In a new user namespace: lets one user and one group be themselves, and nobody else exist.
pub fn map_to_itself(uid: Uid, gid: Gid) -> Result<(), Refused> {
    // The kernel takes an ordinary user's map of groups only once their list is fixed.
    fs::write("/proc/self/setgroups", "deny").step("/proc/self/setgroups")?;
    fs::write("/proc/self/uid_map", format!("{uid} {uid} 1")).step("/proc/self/uid_map")?;
    fs::write("/proc/self/gid_map", format!("{gid} {gid} 1")).step("/proc/self/gid_map")
}

/// Our process's number outside. To be asked before `/proc` shows the processes of a run.
pub fn number_outside() -> Result<u32, Refused> {
    let own = fs::read_link("/proc/self").step("/proc/self")?;
    own.to_string_lossy().parse().step("/proc/self")
}

/// Whether something of this owner may be from a run of ours.
pub fn may_be_ours(owner: u32) -> bool {
    let own = geteuid();
    owner == own.as_raw() || own.is_root() && is_of_a_run(owner)
}

fn is_of_a_run(user: u32) -> bool {
    user == NOBODY || user > FIRST_RUN_USER
}

/// Gives the directories of the run, and what is in them, to a user.
fn hand_over(order: &Order, user: u32) -> io::Result<()> {
    give(&order.dir, user)?;
    // Elsewhere the temporary directory is open to everybody, inside.
    if order.backend == Backend::Landlock {
        give(&order.scratch, user)?;
        if let Some(closed) = order.scratch.parent() {
            lchown(closed, None, Some(user))?;
            fs::set_permissions(closed, Permissions::from_mode(PASSABLE_FOR_GROUP))?;
        }
    }
    Ok(())
}

/// Gives `dir` and what is in it to a user and a group of the same number.
///
/// Not files with a second name: they may be somebody's originals, to be read here and not written.
fn give(dir: &Path, user: u32) -> io::Result<()> {
    walk(dir, &|file, what| match what.is_dir() || what.nlink() == 1 {
        true => own(file, user),
        false => Ok(()),
    })
}

/// Takes back what a run left in its working directory, if it was given to the run's user: nobody who gets that
/// number later can write there. Everybody can read what its owner could, as far as they get there.
///
/// What cannot be reached stays as it is.
pub fn take_back(order: &Order) {
    let owner = fs::symlink_metadata(&order.dir).map(|it| it.uid());
    let Some(user) = owner.ok().filter(|it| is_of_a_run(*it) && geteuid().is_root()) else {
        return;
    };
    let _ = walk(&order.dir, &|file, what| {
        if what.uid() != user {
            return Ok(());
        }
        own(file, 0)?;
        if !what.is_dir() && !what.is_file() {
            return Ok(());
        }
        let readable = (what.mode() & READ_AND_EXECUTE) >> 6;
        let mode = what.mode() & 0o777 | readable | readable << 3;
        // A descriptor that was opened for nothing has no other way.
        let path = format!("/proc/self/fd/{}", file.as_raw_fd());
        fs::set_permissions(path, Permissions::from_mode(mode))
    });
}

fn own(file: &File, user: u32) -> io::Result<()> {
    let (user, group) = (Uid::from_raw(user), Gid::from_raw(user));
    let itself = AtFlags::AT_EMPTY_PATH;
    Ok(fchownat(file, c"", Some(user), Some(group), itself)?)
}

/// What is done with each file and directory, by a descriptor that was opened for nothing else.
type Visit<'a> = &'a dyn Fn(&File, &Metadata) -> io::Result<()>;

/// Shows `visit` `dir` and all that is in it.
fn walk(dir: &Path, visit: Visit<'_>) -> io::Result<()> {
    let flags = libc::O_PATH | libc::O_DIRECTORY | libc::O_NOFOLLOW;
    let top = OpenOptions::new().read(true).custom_flags(flags).open(dir)?;
    visit(&top, &top.metadata()?)?;
    let mut pending = vec![PathBuf::from(".")];
    while let Some(below) = pending.pop() {
        let mut listed = Dir::from_fd(open_below(&top, &below)?)?;
        let names = listed.iter().map(|entry| Ok(entry?.file_name().to_owned()));
        let names: Vec<_> = names.collect::<io::Result<_>>()?;
        for name in names.iter().filter(|it| ![c".", c".."].contains(&it.as_c_str())) {
            let file = open_entry(&listed, name)?;
            let what = file.metadata()?;
            visit(&file, &what)?;
            if what.is_dir() {
                pending.push(below.join(OsStr::from_bytes(name.to_bytes())));
            }
        }
    }
    Ok(())
}

/// Opens an entry of a directory for nothing but to be looked at and changed.
fn open_entry(dir: &Dir, name: &CStr) -> io::Result<File> {
    let flags = OFlag::O_PATH | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
    Ok(File::from(openat(dir, name, flags, Mode::empty())?))
}

/// Opens a directory for being listed. Not one by one from the top: so deep, descriptors would run out.
fn open_below(top: &File, below: &Path) -> io::Result<OwnedFd> {
    let how = OpenHow::new()
        .flags(OFlag::O_RDONLY | OFlag::O_DIRECTORY | OFlag::O_CLOEXEC)
        .resolve(ResolveFlag::RESOLVE_BENEATH | ResolveFlag::RESOLVE_NO_SYMLINKS);
    Ok(openat2(top, below, how)?)
}
