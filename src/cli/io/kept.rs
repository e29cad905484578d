//! Finished games, a line of JSON each, only ever appended: a killed tournament loses the games in
//! progress and no other.
//!
//! Left out: what a game's key is made of.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::cli::io::failure::{Surroundings, failed};
use crate::play::player::Failure;
use crate::play::tournament::Games;
use crate::play::{GameRecord, record};

/// The name of the file.
const FILE: &str = "games.jsonl";

#[derive(Debug, Serialize, Deserialize)]
struct Line {
    key: String,
    record: String,
}

/// The games of a folder of results, open for one tournament alone.
pub(super) struct Kept {
    path: PathBuf,
    file: Mutex<File>,
    known: BTreeMap<String, GameRecord>,
}

impl Kept {
    /// Opens the games of a folder, or begins them; a torn last line is cut off.
    pub(super) fn open(results: &Path) -> anyhow::Result<Self> {
        let path = results.join(FILE);
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let mut file = options
            .open(&path)
            .map_err(|error| failed("open", &path, &error))?;
        if file.try_lock().is_err() {
            let path = path.display();
            return Err(Surroundings(format!("{path} is in use by another tournament")).into());
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)
            .map_err(|error| failed("read", &path, &error))?;
        let whole = bytes
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |at| at + 1);
        if whole < bytes.len() {
            file.set_len(whole as u64)
                .map_err(|error| failed("write", &path, &error))?;
        }
        let lines = bytes[..whole].split(|&byte| byte == b'\n').zip(1..);
        let lines = lines.filter(|(line, _)| !line.is_empty());
        let known = lines.map(|(line, number)| {
            game(line).map_err(|why| {
                anyhow::anyhow!(
                    "{}, line {number}: expected a finished game: {why}",
                    path.display()
                )
            })
        });
        let known = known.collect::<anyhow::Result<_>>()?;
        Ok(Self {
            file: Mutex::new(file),
            path,
            known,
        })
    }
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
        let line = Line {
            key: key.to_owned(),
            record: game.to_string(),
        };
        let mut line = serde_json::to_vec(&line).map_err(|error| trouble(&error))?;
        line.push(b'\n');
        // A file is whole after every call, also when a thread died holding it.
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(&line).map_err(|error| trouble(&error))
    }
}
