//! Results that several processes find out together: an append-only [file](Journal) of them, one JSON object a line,
//! which one process has for itself while others wait for it; the [part of the work](Shard) that is whose; and
//! [`digest()`], one hash of many texts. What a result is, is for the grader and for contests to say.
//!
//! A line is written with one call and never touched again, so a killed process loses at most what it was about to
//! write. The torn last line that it may leave is cut off when the file is next opened.

#![allow(missing_docs, reason = "no sentence repeats a name that says it all")]

use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use same_file::Handle;
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

/// What a journal has lines of.
pub trait Line: Serialize + DeserializeOwned {
    /// What one is, as in "expected a finished game".
    const WHAT: &'static str;
    /// Who else may have the file open.
    const USER: &'static str = "another process";
    /// What to do about a line that is none of these, as the end of a sentence.
    const REMEDY: &'static str = "";
}

#[derive(Debug, Error)]
pub enum JournalError {
    #[error("cannot {what} {}: {error}", .path.display())]
    Io { what: &'static str, path: PathBuf, error: io::Error },
    #[error("{}: expected {what}", .path.display())]
    Missing { path: PathBuf, what: &'static str },
    #[error("{} is in use by {user}", .path.display())]
    Busy { path: PathBuf, user: &'static str },
    #[error("{}, line {line}: {reason}", .path.display())]
    NotALine {
        path: PathBuf,
        line: usize,
        /// What was expected there, what is wrong with it, and what to do.
        reason: String,
    },
}

fn failed(what: &'static str, path: &Path) -> impl Fn(io::Error) -> JournalError {
    move |error| JournalError::Io { what, path: path.to_owned(), error }
}

/// The file, open for one process alone.
#[derive(Debug)]
pub struct Journal<L> {
    file: File,
    path: PathBuf,
    length: u64,
    lines: PhantomData<fn(L)>,
}

impl<L: Line> Journal<L> {
    /// Opens a journal, or begins one, as soon as nobody else has it; `take` gets what its lines hold.
    ///
    /// # Errors
    /// [`JournalError`] if it cannot be read and written, is not such a journal, or was not free in time.
    pub fn open(
        path: &Path,
        wait: WaitPolicy<'_>,
        take: impl FnMut(L),
    ) -> Result<Self, JournalError> {
        let mut options = OpenOptions::new();
        let file = locked::<L>(options.read(true).append(true).create(true), path, wait)?;
        let length = parse(&file, path, take)?;
        if length < file.metadata().map_err(failed("read", path))?.len() {
            file.set_len(length).map_err(failed("write", path))?;
        }
        Ok(Self { file, path: path.to_owned(), length, lines: PhantomData })
    }

    /// Adds a line, whole or not at all.
    pub fn append(&mut self, line: &L) -> Result<(), JournalError> {
        let failed = failed("write", &self.path);
        let mut text = serde_json::to_vec(line).map_err(|error| failed(error.into()))?;
        text.push(b'\n');
        if let Err(error) = self.file.write_all(&text) {
            // Half a line, on a full disk: later ones must not follow it.
            let _ = self.file.set_len(self.length);
            return Err(failed(error));
        }
        self.length += text.len() as u64;
        Ok(())
    }

    /// Writes a journal anew with these lines, whole or not at all, while nobody else uses it.
    pub fn rewrite(path: &Path, lines: impl IntoIterator<Item = L>) -> Result<(), JournalError> {
        let mut options = OpenOptions::new();
        // Held until the new one has its name.
        let _held = locked::<L>(options.append(true).create(true), path, WaitPolicy::NONE)?;
        replace(path, |file| {
            lines.into_iter().try_for_each(|line| {
                serde_json::to_writer(&mut *file, &line)?;
                file.write_all(b"\n")
            })
        })
    }
}

/// A process that is just being started has the file as well, and would keep the lock until it runs its program.
impl<L> Drop for Journal<L> {
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

/// Gives what the lines of a journal hold to `take`, without changing or holding the file.
pub fn read<L: Line>(path: &Path, take: impl FnMut(L)) -> Result<(), JournalError> {
    let file = File::open(path).map_err(failed("read", path))?;
    parse(&file, path, take).map(|_| ())
}

/// Of two results of one thing, which differ, the one that is kept, and the other: the lesser, so that it is the same
/// in whatever order journals are merged. Where nothing else decides, `order` has to end in the [`text`].
pub fn keep_one<T, K: Ord>(one: T, other: T, order: impl Fn(&T) -> K) -> (T, T) {
    if order(&one) <= order(&other) { (one, other) } else { (other, one) }
}

/// A result as its line has it.
pub fn text(of: &impl Serialize) -> String {
    serde_json::to_string(of).unwrap_or_default()
}

fn locked<L: Line>(
    options: &OpenOptions,
    path: &Path,
    wait: WaitPolicy<'_>,
) -> Result<File, JournalError> {
    loop {
        let file = options.open(path).map_err(failed("open", path))?;
        match lock(&file, wait) {
            // Whoever had it may have written it anew: then this is the old one, which has no name any more.
            Ok(()) if is_at(&file, path).map_err(failed("lock", path))? => return Ok(file),
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(JournalError::Busy { path: path.to_owned(), user: L::USER });
            }
            Err(TryLockError::Error(error)) => return Err(failed("lock", path)(error)),
        }
    }
}

fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    match Handle::from_path(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        now => Ok(now? == Handle::from_file(file.try_clone()?)?),
    }
}

/// Takes the lines that were written to their end; how many bytes those are.
fn parse<L: Line>(file: &File, path: &Path, mut take: impl FnMut(L)) -> Result<u64, JournalError> {
    let mut from = BufReader::new(file);
    let (mut length, mut text) = (0, Vec::new());
    for line in 1.. {
        text.clear();
        from.read_until(b'\n', &mut text).map_err(failed("read", path))?;
        if text.pop() != Some(b'\n') {
            break;
        }
        length += text.len() as u64 + 1;
        if text.is_empty() {
            continue;
        }
        take(serde_json::from_slice(&text).map_err(|error| JournalError::NotALine {
            path: path.to_owned(),
            line,
            reason: format!("expected {}: {error}{}", L::WHAT, L::REMEDY),
        })?);
    }
    Ok(length)
}

/// Replaces a file by what `write` writes, whole or not at all.
fn replace(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), JournalError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let draft = path.with_file_name(format!(".{name}.new"));
    let written = File::create(&draft).and_then(|file| {
        let mut file = BufWriter::new(file);
        write(&mut file)?;
        file.flush()
    });
    written.and_then(|()| fs::rename(&draft, path)).map_err(failed("write", path))
}

/// How often it is looked whether the file is free.
const PAUSE: Duration = Duration::from_millis(20);

static NEVER: AtomicBool = AtomicBool::new(false);

/// How long to wait for whoever has a file, and who is told of it.
#[derive(Clone, Copy)]
pub struct WaitPolicy<'a> {
    /// At most this long.
    pub time: Duration,
    /// Set by somebody else to wait no more.
    pub cancel: &'a AtomicBool,
    /// Called once, if there is anything to wait for.
    pub begin: &'a dyn Fn(),
}

