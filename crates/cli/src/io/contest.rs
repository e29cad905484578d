//! The finished games of a tournament: a [journal](Journal) of them.

use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::error::EnvironmentError;
use super::interrupt::listen_for_interrupt;
use arena::matches::{Finished, Games};
use arena::player::Failure;
use arena::{GameRecord, record};
use journal::lock::WaitPolicy;
use journal::{Journal, JournalError, Line};

const GAMES: &str = "games.jsonl";

/// A line of the journal.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(try_from = "Text", into = "Text")]
struct FinishedGame(String, GameRecord);

/// The same as it is written.
#[derive(Clone, Serialize, Deserialize)]
struct Text {
    key: String,
    record: String,
}

impl Line for FinishedGame {
    const WHAT: &'static str = "a finished game";
}

impl TryFrom<Text> for FinishedGame {
    type Error = arena::record::RecordError;

    fn try_from(line: Text) -> Result<Self, Self::Error> {
        Ok(Self(line.key, record::parse(line.record.as_bytes())?))
    }
}

impl From<FinishedGame> for Text {
    fn from(FinishedGame(key, game): FinishedGame) -> Self {
        Self { key, record: game.to_string() }
    }
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
        let add = |FinishedGame(key, game)| _ = known.insert(key, game);
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
        let kept = journal.append(&FinishedGame(key.to_owned(), game.clone()));
        kept.map_err(|error| Failure::Environment(error.to_string()))
    }
}

fn in_words(error: JournalError) -> anyhow::Error {
    match error {
        JournalError::NotALine { .. } => error.into(),
        _ => EnvironmentError(error.to_string()).into(),
    }
}
