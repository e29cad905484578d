//! What `solve --checkpoint` keeps in a folder: what was found so far, and in the end the certificate.
//!
//! ```text
//! cits3001-6.checkpoint        what was found; see table_file and solve's SavedEntry
//! cits3001-6-21.endgame        the endgame table
//! cits3001-6.certificate.json  what was found in the end
//! ```

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::names;
use crate::io::table_file::{self, Content};
use crate::io::{UntilInterrupted, from_now, warn, write_file};
use mancala::game::Kalah;
use mancala::homework::{Problem, Task};
use mancala::solve::best_play::PlayedTurn;
use mancala::solve::endgame::Endgame;
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
        let path = self.path.display();
        let (bytes, findings) = match table_file::read(&self.path, &self.title) {
            Content::Whole(bytes, findings) => (bytes, findings),
            Content::Nothing => Default::default(),
            Content::Unreadable(error) => {
                warn(format_args!("cannot read {path}: {error}"));
                Default::default()
            }
            Content::Damaged => {
                warn(format_args!("{path} is damaged; nothing is taken from it"));
                Default::default()
            }
        };
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

/// What a finished search says of a position, and what it rests on.
#[derive(Debug, Serialize, Deserialize)]
pub struct Certificate {
    /// [`FORMAT`].
    pub format: String,
    /// The position, as an input file has it.
    pub input: String,
    /// The bounds of the lead of the player to move at the end of the game.
    pub bounds: [i32; 2],
    /// A game of best play: the pits of each turn.
    pub line: Vec<Vec<String>>,
    /// The endgame table goes up to so many seeds.
    pub table_seeds: usize,
    /// BLAKE3 of the endgame table, as its file has it.
    pub table_hash: String,
}

pub const FORMAT: &str = "mancala certificate 1";

impl Certificate {
    pub fn new(start: Kalah, bounds: Interval, line: &[PlayedTurn], table: &Endgame) -> Self {
        Self {
            format: FORMAT.to_owned(),
            input: Problem::new(start, Task::Competition, None).to_string(),
            bounds: [bounds.lower, bounds.upper],
            line: line.iter().map(|(side, turn)| names(*side, turn)).collect(),
            table_seeds: table.seeds(),
            table_hash: table_file::hash_of(table),
        }
    }

    /// Writes it into `folder`; gives the file.
    pub fn write(&self, folder: &Path, start: &Kalah) -> anyhow::Result<PathBuf> {
        let name = format!("{}-{}.certificate.json", start.rules(), start.board().width());
        let path = folder.join(name);
        let text = serde_json::to_string_pretty(self)?;
        write_file(text + "\n", &path)?;
        Ok(path)
    }
}
