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
//! The log of Nimcala is alike; a node is named for who moved, the pit and the tokens, the numbers counted from 1:
//!
//! ```text
//! Node,Depth,Value
//! root,0,-Infinity
//! B4-1,1,Infinity        player 1 (B, as in the homework) takes 1 token from pit 4 ..
//! A4-1,2,-1              .. and player 2 (A) the last one
//! ```
//!
//! The value of a finished game of Nimcala is 1 if the player of the input has won it and -1 if not; a node
//! at the cutoff has the value 0, since nothing is known of it. There are no extra turns, so depth
//! counts moves. A game that is over before the first move is lost for the player to move.

use std::io::{self, Write};
use std::ops::{ControlFlow, DerefMut};

use super::row_text::{NodeName, RowBuffer, RowValue, Sink};
use super::write_behind::{Memory, WriteBehind, first_buffer};
use crate::search::{Algorithm, Leaves, Observer, Stage, Value, Visit};

/// The first line of a log, without its line feed.
pub const fn log_header(algorithm: Algorithm) -> &'static str {
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
        rows.buffer.push_line(log_header(algorithm));
        Self(rows)
    }

    /// Writes what is still in the buffer, and gives back the output.
    ///
    /// # Errors
    /// Those of the output.
    pub fn finish(self) -> io::Result<Log<W>> {
        Ok(Log { out: self.0.sink.finish(&self.0.buffer)?, rows: self.0.rows })
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

/// Puts the rows of a search's visits together in buffers.
#[derive(Debug)]
pub struct LogRows<S, B = Vec<u8>> {
    pub sink: S,
    pub optional: OptionalRows,
    pub buffer: RowBuffer<B>,
    pub rows: u64,
}

impl<S: Sink<B>, B: DerefMut<Target = [u8]>> LogRows<S, B> {
    pub fn new(sink: S, buffer: RowBuffer<B>, optional: OptionalRows) -> Self {
        Self { sink, optional, buffer, rows: 0 }
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
        if self.buffer.has_room() { ControlFlow::Continue(()) } else { self.empty_buffer() }
    }

    #[cold]
    fn empty_buffer(&mut self) -> ControlFlow<io::Error> {
        match self.sink.take(&mut self.buffer) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        }
    }

    /// Leaves of which the first `pushed` have their rows.
    // By value, so that leaves that are pushed at once never lie in memory.
    #[cold]
    #[inline(never)]
    fn visit_each<M: NodeName>(
        &mut self,
        mut leaves: Leaves<'_, M>,
        pushed: usize,
    ) -> ControlFlow<io::Error, Value> {
        for _ in leaves.by_ref().take(pushed) {}
        leaves.tell(self)
    }
}

impl<S: Sink<B>, B: DerefMut<Target = [u8]>, M: NodeName> Observer<M> for LogRows<S, B> {
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

    #[inline(always)]
    fn visit_leaves(&mut self, leaves: Leaves<'_, M>) -> ControlFlow<io::Error, Value> {
        let (pushed, value) = self.buffer.push_leaves(&leaves);
        self.rows += 2 * pushed as u64;
        if pushed < leaves.moves.len() {
            self.visit_each(leaves, pushed)
        } else {
            ControlFlow::Continue(value)
        }
    }
}

/// The optional row that goes before the row of `visit`, if there is one and it is wanted.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Pit, Side};
    use crate::search::Goal;

    impl Sink for &mut Vec<u8> {
        fn take(&mut self, rows: &mut RowBuffer) -> io::Result<()> {
            self.extend_from_slice(rows.text());
            rows.clear();
            Ok(())
        }
    }

    /// The log that `tell` makes in buffers of `capacity` bytes, and how many rows it has.
    fn log(
        capacity: usize,
        tell: impl Fn(&mut LogRows<&mut Vec<u8>>) -> ControlFlow<io::Error, Value>,
    ) -> (String, u64, Option<Value>) {
        let mut log = Vec::new();
        let buffer = RowBuffer::with_capacity(capacity);
        let mut rows = LogRows::new(&mut log, buffer, OptionalRows::Omit);
        let value = tell(&mut rows).continue_value();
        let count = rows.rows;
        rows.sink.take(&mut rows.buffer).unwrap();
        (String::from_utf8(log).unwrap(), count, value)
    }

    /// Scores and depths that have no piece, and leaves that come to the end of a buffer, have the rows
    /// that they have one by one.
    #[test]
    fn leaves_at_once_have_the_same_rows() {
        let pits = [0, 1, 2, 3, 9].map(Pit::new);
        let many: Vec<_> = (-1024..1024).collect();
        let mut cases = Vec::new();
        for scores in
            [&[3, -2, 0, 7, 7], &[5, 1023, 1024, -1024, 2], &[-1025, 1, 0, -9, 1], &many[..]]
        {
            for goal in [Goal::Max, Goal::Min] {
                for depth in [1, 63, 64, 1000] {
                    for made_by in [None, Some((Side::North, Pit::new(4)))] {
                        cases.push((scores, goal, depth, made_by));
                    }
                }
            }
        }
        let mut compared = 0;
        for (scores, goal, depth, made_by) in cases {
            let moves: Vec<_> = pits.into_iter().cycle().take(scores.len()).collect();
            let leaves = Leaves {
                parent: Visit {
                    made_by,
                    ply: 8,
                    depth: depth - 1,
                    goal,
                    value: goal.start(),
                    window: None,
                    stage: Stage::Update,
                },
                mover: Side::South,
                depth,
                moves: &moves,
                scores,
            };
            for capacity in [0, 30, 1000] {
                let at_once = log(capacity, |rows| {
                    rows.visit_leaves(leaves)?;
                    rows.visit_leaves(leaves)
                });
                let one_by_one = log(capacity, |rows| {
                    leaves.tell(rows)?;
                    leaves.tell(rows)
                });
                assert_eq!(at_once, one_by_one);
                assert_eq!(at_once.1, 4 * scores.len() as u64);
                compared += 1;
            }
        }
        assert_eq!(compared, 4 * 2 * 4 * 2 * 3);
    }
}
