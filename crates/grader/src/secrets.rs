//! What programs that are graded must not find: the cases, each other, the results, and a program
//! that answers the homework.

use std::path::{Path, PathBuf};

use thiserror::Error;

use sandbox::find_copies;
use sandbox::view::exposed_by;

/// Something secret lies where every program can read it.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[error(
    "{what} ({}) lie in {}, which every program can read: move them elsewhere",
    .path.display(),
    .folder.display()
)]
pub struct Exposed {
    /// What it is, for instance "the cases".
    what: &'static str,
    path: PathBuf,
    /// The folder that programs can read.
    folder: PathBuf,
}

/// Makes sure that none of these lies among what programs are shown: the system's directories, and the folder of each
/// toolchain.
///
/// Of what does not exist yet, the folder counts in which it is to be.
///
/// # Errors
/// [`Exposed`] with the first that does.
pub fn check(secrets: &[(&'static str, &Path)], shown: &[PathBuf]) -> Result<(), Exposed> {
    for &(what, path) in secrets {
        let existing = path.ancestors().find(|it| it.exists());
        if let Some(Ok(Some(folder))) = existing.map(|it| exposed_by(it, shown)) {
            let (path, folder) = (path.to_owned(), folder.to_owned());
            return Err(Exposed { what, path, folder });
        }
    }
    Ok(())
}

/// Where this program, or another version of it, is installed among what programs are shown.
pub fn own_copies(shown: &[PathBuf]) -> Vec<PathBuf> {
    let own = std::env::current_exe();
    own.and_then(|own| find_copies(&own, shown)).unwrap_or_default()
}
