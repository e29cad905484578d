//! What a directory holds, and removing it, when whoever filled it meant harm.
//!
//! Such a directory may be deeper than a path can be long, may hold a directory that its own owner
//! cannot list, and may change while we look.
//!
//! Left out: reading any file ([`output`](super::output)).

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Breach, Limits, Outcome, Output};

/// The bytes that can still be written where `path` lies.
///
/// # Errors
/// If the system does not say.
#[cfg(target_os = "linux")]
pub fn free_bytes(path: &Path) -> io::Result<u64> {
    let disk = nix::sys::statvfs::statvfs(path)?;
    Ok(disk.blocks_available() * disk.fragment_size())
}

/// Elsewhere nobody is asked.
///
/// # Errors
/// Always.
#[cfg(not(target_os = "linux"))]
pub fn free_bytes(_: &Path) -> io::Result<u64> {
    Err(ErrorKind::Unsupported.into())
}

/// What some directories hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct DiskUse {
    /// What it takes on the disk.
    bytes: u64,
    /// Files, directories and links, the directories that were asked about not counted.
    files: u64,
    /// The length of the longest file.
    longest: u64,
    /// A directory could not be listed.
    hidden: Hidden,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Hidden {
    #[default]
    Nothing,
    Something,
}

impl DiskUse {
    /// Looks through `dirs`, and stops looking once there are more files than `limits` allow.
    pub(super) fn of<'a>(dirs: impl IntoIterator<Item = &'a Path>, limits: &Limits) -> Self {
        let mut found = Self::default();
        for dir in dirs {
            if let Ok(top) = fs::symlink_metadata(dir) {
                found.add(dir, device(&top), limits);
            }
        }
        found
    }

    /// Adds what is below `dir` and not mounted there.
    fn add(&mut self, dir: &Path, home: u64, limits: &Limits) {
        let mut pending = vec![dir.to_owned()];
        while let Some(dir) = pending.pop() {
            let entries = match fs::read_dir(&dir) {
                Ok(entries) => entries,
                // It vanished, or is something else by now.
                Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                    continue;
                }
                // No right to list it, or nested deeper than a path can say.
                Err(_) => {
                    self.hidden = Hidden::Something;
                    continue;
                }
            };
            for entry in entries.flatten() {
                match entry.metadata() {
                    Ok(what) if device(&what) == home => {
                        self.count(&what);
                        if what.is_dir() {
                            pending.push(entry.path());
                        }
                    }
                    _ => {}
                }
                if self.files > limits.files {
                    return;
                }
            }
        }
    }

    fn count(&mut self, what: &Metadata) {
        self.files += 1;
        self.bytes += on_disk(what);
        if what.is_file() {
            self.longest = self.longest.max(what.len());
        }
    }

    /// Counts bytes that are on the disk though no directory shows them.
    #[cfg(target_os = "linux")]
    pub(super) fn add_bytes(&mut self, bytes: u64) {
        self.bytes += bytes;
    }

    /// The first limit that is passed, if any.
    pub(super) fn over(&self, limits: &Limits) -> Option<Outcome> {
        if self.hidden == Hidden::Something {
            Some(Outcome::Security(Breach::HiddenFiles))
        } else if self.longest > limits.file_bytes {
            Some(Outcome::OutputLimit(Output::File))
        } else if self.bytes > limits.disk_bytes {
            Some(Outcome::OutputLimit(Output::Disk))
        } else if self.files > limits.files {
            Some(Outcome::OutputLimit(Output::Files))
        } else {
            None
        }
    }
}

#[cfg(unix)]
fn on_disk(what: &Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt;
    what.blocks() * 512 // the unit of st_blocks, whatever the file system's own
}

#[cfg(unix)]
fn device(what: &Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt;
    what.dev()
}

#[cfg(not(unix))]
fn device(_what: &Metadata) -> u64 {
    0
}

#[cfg(not(unix))]
fn on_disk(what: &Metadata) -> u64 {
    what.len()
}

/// Removes a directory and all that is in it, once nothing runs there any more.
///
/// Works at any depth and on directories that their owner may not list, where
/// [`std::fs::remove_dir_all`] gives up. Follows no links.
///
/// # Errors
/// What the system said to the first thing that could not be removed.
pub fn remove_tree(dir: &Path) -> io::Result<()> {
    let mut fresh = 0..;
    loop {
        open_up(dir)?;
        let mut done = true;
        for entry in fs::read_dir(dir)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                done = false;
                flatten(&entry.path(), dir, &mut fresh)?;
            } else {
                fs::remove_file(entry.path())?;
            }
        }
        if done {
            return fs::remove_dir(dir);
        }
    }
}

/// Removes `child`, a directory of `dir`, after its files; its directories move up to `dir`.
fn flatten(child: &Path, dir: &Path, fresh: &mut std::ops::RangeFrom<u64>) -> io::Result<()> {
    open_up(child)?;
    for entry in fs::read_dir(child)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            open_up(&entry.path())?; // a directory that moves is written to: its `..` changes
            let free = fresh
                .map(|n| dir.join(format!(".removed-{n}")))
                .find(|path| path.symlink_metadata().is_err());
            fs::rename(entry.path(), free.unwrap_or_default())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    fs::remove_dir(child)
}

#[cfg(unix)]
fn open_up(dir: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mut mode = fs::symlink_metadata(dir)?.permissions();
    if mode.mode() & 0o700 != 0o700 {
        mode.set_mode(0o700);
        fs::set_permissions(dir, mode)?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn open_up(_dir: &Path) -> io::Result<()> {
    Ok(())
}
