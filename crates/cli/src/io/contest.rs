//! The finished games of a tournament: a [journal](Journal) of them.

use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::error::EnvironmentError;
use super::interrupt::listen_for_interrupt;
use arena::matches::{Finished, Games};
use arena::player::Failure;
use arena::{GameRecord, record};
use journal::WaitPolicy;
use journal::{Journal, JournalError, Line};

const GAMES: &str = "games.jsonl";

#[derive(Debug, Serialize, Deserialize)]
struct FinishedGame {
    key: String,
    #[serde(with = "as_text")]
    record: GameRecord,
}

mod as_text {
    use super::*;

    pub fn serialize<S: Serializer>(record: &GameRecord, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(record)
    }

    pub fn deserialize<'a, D: Deserializer<'a>>(deserializer: D) -> Result<GameRecord, D::Error> {
        let text = String::deserialize(deserializer)?;
        record::parse(text.as_bytes()).map_err(D::Error::custom)
    }
}

impl Line for FinishedGame {
    const WHAT: &'static str = "a finished game";
}

/// The games of a folder of results, open for one process alone.
pub struct Kept {
    journal: Mutex<Journal<FinishedGame>>,
    known: Finished,
}

impl Kept {
    /// Opens the games of a folder if no other process has them, or begins them.
    pub fn open(results: &Path) -> anyhow::Result<Self> {
        let wait =
            WaitPolicy { time: Duration::ZERO, cancel: listen_for_interrupt(), begin: &|| () };
        let mut known = Finished::new();
        let add = |it: FinishedGame| _ = known.insert(it.key, it.record);
        let journal = Journal::open(&results.join(GAMES), wait, add);
        Ok(Self { journal: Mutex::new(journal.map_err(in_words)?), known })
    }

    /// The games that were there when they were opened.
    pub fn earlier(&self) -> &Finished {
        &self.known
    }
}

impl Games for Kept {
    fn known(&self, key: &str) -> Option<GameRecord> {
        self.known.get(key).cloned()
    }

    fn keep(&self, key: &str, game: &GameRecord) -> Result<(), Failure> {
        // A journal is whole after every call, also when a thread died holding it.
        let mut journal = self.journal.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = journal.append(&FinishedGame { key: key.to_owned(), record: game.clone() });
        kept.map_err(|error| Failure::Environment(error.to_string()))
    }
}

fn in_words(error: JournalError) -> anyhow::Error {
    match error {
        JournalError::NotALine { .. } => error.into(),
        _ => EnvironmentError(error.to_string()).into(),
    }
}
