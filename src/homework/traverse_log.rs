//! `traverse_log.txt`: one row for each visit of the search.
//!
//! ```text
//! Node,Depth,Value,Alpha,Beta
//! root,0,-Infinity,-Infinity,Infinity
//! B2,1,Infinity,-Infinity,Infinity
//! ```
//!
//! Minimax rows end after the value. No blanks; every row ends in a line feed. Before the row of a
//! game-over node (the root excepted) the course's own logs carry an *optional row*: the row that an
//! inner node in its place would have had on entry.
//!
//! Left out: what is visited and when ([`search`](crate::search)), and how rows come into buffers
//! (`log_rows`).

use std::io::{self, Write};
use std::ops::ControlFlow;

use super::log_rows::LogRows;
pub use super::log_rows::{OptionalRows, optional_row};
use super::position::NodeName;
use super::write_behind::{Memory, WriteBehind, first_buffer};
use crate::search::{Algorithm, Leaves, Observer, Value, Visit};

/// The first line of a log, without its line feed.
#[must_use]
pub const fn header(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Minimax => "Node,Depth,Value",
        Algorithm::AlphaBeta => "Node,Depth,Value,Alpha,Beta",
    }
}

/// Writes the rows of a log as a search visits its nodes, through a few buffers that never grow.
///
/// [`answer_with_log`](super::answer_with_log) does this for a problem; a search can do it too:
///
/// ```
/// use mancala::game::{Board, Kalah, Rules, Side};
/// use mancala::homework::{LogWriter, OptionalRows};
/// use mancala::search::{Algorithm, Limits, search};
///
/// let start = Kalah::new(Board::opening(3, 1), Rules::USC, Side::South)?;
/// let limits = Limits { player: Side::South, cutoff: 1 };
/// let mut log = LogWriter::new(Vec::new(), Algorithm::AlphaBeta, OptionalRows::Omit);
/// assert!(search(start, limits, Algorithm::AlphaBeta, &mut log).is_continue());
/// let log = log.finish()?;
/// assert_eq!(log.out.iter().filter(|&&byte| byte == b'\n').count() as u64, log.rows + 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LogWriter<W>(LogRows<WriteBehind<W>, Memory>);

/// A log that has been written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Log<W> {
    /// What it was written to.
    pub out: W,
    /// How many rows it has, the header not counted.
    pub rows: u64,
}

impl<W: Write + Send + 'static> LogWriter<W> {
    /// A log with its header.
    pub fn new(out: W, algorithm: Algorithm, optional: OptionalRows) -> Self {
        let mut rows = LogRows::new(WriteBehind::new(out), first_buffer(), optional);
        rows.buffer.push_line(header(algorithm));
        Self(rows)
    }

    /// Writes what is still in the buffer, and gives back the output.
    ///
    /// # Errors
    /// Those of the output.
    pub fn finish(self) -> io::Result<Log<W>> {
        Ok(Log {
            out: self.0.sink.finish(&self.0.buffer)?,
            rows: self.0.rows,
        })
    }
}

impl<W: Write + Send + 'static, M: NodeName> Observer<M> for LogWriter<W> {
    type Stop = io::Error;

    #[inline(always)]
    fn visit(&mut self, visit: &Visit<M>) -> ControlFlow<io::Error> {
        self.0.visit(visit)
    }

    #[inline(always)]
    fn visit_leaf(&mut self, leaf: &Visit<M>, update: &Visit<M>) -> ControlFlow<io::Error> {
        self.0.visit_leaf(leaf, update)
    }

    #[inline(always)]
    fn visit_leaves(&mut self, leaves: Leaves<'_, M>) -> ControlFlow<io::Error, Value> {
        self.0.visit_leaves(leaves)
    }
}
