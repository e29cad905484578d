//! Files of the program's own that are used only if they are whole: endgame tables and checkpoints.
//!
//! ```text
//! a line that says what it is, such as: mancala endgame 2 usc 6 18
//! the rest; of an endgame table a byte for each position
//! 32 bytes: BLAKE3 of all before
//! ```

use std::io::{self, BufWriter, Write};
use std::iter::once;
use std::ops::Range;
use std::path::Path;

use super::error::failed;
use super::input::read_on_disk;
use super::output::{Draft, Outputs};
use super::print::warn;
use mancala::game::Rules;
use mancala::solve::endgame::Endgame;

const HASH: usize = blake3::OUT_LEN;

/// What the file at `path` holds.
pub enum Content {
    Nothing,
    Unreadable(io::Error),
    /// It is not whole, or says that it is something else.
    Damaged,
    /// All its bytes, and where the rest is.
    Whole(Vec<u8>, Range<usize>),
}

/// Reads the file at `path` that begins with `title`.
pub fn read(path: &Path, title: &str) -> Content {
    match read_on_disk(path) {
        Ok(bytes) if is_whole(&bytes, title) => {
            let rest = title.len()..bytes.len() - HASH;
            Content::Whole(bytes, rest)
        }
        Ok(_) => Content::Damaged,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Content::Nothing,
        Err(error) => Content::Unreadable(error),
    }
}

fn is_whole(bytes: &[u8], title: &str) -> bool {
    bytes.split_last_chunk::<HASH>().is_some_and(|(before, hash)| {
        before.starts_with(title.as_bytes()) && blake3::hash(before) == *hash
    })
}

/// Writes the file, whole or not at all; the rest comes in pieces.
pub fn write(
    path: &Path,
    title: &str,
    rest: impl Iterator<Item = impl AsRef<[u8]>>,
) -> anyhow::Result<()> {
    let hashing = Hashing { draft: Draft::beside(path)?, hasher: blake3::Hasher::new() };
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

/// The table for these rules, from `folder` if it has a whole one, which it has afterwards.
pub fn load_or_build(
    folder: &Path,
    rules: Rules,
    width: usize,
    seeds: usize,
    threads: usize,
) -> anyhow::Result<Endgame> {
    let path = folder.join(format!("{rules}-{width}-{seeds}.endgame"));
    let title = format!("mancala endgame 2 {rules} {width} {seeds}\n");
    match read(&path, &title) {
        Content::Nothing => {}
        Content::Whole(bytes, values) => {
            if let Some(table) = Endgame::from_values(rules, width, seeds, &bytes[values]) {
                return Ok(table);
            }
        }
        Content::Damaged => warn(format_args!("{} is damaged; building it again", path.display())),
        Content::Unreadable(error) => {
            warn(format_args!("cannot read {} ({error}); building the table again", path.display()))
        }
    }
    let table = Endgame::build(rules, width, seeds, threads);
    write(&path, &title, once(table.values()))?;
    Ok(table)
}
