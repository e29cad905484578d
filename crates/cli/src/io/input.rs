//! Files that are read, all of them with a bound, and input files and game records with errors that show the line.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::{error::BadInputFile, shipped};
use arena::{GameRecord, record};
use mancala::homework::input::read_bounded;
use mancala::homework::{Input, read};

/// The most bytes of a log that comes through a pipe and has to be kept.
const MAX_OF_A_PIPE: u64 = 1 << 30;

/// Reads and parses an input file; `-` is standard input, and a name of a shipped case is that.
pub fn read_input(path: &Path) -> anyhow::Result<Input> {
    parse_input(path, &read_file(path)?)
}

/// All bytes of an input file, or of another one that is short.
pub fn read_file(path: &Path) -> anyhow::Result<Vec<u8>> {
    let bytes = match (path.to_str(), shipped::input(path)) {
        (Some("-"), _) => read_bounded(io::stdin().lock()),
        (_, Some(bytes)) if !path.exists() => Ok(bytes.to_owned()),
        _ => File::open(path).and_then(read_bounded),
    };
    bytes.map_err(|error| anyhow::anyhow!("cannot read {}: {error}", path.display()))
}

/// All bytes of a file of any length, which must lie on a disk: what is none may have no end.
pub fn read_on_disk(path: &Path) -> io::Result<Vec<u8>> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    std::fs::read(path)
}

/// All bytes of a log that comes through a pipe.
pub fn read_piped_log(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let pipe = File::open(path)?;
    pipe.take(MAX_OF_A_PIPE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_OF_A_PIPE {
        let what = "more than 1 GiB came through a pipe; a file may be longer";
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
    }
    Ok(bytes)
}

/// What `bytes`, the content of `file`, ask.
pub fn parse_input(file: &Path, bytes: &[u8]) -> anyhow::Result<Input> {
    read(bytes).map_err(|error| BadInputFile::new(file, bytes, error).into())
}

/// The record that `bytes`, the content of `file`, are.
pub fn parse_record(file: &Path, bytes: &[u8]) -> anyhow::Result<GameRecord> {
    record::parse(bytes).map_err(|it| {
        BadInputFile::at(file, bytes, it.sentence, (it.line, it.column), it.span).into()
    })
}
