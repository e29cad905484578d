//! The results of several machines become those of one.
//!
//! The ledgers are brought together, what was kept of outputs is copied, and what is wrong is
//! explained anew from all of it: a machine that saw a part of a submission's results could not.
//!
//! Of the files that the parts were graded with, the last of its kind is in force, under one that lies in the
//! folder of results. What a part hid stays hidden.
//!
//! Left out: which of two results counts ([`ledger`]).

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::class::Class;
use super::config::Config;
use super::hidden::{Publish, Seen, WouldShow};
use super::ledger::{self, Conflict, FILE, Known, LedgerError, Together, together};
use super::result::Suite;
use super::run::{explain_merged, workspace::copy_kept};
use super::scoring::Scoring;
use super::settings::{Settings, SettingsError};

/// What became of results that were merged.
#[derive(Debug)]
pub struct Merged {
    /// The class.
    pub class: Class,
    /// Where the ledgers contradict each other.
    pub conflicts: Vec<Conflict>,
    /// Folders without a ledger.
    pub empty: Vec<PathBuf>,
}

/// Why results cannot be merged.
#[derive(Debug)]
pub enum MergeError {
    /// There is no ledger in any of the folders.
    Nothing,
    /// A ledger cannot be used.
    Ledger(LedgerError),
    /// A `grade.toml` cannot be used.
    Settings(SettingsError),
    /// Students would see what was hidden from them.
    WouldShow(WouldShow),
    /// An output that was kept cannot be copied.
    Io(io::Error),
}

impl std::fmt::Display for MergeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Nothing => f.write_str("there is no ledger in any of these folders"),
            Self::Ledger(error) => error.fmt(f),
            Self::Settings(error) => error.fmt(f),
            Self::WouldShow(error) => error.fmt(f),
            Self::Io(error) => write!(f, "cannot copy outputs: {error}"),
        }
    }
}

impl std::error::Error for MergeError {}

impl From<LedgerError> for MergeError {
    fn from(error: LedgerError) -> Self {
        Self::Ledger(error)
    }
}

/// Merges the results in `folders` into those in `results`, which stay as far as nothing is newer.
/// `settings` count before those that the parts were graded with.
///
/// # Errors
/// [`MergeError`]; then the ledger in `results` is as it was.
pub fn merge(
    folders: &[PathBuf],
    results: &Path,
    settings: &Settings,
    publish: Publish,
    jobs: usize,
    cancel: &AtomicBool,
) -> Result<Merged, MergeError> {
    let has_ledger = |folder: &&Path| folder.join(FILE).exists();
    let given = folders.iter().map(PathBuf::as_path);
    let (present, empty): (Vec<_>, Vec<_>) = given.partition(has_ledger);
    if present.is_empty() {
        return Err(MergeError::Nothing);
    }
    // What was merged before is older than what is now.
    let before = Some(results).filter(has_ledger);
    let folders: Vec<&Path> = before.into_iter().chain(present).collect();
    let ledgers = folders.iter().map(|folder| ledger::read(folder));
    let ledgers = ledgers.collect::<Result<Vec<_>, _>>()?;
    let Together {
        mut known,
        from,
        conflicts,
    } = together(&ledgers);
    known.scoring = scoring(&ledgers, &known.suite, settings, publish)?;
    std::fs::create_dir_all(results).map_err(MergeError::Io)?;
    for (key, &ledger) in &from {
        if let Some(folder) = folders.get(ledger) {
            copy_kept(folder, results, key).map_err(MergeError::Io)?;
        }
    }
    explain_merged(&mut known, results, jobs, cancel);
    ledger::write(results, &known)?;
    Ok(Merged {
        class: Class::of(&known),
        conflicts,
        empty: empty.into_iter().map(Path::to_owned).collect(),
    })
}

/// What the merged results are worth.
fn scoring(
    ledgers: &[Known],
    suite: &Suite,
    settings: &Settings,
    publish: Publish,
) -> Result<Scoring, MergeError> {
    let mut recorded = Settings::default();
    for known in ledgers {
        let theirs = known.scoring.settings().map_err(MergeError::Settings)?;
        recorded = theirs.over(&recorded);
    }
    let config = Config::of(&settings.over(&recorded)).map_err(MergeError::Settings)?;
    let seen = Seen::of(ledgers);
    let scoring = seen.keep(suite, config.scoring(), publish);
    scoring.map_err(MergeError::WouldShow)
}
