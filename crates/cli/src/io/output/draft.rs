//! A file that is being written, or waits for the others of its answer.
//!
//! Where the file system has such files it has no name at all until it is complete (Linux), so that
//! not even a kill that no program can catch leaves anything behind; elsewhere it has a temporary one.
//!
//! Left out: which files belong together.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempPath};

use super::pending::{Pending, temporary};
use crate::io::failure::failed;

/// What the mask of the process is applied to.
const MODE: u32 = 0o666;

/// A file being written.
#[derive(Debug)]
pub(crate) struct Draft(Place);

#[derive(Debug)]
enum Place {
    Nameless(Nameless),
    Named(Pending<NamedTempFile>),
}

impl Draft {
    /// A new file beside `target`, whose folder is made if need be.
    pub(crate) fn beside(target: &Path) -> anyhow::Result<Self> {
        let folder = folder_of(target);
        std::fs::create_dir_all(folder)
            .map_err(|error| failed("make the folder", folder, &error))?;
        if let Some(file) = Nameless::new(folder) {
            return Ok(Self(Place::Nameless(file)));
        }
        let file = Pending::new(|| temporary(MODE).tempfile_in(folder), NamedTempFile::path);
        let file = file.map_err(|error| failed("write into the folder", folder, &error))?;
        Ok(Self(Place::Named(file)))
    }
}

/// The folder of a file that is to be.
pub(super) fn folder_of(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Place::Nameless(it) => it.file.write(bytes),
            Place::Named(it) => it.get_mut()?.as_file_mut().write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Place::Nameless(it) => it.file.flush(),
            Place::Named(it) => it.get_mut()?.flush(),
        }
    }
}

/// A complete file.
#[derive(Debug)]
pub(super) struct Complete(Form);

#[derive(Debug)]
enum Form {
    /// Open, since it would be gone otherwise.
    Nameless(Option<Nameless>),
    /// Closed: there may be thousands.
    Named(Pending<TempPath>),
}

impl Complete {
    /// A file to which nothing is added any more; `closed` if it must not stay open.
    pub(super) fn new(draft: Draft, closed: bool) -> io::Result<Self> {
        Ok(Self(match draft.0 {
            Place::Nameless(file) if closed => {
                Form::Named(Pending::new(|| file.named(), TempPath::as_ref)?)
            }
            Place::Nameless(file) => Form::Nameless(Some(file)),
            Place::Named(file) => Form::Named(file.map(NamedTempFile::into_temp_path)),
        }))
    }

    /// Gives it its lasting name.
    pub(super) fn publish(
        &mut self,
        target: &Path,
        pending: &mut BTreeSet<PathBuf>,
    ) -> io::Result<()> {
        let persist = |path: TempPath| path.persist(target).map_err(|error| error.error);
        match &mut self.0 {
            Form::Named(file) => file.rename(pending, persist),
            // Nothing is held up by a name that lasts no longer than this.
            Form::Nameless(file) => match file.take() {
                None => Ok(()),
                Some(file) if file.link(target).is_ok() => Ok(()),
                Some(file) => persist(file.named()?),
            },
        }
    }
}

/// A file in a folder where it has no name.
#[derive(Debug)]
struct Nameless {
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
        let it = Self {
            file: options.open(folder).ok()?,
            folder: folder.to_owned(),
        };
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
        Ok(nix::unistd::linkat(
            AT_FDCWD,
            &self.door(),
            AT_FDCWD,
            target,
            follow,
        )?)
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
