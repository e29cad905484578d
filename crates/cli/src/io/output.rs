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
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{TempDir, TempPath};

use super::{Exit, failed, warn};

/// What the mask of the process is applied to.
const MODE: u32 = 0o666;

/// The most files of an answer that stay open until they get their names: few, since several answers are open at once.
const MAX_OPEN: usize = 8;

/// Files that will appear together.
#[derive(Debug, Default)]
pub struct Outputs {
    pub files: Vec<Draft>,
}

impl Outputs {
    pub fn add(&mut self, draft: Draft) -> anyhow::Result<()> {
        let target = draft.target.clone();
        let draft = if self.files.len() < MAX_OPEN { Ok(draft) } else { draft.close() };
        self.files.push(draft.map_err(|error| failed("write", &target, &error))?);
        Ok(())
    }

    pub fn add_bytes(&mut self, bytes: impl AsRef<[u8]>, target: PathBuf) -> anyhow::Result<()> {
        let mut draft = Draft::beside(&target)?;
        draft.write_all(bytes.as_ref()).map_err(|error| failed("write", &target, &error))?;
        self.add(draft)
    }

    /// Lets all files appear under their names.
    pub fn publish(mut self) -> anyhow::Result<()> {
        let mut pending = hold();
        for draft in &mut self.files {
            let published = draft.publish(&mut pending);
            published.map_err(|error| failed("write", &draft.target, &error))?;
        }
        drop(pending);
        Ok(())
    }
}

/// Writes one file, which appears whole or not at all; it is none of those that were read.
pub fn write_file_unless_read(
    bytes: impl AsRef<[u8]>,
    target: &Path,
    read: &[&Path],
) -> anyhow::Result<()> {
    let is_read = target
        .canonicalize()
        .is_ok_and(|target| read.iter().any(|it| it.canonicalize().is_ok_and(|it| it == target)));
    anyhow::ensure!(!is_read, "{} is what was read; name another file", target.display());
    write_file(bytes, target)
}

/// Writes one file, which appears whole or not at all.
pub fn write_file(bytes: impl AsRef<[u8]>, target: &Path) -> anyhow::Result<()> {
    let mut outputs = Outputs::default();
    outputs.add_bytes(bytes, target.to_owned())?;
    outputs.publish()
}

/// A file that is being written, or waits for the others of its answer.
///
/// Where the file system has such files it has no name at all until it is complete (Linux), so that
/// not even a kill that no program can catch leaves anything behind; elsewhere it has a temporary one.
#[derive(Debug)]
pub struct Draft {
    /// `None` of one that is complete, and not open any more.
    file: Option<File>,
    /// Its temporary name; `None` of a file without a name.
    name: Option<Pending<TempPath>>,
    /// Its name once it is complete.
    pub target: PathBuf,
}

impl Draft {
    /// A new file beside `target`, whose folder is made if need be. It may take the place of a file, and of nothing
    /// else: not of a folder, and not of a device.
    pub fn beside(target: &Path) -> anyhow::Result<Self> {
        let target = followed(target);
        if let Ok(it) = std::fs::metadata(&target)
            && !it.is_file()
        {
            let is_none = || io::Error::other("it is not a regular file");
            let folder = it.is_dir().then(|| io::ErrorKind::IsADirectory.into());
            return Err(failed("write", &target, &folder.unwrap_or_else(is_none)));
        }
        let folder = made_folder_of(&target)?;
        if let Some(file) = nameless(folder) {
            return Ok(Self { file: Some(file), name: None, target });
        }
        let mut file = None;
        let make = || {
            let (opened, path) = temporary(MODE).tempfile_in(folder)?.into_parts();
            file = Some(opened);
            Ok(path)
        };
        let name =
            Pending::new(make).map_err(|error| failed("write into the folder", folder, &error))?;
        Ok(Self { file, name: Some(name), target })
    }

    /// The same as a complete file that is not open: there may be thousands.
    fn close(mut self) -> io::Result<Self> {
        if let (Some(file), None) = (&self.file, &self.name) {
            self.name = Some(Pending::new(|| named(file, folder_of(&self.target)))?);
        }
        Ok(Self { file: None, ..self })
    }

    fn publish(&mut self, pending: &mut BTreeSet<PathBuf>) -> io::Result<()> {
        let target = &self.target;
        let persist = |path: TempPath| path.persist(target).map_err(|error| error.error);
        match (&mut self.name, self.file.take()) {
            (Some(name), file) => {
                drop(file);
                name.rename(pending, persist)
            }
            // Nothing is held up by a name that lasts no longer than this.
            (None, Some(file)) if link(&file, target).is_err() => {
                persist(named(&file, folder_of(target))?)
            }
            (None, _) => Ok(()),
        }
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_mut().ok_or(io::ErrorKind::NotConnected)?.write(bytes)
    }

