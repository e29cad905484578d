//! Reading what a program left behind without falling into its traps.
//!
//! A link would make us read whatever it points to, a FIFO would make us wait for ever, a device
//! would do as it likes. So an output is a regular file in the working directory itself, of bounded
//! length, or it is none.
//!
//! Left out: what the file says. It can still be of any bytes.

use std::ffi::OsStr;
use std::fmt;
use std::fs::{File, FileType, OpenOptions};
use std::io;
use std::path::{Component, Path};

/// Opens the file `name` of the directory `dir` for reading.
///
/// `dir` is trusted, `name` is a plain name without `/`, and what lies there is not trusted at all.
///
/// # Errors
/// [`NotAnOutput`] if there is no regular file of at most `max_bytes` bytes.
pub fn open_output(dir: &Path, name: &OsStr, max_bytes: u64) -> Result<File, NotAnOutput> {
    let mut parts = Path::new(name).components();
    let (Some(Component::Normal(_)), None) = (parts.next(), parts.next()) else {
        return Err(NotAnOutput::NotAName);
    };
    let path = dir.join(name);
    let listed = path.symlink_metadata().map_err(NotAnOutput::from_io)?;
    regular(listed.file_type())?;
    let file = open(&path).map_err(NotAnOutput::from_io)?;
    // Once more, of what was really opened: the first look only serves the error message.
    let opened = file.metadata().map_err(NotAnOutput::from_io)?;
    regular(opened.file_type())?;
    match opened.len() {
        bytes if bytes > max_bytes => Err(NotAnOutput::TooLong { bytes, max_bytes }),
        _ => Ok(file),
    }
}

fn regular(kind: FileType) -> Result<(), NotAnOutput> {
    match kind {
        _ if kind.is_file() => Ok(()),
        _ if kind.is_symlink() => Err(NotAnOutput::Link),
        _ if kind.is_dir() => Err(NotAnOutput::Directory),
        _ => Err(NotAnOutput::Special),
    }
}

#[cfg(target_os = "linux")]
fn open(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let traps = libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_NOCTTY;
    OpenOptions::new().read(true).custom_flags(traps).open(path)
}

/// Elsewhere the look before the opening has to do: by now nobody is there to swap the file.
#[cfg(not(target_os = "linux"))]
fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).open(path)
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
    fn from_io(error: io::Error) -> Self {
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
