//! What a directory holds, and removing it, when whoever filled it meant harm.
//!
//! Such a directory may be deeper than a path can be long, may hold a directory that its own owner
//! cannot list, and may change while we look.

use std::ffi::{OsStr, OsString};
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::Path;

use cap_fs_ext::DirExt;

use serde::{Deserialize, Serialize};

use super::tree::{Kind, Tree, parent_of};
use super::{Breach, Limits, Outcome, Output};

/// What can still be written in a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Free {
    pub bytes: u64,
    /// Files and directories; `None` where the file system makes as many as there is space for.
    pub files: Option<u64>,
}

/// What can still be written where `path` lies.
#[cfg(target_os = "linux")]
pub fn free_space(path: &Path) -> io::Result<Free> {
    let disk = nix::sys::statvfs::statvfs(path)?;
    Ok(Free {
        bytes: disk.blocks_available() * disk.fragment_size(),
        files: (disk.files() > 0).then(|| disk.files_available()),
    })
}

/// Elsewhere nobody is asked.
#[cfg(not(target_os = "linux"))]
pub fn free_space(_: &Path) -> io::Result<Free> {
    Err(ErrorKind::Unsupported.into())
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct DiskUse {
    pub(super) bytes: u64,
    /// Files, directories and links, the directories that were asked about not counted.
    files: u64,
    longest: u64,
    /// Whether a directory could not be listed.
    hides: bool,
}

impl DiskUse {
    /// Looks through `dirs`, and stops looking once there are more files than `limits` allow.
    pub(super) fn of<'a>(dirs: impl IntoIterator<Item = &'a Path>, limits: &Limits) -> Self {
        let mut found = Self::default();
        for dir in dirs {
            if let Ok(top) = fs::symlink_metadata(dir) {
                found.add(dir, on_disk(&top).0, limits);
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
                    self.hides = true;
                    continue;
                }
            };
            for entry in entries.flatten() {
                let what = entry.metadata().ok();
                if let Some(what) = what.filter(|what| on_disk(what).0 == home) {
                    self.count(&what);
                    if what.is_dir() {
                        pending.push(entry.path());
                    }
                }
                if self.files > limits.files {
                    return;
                }
            }
        }
    }

    fn count(&mut self, what: &Metadata) {
        self.files += 1;
        self.bytes += on_disk(what).1;
        if what.is_file() {
            self.longest = self.longest.max(what.len());
        }
    }

    /// The first limit that is passed, if any.
    pub(super) fn over(&self, limits: &Limits) -> Option<Outcome> {
        let outcomes = [
            (self.hides, Outcome::Security(Breach::HiddenFiles)),
            (self.longest > limits.file_bytes, Outcome::OutputLimit(Output::File)),
            (self.bytes > limits.disk_bytes, Outcome::OutputLimit(Output::Disk)),
            (self.files > limits.files, Outcome::OutputLimit(Output::Files)),
        ];
        outcomes.into_iter().find_map(|(is_over, outcome)| is_over.then_some(outcome))
    }
}

/// The device, and the bytes that are taken there.
#[cfg(unix)]
fn on_disk(what: &Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (what.dev(), what.blocks() * 512) // the unit of st_blocks, whatever the file system's own
}

#[cfg(not(unix))]
fn on_disk(what: &Metadata) -> (u64, u64) {
    (0, what.len())
}

/// Removes a directory and all that is in it.
///
/// Works at any depth and on directories that their owner may not list, where
/// [`std::fs::remove_dir_all`] gives up. The way to `dir` is trusted. Below it everything is reached by
/// descriptor and no link is followed, so that whoever changes the tree meanwhile loses nothing but what is in it.
///
/// # Errors
/// What the system said to the first thing that could not be removed.
pub fn remove_tree(dir: &Path) -> io::Result<()> {
    let (parent, name) = parent_of(dir)?;
    let top = open_up(&parent, name)?;
    let mut removal = Removal { top: &top, fresh: 0, surprises: MAX_SURPRISES, names: MAX_NAMES };
    removal.empty(&top, Removal::flatten)?;
    drop(top);
    parent.dir().remove_dir(name)
}

/// How often something may differ from a moment before, until nobody waits any longer for whoever changes the tree.
const MAX_SURPRISES: u32 = 1000;
/// How many names are removed until nobody waits any longer for whoever makes new ones.
const MAX_NAMES: usize = 20_000_000;
const AT_ONCE: usize = 10_000;

struct Removal<'a> {
    top: &'a Tree,
    /// The number of the next directory that moves up.
    fresh: u64,
    surprises: u32,
    names: usize,
}

impl Removal<'_> {
    /// Removes what is in a directory until nothing is left there: files here, directories by `away`.
    fn empty(
        &mut self,
        tree: &Tree,
        away: impl Fn(&mut Self, &OsStr) -> io::Result<()>,
    ) -> io::Result<()> {
        loop {
            let entries = self.some_of(tree)?;
            if entries.is_empty() {
                return Ok(());
            }
            for (name, kind) in entries {
                let removed = match kind {
                    Kind::Directory => away(self, &name),
                    _ => tree.dir().remove_file_or_symlink(&name),
                };
                self.unless_it_changed(removed)?;
            }
        }
    }

    /// Removes a directory of the top one, to which the directories in it move up.
    fn flatten(&mut self, name: &OsStr) -> io::Result<()> {
        let child = open_up(self.top, name)?;
        self.empty(&child, |this, name| this.move_up(&child, name))?;
        drop(child);
        self.top.dir().remove_dir(name)
    }

    fn some_of(&mut self, tree: &Tree) -> io::Result<Vec<(OsString, Kind)>> {
        let (entries, _) = tree.list(AT_ONCE)?;
        let left = self.names.checked_sub(entries.len());
        self.names =
            left.ok_or_else(|| io::Error::other("more is made there than can be removed"))?;
        Ok(entries)
    }

    fn move_up(&mut self, child: &Tree, name: &OsStr) -> io::Result<()> {
        // A directory that moves is written to: its `..` changes.
        drop(open_up(child, name)?);
        loop {
            let free = format!(".removed-{}", self.fresh);
            self.fresh += 1;
            match self.top.dir().symlink_metadata(&free) {
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    return child.dir().rename(name, self.top.dir(), free);
                }
                _ => {}
            }
        }
    }

    /// Whoever changes the tree meanwhile makes this fail; the next pass finds what there is by then.
    fn unless_it_changed(&mut self, removed: io::Result<()>) -> io::Result<()> {
        match (removed, self.surprises.checked_sub(1)) {
            (Ok(()), _) => Ok(()),
            (Err(_), Some(left)) => {
                self.surprises = left;
                Ok(())
            }
            (Err(error), None) => Err(error),
        }
    }
}

/// Opens a directory that its owner may have closed to himself.
fn open_up(parent: &Tree, name: &OsStr) -> io::Result<Tree> {
    #[cfg(unix)]
    {
        use cap_std::fs::PermissionsExt;
        let what = parent.dir().symlink_metadata(name)?;
        if what.is_dir() && what.permissions().mode() & 0o700 != 0o700 {
            parent.change_mode(name, 0o700)?;
        }
    }
    parent.directory_here(name)
}
