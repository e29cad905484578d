//! Finds where a log differs from another one, line by line and as both come along.
//!
//! Both may be far longer than the memory: of each only the lines are kept in which no common ones have
//! been found again, and the difference only up to a bound. Blanks at the end of a line do not count.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use super::diff::{Hunk, LogDiff};
use crate::game::Pit;
use crate::homework::row_text::{RowBuffer, RowValue};
use crate::homework::traverse_log::log_header;
use crate::homework::{Problem, answer_to};
use crate::search::{Algorithm, FnObserver, Visit};
use crate::visible::is_unseen;

/// The most characters of a line that are kept.
pub const MAX_LINE_CHARS: usize = 120;

/// As many lines of either log are searched for the next common ones.
const WINDOW: usize = 300;

/// This many equal lines in a row are no coincidence.
const COMMON: usize = 3;

/// The most bytes of a difference that are kept.
pub const MAX_DIFF_BYTES: usize = 32 << 10;

/// Takes the lines of the base one by one, and reads the log beside them.
pub struct LogDiffer<L> {
    log: L,
    /// Lines of either that have not been found in the other one yet.
    base: VecDeque<String>,
    log_lines: VecDeque<String>,
    /// The number of the next line of the base of which nothing is known.
    line: u64,
    diff: LogDiff,
    size: usize,
    most: usize,
    error: Option<io::Error>,
}

impl<L: BufRead> LogDiffer<L> {
    /// Begins, with nothing read of `log` yet.
    pub fn new(log: L) -> Self {
        Self {
            log,
            base: VecDeque::new(),
            log_lines: VecDeque::new(),
            line: 1,
            diff: LogDiff::default(),
            size: 0,
            most: MAX_DIFF_BYTES,
            error: None,
        }
    }

    /// Ends at a difference of more than so many bytes.
    pub fn stop_beyond(&mut self, bytes: usize) {
        self.most = self.most.min(bytes);
    }

    /// Takes the next line of the base; whether it wants another one.
    pub fn take(&mut self, line: &str) -> bool {
        if self.base.is_empty() {
            let found = self.log_lines.pop_front().or_else(|| self.read());
            if found.as_deref() == Some(line) {
                self.line += 1;
                return true;
            }
            if let Some(found) = found {
                self.log_lines.push_front(found);
            }
        }
        self.base.push_back(line.to_owned());
        if self.base.len() >= WINDOW {
            self.find_common(false);
        }
        self.wants_more()
    }

    /// Whether another line of the base would tell more.
    pub fn wants_more(&self) -> bool {
        self.error.is_none() && self.diff.until.is_none()
    }

    /// The difference, once the base has ended.
    ///
    /// # Errors
    /// Those of reading the log.
    pub fn finish(mut self) -> io::Result<LogDiff> {
        if self.wants_more() {
            self.find_common(true);
        }
        self.error.map_or(Ok(self.diff), Err)
    }

    /// Finds common lines again, where there are any in sight. `ended` says that the base has no more.
    fn find_common(&mut self, ended: bool) {
        while self.wants_more() && (self.base.len() >= WINDOW || ended) {
            while self.log_lines.len() < WINDOW
                && let Some(line) = self.read()
            {
                self.log_lines.push_back(line);
            }
            let both_ended = ended && self.log_lines.len() < WINDOW;
            let (removed, added) = self.next_common(both_ended);
            if removed + added > 0 {
                self.differs(removed, added);
            } else if self.base.is_empty() && self.log_lines.is_empty() {
                return;
            }
            while !self.base.is_empty() && self.base.front() == self.log_lines.front() {
                self.base.pop_front();
                self.log_lines.pop_front();
                self.line += 1;
            }
        }
    }