    // A file has no buffer.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What a symbolic link leads to.
fn followed(target: &Path) -> PathBuf {
    let leads_to = target.is_symlink().then(|| target.canonicalize().ok()).flatten();
    leads_to.unwrap_or_else(|| target.to_owned())
}

fn folder_of(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The folder of `target`, which is made if need be.
fn made_folder_of(target: &Path) -> anyhow::Result<&Path> {
    let folder = folder_of(target);
    std::fs::create_dir_all(folder).map_err(|error| failed("make the folder", folder, &error))?;
    Ok(folder)
}

/// A new file in a folder where it has no name, where there can be one.
#[cfg(target_os = "linux")]
fn nameless(folder: &Path) -> Option<File> {
    use nix::fcntl::OFlag;
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = File::options();
    options.write(true).mode(MODE);
    options.custom_flags(OFlag::O_TMPFILE.bits());
    let file = options.open(folder).ok()?;
    // Without /proc it could never get a name.
    door(&file).exists().then_some(file)
}

#[cfg(not(target_os = "linux"))]
fn nameless(_: &Path) -> Option<File> {
    None
}

/// The path of the open file itself.
#[cfg(target_os = "linux")]
fn door(file: &File) -> PathBuf {
    use std::os::fd::AsRawFd;
    PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
}

/// Gives a file without a name one that nothing has.
#[cfg(target_os = "linux")]
fn link(file: &File, target: &Path) -> io::Result<()> {
    use nix::fcntl::{AT_FDCWD, AtFlags};
    let follow = AtFlags::AT_SYMLINK_FOLLOW;
    Ok(nix::unistd::linkat(AT_FDCWD, &door(file), AT_FDCWD, target, follow)?)
}

#[cfg(not(target_os = "linux"))]
fn link(_: &File, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

fn named(file: &File, folder: &Path) -> io::Result<TempPath> {
    Ok(temporary(MODE).make_in(folder, |path| link(file, path))?.into_temp_path())
}

/// A folder under a temporary name, which goes with this unless it gets its own.
#[derive(Debug)]
pub struct NewFolder(Pending<TempDir>);

impl NewFolder {
    /// A new folder, to be filled and to become `target`.
    pub fn beside(target: &Path) -> anyhow::Result<Self> {
        let around = made_folder_of(target)?;
        let made = Pending::new(|| temporary(0o777).tempdir_in(around));
        made.map(Self).map_err(|error| failed("write into the folder", around, &error))
    }

    /// An empty one for this run alone, where temporary files go, which nobody else can read.
    pub fn private() -> anyhow::Result<Self> {
        let made = Pending::new(|| temporary(0o700).tempdir());
        made.map(Self).map_err(|error| failed("make a folder in", &temp_dir(), &error))
    }

    pub fn path(&self) -> &Path {
        &self.0.path
    }

    pub fn write(&self, below: &Path, bytes: &[u8]) -> anyhow::Result<()> {
        let target = self.path().join(below);
        std::fs::create_dir_all(folder_of(&target))
            .and_then(|()| std::fs::write(&target, bytes))
            .map_err(|error| failed("write", &target, &error))
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

/// The temporary files and folders that exist now.
static PENDING: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Holds everybody else up who would make, rename or remove something temporary.
fn hold() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    // A set of paths is whole at any moment, also when a thread died holding it.
    PENDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What gives temporary names; what it makes has the modes that anything new gets, if `mode` is what
/// the process's mask is applied to.
fn temporary(mode: u32) -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".mancala-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(mode));
    }
    #[cfg(not(unix))]
    let _ = mode;
    builder
}

/// Something under a temporary name, which goes with this.
#[derive(Debug)]
struct Pending<T> {
    // `None` only after it was renamed, or given on.
    it: Option<T>,
    path: PathBuf,
}

impl<T: AsRef<Path>> Pending<T> {
    /// What `make` makes.
    fn new(make: impl FnOnce() -> io::Result<T>) -> io::Result<Self> {
        let mut pending = hold();
        let it = make()?;
        let path = it.as_ref().to_owned();
        pending.insert(path.clone());
        Ok(Self { it: Some(it), path })
    }

    /// Gives it its lasting name while everybody else is held up.
    fn rename(
        &mut self,
        pending: &mut BTreeSet<PathBuf>,
        rename: impl FnOnce(T) -> io::Result<()>,
    ) -> io::Result<()> {
        let renamed = rename(self.it.take().ok_or(io::ErrorKind::NotConnected)?);
        pending.remove(&self.path);
        renamed
    }
}

impl<T> Drop for Pending<T> {
    fn drop(&mut self) {
        let mut pending = hold();
        // Removes it unless it was renamed.
        drop(self.it.take());
        pending.remove(&self.path);
    }
}

/// Whether somebody asks [`interrupted`] and wants to end by itself.
static LISTENING: AtomicBool = AtomicBool::new(false);
/// Whether Ctrl-C came while somebody listened.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on the first Ctrl-C or SIGTERM only sets the flag that this returns, which
/// [`interrupted`] reads too; the next one ends the program.
pub fn listen_for_interrupt() -> &'static AtomicBool {
    LISTENING.store(true, Relaxed);
    &INTERRUPTED
}

pub fn interrupted() -> bool {
    INTERRUPTED.load(Relaxed)
}

/// From now on Ctrl-C and SIGTERM remove what is temporary and end the program.
pub fn clean_up_on_interrupt() {
    let handler = || {
        // The first one asks a search that listens; the next one ends the program as ever.
        if LISTENING.load(Relaxed) && !INTERRUPTED.swap(true, Relaxed) {
            let _ = writeln!(io::stderr(), "Stopping. Ctrl-C again ends at once.");
            return;
        }
        // Held until the process is gone, so that nothing is renamed or made meanwhile.
        let pending = hold();
        for path in pending.iter() {
            let _ = std::fs::remove_file(path).or_else(|_| std::fs::remove_dir_all(path));
        }
        // The terminal may be gone, and a panic here would keep the process alive.
        let _ = writeln!(io::stderr(), "Interrupted; no partial files were left behind.");
        std::process::exit(Exit::Interrupted.code().into());
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        warn(format_args!("cannot catch Ctrl-C ({error})"));
    }
}