impl WaitPolicy<'_> {
    /// Not at all.
    pub const NONE: WaitPolicy<'static> =
        WaitPolicy { time: Duration::ZERO, cancel: &NEVER, begin: &|| {} };
}

/// Locks a file until it is closed, as soon as nobody else has it.
///
/// # Errors
/// [`TryLockError::WouldBlock`] if it was not free in time, or nobody waits any more; else what the system says.
fn lock(file: &File, wait: WaitPolicy<'_>) -> Result<(), TryLockError> {
    let begin = Instant::now();
    let mut is_told = false;
    loop {
        let locked = file.try_lock();
        let waits = begin.elapsed() < wait.time && !wait.cancel.load(Ordering::Relaxed);
        match locked {
            Err(TryLockError::WouldBlock) if waits => {}
            _ => return locked,
        }
        if !std::mem::replace(&mut is_told, true) {
            (wait.begin)();
        }
        std::thread::sleep(PAUSE);
    }
}

/// A hash of texts, in hexadecimal digits, that tells where each of them ends.
pub fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize().to_hex().to_string()
}

/// A part of the work: of all submissions, those that a hash gives to one of several machines.
///
/// The hash depends on the name alone, so every machine finds the same parts without asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// From 0.
    index: u32,
    /// At least 1.
    count: u32,
}

/// How the folders of parts begin.
pub const PART: &str = "shard-";

/// The most parts there can be; more is a slip of the hand.
const MOST_PARTS: u32 = 100_000;

impl Shard {
    pub fn takes(self, submission: &str) -> bool {
        let digest = digest([submission.as_bytes()]);
        // Sixteen hexadecimal digits are a number.
        let number = u64::from_str_radix(digest.get(..16).unwrap_or_default(), 16).unwrap_or(0);
        number % u64::from(self.count) == u64::from(self.index)
    }

    pub fn folder(self) -> String {
        format!("{PART}{}-of-{}", self.index + 1, self.count)
    }

    /// The part that a folder of this name has.
    pub fn of_folder(name: &str) -> Option<Self> {
        name.strip_prefix(PART)?.replacen("-of-", "/", 1).parse().ok()
    }

