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

/// All bytes of the file at `path`, which begins with `title`, and where the rest is. Nothing of one that is not whole
/// or cannot be read, with a warning that says what is done `instead`.
pub fn read(path: &Path, title: &str, instead: &str) -> Option<(Vec<u8>, Range<usize>)> {
    let name = path.display();
    match read_on_disk(path) {
        Ok(bytes) if is_whole(&bytes, title) => {
            let rest = title.len()..bytes.len() - HASH;
            return Some((bytes, rest));
        }
        Ok(_) => warn(format_args!("{name} is damaged; {instead}")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => warn(format_args!("cannot read {name}: {error}; {instead}")),
    }
    None
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
    let kept = read(&path, &title, "building it again");
    let table = kept.and_then(|(bytes, it)| Endgame::from_values(rules, width, seeds, &bytes[it]));
    if let Some(table) = table {
        return Ok(table);
    }
    let table = Endgame::build(rules, width, seeds, threads);
    write(&path, &title, once(table.values()))?;
    Ok(table)
}
