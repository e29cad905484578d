//! Output files appear whole or not at all.
//!
//! A file is written beside its target without a name, or under a temporary one, and gets its own
//! when it is complete. All files of one answer get theirs together, and a new folder with all that is
//! in it. An error drops what is not complete, and so do Ctrl-C and a polite kill. A kill that no
//! program can catch leaves a single file's work behind only where files without a name cannot be had.

use std::collections::BTreeSet;
use std::env::temp_dir;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempDir, TempPath};

use super::error::failed;
use super::interrupt::{Pending, hold, temporary};

/// What the mask of the process is applied to.
const MODE: u32 = 0o666;

/// The most files of an answer that stay open until they get their names. So few that several answers
/// at once do not use up what may be open.
const MAX_OPEN: usize = 8;

/// Files that will appear together.
#[derive(Debug, Default)]
pub struct Outputs {
    files: Vec<(Draft, PathBuf)>,
}

impl Outputs {
    pub fn add(&mut self, draft: Draft, target: PathBuf) -> anyhow::Result<()> {
        let file = match self.files.len() < MAX_OPEN {
            true => draft,
            false => draft.close().map_err(|error| failed("write", &target, &error))?,
        };
        self.files.push((file, target));
        Ok(())
    }

    pub fn add_text(&mut self, text: &str, target: PathBuf) -> anyhow::Result<()> {
        self.add_bytes(text.as_bytes(), target)
    }

    pub fn add_bytes(&mut self, bytes: &[u8], target: PathBuf) -> anyhow::Result<()> {
        let mut draft = Draft::beside(&target)?;
        draft.write_all(bytes).map_err(|error| failed("write", &target, &error))?;
        self.add(draft, target)
    }

    /// Where the files will appear.
    pub fn targets(&self) -> Vec<PathBuf> {
        self.files.iter().map(|(_, target)| target.clone()).collect()
    }

    /// Lets all files appear under their names.
    pub fn publish(mut self) -> anyhow::Result<()> {
        for (_, target) in &self.files {
            if target.is_dir() {
                let error = io::Error::from(io::ErrorKind::IsADirectory);
                return Err(failed("write", target, &error));
            }
        }
        let mut pending = hold();
        for (file, target) in &mut self.files {
            file.publish(target, &mut pending).map_err(|error| failed("write", target, &error))?;
        }
        drop(pending);
        Ok(())
    }
}

/// Writes one file, which appears whole or not at all.
pub fn write_file(bytes: impl AsRef<[u8]>, target: &Path) -> anyhow::Result<()> {
    let mut outputs = Outputs::default();
    outputs.add_bytes(bytes.as_ref(), target.to_owned())?;
    outputs.publish()
}

/// A file that is being written, or waits for the others of its answer.
///
/// Where the file system has such files it has no name at all until it is complete (Linux), so that
/// not even a kill that no program can catch leaves anything behind; elsewhere it has a temporary one.
#[derive(Debug)]
pub enum Draft {
    /// `None` once it has its name.
    Nameless(Option<Nameless>),
    Named(Pending<NamedTempFile>),
    /// Complete, and not open any more.
    Closed(Pending<TempPath>),
}

impl Draft {
    /// A new file beside `target`, whose folder is made if need be.
    pub fn beside(target: &Path) -> anyhow::Result<Self> {
        let folder = folder_of(target);
        std::fs::create_dir_all(folder)
            .map_err(|error| failed("make the folder", folder, &error))?;
        if let Some(file) = Nameless::new(folder) {
            return Ok(Self::Nameless(Some(file)));
        }
        let file = Pending::new(|| temporary(MODE).tempfile_in(folder), NamedTempFile::path);
        Ok(Self::Named(file.map_err(|error| failed("write into the folder", folder, &error))?))
    }

    /// The same as a complete file that is not open: there may be thousands.
    fn close(self) -> io::Result<Self> {
        Ok(Self::Closed(match self {
            Self::Nameless(Some(file)) => Pending::new(|| file.named(), TempPath::as_ref)?,
            Self::Named(file) => file.map(NamedTempFile::into_temp_path),
            Self::Closed(_) | Self::Nameless(None) => return Ok(self),
        }))
    }

