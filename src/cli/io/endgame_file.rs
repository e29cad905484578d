//! Endgame tables on disk: read if whole, built and written if not.
//!
//! ```text
//! usc-6-18.endgame    a line: mancala endgame 1 usc 6 18
//!                     32 bytes: BLAKE3 of the line and the values
//!                     the values, a byte for each position
//! ```
//!
//! Left out: what the values mean ([`endgame`](crate::solve::endgame)).

use std::io::Write;
use std::path::{Path, PathBuf};

use super::failure::failed;
use super::output::{Draft, Outputs};
use super::print::say;
use crate::game::Rules;
use crate::solve::endgame::Endgame;

const HASH: usize = blake3::OUT_LEN;

/// The table for these rules, from `folder` if it has a whole one, which it has afterwards.
pub(crate) fn load_or_build(
    folder: &Path,
    rules: Rules,
    width: usize,
    seeds: usize,
    threads: usize,
) -> anyhow::Result<Endgame> {
    let path = folder.join(file_name(rules, width, seeds));
    let title = title(rules, width, seeds);
    match std::fs::read(&path) {
        Ok(bytes) => {
            let table = values(&bytes, &title)
                .and_then(|values| Endgame::from_values(rules, width, seeds, values));
            match table {
                Some(table) => return Ok(table),
                None => say(format_args!(
                    "warning: {} is damaged; building it anew",
                    path.display()
                )),
            }
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => say(format_args!(
            "warning: cannot read {} ({error}); building the table anew",
            path.display()
        )),
    }
    let table = Endgame::build(rules, width, seeds, threads);
    write(&table, &title, path)?;
    Ok(table)
}

fn file_name(rules: Rules, width: usize, seeds: usize) -> PathBuf {
    format!("{rules}-{width}-{seeds}.endgame").into()
}

fn title(rules: Rules, width: usize, seeds: usize) -> String {
    format!("mancala endgame 1 {rules} {width} {seeds}\n")
}

/// The values in a file, if it is whole and has this title.
fn values<'a>(bytes: &'a [u8], title: &str) -> Option<&'a [u8]> {
    let rest = bytes.strip_prefix(title.as_bytes())?;
    let (hash, values) = rest.split_at_checked(HASH)?;
    (*hash == hash_of(title, values)).then_some(values)
}

fn hash_of(title: &str, values: &[u8]) -> [u8; HASH] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(title.as_bytes());
    hasher.update(values);
    hasher.finalize().into()
}

fn write(table: &Endgame, title: &str, path: PathBuf) -> anyhow::Result<()> {
    let values = table.values();
    let mut draft = Draft::beside(&path)?;
    let mut write = |bytes: &[u8]| draft.write_all(bytes);
    write(title.as_bytes())
        .and_then(|()| write(&hash_of(title, values)))
        .and_then(|()| write(values))
        .map_err(|error| failed("write", &path, &error))?;
    let mut outputs = Outputs::default();
    outputs.add(draft, path)?;
    outputs.publish()
}
