//! What `solve --checkpoint` keeps of a search: a file that is used only if it is whole.
//!
//! ```text
//! mancala checkpoint 2 cits3001 6    what it is, in a line
//! what was found                     see SavedEntry
//! 32 bytes                           BLAKE3 of all before
//! ```

use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::io::{Draft, Outputs, UntilInterrupted, failed, from_now, read_on_disk, warn};
use mancala::game::Kalah;
use mancala::solve::{Control, Interval, SavedEntry};

const HASH: usize = blake3::OUT_LEN;

/// Where what is found is kept, and when it was saved last.
pub struct Checkpoint {
    path: PathBuf,
    title: String,
    every: Duration,
    due: Mutex<Instant>,
}

impl Checkpoint {
    /// Fails if nothing can be saved there: a search of hours is not to find that out.
    pub fn new(folder: &Path, start: &Kalah, every: Duration) -> anyhow::Result<Self> {
        let (rules, width) = (start.rules(), start.board().width());
        let path = folder.join(format!("{rules}-{width}.checkpoint"));
        Draft::beside(&path)?;
        Ok(Self {
            path,
            title: format!("mancala checkpoint 2 {rules} {width}\n"),
            every,
            due: Mutex::new(from_now(every)),
        })
    }

    /// What an earlier search left; nothing, with a warning, if it cannot be read.
    pub fn findings(&self) -> impl ExactSizeIterator<Item = SavedEntry> + use<> {
        let (bytes, findings) = read(&self.path, &self.title).unwrap_or_default();
        let count = findings.len() / SavedEntry::BYTES;
        (0..count).map(move |at| {
            let (findings, _) = bytes[findings.clone()].as_chunks();
            SavedEntry::from_bytes(&findings[at])
        })
    }

    pub fn save(&self, findings: &mut dyn Iterator<Item = SavedEntry>) {
        let begin = Instant::now();
        let pieces = findings.map(|finding| finding.to_bytes());
        if let Err(error) = write(&self.path, &self.title, pieces) {
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
        let due = self.checkpoint.map(|it| *it.due.lock().unwrap_or_else(PoisonError::into_inner));
        due.is_some_and(|due| Instant::now() >= due)
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

/// All bytes of the file at `path`, which begins with `title`, and where the rest is. Nothing of one that is not whole
/// or cannot be read, with a warning.
fn read(path: &Path, title: &str) -> Option<(Vec<u8>, Range<usize>)> {
    let name = path.display();
    match read_on_disk(path) {
        Ok(bytes) if is_whole(&bytes, title) => {
            let rest = title.len()..bytes.len() - HASH;
            return Some((bytes, rest));
        }
        Ok(_) => warn(format_args!("{name} is damaged; nothing is taken from it")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => warn(format_args!("cannot read {name}: {error}; nothing is taken from it")),
    }
    None
}

fn is_whole(bytes: &[u8], title: &str) -> bool {
    bytes.split_last_chunk::<HASH>().is_some_and(|(before, hash)| {
        before.starts_with(title.as_bytes()) && blake3::hash(before) == *hash
    })
}

/// Writes the file, whole or not at all.
fn write(
    path: &Path,
    title: &str,
    mut findings: impl Iterator<Item = [u8; SavedEntry::BYTES]>,
) -> anyhow::Result<()> {
    let broken = |error: io::Error| failed("write", path, &error);
    let (mut draft, mut hasher) = (Draft::beside(path)?, blake3::Hasher::new());
    let mut piece = title.as_bytes().to_vec();
    while !piece.is_empty() {
        hasher.update(&piece);
        draft.write_all(&piece).map_err(broken)?;
        piece.clear();
        piece.extend(findings.by_ref().take(AT_ONCE).flatten());
    }
    draft.write_all(hasher.finalize().as_bytes()).map_err(broken)?;
    let mut outputs = Outputs::default();
    outputs.add(draft)?;
    outputs.publish()
}

/// Findings that are hashed together, so that it goes fast.
const AT_ONCE: usize = 4096;