    /// Gives it its lasting name.
    fn publish(&mut self, target: &Path, pending: &mut BTreeSet<PathBuf>) -> io::Result<()> {
        let persist = |path: TempPath| path.persist(target).map_err(|error| error.error);
        match self {
            Self::Named(file) => file.rename(pending, |file| persist(file.into_temp_path())),
            Self::Closed(file) => file.rename(pending, persist),
            // Nothing is held up by a name that lasts no longer than this.
            Self::Nameless(file) => match file.take() {
                Some(file) if file.link(target).is_err() => persist(file.named()?),
                _ => Ok(()),
            },
        }
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Nameless(Some(it)) => it.file.write(bytes),
            Self::Named(it) => it.get_mut()?.as_file_mut().write(bytes),
            Self::Nameless(None) | Self::Closed(_) => Err(io::ErrorKind::NotConnected.into()),
        }
    }

    // A file has no buffer.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The folder of a file that is to be.
fn folder_of(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A file in a folder where it has no name.
#[derive(Debug)]
pub struct Nameless {
    file: File,
    folder: PathBuf,
}

impl Nameless {
    /// A new one, where there can be.
    #[cfg(target_os = "linux")]
    fn new(folder: &Path) -> Option<Self> {
        use nix::fcntl::OFlag;
        use std::os::unix::fs::OpenOptionsExt;
        let mut options = File::options();
        options.write(true).mode(MODE);
        options.custom_flags(OFlag::O_TMPFILE.bits());
        let it = Self { file: options.open(folder).ok()?, folder: folder.to_owned() };
        // Without /proc it could never get a name.
        it.door().exists().then_some(it)
    }

    #[cfg(not(target_os = "linux"))]
    fn new(_: &Path) -> Option<Self> {
        None
    }

    /// The path of the open file itself.
    #[cfg(target_os = "linux")]
    fn door(&self) -> PathBuf {
        use std::os::fd::AsRawFd;
        PathBuf::from(format!("/proc/self/fd/{}", self.file.as_raw_fd()))
    }

    /// Gives it a name that nothing has.
    #[cfg(target_os = "linux")]
    fn link(&self, target: &Path) -> io::Result<()> {
        use nix::fcntl::{AT_FDCWD, AtFlags};
        let follow = AtFlags::AT_SYMLINK_FOLLOW;
        Ok(nix::unistd::linkat(AT_FDCWD, &self.door(), AT_FDCWD, target, follow)?)
    }

    #[cfg(not(target_os = "linux"))]
    fn link(&self, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// The same under a temporary name.
    fn named(&self) -> io::Result<TempPath> {
        let named = temporary(MODE).make_in(&self.folder, |path| self.link(path));
        Ok(named?.into_temp_path())
    }
}

/// A folder under a temporary name, which goes with this unless it gets its own.
#[derive(Debug)]
pub struct NewFolder(Pending<TempDir>);

impl NewFolder {
    /// A new folder, to be filled and to become `target`.
    pub fn beside(target: &Path) -> anyhow::Result<Self> {
        let around = folder_of(target);
        std::fs::create_dir_all(around)
            .map_err(|error| failed("make the folder", around, &error))?;
        let made = Pending::new(|| temporary(0o777).tempdir_in(around), TempDir::path);
        let made = made.map_err(|error| failed("write into the folder", around, &error))?;
        Ok(Self(made))
    }

    /// An empty one for this run alone, where temporary files go, which nobody else can read.
    pub fn private() -> anyhow::Result<Self> {
        let made = Pending::new(|| temporary(0o700).tempdir(), TempDir::path);
        let made = made.map_err(|error| failed("make a folder in", &temp_dir(), &error))?;
        Ok(Self(made))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Gives it its name, which nothing must have.
    pub fn publish(mut self, target: &Path) -> anyhow::Result<()> {
        let renamed = self.0.rename(&mut hold(), |folder| {
            std::fs::rename(folder.path(), target)?;
            // It is no longer where it would be removed.
            let _ = folder.keep();
            Ok(())
        });
        renamed.map_err(|error| failed("write", target, &error))
    }
}
