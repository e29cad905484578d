//! A log as its difference from one that can be computed: a few lines of text in hunk of all of it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A log as its difference from another one, its base. As data it is the text that it prints, and `until`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(into = "DiffText", try_from = "DiffText")]
pub struct LogDiff {
    /// Where it differs, in order.
    pub hunks: Vec<Hunk>,
    /// The first line of the base from which on nothing is known of the log; `None` if it is known whole.
    pub until: Option<u64>,
}

/// Lines of the base that the log has others for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hunk {
    /// The first of those lines, from 1.
    pub line: u64,
    /// How many lines of the base are not in the log.
    pub removed: u64,
    /// The lines that the log has there.
    pub added: Vec<String>,
}

/// A line of the base, of the log or of both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinePair<'a> {
    /// Its number in the base.
    pub base: Option<u64>,
    /// Its number in the log.
    pub line: Option<u64>,
    /// What only the log has.
    pub added: Option<&'a str>,
}

impl LogDiff {
    /// Base and log side by side, from line `from` of the log on, without an end.
    pub fn pairs(&self, from: u64) -> impl Iterator<Item = LinePair<'_>> {
        let mut hunks = self.hunks.iter();
        let mut hunk = hunks.next();
        // Past the hunks that end before the first line: the rest is no longer than what is shown.
        let (mut base, mut line) = (1, 1);
        while let Some(it) = hunk {
            let end = line + (it.line - base) + it.added.len() as u64;
            if end >= from {
                break;
            }
            (base, line) = (it.line + it.removed, end);
            hunk = hunks.next();
        }
        let skipped = from.saturating_sub(line);
        let skipped = hunk.map_or(skipped, |it| skipped.min(it.line - base));
        (base, line) = (base + skipped, line + skipped);
        let mut within = 0;
        let all = std::iter::from_fn(move || {
            let (at_base, at_line) = (base, line);
            let Some(it) = hunk.filter(|it| it.line + it.removed.min(within) <= at_base) else {
                (base, line) = (base + 1, line + 1);
                return Some(LinePair { base: Some(at_base), line: Some(at_line), added: None });
            };
            let removed = (within < it.removed).then_some(at_base);
            let added = it.added.get(within as usize).map(String::as_str);
            within += 1;
            base += u64::from(removed.is_some());
            line += u64::from(added.is_some());
            if within >= it.removed.max(it.added.len() as u64) {
                (hunk, within) = (hunks.next(), 0);
            }
            Some(LinePair { base: removed, line: added.map(|_| at_line), added })
        });
        all.skip_while(move |pair| pair.line.is_some_and(|line| line < from))
    }

    /// The line of the log that stands where line `base` of the base does.
    pub fn line_of(&self, base: u64) -> u64 {
        let before = self.hunks.iter().take_while(|hunk| hunk.line < base);
        before.fold(base, |line, hunk| {
            let missing = hunk.removed.min(base - hunk.line);
            line + (hunk.added.len() as u64).min(missing) - missing
                + (hunk.added.len() as u64).saturating_sub(hunk.removed)
        })
    }

    /// The lines of the log at which its hunks begin.
    pub fn lines(&self) -> impl Iterator<Item = u64> {
        let mut more = 0;
        self.hunks.iter().map(move |hunk| {
            let line = hunk.line.wrapping_add_signed(more);
            more += hunk.added.len() as i64 - hunk.removed as i64;
            line
        })
    }

    /// Reads what [`Display`](fmt::Display) has written.
    ///
    /// # Errors
    /// A sentence that names the line.
    pub fn parse(text: &str, until: Option<u64>) -> Result<Self, String> {
        let mut hunks = Vec::new();
        let mut lines = text.lines();
        while let Some(head) = lines.next() {
            let numbers: Vec<_> = head.split(' ').map(str::parse::<u64>).collect();
            let [Ok(line), Ok(removed), Ok(added)] = numbers[..] else {
                return Err(format!("expected three numbers, found {head}"));
            };
            let added = lines.by_ref().take(added as usize).map(str::to_owned).collect();
            hunks.push(Hunk { line, removed, added });
        }
        let in_order =
            hunks.is_sorted_by(|one, next| one.line.saturating_add(one.removed) <= next.line);
        match in_order && hunks.first().is_none_or(|hunk| hunk.line > 0) {
            true => Ok(Self { hunks, until }),
            false => Err("the places of a difference are not in order".to_owned()),
        }
    }
}

/// For each hunk its line, the lines that are not in the log, the number of those that are, and these.
impl fmt::Display for LogDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for hunk in &self.hunks {
            writeln!(f, "{} {} {}", hunk.line, hunk.removed, hunk.added.len())?;
            for line in &hunk.added {
                writeln!(f, "{line}")?;
            }
        }
        Ok(())
    }
}

#[derive(Serialize, Deserialize)]
struct DiffText {
    places: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    until: Option<u64>,
}

impl From<LogDiff> for DiffText {
    fn from(diff: LogDiff) -> Self {
        Self { places: diff.to_string(), until: diff.until }
    }
}

impl TryFrom<DiffText> for LogDiff {
    type Error = String;

    fn try_from(text: DiffText) -> Result<Self, String> {
        Self::parse(&text.places, text.until)
    }
}
