//! Reading what a program left behind without falling into its traps.
//!
//! A link would make us read whatever it points to, a FIFO would make us wait for ever, a device
//! would do as it likes. So an output is a regular file in the working directory itself, of bounded
//! length, or it is none.
//!
//! Left out: what the file says. It can still be of any bytes.

use std::ffi::OsStr;
use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Component, Path};

use super::Tree;

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

/// Why there is no output to read.
#[derive(Debug)]
pub enum NotAnOutput {
    /// There is nothing of that name.
    Missing,
    /// The name is not a plain name: empty, or with a `/`, or `..`.
    NotAName,
    /// A symbolic link.
    Link,
    /// A directory.
    Directory,
    /// A FIFO, a socket or a device.
    Special,
    /// A file with a second name, which may be somebody else's.
    SeveralNames,
    /// Longer than was asked for.
    TooLong {
        /// Its length in bytes.
        bytes: u64,
        /// The most that would have done.
        max_bytes: u64,
    },
    /// It is there but cannot be opened.
    Unreadable(io::Error),
}

impl NotAnOutput {
    pub(super) fn from_io(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing,
            _ => Self::Unreadable(error),
        }
    }
}

impl fmt::Display for NotAnOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("there is no such file"),
            Self::NotAName => f.write_str("not the name of a file"),
            Self::Link => f.write_str("a symbolic link, not a file"),
            Self::Directory => f.write_str("a directory, not a file"),
            Self::Special => f.write_str("a FIFO, a socket or a device, not a file"),
            Self::SeveralNames => f.write_str("a file with a second name (a hard link)"),
            Self::TooLong { bytes, max_bytes } => {
                write!(f, "{bytes} bytes long, at most {max_bytes} are read")
            }
            Self::Unreadable(error) => write!(f, "cannot be read: {error}"),
        }
    }
}

impl std::error::Error for NotAnOutput {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Unreadable(error) => Some(error),
            _ => None,
        }
    }
}
