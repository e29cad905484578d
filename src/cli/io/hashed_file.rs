//! Files of the program's own that are used only if they are whole.
//!
//! ```text
//! a line that says what it is
//! 32 bytes: BLAKE3 of the line and the rest
//! the rest
//! ```
//!
//! Left out: what the rest means.

use std::io::Write;
use std::path::Path;

use super::failure::failed;
use super::output::{Draft, Outputs};

const HASH: usize = blake3::OUT_LEN;

/// What the file at `path` holds.
pub(crate) enum Held {
    /// There is no such file.
    Nothing,
    /// The file cannot be read; why.
    Unreadable(std::io::Error),
    /// It is not whole, or says that it is something else.
    Damaged,
    /// All its bytes; the rest begins here.
    Whole(Vec<u8>, usize),
}

/// Reads the file at `path` that begins with `title`.
pub(crate) fn read(path: &Path, title: &str) -> Held {
    match std::fs::read(path) {
        Ok(bytes) => match rest(&bytes, title) {
            Some(rest) => {
                let begin = bytes.len() - rest.len();
                Held::Whole(bytes, begin)
            }
            None => Held::Damaged,
        },
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Held::Nothing,
        Err(error) => Held::Unreadable(error),
    }
}

/// What follows the hash, if the file is whole and has this title.
fn rest<'a>(bytes: &'a [u8], title: &str) -> Option<&'a [u8]> {
    let after = bytes.strip_prefix(title.as_bytes())?;
    let (hash, rest) = after.split_at_checked(HASH)?;
    (hash == hash_of(title, rest).as_bytes()).then_some(rest)
}

/// The hash in a file with this title and `rest`.
pub(crate) fn hash_of(title: &str, rest: &[u8]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(title.as_bytes());
    hasher.update(rest);
    hasher.finalize()
}

/// Writes the file, whole or not at all.
pub(crate) fn write(path: &Path, title: &str, rest: &[u8]) -> anyhow::Result<()> {
    let mut draft = Draft::beside(path)?;
    let mut write = |bytes: &[u8]| draft.write_all(bytes);
    write(title.as_bytes())
        .and_then(|()| write(hash_of(title, rest).as_bytes()))
        .and_then(|()| write(rest))
        .map_err(|error| failed("write", path, &error))?;
    let mut outputs = Outputs::default();
    outputs.add(draft, path.to_owned())?;
    outputs.publish()
}
