//! What is known of a class: a [journal](journal::Journal) in the folder of results, and what all its lines say
//! together.
//!
//! What counts is always the last line about a thing.
//!
//! Whoever reads it also looks at the clock: cases may be hidden until a day.

mod state;

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;
use journal::lock::WaitPolicy;
use journal::{Journal, JournalError, Line};
use serde::{Deserialize, Serialize};

pub use state::State;

use crate::hidden;
use crate::result::{
    Annotation, CaseResult, Counterexamples, Explanation, Exported, Probed, Roster,
    SubmissionRecord, Suite,
};
use crate::scoring::Scoring;

/// The name of the file in the folder of the results.
pub const FILE: &str = "ledger.jsonl";

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "snake_case")]
pub enum Record {
    Suite(Suite),
    Scoring(Scoring),
    Roster(Roster),
    Submission(SubmissionRecord),
    Case(Box<CaseResult>),
    /// Which mistake explains the wrong results of a submission.
    Explanation(Explanation),
    /// What a teacher says of a cluster of wrong programs.
    #[serde(rename = "naming")]
    Annotation(Annotation),
    /// What a wrong program answered to the battery of probes.
    Probed(Probed),
    /// The smallest inputs on which a submission goes wrong.
    Counterexamples(Counterexamples),
    Exported(Exported),
}

impl Line for Record {
    const WHAT: &'static str = "a result of a grader";
    const USER: &'static str = "another grader";
    const REMEDY: &'static str = "; help: `mancala grade` with another --results begins a new ledger. If this line is damaged, \
                                  delete it: only what it says is lost";
}

/// The file, open for one grader alone.
#[derive(Debug)]
pub struct Ledger {
    journal: Journal<Record>,
    state: State,
}

impl Ledger {
    /// Opens the ledger of a folder of results, or begins one, as soon as no other grader has it.
    pub fn open(results: &Path, wait: WaitPolicy<'_>) -> Result<Self, JournalError> {
        let mut state = State::default();
        let journal = Journal::open(&results.join(FILE), wait, |record| state.learn(record))?;
        hidden::open(&mut state.scoring, Timestamp::now().as_second());
        Ok(Self { journal, state })
    }

    /// Opens the ledger of a folder of results that has one, if no other grader has it.
    pub fn existing(results: &Path) -> Result<Self, JournalError> {
        let path = results.join(FILE);
        match path.metadata() {
            Err(error) => Err(JournalError::Io { what: "read", path, error }),
            Ok(_) => Self::open(results, WaitPolicy::NONE),
        }
    }

    pub fn state(&self) -> &State {
        &self.state
    }

    /// Adds a line, unless it says nothing new.
    pub fn append(&mut self, record: Record) -> Result<(), JournalError> {
        if !self.state.has(&record) {
            self.journal.append(&record)?;
            self.state.learn(record);
        }
        Ok(())
    }
}

/// Adds a line to a ledger that several threads write to.
pub fn append(ledger: &Mutex<Ledger>, record: Record) -> Result<(), JournalError> {
    // A ledger is whole after every call, also when a thread died holding it.
    let mut ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
    ledger.append(record)
}

/// Reads the ledger of a folder of results without changing or holding it.
pub fn read(results: &Path) -> Result<State, JournalError> {
    let mut state = State::default();
    journal::read(&results.join(FILE), |record| state.learn(record))?;
    hidden::open(&mut state.scoring, Timestamp::now().as_second());
    Ok(state)
}

/// Writes a ledger anew, whole or not at all, while nobody else uses it.
pub fn write(results: &Path, state: &State) -> Result<(), JournalError> {
    Journal::rewrite(&results.join(FILE), state.records())
}
