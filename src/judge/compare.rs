//! A file against what it should hold: the same, or the first difference.
//!
//! A log is compared with the search as it runs: row by row, in memory that does not grow with the
//! log, and no further than a few rows after the first difference. Neither log is ever built.
//!
//! Left out: what a difference means, and how it is printed.

use std::collections::{BTreeSet, VecDeque};
use std::io::{self, BufRead};
use std::ops::ControlFlow;

#[cfg(feature = "grade")]
use serde::{Deserialize, Serialize};

use crate::homework::row_text::{RowBuffer, RowValue};
use crate::homework::traverse_log::{header, optional_row};
use crate::homework::{NodeName, OptionalRows};
use crate::search::{Algorithm, Observer, Value, Visit};

/// Lines shown before and after a difference.
pub const CONTEXT: usize = 3;

/// The longest line that is read whole; no right line comes near.
const LONGEST_LINE: usize = 4096;

/// What may differ without being a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leniency {
    /// Nothing: every byte counts.
    Exact,
    /// What the course forgives: line ends, blanks at the end of a line, blank lines at the end, a
    /// byte order mark, and optional rows of either sign, marked or not, with alpha and beta or not,
    /// present or not.
    Course,
}

/// What leniency forgave in a file that is otherwise as computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "grade",
    derive(Serialize, Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum Forgiven {
    /// The file begins with a byte order mark.
    ByteOrderMark,
    /// Lines end in carriage return and line feed.
    CarriageReturns,
    /// Lines have blanks at their end.
    TrailingBlanks,
    /// The last line has no line end.
    NoFinalLineEnd,
    /// There are blank lines after the last line.
    BlankLinesAtEnd,
}

impl std::fmt::Display for Forgiven {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::ByteOrderMark => "begins with a byte order mark",
            Self::CarriageReturns => "has carriage returns at line ends (CRLF)",
            Self::TrailingBlanks => "has blanks at the end of lines",
            Self::NoFinalLineEnd => "does not end its last line",
            Self::BlankLinesAtEnd => "has blank lines at its end",
        })
    }
}

/// What a comparison found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Compared {
    /// The first difference; `None` if the file is right.
    pub difference: Option<Difference>,
    /// What was forgiven up to there, in the order of [`Forgiven`].
    pub forgiven: BTreeSet<Forgiven>,
}

/// The first place where a file is not as computed.
///
/// A line keeps its line end, so that a difference there can be seen; a file that ends has no line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The first differing line of the file, from 1.
    pub line: u64,
    /// Up to [`CONTEXT`] lines before it, which agree.
    pub before: Vec<Vec<u8>>,
    /// What was computed for that line and up to [`CONTEXT`] after it.
    pub computed: Vec<Vec<u8>>,
    /// What the file has there.
    pub found: Vec<Vec<u8>>,
}

/// Compares a file with a computed text.
///
/// # Errors
/// Those of reading the file.
pub fn compare_text(
    computed: &str,
    file: impl BufRead,
    leniency: Leniency,
) -> io::Result<Compared> {
    let mut lines = Lines::new(file, leniency);
    for line in computed.as_bytes().split_inclusive(|&byte| byte == b'\n') {
        if let ControlFlow::Break(Enough) = lines.expect(line, &[])? {
            break;
        }
    }
    lines.finish()
}

/// Compares a log with a search that it listens to.
#[derive(Debug)]
pub struct LogComparer<R> {
    lines: Lines<R>,
    row: RowBuffer,
    rows: u64,
}

/// Why a comparer stops a search.
#[derive(Debug)]
pub enum Stop {
    /// The difference and what surrounds it are known.
    Difference,
    /// The file cannot be read.
    Unreadable(io::Error),
}

