//! What exists under a temporary name now, and what Ctrl-C makes of it.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::error::Exit;
use super::print::warn;

/// The temporary files and folders that exist now.
static PENDING: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Holds everybody else up who would make, rename or remove something temporary.
pub fn hold() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    // A set of paths is whole at any moment, also when a thread died holding it.
    PENDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What gives temporary names; what it makes has the modes that anything new gets, if `mode` is what
/// the process's mask is applied to.
pub fn temporary(mode: u32) -> tempfile::Builder<'static, 'static> {
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
pub struct Pending<T> {
    // `None` only after it was renamed, or given on.
    it: Option<T>,
    path: PathBuf,
}

impl<T> Pending<T> {
    /// What `make` makes, whose path `path` tells.
    pub fn new(
        make: impl FnOnce() -> io::Result<T>,
        path: impl FnOnce(&T) -> &Path,
    ) -> io::Result<Self> {
        let mut pending = hold();
        let it = make()?;
        let path = path(&it).to_owned();
        pending.insert(path.clone());
        Ok(Self { it: Some(it), path })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives it its lasting name while everybody else is held up.
    pub fn rename(
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
