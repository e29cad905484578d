//! What is known, one line of JSON for each thing that was found out, only ever appended.
//!
//! A line is written with one call and never touched again, so a killed grader loses at most the
//! cases in flight. The torn last line that it may leave is cut off when the ledger is next opened.
//!
//! What counts is always the last line about a thing. A result that is reused although a later line
//! supersedes it is therefore appended once more.
//!
//! Left out: what a result is worth ([`score`](super::score)), and what it depends on
//! ([`key`](super::key)).

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::judge::Finding;
use super::sandbox::{Outcome, Tier};
use super::scoring::Scoring;
use super::verdict::Verdict;

/// The name of the file in the folder of the results.
pub const FILE: &str = "ledger.jsonl";

/// A line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "snake_case")]
pub enum Record {
    /// Which cases there are.
    Suite(Suite),
    /// What results are worth.
    Scoring(Scoring),
    /// A submission and its program.
    Submission(SubmissionRecord),
    /// What became of a case of a submission.
    Case(Box<CaseResult>),
    /// Which mistake explains the wrong results of a submission.
    Explanation(Explanation),
}

/// Which cases there are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suite {
    /// In the order of their names.
    pub cases: Vec<SuiteCase>,
}

/// A case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuiteCase {
    /// Its name.
    pub name: String,
    /// Its task: `greedy`, `minimax`, `alpha-beta` or `competition`.
    pub task: String,
    /// Rows of the right log, the header not counted.
    pub rows: u64,
    /// The hash of its input and of what is right.
    pub digest: String,
}

/// A submission and its program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubmissionRecord {
    /// The submission's name, which no other has.
    pub name: String,
    /// Who handed it in, where that is known and is not the name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<String>,
    /// The hash of its files, commands and toolchain.
    pub program: String,
    /// The language's name; empty if it was not recognised.
    pub language: String,
    /// The toolchain's version, as it says itself.
    pub toolchain: String,
    /// Days late.
    pub late_days: u32,
    /// How the build went.
    pub build: Build,
    /// What is odd about the files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// How a build went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Build {
    /// There is a program.
    Ready,
    /// There is none, by the submission's fault: the compiler's words, or ours.
    Failed(String),
    /// There is none, by the grader's fault.
    Fault(String),
}

/// What became of a case of a submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseResult {
    /// The hash of everything the result depends on.
    pub key: String,
    /// The submission's name.
    pub submission: String,
    /// The submission's [`program`](SubmissionRecord::program).
    pub program: String,
    /// The case's name.
    pub case: String,
    /// The case's [`digest`](SuiteCase::digest).
    pub case_digest: String,
    /// What became of it.
    pub verdict: Verdict,
    /// The verdict on the state; `None` if it was not judged.
    pub state: Option<Verdict>,
    /// The verdict on the log; `None` if it was not judged, or the task has none.
    pub log: Option<Verdict>,
    /// Rows of the log that are right, up to the first that is not.
    pub rows_right: u64,
    /// Why, where the outputs do not say it: how the program ended, or the grader's trouble.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// How the program ended; `None` if it was not run.
    pub outcome: Option<Outcome>,
    /// What is wrong with the outputs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
    /// What was forgiven.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// What the program wrote to standard error, its beginning and its end; kept only where
    /// something is wrong.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// The walls that the program ran behind.
    pub tier: Tier,
    /// What the run used.
    pub used: Used,
}

/// What a run used; the only part of a result that differs from run to run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Used {
    /// Processor time in milliseconds.
    pub cpu_ms: Option<u64>,
    /// Time on the clock in milliseconds.
    pub wall_ms: Option<u64>,
    /// The most memory, in bytes.
    pub memory_bytes: Option<u64>,
}

/// Which mistake explains the wrong results of a submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explanation {
    /// The submission's name.
    pub submission: String,
    /// The submission's [`program`](SubmissionRecord::program).
    pub program: String,
    /// Sentences for the student; none if nothing is wrong or no mistake is known to explain it.
    pub sentences: Vec<String>,
}

impl CaseResult {
    /// Whether a run of the same thing would come out the same. Trouble of the grader passes, and
    /// the clock depends on what else the machine has to do.
    #[must_use]
    pub fn is_reusable(&self) -> bool {
        self.verdict != Verdict::InternalError && self.outcome != Some(Outcome::WallLimit)
    }
}

/// Everything that the lines say, later ones over earlier ones.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// Which cases there are.
    pub suite: Suite,
    /// What results are worth.
    pub scoring: Scoring,
    /// By name.
    pub submissions: BTreeMap<String, SubmissionRecord>,
    /// By submission and case, the last result.
    pub results: BTreeMap<(String, String), CaseResult>,
    /// By submission.
    pub explanations: BTreeMap<String, Explanation>,
    /// Results that can be reused, superseded or not, by key.
    reusable: BTreeMap<String, CaseResult>,
    /// Submissions as they once were, by name and program.
    earlier: BTreeMap<(String, String), SubmissionRecord>,
}

impl Known {
    fn learn(&mut self, record: Record) {
        match record {
            Record::Suite(suite) => self.suite = suite,
            Record::Scoring(scoring) => self.scoring = scoring,
            Record::Submission(it) => {
                let program = (it.name.clone(), it.program.clone());
                self.earlier.insert(program, it.clone());
                self.submissions.insert(it.name.clone(), it);
            }
            Record::Case(result) => {
                if result.is_reusable() {
                    self.reusable.insert(result.key.clone(), (*result).clone());
                }
                let place = (result.submission.clone(), result.case.clone());
                self.results.insert(place, *result);
            }
            Record::Explanation(it) => _ = self.explanations.insert(it.submission.clone(), it),
        }
    }

