//! Giving the directories of a run to its user, and taking them back.
//!
//! What lies in them may have been made by whoever ran there before. So nothing is named by a path from
//! outside twice: below the top, every directory and file is opened without following links, looked at,
//! and changed by its descriptor.
//!
//! Left out: who that user is ([`identity`](super::identity)).

use std::ffi::{CStr, OsStr};
use std::fs::{self, File, Permissions};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use nix::dir::Dir;
use nix::fcntl::{AtFlags, OFlag, OpenHow, ResolveFlag, openat, openat2};
use nix::sys::stat::Mode;
use nix::unistd::{Gid, Uid, fchownat};

/// What others may do if the owner may: read, and execute or pass through.
const READ_AND_EXECUTE: u32 = 0o500;

/// Gives `dir` and what is in it to a user and a group of the same number.
///
/// Not files with a second name: they may be somebody's originals, to be read here and not written.
///
/// # Errors
/// What the system said to the first thing that could not be given away.
pub(super) fn give(dir: &Path, user: u32) -> io::Result<()> {
    walk(
        dir,
        &|file, what| match what.is_dir() || what.nlink() == 1 {
            true => own(file, user),
            false => Ok(()),
        },
    )
}

/// Takes back what belongs to `user` of what is in `dir`, and `dir`: nobody who gets that number later can
/// write there. Everybody can read what its owner could, as far as they get there.
///
/// What cannot be reached stays as it is.
pub(super) fn take_back(dir: &Path, user: u32) {
    let _ = walk(dir, &|file, what| {
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
type Step<'a> = &'a dyn Fn(&File, &fs::Metadata) -> io::Result<()>;

/// Does `step` with `dir` and with all that is in it.
fn walk(dir: &Path, step: Step<'_>) -> io::Result<()> {
    let flags = libc::O_PATH | libc::O_DIRECTORY | libc::O_NOFOLLOW;
    let mut options = fs::OpenOptions::new();
    let top = options.read(true).custom_flags(flags).open(dir)?;
    step(&top, &top.metadata()?)?;
    let mut pending = vec![PathBuf::from(".")];
    while let Some(below) = pending.pop() {
        let mut listed = Dir::from_fd(open_below(&top, &below)?)?;
        let mut names = Vec::new();
        for entry in listed.iter() {
            let name = entry?.file_name().to_owned();
            if name.as_c_str() != c"." && name.as_c_str() != c".." {
                names.push(name);
            }
        }
        for name in names {
            let file = open_entry(&listed, &name)?;
            let what = file.metadata()?;
            step(&file, &what)?;
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
