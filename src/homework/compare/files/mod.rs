//! A file against what it should hold: the same, or the first difference.
//!
//! A log is compared with the search as it runs: row by row, in memory that does not grow with the
//! log, and no further than a few rows after the first difference. Neither log is ever built.
//!
//! In reading order: `forgiven` (what may differ), the types below, `lines` (one line after the
//! other), `log_comparer` (the search listens), `same` (whether a log is right to the last byte).
//!
//! Left out: what a difference means, and how it is printed.

mod forgiven;
mod lines;
mod log_comparer;
mod same;

use std::collections::BTreeSet;
use std::io::{self, BufRead};
use std::ops::ControlFlow;

pub use forgiven::{Forgiven, Leniency};
use lines::{AtEnd, Enough, Lines};
pub use log_comparer::{LogComparer, Stop};
pub use same::exactly;

/// Lines shown before and after a difference.
pub const CONTEXT: usize = 3;

/// The most blanks that are forgiven beyond as many bytes as the right file has, and the most empty
/// bytes at its end: judging should not take longer than a right file of that length would.
pub const MOST_BLANKS: u64 = 64 << 10;

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
    /// Whether that would be forgiven were there less of it.
    pub cause: Cause,
}

/// Why a line is not as computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// It holds something else.
    Content,
    /// It may hold what it should, but up to its end there are more blanks or empty lines than are
    /// forgiven.
    TooManyBlanks,
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
    lines.finish(AtEnd::Anything)
}