impl<R: BufRead> LogComparer<R> {
    /// Compares `file` with the rows of the search to come, and with their header at once.
    pub fn new(file: R, algorithm: Algorithm, leniency: Leniency) -> io::Result<Self> {
        let mut lines = Lines::new(file, leniency);
        let mut row = RowBuffer::with_capacity(0);
        row.push_line(header(algorithm));
        // The search has not begun: the first row will be told to stop.
        let _ = lines.expect(row.text(), &[])?;
        Ok(Self {
            lines,
            row,
            rows: 0,
        })
    }

    /// Rows of the search that were compared; the header does not count.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Whether the first difference was met.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.lines.difference.is_some()
    }

    /// The result, once the search has ended or was stopped.
    ///
    /// # Errors
    /// Those of reading the file.
    pub fn finish(self) -> io::Result<Compared> {
        self.lines.finish()
    }
}

impl<R: BufRead, M: NodeName> Observer<M> for LogComparer<R> {
    type Stop = Stop;

    fn visit(&mut self, visit: &Visit<M>) -> ControlFlow<Stop> {
        self.row.clear();
        self.row.push_row(visit, RowValue::Known(visit.value));
        self.rows += 1;
        let optional = match self.lines.leniency {
            Leniency::Exact => Vec::new(),
            Leniency::Course => optional_forms(visit),
        };
        match self.lines.expect(self.row.text(), &optional) {
            Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
            Ok(ControlFlow::Break(Enough)) => ControlFlow::Break(Stop::Difference),
            Err(error) => ControlFlow::Break(Stop::Unreadable(error)),
        }
    }
}

/// Every form in which the optional row of `visit` may stand; none if it has no such row.
fn optional_forms<M: NodeName>(visit: &Visit<M>) -> Vec<Vec<u8>> {
    let Some(marked) = optional_row(visit, OptionalRows::Marked) else {
        return Vec::new();
    };
    let signs = [
        RowValue::Known(Value::INFINITY),
        RowValue::Known(Value::NEG_INFINITY),
        marked,
    ];
    signs
        .into_iter()
        .flat_map(|value| {
            let mut row = RowBuffer::with_capacity(0);
            row.push_row(visit, value);
            let row = trim_end(row.text());
            let plain = row.strip_suffix(MARK).unwrap_or(row).to_vec();
            let bare = without_window(&plain).to_vec();
            let forms = [plain, bare];
            forms
                .into_iter()
                .flat_map(|form| [[&form[..], MARK].concat(), form])
        })
        .collect()
}

/// A row up to its value: the course's checker forgives an optional row without alpha and beta.
fn without_window(row: &[u8]) -> &[u8] {
    let mut commas = row.iter().enumerate().filter(|&(_, &byte)| byte == b',');
    commas.nth(2).map_or(row, |(at, _)| &row[..at])
}

const MARK: &[u8] = b"\tOPTIONAL";

/// A difference and enough lines after it.
struct Enough;

/// The lines of a file, read one at a time against those that are expected.
#[derive(Debug)]
struct Lines<R> {
    file: R,
    leniency: Leniency,
    /// The number of lines that agreed.
    agreed: u64,
    last: VecDeque<Vec<u8>>,
    line: Vec<u8>,
    difference: Option<Difference>,
    forgiven: BTreeSet<Forgiven>,
}

impl<R: BufRead> Lines<R> {
    fn new(file: R, leniency: Leniency) -> Self {
        Self {
            file,
            leniency,
            agreed: 0,
            last: VecDeque::with_capacity(CONTEXT + 1),
            line: Vec::new(),
            difference: None,
            forgiven: BTreeSet::new(),
        }
    }

