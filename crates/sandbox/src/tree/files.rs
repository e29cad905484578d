//! Files of a tree: read, made, replaced.
//!
//! A link would make us read whatever it points to, a FIFO would make us wait for ever, a device
//! would do as it likes. So what is read is a regular file of bounded length. What it says can still be of any bytes.

use std::ffi::OsStr;
use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::{Component, Path};

use cap_fs_ext::{FollowSymlinks, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::fs::OpenOptions;

use super::{Tree, parent_of};

/// Opens the file `name` of the directory `dir` for reading.
///
/// The way to `dir` is trusted, `name` is a plain name without `/`, and what lies there is not trusted at all.
///
/// # Errors
/// [`NotAnOutput`] if there is no regular file of at most `max_bytes` bytes, or it has a second name.
pub fn open_output(dir: &Path, name: &OsStr, max_bytes: u64) -> Result<File, NotAnOutput> {
    let mut parts = Path::new(name).components();
    let (Some(Component::Normal(_)), None) = (parts.next(), parts.next()) else {
        return Err(NotAnOutput::NotAName);
    };
    let tree = Tree::open(dir).map_err(NotAnOutput::from_io)?;
    tree.file(Path::new(name), max_bytes)
}

impl Tree {
    /// Opens a file at `path`, the way to which is trusted, whatever names its directory's owner has given it.
    pub fn open_file(path: &Path, max_bytes: u64) -> Result<File, NotAnOutput> {
        let (parent, name) = parent_of(path).map_err(NotAnOutput::from_io)?;
        parent.open_here(name, max_bytes, Names::OfOneOwner)
    }

    /// Opens the file `below` for reading, if it is a regular one of at most `max_bytes` bytes with no other name.
    pub fn file(&self, below: &Path, max_bytes: u64) -> Result<File, NotAnOutput> {
        let (parent, name) = self.parent_of(below).map_err(|error| match error.kind() {
            ErrorKind::InvalidInput => NotAnOutput::NotAName,
            _ => NotAnOutput::from_io(error),
        })?;
        parent.open_here(name, max_bytes, Names::One)
    }

    /// The beginning of the file `below`, at most `max_bytes` bytes of it.
    ///
    /// # Errors
    /// [`NotAnOutput`], but never because it is too long.
    pub fn beginning(&self, below: &Path, max_bytes: u64) -> Result<Vec<u8>, NotAnOutput> {
        let mut bytes = Vec::new();
        let file = self.file(below, u64::MAX)?;
        let read = file.take(max_bytes).read_to_end(&mut bytes);
        read.map_err(NotAnOutput::Unreadable)?;
        Ok(bytes)
    }

    /// Makes the file `below`, where nothing may be yet, in a directory that is there.
    ///
    /// # Errors
    /// If something is there, or it cannot be made.
    pub fn create_file(&self, below: &Path, mode: u32) -> io::Result<File> {
        let (parent, name) = self.parent_of(below)?;
        parent.create_here(name, mode)
    }

    /// Makes the file `below` in place of one that may be there.
    ///
    /// # Errors
    /// If something is there that is no file, or it cannot be made.
    pub fn replace_file(&self, below: &Path, mode: u32) -> io::Result<File> {
        let (parent, name) = self.parent_of(below)?;
        match parent.create_here(name, mode) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                parent.dir.remove_file(name)?;
                parent.create_here(name, mode)
            }
            made => made,
        }
    }

    /// Gives the file `below` a mode, where there are modes.
    pub fn set_file_mode(&self, below: &Path, mode: u32) -> io::Result<()> {
        let file = self.file(below, u64::MAX).map_err(io::Error::other)?;
        set_mode(&file, mode)
    }

    pub fn remove_file(&self, below: &Path) -> io::Result<()> {
        let (parent, name) = self.parent_of(below)?;
        parent.dir.remove_file(name)
    }

    /// Gives a file below the tree another name.
    pub fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.dir.rename(from, &self.dir, to)
    }

    fn create_here(&self, name: &OsStr, mode: u32) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        let file = self.dir.open_with(name, &options)?.into_std();
        set_mode(&file, mode)?;
        Ok(file)
    }

    pub(super) fn open_here(
        &self,
        name: &OsStr,
        max_bytes: u64,
        names: Names,
    ) -> Result<File, NotAnOutput> {
        // This look serves the error message alone, and keeps a device from being opened.
        let listed = self.dir.symlink_metadata(name);
        let listed = listed.map_err(NotAnOutput::from_io)?.file_type();
        match () {
            () if listed.is_file() => {}
            () if listed.is_symlink() => return Err(NotAnOutput::Link),
            () if listed.is_dir() => return Err(NotAnOutput::Directory),
            () => return Err(NotAnOutput::Special),
        }
        let mut options = OpenOptions::new();
        options.read(true).follow(FollowSymlinks::No).nonblock(true);
        let file = self.dir.open_with(name, &options);
        let file = file.map_err(NotAnOutput::from_io)?.into_std();
        let opened = file.metadata().map_err(NotAnOutput::from_io)?;
        match () {
            () if opened.is_dir() => Err(NotAnOutput::Directory),
            () if !opened.is_file() => Err(NotAnOutput::Special),
            () if !self.accepts(&opened, names) => Err(NotAnOutput::SeveralNames),
            () if opened.len() > max_bytes => {
                Err(NotAnOutput::TooLong { bytes: opened.len(), max_bytes })
            }
            () => Ok(file),
        }
    }

    #[cfg(unix)]
    fn accepts(&self, file: &Metadata, names: Names) -> bool {
        use std::os::unix::fs::MetadataExt;
        // One that was removed meanwhile has none.
        file.nlink() <= 1
            || names == Names::OfOneOwner
                && self
                    .dir
                    .dir_metadata()
                    .is_ok_and(|dir| file.uid() == cap_std::fs::MetadataExt::uid(&dir))
    }

    #[cfg(not(unix))]
    fn accepts(&self, _: &Metadata, _: Names) -> bool {
        true
    }
}

/// Which hard links of a file are accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Names {
    /// None: what a program left may be a second name of anybody's file.
    One,
    /// Those that whoever owns the directory has to his own files, as some backups are made of.
    OfOneOwner,
}

#[derive(Debug, thiserror::Error)]
pub enum NotAnOutput {
    #[error("there is no such file")]
    Missing,
    #[error("not the name of a file")]
    NotAName,
    #[error("a symbolic link, not a file")]
    Link,
    #[error("a directory, not a file")]
    Directory,
    #[error("a FIFO, a socket or a device, not a file")]
    Special,
    #[error("a file with a second name (a hard link)")]
    SeveralNames,
    #[error("{bytes} bytes long, at most {max_bytes} are read")]
    TooLong { bytes: u64, max_bytes: u64 },
    #[error("cannot be read: {0}")]
    Unreadable(#[source] io::Error),
}

impl NotAnOutput {
    fn from_io(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing,
            _ => Self::Unreadable(error),
        }
    }
}

#[cfg(unix)]
fn set_mode(file: &File, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(_: &File, _: u32) -> io::Result<()> {
    Ok(())
}
