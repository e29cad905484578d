//! Files of the program's own that are used only if they are whole.
//!
//! ```text
//! a line that says what it is
//! the rest
//! 32 bytes: BLAKE3 of all before
//! ```
//!
//! Left out: what the rest means.

use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::path::Path;

use super::failure::failed;
use super::input::read_on_disk;
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
    /// All its bytes, and where the rest is.
    Whole(Vec<u8>, Range<usize>),
}

/// Reads the file at `path` that begins with `title`.
pub(crate) fn read(path: &Path, title: &str) -> Held {
    match read_on_disk(path) {
        Ok(bytes) if is_whole(&bytes, title) => {
            let rest = title.len()..bytes.len() - HASH;
            Held::Whole(bytes, rest)
        }
        Ok(_) => Held::Damaged,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Held::Nothing,
        Err(error) => Held::Unreadable(error),
    }
}

fn is_whole(bytes: &[u8], title: &str) -> bool {
    bytes
        .split_last_chunk::<HASH>()
        .is_some_and(|(before, hash)| {
            before.starts_with(title.as_bytes()) && blake3::hash(before) == *hash
        })
}

/// The hash in a file with this title and `rest`.
pub(crate) fn hash_of(title: &str, rest: &[u8]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(title.as_bytes());
    hasher.update(rest);
    hasher.finalize()
}

/// Writes the file, whole or not at all; the rest comes in pieces.
pub(crate) fn write(
    path: &Path,
    title: &str,
    rest: impl Iterator<Item = impl AsRef<[u8]>>,
) -> anyhow::Result<()> {
    let hashing = Hashing {
        draft: Draft::beside(path)?,
        hasher: blake3::Hasher::new(),
    };
    let draft = write_pieces(BufWriter::with_capacity(BUFFER, hashing), title, rest)
        .map_err(|error| failed("write", path, &error))?;
    let mut outputs = Outputs::default();
    outputs.add(draft, path.to_owned())?;
    outputs.publish()
}

/// A piece of a file that is large enough to be hashed fast.
const BUFFER: usize = 64 << 10;

fn write_pieces(
    mut file: BufWriter<Hashing>,
    title: &str,
    rest: impl Iterator<Item = impl AsRef<[u8]>>,
) -> io::Result<Draft> {
    file.write_all(title.as_bytes())?;
    for piece in rest {
        file.write_all(piece.as_ref())?;
    }
    let Hashing { mut draft, hasher } = file.into_inner()?;
    draft.write_all(hasher.finalize().as_bytes())?;
    Ok(draft)
}

/// A file whose bytes are hashed while they are written.
struct Hashing {
    draft: Draft,
    hasher: blake3::Hasher,
}

impl Write for Hashing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.draft.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.draft.flush()
    }
}