    /// The next line has to be `computed`, after any of the `optional` ones.
    fn expect(&mut self, computed: &[u8], optional: &[Vec<u8>]) -> io::Result<ControlFlow<Enough>> {
        if let Some(difference) = &mut self.difference {
            difference.computed.push(computed.to_vec());
            return Ok(if difference.computed.len() > CONTEXT {
                ControlFlow::Break(Enough)
            } else {
                ControlFlow::Continue(())
            });
        }
        if self.next_is(computed)? {
            return Ok(ControlFlow::Continue(()));
        }
        self.read_line()?;
        if optional.iter().any(|row| row == trim_end(&self.line)) {
            self.agree();
            self.read_line()?;
        }
        if self.same(computed) {
            self.agree();
        } else {
            self.differ(vec![computed.to_vec()])?;
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Takes the next line if it is exactly `computed` and lies in the buffer as a whole: what nearly
    /// every line of a right file does, and several times faster than reading it.
    fn next_is(&mut self, computed: &[u8]) -> io::Result<bool> {
        if !self.file.fill_buf()?.starts_with(computed) {
            return Ok(false);
        }
        self.file.consume(computed.len());
        self.line.clear();
        self.line.extend_from_slice(computed);
        self.remember();
        Ok(true)
    }

    /// No more lines are expected.
    fn finish(mut self) -> io::Result<Compared> {
        if self.difference.is_none() {
            self.read_line()?;
            while self.leniency == Leniency::Course
                && !self.line.is_empty()
                && trim_end(&self.line).is_empty()
            {
                self.forgiven.insert(Forgiven::BlankLinesAtEnd);
                self.read_line()?;
            }
            if !self.line.is_empty() {
                self.differ(Vec::new())?;
            }
        }
        Ok(Compared {
            difference: self.difference,
            forgiven: self.forgiven,
        })
    }

    fn same(&self, computed: &[u8]) -> bool {
        match self.leniency {
            Leniency::Exact => self.line == computed,
            Leniency::Course => !self.line.is_empty() && trim_end(&self.line) == trim_end(computed),
        }
    }

    /// The line is right, or right but for what is forgiven.
    fn agree(&mut self) {
        let end = &self.line[trim_end(&self.line).len()..];
        match end.strip_suffix(b"\n") {
            None => _ = self.forgiven.insert(Forgiven::NoFinalLineEnd),
            Some(b"") => {}
            Some(blanks) => {
                let (returns, blanks) = match blanks.strip_suffix(b"\r") {
                    Some(blanks) => (true, blanks),
                    None => (false, blanks),
                };
                if returns {
                    self.forgiven.insert(Forgiven::CarriageReturns);
                }
                if !blanks.is_empty() {
                    self.forgiven.insert(Forgiven::TrailingBlanks);
                }
            }
        }
        self.remember();
    }

    fn remember(&mut self) {
        self.agreed += 1;
        let mut spare = if self.last.len() == CONTEXT {
            self.last.pop_front().unwrap_or_default()
        } else {
            Vec::new()
        };
        std::mem::swap(&mut spare, &mut self.line);
        self.last.push_back(spare);
    }

    fn differ(&mut self, computed: Vec<Vec<u8>>) -> io::Result<()> {
        let mut found = Vec::new();
        while !self.line.is_empty() && found.len() <= CONTEXT {
            found.push(std::mem::take(&mut self.line));
            self.read_line()?;
        }
        self.difference = Some(Difference {
            line: self.agreed + 1,
            before: std::mem::take(&mut self.last).into(),
            computed,
            found,
        });
        Ok(())
    }

    /// Reads the next line with its end, or [`LONGEST_LINE`] bytes of it; nothing at the end.
    fn read_line(&mut self) -> io::Result<()> {
        self.line.clear();
        let mut limited = io::Read::take(&mut self.file, LONGEST_LINE as u64);
        limited.read_until(b'\n', &mut self.line)?;
        const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
        if self.agreed == 0
            && self.leniency == Leniency::Course
            && self.line.starts_with(BYTE_ORDER_MARK)
        {
            self.line.drain(..BYTE_ORDER_MARK.len());
            self.forgiven.insert(Forgiven::ByteOrderMark);
        }
        Ok(())
    }
}

fn trim_end(line: &[u8]) -> &[u8] {
    let end = line
        .iter()
        .rposition(|byte| !byte.is_ascii_whitespace())
        .map_or(0, |at| at + 1);
    &line[..end]
}