    /// How many lines of either come before the next common ones; all in sight if there are none.
    fn next_common(&self, both_ended: bool) -> (usize, usize) {
        let (base, ahead) = (self.base.len(), self.log_lines.len());
        let is_common = |(at, in_log): (usize, usize)| {
            (0..COMMON).all(|step| {
                match (self.base.get(at + step), self.log_lines.get(in_log + step)) {
                    (Some(one), Some(other)) => one == other,
                    (None, None) => both_ended,
                    _ => false,
                }
            })
        };
        for both in 0..=base + ahead {
            // As many of one as of the other first: then lines were changed.
            let shares = (0..=both + 1).map(|more| match more % 2 {
                0 => both / 2 + more / 2,
                _ => (both / 2).wrapping_sub(more / 2 + 1),
            });
            let shares = shares.filter(|&at| at <= base && at <= both && both - at <= ahead);
            if let Some(found) = shares.map(|at| (at, both - at)).find(|&at| is_common(at)) {
                return found;
            }
        }
        (base, ahead)
    }

    /// Notes a hunk: so many lines of the base, and so many of the log.
    fn differs(&mut self, removed: usize, added: usize) {
        let line = self.line;
        self.line += removed as u64;
        self.base.drain(..removed);
        let mut added: Vec<_> = self.log_lines.drain(..added).collect();
        let mut removed = removed as u64;
        // As many bytes as its text has at least.
        self.size += 6;
        let size = &mut self.size;
        let fits = added.iter().take_while(|line| {
            *size += line.len() + 1;
            *size <= self.most
        });
        let fitting = fits.count();
        if self.size > self.most {
            added.truncate(fitting);
            removed = removed.min(fitting as u64);
            self.diff.until = Some(line + removed);
            if added.is_empty() {
                return;
            }
        }
        let hunks = &mut self.diff.hunks;
        match hunks.last_mut().filter(|last| last.line + last.removed == line) {
            Some(last) => {
                last.removed += removed;
                last.added.extend(added);
            }
            None => hunks.push(Hunk { line, removed, added }),
        }
    }

    /// The next line of the log, as far as it is kept.
    fn read(&mut self) -> Option<String> {
        match read_line(&mut self.log, 4 * MAX_LINE_CHARS as u64) {
            Ok(line) => line.map(|line| kept(&line)),
            Err(error) => {
                self.error = Some(error);
                None
            }
        }
    }
}

/// A line as it is kept: an invisible character takes no more space than another.
fn kept(line: &[u8]) -> String {
    let line = String::from_utf8_lossy(line.trim_ascii_end());
    let seen = |sign: char| if is_unseen(sign) { char::REPLACEMENT_CHARACTER } else { sign };
    line.chars().take(MAX_LINE_CHARS).map(seen).collect()
}

/// A line of more bytes is taken for several: a log without line ends is not read to its end for each.
const LONGEST: u64 = 64 << 10;

/// The next line with its end, cut to `most` bytes; `None` at the end of the log.
fn read_line(log: &mut impl BufRead, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    if log.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if !line.ends_with(b"\n") {
        log.by_ref().take(LONGEST).skip_until(b'\n')?;
    }
    Ok(Some(line))
}

/// The difference of `log` from that of the search of `problem`, of which at most about `most` bytes are kept.
///
/// # Errors
/// Those of reading the log.
pub fn diff_against_search(
    problem: &Problem,
    algorithm: Algorithm,
    log: impl BufRead,
    most: usize,
) -> io::Result<LogDiff> {
    let mut differ = LogDiffer::new(log);
    differ.stop_beyond(most);
    let mut text = RowBuffer::with_capacity(0);
    if differ.take(log_header(algorithm)) {
        let mut take = |visit: &Visit<Pit>| {
            text.clear();
            text.push_row(visit, RowValue::Known(visit.value));
            differ.take(str::from_utf8(text.text().trim_ascii_end()).unwrap_or_default())
        };
        let _ = answer_to(problem, &mut FnObserver(&mut take));
    }
    differ.finish()
}

#[cfg(test)]
mod tests;
