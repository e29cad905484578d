//! A directory that somebody else fills, reached by descriptor.
//!
//! Whoever owns a directory can put a link in its place between two uses of its path. So the path is looked up once;
//! below it every name is opened from the descriptor of its directory, and no link is followed, in no component. What
//! is read is a regular file with one name and of bounded length, and what is listed is bounded in number and depth.

mod files;

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

use cap_fs_ext::DirExt;
use cap_std::ambient_authority;
use cap_std::fs::Dir;

pub use files::{Names, NotAnOutput, open_output};

/// An open directory whose content is not trusted.
#[derive(Debug)]
pub struct Tree {
    dir: Dir,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The most entries, of all directories together.
    pub entries: usize,
    /// The deepest entries; those of the tree itself are at depth 1.
    pub depth: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    File,
    Directory,
    Link,
    /// A FIFO, a socket or a device.
    Other,
}

/// An entry of a tree, as it was listed. By the time it is opened it may be something else, which is then an error.
#[derive(Debug)]
pub struct Entry<'a> {
    pub path: &'a Path,
    pub kind: Kind,
    parent: &'a Tree,
    name: &'a OsStr,
}

impl Entry<'_> {
    /// Opens the file for reading, as [`Tree::file`], if it has such names.
    pub fn open(&self, names: Names) -> Result<File, NotAnOutput> {
        self.parent.open_here(self.name, u64::MAX, names)
    }

    pub fn directory(&self) -> io::Result<Tree> {
        self.parent.directory_here(self.name)
    }
}

/// Whether a walk goes into a directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Into,
    Over,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Walked {
    All,
    APart,
}

impl Tree {
    /// Opens the directory at `path`. The way to it is trusted, and it is not: a link in its place is refused.
    pub fn open(path: &Path) -> io::Result<Self> {
        let (parent, name) = parent_of(path)?;
        parent.directory_here(name)
    }

    /// Makes the directory `path`, where nothing may be yet, for this user alone, and opens it.
    ///
    /// # Errors
    /// If it is there, or cannot be made.
    pub fn create(path: &Path) -> io::Result<Self> {
        #[cfg_attr(not(unix), allow(unused_mut))]
        let mut builder = std::fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(path)?;
        Self::open(path)
    }

    /// Opens a directory below this one, or this one once more if `below` is empty.
    ///
    /// # Errors
    /// If a part of the way is no directory, or `below` leads elsewhere.
    pub fn directory(&self, below: &Path) -> io::Result<Self> {
        let mut tree = Self { dir: self.dir.try_clone()? };
        for name in plain(below)? {
            tree = tree.directory_here(name)?;
        }
        Ok(tree)
    }