    /// All parts that there are, this one among them.
    pub fn all(self) -> impl Iterator<Item = Self> {
        (0..self.count).map(move |index| Self { index, ..self })
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(index, count)| {
            let index: u32 = index.parse().ok()?;
            Some((index.checked_sub(1)?, count.parse().ok()?))
        });
        let (index, count) = numbers.ok_or("expected K/N, such as 3/8")?;
        match index < count && count <= MOST_PARTS {
            true => Ok(Self { index, count }),
            false => Err(format!("expected K/N with K from 1 to N and N at most {MOST_PARTS}")),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.index + 1, self.count)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Number(u32);

    impl Line for Number {
        const WHAT: &'static str = "a number";
    }

    fn numbers(path: &Path) -> Result<Vec<u32>, String> {
        let mut all = Vec::new();
        let read = read(path, |Number(it)| all.push(it));
        read.map(|()| all).map_err(|error| error.to_string())
    }

    #[test]
    fn a_torn_last_line_is_cut_off_and_any_other_is_refused() -> Result<(), JournalError> {
        let folder = tempfile::tempdir().map_err(failed("make", Path::new("folder")))?;
        let path = folder.path().join("numbers.jsonl");
        fs::write(&path, "1\n\n2\n34").map_err(failed("write", &path))?;
        assert_eq!(numbers(&path), Ok(vec![1, 2]));
        Journal::open(&path, WaitPolicy::NONE, |_: Number| {})?.append(&Number(5))?;
        assert_eq!(numbers(&path), Ok(vec![1, 2, 5]));

        fs::write(&path, "1\nx\n2\n").map_err(failed("write", &path))?;
        assert!(numbers(&path).is_err_and(|it| it.contains("line 2: expected a number")));
        Ok(())
    }

    #[test]
    fn a_journal_is_free_once_it_is_closed_whoever_else_has_the_file() -> Result<(), JournalError> {
        let folder = tempfile::tempdir().map_err(failed("make", Path::new("folder")))?;
        let path = folder.path().join("numbers.jsonl");
        let held = Journal::open(&path, WaitPolicy::NONE, |_: Number| {})?;
        let _of_child = held.file.try_clone().map_err(failed("open", &path))?;
        drop(held);
        Journal::open(&path, WaitPolicy::NONE, |_: Number| {}).map(|_| ())
    }

    /// The lock of the old file, which has no name any more, is no use.
    #[test]
    fn nothing_is_lost_that_waits_while_a_journal_is_written_anew() -> Result<(), JournalError> {
        let folder = tempfile::tempdir().map_err(failed("make", Path::new("folder")))?;
        let path = folder.path().join("numbers.jsonl");
        let held = Journal::open(&path, WaitPolicy::NONE, |_: Number| {})?;
        let (waits, cancel) = (AtomicBool::new(false), AtomicBool::new(false));
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| {
                let begin = || waits.store(true, std::sync::atomic::Ordering::SeqCst);
                let time = Duration::from_secs(20);
                let wait = WaitPolicy { time, cancel: &cancel, begin: &begin };
                Journal::open(&path, wait, |_: Number| {})?.append(&Number(2))
            });
            while !waits.load(std::sync::atomic::Ordering::SeqCst) {
                std::thread::yield_now();
            }
            replace(&path, |file| file.write_all(b"1\n"))?;
            drop(held);
            waiting.join().map_err(|_| failed("join", &path)(io::ErrorKind::Other.into()))?
        })?;
        assert_eq!(numbers(&path), Ok(vec![1, 2]));
        Ok(())
    }

    #[test]
    fn each_submission_belongs_to_one_part() {
        for count in [1, 2, 3, 8] {
            let parts: Vec<_> = (0..count).map(|index| Shard { index, count }).collect();
            let mut sizes = vec![0_usize; parts.len()];
            for number in 0..4000 {
                let submission = format!("s{number}");
                let takers = parts.iter().enumerate();
                let takers = takers.filter(|(_, part)| part.takes(&submission));
                let takers: Vec<_> = takers.map(|(at, _)| at).collect();
                assert_eq!(takers.len(), 1);
                sizes[takers[0]] += 1;
            }
            let fair = 4000 / parts.len();
            assert!(sizes.iter().all(|size| size.abs_diff(fair) < fair / 4), "{sizes:?}");
        }
    }

    #[test]
    fn parts_as_they_are_typed() {
        for (text, found) in [
            ("1/1", "1 of 1"),
            ("3/8", "3 of 8"),
            ("0/8", "expected K/N, such as 3/8"),
            ("9/8", "expected K/N with K from 1 to N and N at most 100000"),
            ("1/0", "expected K/N with K from 1 to N and N at most 100000"),
            ("3", "expected K/N, such as 3/8"),
            ("-1/8", "expected K/N, such as 3/8"),
        ] {
            let shard = text.parse().map(|it: Shard| it.to_string());
            assert_eq!(shard.unwrap_or_else(|error| error), found, "{text}");
        }
    }
}
