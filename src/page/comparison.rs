//! A log of one's own beside the search: the first row where they part, and which mistake it is.
//!
//! What comes before that row is right and can be computed again, so only the lines around it are
//! kept.
//!
//! Left out: rows of the search, and how the two are shown.

use std::io;

use crate::explain::evidence::{End, Evidence, Lines, MOST};
use crate::explain::explain;
use crate::explain::mistakes::{Entry, Mistake};
use crate::homework::Problem;
use crate::judge::log::judge;
use crate::search::Algorithm;

/// Lines of the log that are kept before the first difference, and from it on.
const BEFORE: usize = 12;
const AFTER: usize = 240;

/// The most characters of a line that are kept.
const WIDEST: usize = 120;

/// Where a log and the search part.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The line of the log, from 1, its header included.
    pub line: u64,
    /// The row of the search, from 1, that the line should be.
    pub row: u64,
    /// What is wrong there.
    pub message: String,
    /// The number of the first of `lines`.
    pub begin: u64,
    /// The log's own lines around the difference.
    pub lines: Vec<String>,
    /// The one mistake with which a program writes this log.
    pub mistake: Option<&'static Entry>,
}

/// Holds `log` against the search of `problem`; `None` if it is right.
///
/// # Errors
/// Never for a log in memory, as far as is known.
pub fn compare(
    problem: &Problem,
    algorithm: Algorithm,
    log: &str,
) -> io::Result<Option<Comparison>> {
    let judged = judge(problem, algorithm, log.as_bytes())?;
    let Some(finding) = judged.finding else {
        return Ok(None);
    };
    let line = finding.place.map_or(1, |place| place.line);
    let begin = (line as usize).saturating_sub(BEFORE + 1);
    let lines = log.lines().skip(begin).take(BEFORE + AFTER);
    Ok(Some(Comparison {
        line,
        row: judged.rows_right + 1,
        message: finding.message,
        begin: begin as u64 + 1,
        lines: lines
            .map(|line| line.chars().take(WIDEST).collect())
            .collect(),
        mistake: mistake(problem, log),
    }))
}

fn mistake(problem: &Problem, log: &str) -> Option<&'static Entry> {
    let mut end = log.len().min(MOST as usize);
    while !log.is_char_boundary(end) {
        end -= 1;
    }
    let lines = Lines::new(&log.as_bytes()[..end], end < log.len());
    let evidence = Evidence::new("", problem, End::Normal, None, Some(lines))?;
    let explanation = explain(&[evidence]);
    let [named] = explanation.named.as_slice() else {
        return None;
    };
    match named.as_slice() {
        [key] => Mistake::from_key(key).map(Mistake::entry),
        _ => None,
    }
}
