//! What is known, one line of JSON for each thing that was found out, only ever appended.
//!
//! A line is written with one call and never touched again, so a killed grader loses at most the
//! cases in flight. The torn last line that it may leave is cut off when the ledger is next opened.
//!
//! What counts is always the last line about a thing. A result that is reused although a later line
//! supersedes it is therefore appended once more.
//!
//! In reading order: `record` (a line), `known` (what all lines say), `merge` (what several ledgers
//! say), and the file below.
//!
//! Left out: what a result is worth ([`score`](super::class)), and what it depends on
//! ([`key`](super::key)).

mod known;
mod merge;
mod record;

use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use journal::lock::{Patience, lock};

pub use known::Known;
pub use merge::{Conflict, Together, together};
pub use record::Record;

/// The name of the file in the folder of the results.
pub const FILE: &str = "ledger.jsonl";

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
                    "{path}, line {line}: expected a result of a grader: {reason} (`mancala grade --salvage` \
                     keeps the other lines)"
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
        Self::open_in_turn(results, Patience::NONE)
    }

    /// The same, as soon as no other grader has it.
    ///
    /// # Errors
    /// As for [`open`](Self::open); it is in use if it was not free in time.
    pub fn open_in_turn(results: &Path, patience: Patience<'_>) -> Result<Self, LedgerError> {
        let path = results.join(FILE);
        let failed = |what| {
            let path = path.clone();
            move |error| LedgerError::Io { what, path, error }
        };
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let file = options.open(&path).map_err(failed("open"))?;
        match lock(&file, patience) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LedgerError::Busy(path)),
            Err(TryLockError::Error(error)) => return Err(failed("lock")(error)),
        }
        let (known, length) = parse(&file, &path)?;
        if length < file.metadata().map_err(failed("read"))?.len() {
            file.set_len(length).map_err(failed("write"))?;
        }
        Ok(Self {
            file,
            path,
            length,
            known,
        })
    }

    /// What the lines say.
    #[must_use]
    pub fn known(&self) -> &Known {
        &self.known
    }

    /// What the lines say, the file closed.
    #[must_use]
    pub fn into_known(self) -> Known {
        self.known
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

/// Writes a ledger anew, whole or not at all, while nobody else uses it.
///
/// # Errors
/// [`LedgerError`] if it is in use, or cannot be written.
pub fn write(results: &Path, known: &Known) -> Result<(), LedgerError> {
    // Held until the new one has its name.
    let held = Ledger::open(results)?;
    let failed = |error| LedgerError::Io {
        what: "write",
        path: held.path.clone(),
        error,
    };
    let draft = results.join(DRAFT);
    let mut file = BufWriter::new(File::create(&draft).map_err(failed)?);
    for record in known.records() {
        let written = serde_json::to_writer(&mut file, &record).map_err(io::Error::from);
        let written = written.and_then(|()| file.write_all(b"\n"));
        written.map_err(failed)?;
    }
    file.flush().map_err(failed)?;
    std::fs::rename(&draft, &held.path).map_err(failed)
}

/// A ledger that is being written anew.
const DRAFT: &str = ".ledger.new";

/// A line of a damaged ledger that was taken out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// From 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// The file that keeps a ledger as it was before lines were taken out.
pub const DAMAGED: &str = "ledger.damaged.jsonl";

/// Takes the lines out of the ledger of a folder of results that are none of a grader's, if there are
/// any; the ledger as it was stays beside it.
///
/// # Errors
/// [`LedgerError`] if there is none, or it is in use, or cannot be written.
pub fn salvage(results: &Path) -> Result<Vec<LeftOut>, LedgerError> {
    let path = results.join(FILE);
    let failed = |what| {
        let path = path.clone();
        move |error| LedgerError::Io { what, path, error }
    };
    // Held until the mended one has its name.
    let held = File::open(&path).map_err(failed("open"))?;
    match held.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(LedgerError::Busy(path)),
        Err(TryLockError::Error(error)) => return Err(failed("lock")(error)),
    }
    let bytes = std::fs::read(&path).map_err(failed("read"))?;
    let (mut good, mut left_out) = (Vec::new(), Vec::new());
    for (text, line) in bytes.split(|&byte| byte == b'\n').zip(1..) {
        match serde_json::from_slice::<Record>(text) {
            _ if text.is_empty() => {}
            Ok(_) => good.extend([text, b"\n"].concat()),
            Err(error) => left_out.push(LeftOut {
                line,
                reason: error.to_string(),
            }),
        }
    }
    if !left_out.is_empty() {
        let draft = results.join(DRAFT);
        std::fs::write(results.join(DAMAGED), &bytes).map_err(failed("copy"))?;
        std::fs::write(&draft, good).map_err(failed("write"))?;
        std::fs::rename(&draft, &path).map_err(failed("write"))?;
    }
    Ok(left_out)
}

/// Adds a line to a ledger that several threads write to.
///
/// # Errors
/// [`LedgerError::Io`] if it cannot be written.
pub fn append(ledger: &Mutex<Ledger>, record: Record) -> Result<(), LedgerError> {
    // A ledger is whole after every call, also when a thread died holding it.
    let mut ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
    ledger.append(record)
}

/// Reads the ledger of a folder of results without changing or holding it.
///
/// # Errors
/// [`LedgerError`] if there is none, or it cannot be read.
pub fn read(results: &Path) -> Result<Known, LedgerError> {
    let path = results.join(FILE);
    let file = File::open(&path).map_err(|error| LedgerError::Io {
        what: "read",
        path: path.clone(),
        error,
    })?;
    Ok(parse(&file, &path)?.0)
}

/// What the lines say that were written to their end, and how many bytes those are.
fn parse(file: &File, path: &Path) -> Result<(Known, u64), LedgerError> {
    let mut from = BufReader::new(file);
    let (mut known, mut length) = (Known::default(), 0);
    let mut text = Vec::new();
    for line in 1.. {
        text.clear();
        let read = from.read_until(b'\n', &mut text);
        read.map_err(|error| LedgerError::Io {
            what: "read",
            path: path.to_owned(),
            error,
        })?;
        if text.pop() != Some(b'\n') {
            break;
        }
        length += text.len() as u64 + 1;
        if text.is_empty() {
            continue;
        }
        let record = serde_json::from_slice(&text).map_err(|error| LedgerError::NotARecord {
            path: path.to_owned(),
            line,
            reason: error.to_string(),
        })?;
        known.learn(record);
    }
    Ok((known, length))
}
