//! A log of one's own beside the walk, as JSON.

use std::io::{self, BufRead};
use std::ops::ControlFlow;

use super::Walk;
use crate::json::{list, object, or_null, string, strings};
use crate::{Answered, lines};
use explain::comparison::{self, Comparison, written};
use mancala::homework::compare::{LinePair, LogDiff};
use mancala::homework::log_header;

const MAX_LINES: usize = 400;

/// As many missing lines are shown one by one.
const MISSING: u64 = 2;

/// Holds the log that `open` begins to read against the search.
pub fn compare<L: BufRead>(walk: &Walk, open: impl Fn() -> io::Result<L>) -> Answered {
    let compared = comparison::compare(&walk.problem, walk.algorithm, open)
        .map_err(|error| format!("the log cannot be read: {error}"))?;
    let Some(Comparison { log, .. }) = compared else {
        return Ok(object(&[("right", "true".to_owned())]));
    };
    Ok(object(&[
        ("right", "false".to_owned()),
        ("line", log.line.to_string()),
        ("row", log.row.min(walk.rows()).to_string()),
        ("message", string(&log.message)),
        ("mistakes", or_null(log.mistakes.as_deref().map(string))),
        ("base", string(&log.base)),
        ("places", string(&log.places)),
        ("until", or_null(log.until)),
        ("told", strings(&log.told)),
        ("rules", strings(&log.rules)),
    ]))
}

/// The base of a log's difference, the line from which on nothing is known of it, the number of a line (of the log, or
/// after `@` of what is expected), a count, and the log's places: that many lines of it beside what is expected.
pub fn beside(walk: &Walk, arguments: &str) -> Answered {
    let [base, until, from, count, places] = lines(arguments);
    let number = |text: &str| text.trim().parse::<u64>();
    let diff = LogDiff::parse(places, number(until).ok())?;
    let line = number(from.trim_start_matches('@')).map_err(|_| "expected the number of a line")?;
    let from = if from.starts_with('@') && base.is_empty() { diff.line_of(line) } else { line };
    let count = number(count).map_or(1, |count| (count as usize).min(MAX_LINES));
    let shown = shown(&diff, base.is_empty(), from, count);
    let texts = Texts::of(walk, base, &shown)?;
    let lines = shown.iter().filter_map(|pair| texts.beside(walk, pair));
    let before = diff.lines().take_while(|&line| line < from).last();
    let after = diff.lines().find(|&line| line >= from + count as u64);
    Ok(object(&[
        ("lines", list(lines)),
        ("places", diff.hunks.len().to_string()),
        ("before", or_null(before)),
        ("after", or_null(after)),
    ]))
}

/// The lines that are shown; of many missing ones in a row the first few, and none if the base is not what is expected.
fn shown(diff: &LogDiff, is_right: bool, from: u64, count: usize) -> Vec<LinePair<'_>> {
    let end = diff.until.unwrap_or(u64::MAX);
    let known = |pair: &LinePair| pair.base.is_none_or(|base| base < end);
    let pairs = diff.pairs(from).take_while(known);
    let mut missing = 0;
    let few = pairs.filter(move |pair| {
        missing = if pair.line.is_none() { missing + 1 } else { 0 };
        missing <= if is_right { MISSING } else { 0 }
    });
    few.take(count).collect()
}

/// The lines of the base that are shown, and those that are expected.
struct Texts {
    begin: u64,
    base: Vec<String>,
    /// Where the base is not what is expected: the right lines, by number.
    right: Option<(u64, Vec<String>)>,
}

impl Texts {
    fn of(walk: &Walk, base: &str, shown: &[LinePair]) -> Result<Self, String> {
        let lines = shown.iter().filter_map(|pair| pair.base);
        let begin = lines.clone().min().unwrap_or(1);
        let count = lines.max().map_or(0, |last| last - begin + 1) as usize;
        let count = count.min(MAX_LINES);
        if base.is_empty() {
            return Ok(Self { begin, base: right(walk, begin, count), right: None });
        }
        let first = shown.iter().find_map(|pair| pair.line).unwrap_or(1);
        Ok(Self {
            begin,
            base: written(&walk.problem, base, begin, count)?,
            right: Some((first, right(walk, first, shown.len()))),
        })
    }

    /// Nothing where neither has a line.
    fn beside(&self, walk: &Walk, pair: &LinePair) -> Option<String> {
        let at = |begin: u64, lines: &[String], number: u64| {
            lines.get((number.checked_sub(begin)?) as usize).cloned()
        };
        let of_base = |number: u64| at(self.begin, &self.base, number);
        let (number, expected) = match &self.right {
            None => (pair.base, pair.base.and_then(of_base)),
            Some((first, right)) => (pair.line, pair.line.and_then(|line| at(*first, right, line))),
        };
        let theirs = match (pair.added, pair.line) {
            (Some(added), _) => Some(added.to_owned()),
            (None, Some(_)) => pair.base.and_then(of_base),
            (None, None) => None,
        };
        let row = number.filter(|line| (2..=walk.rows() + 1).contains(line));
        if expected.is_none() && theirs.is_none() {
            return None;
        }
        let differs = expected != theirs;
        let text = |text: Option<String>| or_null(text.map(|text| string(&text)));
        Some(object(&[
            ("line", or_null(pair.line)),
            ("row", or_null(row.map(|line| line - 1))),
            ("expected", text(expected)),
            ("theirs", text(theirs)),
            ("differs", differs.to_string()),
        ]))
    }
}

/// Lines of the right log, its header being the first.
fn right(walk: &Walk, begin: u64, count: usize) -> Vec<String> {
    let mut lines = Vec::new();
    if begin <= 1 {
        lines.push(log_header(walk.algorithm).to_owned());
    }
    let _: Option<()> = walk.each_row(begin.max(2) - 1, |row| {
        if lines.len() >= count {
            return ControlFlow::Break(());
        }
        lines.push(row.text());
        ControlFlow::Continue(())
    });
    lines.truncate(count);
    lines
}