    /// Makes the directory `below` and those missing on the way to it; with `mode` where there are modes.
    ///
    /// # Errors
    /// If something else is there.
    pub fn create_directory(&self, below: &Path, mode: u32) -> io::Result<Self> {
        let mut tree = self.directory(Path::new(""))?;
        for name in plain(below)? {
            let is_new = match tree.dir.create_dir(name) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => false,
                made => made.map(|()| true)?,
            };
            tree = tree.directory_here(name)?;
            if is_new {
                tree.set_mode(mode)?;
            }
        }
        Ok(tree)
    }

    /// Gives the tree itself a mode, where there are modes.
    pub fn set_mode(&self, mode: u32) -> io::Result<()> {
        self.change_mode(OsStr::new("."), mode)
    }

    /// Whether anything of this name is in the tree itself.
    #[must_use]
    pub fn has(&self, name: &OsStr) -> bool {
        self.dir.symlink_metadata(name).is_ok()
    }

    /// The length of an entry of the tree itself, in bytes.
    pub fn length(&self, name: &OsStr) -> io::Result<u64> {
        Ok(self.dir.symlink_metadata(name)?.len())
    }

    /// What lies in the tree itself, sorted by name; not all of it if there are more than `most` entries.
    pub fn list(&self, most: usize) -> io::Result<(Vec<(OsString, Kind)>, Walked)> {
        let (mut listed, mut walked) = (Vec::new(), Walked::All);
        for entry in self.dir.entries()? {
            let entry = entry?;
            if listed.len() >= most {
                walked = Walked::APart;
                break;
            }
            let kind = match entry.file_type() {
                Ok(kind) if kind.is_file() => Kind::File,
                Ok(kind) if kind.is_dir() => Kind::Directory,
                Ok(kind) if kind.is_symlink() => Kind::Link,
                Ok(_) => Kind::Other,
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => return Err(error),
            };
            listed.push((entry.file_name(), kind));
        }
        listed.sort();
        Ok((listed, walked))
    }

    /// Shows `visit` what lies below, each directory before what is in it, sorted by name.
    pub fn walk<E: From<io::Error>>(
        &self,
        bounds: Bounds,
        visit: &mut impl FnMut(&Entry<'_>) -> Result<Step, E>,
    ) -> Result<Walked, E> {
        let mut left = bounds.entries;
        self.walk_below(&mut PathBuf::new(), bounds.depth, &mut left, visit)
    }

    fn walk_below<E: From<io::Error>>(
        &self,
        path: &mut PathBuf,
        depth: usize,
        left: &mut usize,
        visit: &mut impl FnMut(&Entry<'_>) -> Result<Step, E>,
    ) -> Result<Walked, E> {
        if depth == 0 {
            return Ok(Walked::APart);
        }
        let (listed, mut walked) = self.list(*left)?;
        *left -= listed.len();
        for (name, kind) in &listed {
            path.push(name);
            let entry = Entry { path, kind: *kind, parent: self, name };
            if visit(&entry)? == Step::Into && *kind == Kind::Directory {
                match self.directory_here(name) {
                    Ok(directory) => {
                        walked = walked.max(directory.walk_below(path, depth - 1, left, visit)?);
                    }
                    Err(error) if self.dir.symlink_metadata(name).is_ok_and(|it| it.is_dir()) => {
                        return Err(error.into());
                    }
                    // It vanished, or something else is in its place.
                    Err(_) => {}
                }
            }
            path.pop();
        }
        Ok(walked)
    }

    /// The directory in which `below` lies, and its name there.
    fn parent_of<'a>(&self, below: &'a Path) -> io::Result<(Self, &'a OsStr)> {
        let name = below.file_name().ok_or(ErrorKind::InvalidInput)?;
        let parent = self.directory(below.parent().unwrap_or(Path::new("")))?;
        Ok((parent, name))
    }

    /// What holds the entries, for whoever removes them.
    pub(super) fn dir(&self) -> &Dir {
        &self.dir
    }

    pub(super) fn directory_here(&self, name: &OsStr) -> io::Result<Self> {
        let dir = self.dir.open_dir_nofollow(name)?;
        Ok(Self { dir })
    }

    /// Gives an entry of the tree itself a mode, without opening it: its owner may have no right to.
    #[cfg(unix)]
    pub(super) fn change_mode(&self, name: &OsStr, mode: u32) -> io::Result<()> {
        use cap_std::fs::PermissionsExt;
        let mode = cap_std::fs::Permissions::from_mode(mode);
        self.dir.set_permissions(name, mode)
    }

    #[cfg(not(unix))]
    pub(super) fn change_mode(&self, _: &OsStr, _: u32) -> io::Result<()> {
        Ok(())
    }
}

/// The directory in which `path` lies, which is trusted, and its name there.
pub(super) fn parent_of(path: &Path) -> io::Result<(Tree, &OsStr)> {
    let name = path.file_name().ok_or(ErrorKind::InvalidInput)?;
    let parent = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let dir = Dir::open_ambient_dir(parent, ambient_authority())?;
    Ok((Tree { dir }, name))
}

/// The names of a path that leads below and nowhere else.
fn plain(below: &Path) -> io::Result<Vec<&OsStr>> {
    let names = below.components().map(|part| match part {
        Component::Normal(name) => Ok(name),
        _ => Err(io::Error::from(ErrorKind::InvalidInput)),
    });
    names.collect()
}
