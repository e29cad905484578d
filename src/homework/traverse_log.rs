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
//! Left out: what is visited and when ([`search`](crate::search)).

use std::io::{self, Write};
use std::ops::ControlFlow;

use super::position::NodeName;
use super::row_text::{RowBuffer, RowValue};
use super::write_behind::WriteBehind;
use crate::search::{Algorithm, Observer, Stage, Visit};

/// Whether and how optional rows are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OptionalRows {
    /// Not at all.
    #[default]
    Omit,
    /// As ordinary rows, with the infinity that the node's goal gives them.
    OwnSign,
    /// As the course marks them: `A4,4,+/-Infinity`, a tab, `OPTIONAL`.
    Marked,
}

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
pub struct LogWriter<W> {
    out: WriteBehind<W>,
    optional: OptionalRows,
    buffer: RowBuffer,
    rows: u64,
}

/// A log that has been written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Log<W> {
    /// What it was written to.
    pub out: W,
    /// How many rows it has, the header not counted.
    pub rows: u64,
}

/// Bytes of the first buffer, which every log has: most logs need no other, and no memory for others.
const FIRST_BUFFER: usize = 256 << 10;

impl<W: Write + Send + 'static> LogWriter<W> {
    /// A log with its header.
    pub fn new(out: W, algorithm: Algorithm, optional: OptionalRows) -> Self {
        let mut buffer = RowBuffer::with_capacity(FIRST_BUFFER);
        buffer.push_line(header(algorithm));
        Self {
            out: WriteBehind::new(out),
            optional,
            buffer,
            rows: 0,
        }
    }

    /// Writes what is still in the buffer, and gives back the output.
    ///
    /// # Errors
    /// Those of the output.
    pub fn finish(self) -> io::Result<Log<W>> {
        Ok(Log {
            out: self.out.finish(&self.buffer)?,
            rows: self.rows,
        })
    }

    #[inline(always)]
    fn push_row<M: NodeName>(
        &mut self,
        visit: &Visit<M>,
        value: RowValue,
    ) -> ControlFlow<io::Error> {
        self.make_room()?;
        if let Some(mut rows) = self.buffer.rows() {
            rows.write(visit, value);
            rows.finish();
            self.rows += 1;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn make_room(&mut self) -> ControlFlow<io::Error> {
        if self.buffer.has_room() {
            ControlFlow::Continue(())
        } else {
            self.write_out()
        }
    }

    #[cold]
    fn write_out(&mut self) -> ControlFlow<io::Error> {
        match self.out.write(&mut self.buffer) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        }
    }
}

impl<W: Write + Send + 'static, M: NodeName> Observer<M> for LogWriter<W> {
    type Stop = io::Error;

    #[inline(always)]
    fn visit(&mut self, visit: &Visit<M>) -> ControlFlow<io::Error> {
        if let Some(value) = optional_row(visit, self.optional) {
            self.push_row(visit, value)?;
        }
        self.push_row(visit, RowValue::Known(visit.value))
    }

    /// A leaf at the cutoff has no optional row, so both rows are written at once.
    #[inline(always)]
    fn visit_leaf(&mut self, leaf: &Visit<M>, update: &Visit<M>) -> ControlFlow<io::Error> {
        self.make_room()?;
        if let Some(mut rows) = self.buffer.rows() {
            rows.write(leaf, RowValue::Known(leaf.value));
            rows.write(update, RowValue::Known(update.value));
            rows.finish();
            self.rows += 2;
        }
        ControlFlow::Continue(())
    }
}

/// The optional row that goes before the row of `visit`, if there is one and it is wanted.
#[must_use]
#[inline(always)]
pub fn optional_row<M>(visit: &Visit<M>, wanted: OptionalRows) -> Option<RowValue> {
    if visit.stage != Stage::GameOver || visit.made_by.is_none() {
        return None;
    }
    match wanted {
        OptionalRows::Omit => None,
        OptionalRows::OwnSign => Some(RowValue::Known(visit.goal.start())),
        OptionalRows::Marked => Some(RowValue::EitherInfinity),
    }
}