    /// The result of this key, if it can be reused.
    #[must_use]
    pub fn reusable(&self, key: &str) -> Option<&CaseResult> {
        self.reusable.get(key)
    }

    /// The submission as it was with this program, if it ever was.
    #[must_use]
    pub fn submission(&self, name: &str, program: &str) -> Option<&SubmissionRecord> {
        self.earlier.get(&(name.to_owned(), program.to_owned()))
    }

    /// The results and the explanation of one submission.
    #[must_use]
    pub fn of_submission(&self, name: &str) -> Self {
        let place = |case: &str| (name.to_owned(), case.to_owned());
        let results = self.results.range(place("")..);
        let results = results.take_while(|((submission, _), _)| submission == name);
        let explanation = self.explanations.get_key_value(name);
        Self {
            results: results
                .map(|(place, it)| (place.clone(), it.clone()))
                .collect(),
            explanations: explanation
                .map(|(name, it)| (name.clone(), it.clone()))
                .into_iter()
                .collect(),
            ..Self::default()
        }
    }

    /// Whether a record says nothing new.
    fn has(&self, record: &Record) -> bool {
        match record {
            Record::Suite(suite) => *suite == self.suite,
            Record::Scoring(scoring) => *scoring == self.scoring,
            Record::Submission(it) => self.submissions.get(&it.name) == Some(it),
            Record::Case(it) => {
                let place = (it.submission.clone(), it.case.clone());
                self.results.get(&place) == Some(it)
            }
            Record::Explanation(it) => self.explanations.get(&it.submission) == Some(it),
        }
    }
}

/// Why a ledger cannot be used.
#[derive(Debug)]
pub enum LedgerError {
    /// The system says so.
    Io {
        /// What was tried, as in "cannot read".
        what: &'static str,
        /// With which file.
        path: PathBuf,
        /// What it said.
        error: io::Error,
    },
    /// Another grader has it open.
    Busy(PathBuf),
    /// A line, not the last, is none of ours.
    NotARecord {
        /// Of which file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
}

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { what, path, error } => {
                write!(f, "cannot {what} {}: {error}", path.display())
            }
            Self::Busy(path) => write!(f, "{} is in use by another grader", path.display()),
            Self::NotARecord { path, line, reason } => {
                let path = path.display();
                write!(
                    f,
                    "{path}, line {line}: expected a result of a grader: {reason}"
                )
            }
        }
    }
}

impl std::error::Error for LedgerError {}

/// The file, open for one grader alone.
#[derive(Debug)]
pub struct Ledger {
    file: File,
    path: PathBuf,
    /// In bytes.
    length: u64,
    known: Known,
}

impl Ledger {
    /// Opens the ledger of a folder of results, or begins one.
    ///
    /// # Errors
    /// [`LedgerError`] if it cannot be read and written, or is not a ledger, or is in use.
    pub fn open(results: &Path) -> Result<Self, LedgerError> {
        let path = results.join(FILE);
        let failed = |what| {
            let path = path.clone();
            move |error| LedgerError::Io { what, path, error }
        };
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let mut file = options.open(&path).map_err(failed("open"))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LedgerError::Busy(path)),
            Err(TryLockError::Error(error)) => return Err(failed("lock")(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed("read"))?;
        let whole = bytes
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |at| at + 1);
        if whole < bytes.len() {
            file.set_len(whole as u64).map_err(failed("write"))?;
            file.seek(SeekFrom::End(0)).map_err(failed("write"))?;
        }
        let known = parse(&bytes[..whole], &path)?;
        Ok(Self {
            file,
            path,
            length: whole as u64,
            known,
        })
    }

    /// What the lines say.
    #[must_use]
    pub fn known(&self) -> &Known {
        &self.known
    }

    /// Adds a line, unless it says nothing new.
    ///
    /// # Errors
    /// [`LedgerError::Io`] if it cannot be written.
    pub fn append(&mut self, record: Record) -> Result<(), LedgerError> {
        if self.known.has(&record) {
            return Ok(());
        }
        let failed = |error| LedgerError::Io {
            what: "write",
            path: self.path.clone(),
            error,
        };
        let mut line = serde_json::to_vec(&record).map_err(|error| failed(error.into()))?;
        line.push(b'\n');
        if let Err(error) = self.file.write_all(&line) {
            // Half a line, on a full disk: later ones must not follow it.
            let _ = self.file.set_len(self.length);
            return Err(failed(error));
        }
        self.length += line.len() as u64;
        self.known.learn(record);
        Ok(())
    }
}

/// Reads the ledger of a folder of results without changing or holding it.
///
/// # Errors
/// [`LedgerError`] if there is none, or it cannot be read.
pub fn read(results: &Path) -> Result<Known, LedgerError> {
    let path = results.join(FILE);
    let bytes = std::fs::read(&path).map_err(|error| LedgerError::Io {
        what: "read",
        path: path.clone(),
        error,
    })?;
    let whole = bytes
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |at| at + 1);
    parse(&bytes[..whole], &path)
}

fn parse(bytes: &[u8], path: &Path) -> Result<Known, LedgerError> {
    let mut known = Known::default();
    let lines = bytes.split(|&byte| byte == b'\n').zip(1..);
    for (text, line) in lines.filter(|(text, _)| !text.is_empty()) {
        let record = serde_json::from_slice(text).map_err(|error| LedgerError::NotARecord {
            path: path.to_owned(),
            line,
            reason: error.to_string(),
        })?;
        known.learn(record);
    }
    Ok(known)
}
