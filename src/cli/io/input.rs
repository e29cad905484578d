//! Input files and game records, read with errors that show the line.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::{diagnostic::BadInputFile, shipped};
use crate::homework::{Input, read};
use crate::play::{GameRecord, record};

/// Reads and parses an input file; `-` is standard input, and a name of a shipped case is that.
pub(crate) fn read_input(path: &Path) -> anyhow::Result<Input> {
    let bytes = read_bounded(path)
        .map_err(|error| anyhow::anyhow!("cannot read {}: {error}", path.display()))?;
    Ok(read(&bytes).map_err(|error| BadInputFile::new(path, &bytes, error))?)
}

/// The bytes of an input file, which is short: what is named by mistake may have no end.
fn read_bounded(path: &Path) -> io::Result<Vec<u8>> {
    const MOST: u64 = 1 << 20;
    let mut bytes = Vec::new();
    let file: &mut dyn Read = match path.to_str() {
        Some("-") => &mut io::stdin().lock(),
        _ => &mut match (File::open(path), shipped::input(path)) {
            (Err(error), Some(bytes)) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(bytes.to_owned());
            }
            (file, _) => file?,
        },
    };
    file.take(MOST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST {
        return Err(io::Error::other("more than 1 MiB is no input file"));
    }
    Ok(bytes)
}

/// The record that `bytes`, the content of `file`, are.
pub(crate) fn parse_record(file: &Path, bytes: &[u8]) -> anyhow::Result<GameRecord> {
    record::parse(bytes).map_err(|error| BadInputFile::of_record(file, bytes, error).into())
}
