//! Errors that are the surroundings' fault, not the user's: a full disk, a folder that cannot be
//! written.

use std::io;
use std::path::Path;

/// An error that ends the program with [`Exit::Failure`](super::exit::Exit::Failure); every other error is
/// [`Exit::BadInput`](super::exit::Exit::BadInput).
#[derive(Debug)]
pub(crate) struct Surroundings(pub(crate) String);

impl std::fmt::Display for Surroundings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Surroundings {}

/// "cannot write out/next_state.txt: No space left on device".
pub(crate) fn failed(what: &str, path: &Path, error: &io::Error) -> anyhow::Error {
    Surroundings(format!("cannot {what} {}: {error}", path.display())).into()
}
