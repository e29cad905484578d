//! Finished games, a line of JSON each, only ever appended: a killed tournament loses the games in
//! progress and no other.
//!
//! Left out: what a game's key is made of, and which games belong together ([`contest`](super::contest)).

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::failure::{Surroundings, failed};
use super::input::read_on_disk;
use super::output::{Outputs, listen_for_interrupt};
use super::waiting;
use arena::finished::{Finished, Games};
use arena::player::Failure;
use arena::{GameRecord, record};
use journal::lock::{Patience, lock};

/// The name of the file.
pub(crate) const FILE: &str = "games.jsonl";

#[derive(Debug, Serialize, Deserialize)]
struct Line {
    key: String,
    record: String,
}

/// The games of a folder of results, open for one process alone.
pub(crate) struct Kept {
    path: PathBuf,
    file: Mutex<File>,
    known: Finished,
}

impl Kept {
    /// Opens the games of a folder if no other process has them after so long, or begins them; a torn last line is
    /// cut off.
    pub(crate) fn open(results: &Path, time: Duration) -> anyhow::Result<Self> {
        let path = results.join(FILE);
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let mut file = options
            .open(&path)
            .map_err(|error| failed("open", &path, &error))?;
        let patience = Patience {
            time,
            cancel: listen_for_interrupt(),
            begin: &|| waiting::begins(results, time),
        };
        if lock(&file, patience).is_err() {
            let path = path.display();
            return Err(Surroundings(format!("{path} is in use by another process")).into());
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)
            .map_err(|error| failed("read", &path, &error))?;
        let whole = whole_lines(&bytes);
        if whole.len() < bytes.len() {
            file.set_len(whole.len() as u64)
                .map_err(|error| failed("write", &path, &error))?;
        }
        let known = finished(whole, &path)?;
        Ok(Self {
            file: Mutex::new(file),
            path,
            known,
        })
    }

    /// The games that were there when they were opened.
    pub(crate) fn earlier(&self) -> &Finished {
        &self.known
    }
}

/// The games of a folder that somebody else may be writing.
pub(crate) fn read(results: &Path) -> anyhow::Result<Finished> {
    let path = results.join(FILE);
    let bytes = read_on_disk(&path).map_err(|error| failed("read", &path, &error))?;
    finished(whole_lines(&bytes), &path)
}

/// What stands before the last end of a line.
fn whole_lines(bytes: &[u8]) -> &[u8] {
    let last = bytes.iter().rposition(|&byte| byte == b'\n');
    &bytes[..last.map_or(0, |at| at + 1)]
}

fn finished(lines: &[u8], path: &Path) -> anyhow::Result<Finished> {
    let lines = lines.split(|&byte| byte == b'\n').zip(1..);
    let lines = lines.filter(|(line, _)| !line.is_empty());
    let games = lines.map(|(line, number)| {
        game(line).map_err(|why| {
            let path = path.display();
            anyhow::anyhow!("{path}, line {number}: expected a finished game: {why}")
        })
    });
    games.collect()
}

/// Writes the file anew with these games and no others, in the order of their keys.
pub(crate) fn write(results: &Path, games: &Finished) -> anyhow::Result<()> {
    let lines = games.iter().map(|(key, game)| line(key, game));
    let lines = lines.collect::<Result<Vec<_>, _>>()?;
    let mut outputs = Outputs::default();
    outputs.add_bytes(&lines.concat(), results.join(FILE))?;
    outputs.publish()
}

fn line(key: &str, game: &GameRecord) -> serde_json::Result<Vec<u8>> {
    let line = Line {
        key: key.to_owned(),
        record: game.to_string(),
    };
    let mut line = serde_json::to_vec(&line)?;
    line.push(b'\n');
    Ok(line)
}

fn game(line: &[u8]) -> Result<(String, GameRecord), String> {
    let line: Line = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let record = record::parse(line.record.as_bytes()).map_err(|error| error.to_string())?;
    Ok((line.key, record))
}

impl Games for Kept {
    fn known(&self, key: &str) -> Option<GameRecord> {
        self.known.get(key).cloned()
    }

    fn keep(&self, key: &str, game: &GameRecord) -> Result<(), Failure> {
        let trouble = |error: &dyn std::fmt::Display| {
            Failure::Surroundings(format!("cannot write {}: {error}", self.path.display()))
        };
        let line = line(key, game).map_err(|error| trouble(&error))?;
        // A file is whole after every call, also when a thread died holding it.
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(&line).map_err(|error| trouble(&error))
    }
}
