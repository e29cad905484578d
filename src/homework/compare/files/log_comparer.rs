//! A log against the search that should have written it, as the search runs.
//!
//! Left out: reading lines ([`lines`](super::lines)).

use std::io::{self, BufRead};
use std::ops::ControlFlow;

use super::lines::{AtEnd, Enough, Lines};
use super::{Compared, Leniency};
use crate::homework::row_text::{RowBuffer, RowValue};
use crate::homework::traverse_log::{header, optional_row};
use crate::homework::{NodeName, OptionalRows};
use crate::search::{Algorithm, Observer, Value, Visit};

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
        self.lines.differs()
    }

    /// The result, once the search has ended or was stopped.
    ///
    /// # Errors
    /// Those of reading the file.
    pub fn finish(self) -> io::Result<Compared> {
        self.lines.finish(AtEnd::Nothing)
    }
}

impl<R: BufRead, M: NodeName> Observer<M> for LogComparer<R> {
    type Stop = Stop;

    fn visit(&mut self, visit: &Visit<M>) -> ControlFlow<Stop> {
        self.row.clear();
        self.row.push_row(visit, RowValue::Known(visit.value));
        self.rows += 1;
        let optional = match self.lines.leniency() {
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
            let row = row.text().trim_ascii_end();
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
