//! What `solve --checkpoint` keeps in a folder: what was found so far.
//!
//! ```text
//! cits3001-6.checkpoint   what was found; see table_file and solve's SavedEntry
//! cits3001-6-21.endgame   the endgame table
//! ```

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::io::{UntilInterrupted, from_now, table_file, warn};
use mancala::game::Kalah;
use mancala::solve::{Control, Interval, SavedEntry};

/// Where what is found is kept, and when it was saved last.
pub struct Checkpoint {
    path: PathBuf,
    title: String,
    every: Duration,
    due: Mutex<Instant>,
}

impl Checkpoint {
    pub fn new(folder: &Path, start: &Kalah, every: Duration) -> Self {
        let (rules, width) = (start.rules(), start.board().width());
        Self {
            path: folder.join(format!("{rules}-{width}.checkpoint")),
            title: format!("mancala checkpoint 2 {rules} {width}\n"),
            every,
            due: Mutex::new(from_now(every)),
        }
    }

    /// What an earlier search left; nothing, with a warning, if it cannot be read.
    pub fn findings(&self) -> impl ExactSizeIterator<Item = SavedEntry> + use<> {
        let kept = table_file::read(&self.path, &self.title, "nothing is taken from it");
        let (bytes, findings) = kept.unwrap_or_default();
        let count = findings.len() / SavedEntry::BYTES;
        (0..count).map(move |at| {
            let (findings, _) = bytes[findings.clone()].as_chunks();
            SavedEntry::from_bytes(&findings[at])
        })
    }

    fn is_due(&self) -> bool {
        let due = *self.due.lock().unwrap_or_else(PoisonError::into_inner);
        Instant::now() >= due
    }

    pub fn save(&self, findings: &mut dyn Iterator<Item = SavedEntry>) {
        let begin = Instant::now();
        let pieces = findings.map(|finding| finding.to_bytes());
        if let Err(error) = table_file::write(&self.path, &self.title, pieces) {
            warn(format_args!("nothing is saved: {error:#}"));
        }
        // At most a third of the time goes into saving, however often it is wanted.
        let wait = self.every.max(2 * begin.elapsed());
        *self.due.lock().unwrap_or_else(PoisonError::into_inner) = from_now(wait);
    }
}

/// Ends a search on Ctrl-C, shows how far it is, and saves what it found if wanted.
pub struct SearchControl<'a> {
    pub shown: &'a UntilInterrupted,
    pub checkpoint: Option<&'a Checkpoint>,
}

impl Control for SearchControl<'_> {
    fn stop(&self) -> bool {
        self.shown.stop()
    }

    fn pause(&self) -> bool {
        self.checkpoint.is_some_and(Checkpoint::is_due)
    }

    fn save(&self, findings: &mut dyn Iterator<Item = SavedEntry>) {
        if let Some(checkpoint) = self.checkpoint {
            checkpoint.save(findings);
        }
    }

    fn progress(&self, bounds: Interval) {
        self.shown.progress(bounds);
    }
}
