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

use super::question::NodeName;
use crate::search::{Algorithm, Observer, Stage, Value, Visit};

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

/// Writes the rows of a log as a search visits its nodes, through a buffer of fixed size.
#[derive(Debug)]
pub struct LogWriter<W> {
    out: W,
    optional: OptionalRows,
    buffer: Vec<u8>,
    rows: u64,
}

/// When the buffer holds so many bytes it is written out.
const BUFFER: usize = 256 << 10;

impl<W: Write> LogWriter<W> {
    /// A log with its header.
    pub fn new(out: W, algorithm: Algorithm, optional: OptionalRows) -> Self {
        // A row is far shorter than the room left beyond the threshold.
        let mut buffer = Vec::with_capacity(BUFFER + 1024);
        buffer.extend_from_slice(header(algorithm).as_bytes());
        buffer.push(b'\n');
        Self {
            out,
            optional,
            buffer,
            rows: 0,
        }
    }

    /// Writes what is still in the buffer; gives back the output and the number of rows, the header
    /// not counted.
    ///
    /// # Errors
    /// Those of the output.
    pub fn finish(mut self) -> io::Result<(W, u64)> {
        self.out.write_all(&self.buffer)?;
        self.out.flush()?;
        Ok((self.out, self.rows))
    }

    fn write_out_if_full(&mut self) -> ControlFlow<io::Error> {
        if self.buffer.len() >= BUFFER {
            if let Err(error) = self.out.write_all(&self.buffer) {
                return ControlFlow::Break(error);
            }
            self.buffer.clear();
        }
        ControlFlow::Continue(())
    }
}

impl<W: Write, M: NodeName> Observer<M> for LogWriter<W> {
    type Stop = io::Error;

    fn visit(&mut self, visit: &Visit<M>) -> ControlFlow<io::Error> {
        if let Some(row) = optional_row(visit, self.optional) {
            push_row(&mut self.buffer, visit, row);
            self.rows += 1;
        }
        push_row(&mut self.buffer, visit, RowValue::Known(visit.value));
        self.rows += 1;
        self.write_out_if_full()
    }
}

/// The third column of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowValue {
    /// A value.
    Known(Value),
    /// The course's mark for an optional row, `+/-Infinity`.
    EitherInfinity,
}

/// The optional row that goes before the row of `visit`, if there is one and it is wanted.
#[must_use]
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

/// Appends the row of `visit`, with `value` in its third column, and a line feed.
pub fn push_row<M: NodeName>(text: &mut Vec<u8>, visit: &Visit<M>, value: RowValue) {
    match visit.made_by {
        None => text.extend_from_slice(b"root"),
        Some((side, choice)) => choice.push_name(side, text),
    }
    text.push(b',');
    push_number(text, i64::from(visit.depth));
    text.push(b',');
    match value {
        RowValue::Known(value) => push_value(text, value),
        RowValue::EitherInfinity => text.extend_from_slice(b"+/-Infinity"),
    }
    if let Some(window) = visit.window {
        text.push(b',');
        push_value(text, window.alpha);
        text.push(b',');
        push_value(text, window.beta);
    }
    if value == RowValue::EitherInfinity {
        text.extend_from_slice(b"\tOPTIONAL");
    }
    text.push(b'\n');
}

fn push_value(text: &mut Vec<u8>, value: Value) {
    match value.finite() {
        Some(score) => push_number(text, i64::from(score)),
        None if value == Value::INFINITY => text.extend_from_slice(b"Infinity"),
        None => text.extend_from_slice(b"-Infinity"),
    }
}

/// Formatting machinery costs more than the search itself, so digits are pushed by hand.
pub(super) fn push_number(text: &mut Vec<u8>, number: i64) {
    if number < 0 {
        text.push(b'-');
    }
    let mut rest = number.unsigned_abs();
    let mut digits = [0u8; 20];
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    text.extend_from_slice(&digits[first..]);
}
