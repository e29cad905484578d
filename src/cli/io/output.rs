//! Output files appear whole or not at all.
//!
//! A file is written under a temporary name beside its target and renamed when it is complete. All
//! files of one answer are renamed together. An error drops the temporary files, and so do Ctrl-C
//! and a polite kill; only a kill that no program can catch leaves one behind.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{NamedTempFile, TempPath};

use super::exit::Exit;
use super::failure::failed;
use super::print::say;

/// The temporary files that exist now.
static PENDING: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn pending() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    // A set of paths is whole at any moment, also when a thread died holding it.
    PENDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether somebody asks [`interrupted`] and wants to end by itself.
static LISTENING: AtomicBool = AtomicBool::new(false);
/// Whether Ctrl-C came while somebody listened.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on the first Ctrl-C or SIGTERM only sets the flag that this returns, which
/// [`interrupted`] reads too; the next one ends the program.
pub(crate) fn listen_for_interrupt() -> &'static AtomicBool {
    LISTENING.store(true, Relaxed);
    &INTERRUPTED
}

/// Whether the user wants an end.
pub(crate) fn interrupted() -> bool {
    INTERRUPTED.load(Relaxed)
}

/// From now on Ctrl-C and SIGTERM remove the temporary files and end the program.
pub(crate) fn clean_up_on_interrupt() {
    let handler = || {
        // The first one asks a search that listens; the next one ends the program as ever.
        if LISTENING.load(Relaxed) && !INTERRUPTED.swap(true, Relaxed) {
            return;
        }
        // Held until the process is gone, so that no file is renamed or made meanwhile.
        let pending = pending();
        for path in pending.iter() {
            let _ = std::fs::remove_file(path);
        }
        #[cfg(feature = "tui")]
        super::terminal::give_back_for_good();
        // The terminal may be gone, and a panic here would keep the process alive.
        let _ = writeln!(io::stderr(), "interrupted; nothing incomplete was left");
        std::process::exit(Exit::Interrupted.code().into());
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        say(format_args!("warning: cannot catch Ctrl-C ({error})"));
    }
}

/// Files that will appear together.
#[derive(Debug, Default)]
pub(crate) struct Outputs {
    files: Vec<(Written, PathBuf)>,
}

/// A complete file under its temporary name, closed: there may be thousands.
#[derive(Debug)]
struct Written {
    // `None` only after it was renamed.
    file: Option<TempPath>,
    path: PathBuf,
}

impl Drop for Written {
    fn drop(&mut self) {
        let mut pending = pending();
        // Removes the file unless it was renamed.
        drop(self.file.take());
        pending.remove(&self.path);
    }
}

/// A file being written.
#[derive(Debug)]
pub(crate) struct Draft {
    // `None` only after it was taken to be renamed.
    file: Option<NamedTempFile>,
    path: PathBuf,
}

impl Draft {
    /// A new file beside `target`, whose folder is made if need be.
    pub(crate) fn beside(target: &Path) -> anyhow::Result<Self> {
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        std::fs::create_dir_all(folder)
            .map_err(|error| failed("make the folder", folder, &error))?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".mancala-").suffix(".tmp");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // What any new file gets: the process's mask applies.
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        let mut pending = pending();
        let file = builder
            .tempfile_in(folder)
            .map_err(|error| failed("write into the folder", folder, &error))?;
        let path = file.path().to_owned();
        pending.insert(path.clone());
        Ok(Self {
            file: Some(file),
            path,
        })
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file
            .as_mut()
            .map_or(Err(io::ErrorKind::NotConnected.into()), |file| {
                file.as_file_mut().write(bytes)
            })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        let mut pending = pending();
        // Removes the file unless it was renamed.
        drop(self.file.take());
        pending.remove(&self.path);
    }
}

impl Outputs {
    /// Adds a complete file.
    pub(crate) fn add(&mut self, mut draft: Draft, target: PathBuf) {
        let file = draft.file.take().map(NamedTempFile::into_temp_path);
        let path = std::mem::take(&mut draft.path);
        self.files.push((Written { file, path }, target));
    }

    /// Adds a file with this text.
    pub(crate) fn add_text(&mut self, text: &str, target: PathBuf) -> anyhow::Result<()> {
        let mut draft = Draft::beside(&target)?;
        draft
            .write_all(text.as_bytes())
            .map_err(|error| failed("write", &target, &error))?;
        self.add(draft, target);
        Ok(())
    }

    /// Where the files will appear.
    pub(crate) fn targets(&self) -> Vec<PathBuf> {
        self.files
            .iter()
            .map(|(_, target)| target.clone())
            .collect()
    }

    /// Lets all files appear under their names.
    pub(crate) fn publish(mut self) -> anyhow::Result<()> {
        for (_, target) in &self.files {
            if target.is_dir() {
                let error = io::Error::from(io::ErrorKind::IsADirectory);
                return Err(failed("write", target, &error));
            }
        }
        let mut pending = pending();
        for (draft, target) in &mut self.files {
            let Some(file) = draft.file.take() else {
                continue;
            };
            file.persist(&*target)
                .map_err(|error| failed("write", target, &error.error))?;
            pending.remove(&draft.path);
        }
        drop(pending);
        Ok(())
    }
}
