//! The text of one row of a traversal log.
//!
//! A log has up to hundreds of millions of rows, and formatting a number takes longer than a sow. So
//! a row is put together from cells made when the program is compiled: one for every pit and usual depth,
//! one for every usual value. A cell is copied whole, with a fixed number of bytes, and what it has too much is
//! cut off again. Behind a value there is always a line feed, which the next column, if there is one, overwrites.

use std::io;
use std::ops::DerefMut;

use crate::game::board::MAX_WIDTH;
use crate::game::{Pit, PitName, Side};
use crate::nimcala::Take;
use crate::search::{Leaves, Value, Visit};

/// The third column of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowValue {
    /// A value.
    Known(Value),
    /// The course's mark for an optional row, `+/-Infinity`.
    EitherInfinity,
}

/// The row of a visit, without its line end.
pub fn row_text<M: NodeName>(visit: &Visit<M>) -> String {
    let mut row = RowBuffer::with_capacity(0);
    row.push_row(visit, RowValue::Known(visit.value));
    String::from_utf8_lossy(row.text().trim_ascii_end()).into_owned()
}

/// Rows one after the other, in memory that is used again and never grows.
#[derive(Debug, Clone)]
pub struct RowBuffer<B = Vec<u8>> {
    memory: B,
    begin: usize,
    /// Where it ends. Narrower than an index, so that a sum of it cannot overflow.
    end: u32,
}

/// Where full buffers go.
pub trait Sink<B = Vec<u8>> {
    /// Takes a full buffer and leaves an empty one in its place.
    ///
    /// # Errors
    /// Those of the output.
    fn take(&mut self, rows: &mut RowBuffer<B>) -> io::Result<()>;
}

/// Room for two rows. A row has at most four cells, whose lengths are bytes, and short texts: nothing
/// has to make sure that they fit.
const LONGEST: usize = 4096;
/// Leaves of which all rows take less than half of that, for a row of two small cells has at most 16 bytes.
const LEAVES: usize = LONGEST / 2 / (2 * 16);
/// Room for a few rows that come before those that were pushed.
const BEFORE: usize = 1024;

/// How many bytes of memory a buffer takes for text of `capacity` bytes and two rows that begin there.
pub const fn bytes_for(capacity: usize) -> usize {
    BEFORE + capacity + LONGEST
}

impl RowBuffer {
    /// No rows, with memory for text of `capacity` bytes and two rows that begin there.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Self::within(vec![0; bytes_for(capacity)])
    }
}

impl<B: DerefMut<Target = [u8]>> RowBuffer<B> {
    /// No rows, in this memory.
    pub(super) const fn within(memory: B) -> Self {
        Self { memory, begin: BEFORE, end: BEFORE as u32 }
    }

    /// The text of all rows.
    pub fn text(&self) -> &[u8] {
        &self.memory[self.begin..self.end as usize]
    }

    /// Forgets the rows and keeps the memory.
    #[inline]
    pub const fn clear(&mut self) {
        self.begin = BEFORE;
        self.end = BEFORE as u32;
    }

    /// Appends a line, `text` and a line feed, if there is room for a row.
    pub fn push_line(&mut self, text: &str) {
        if let Some(mut line) = self.rows() {
            line.push_text(text.as_bytes());
            line.push_text(b"\n");
            line.finish();
        }
    }

    /// Appends the row of `visit`, with `value` in its third column, if there is room for a row.
    pub fn push_row<M: NodeName>(&mut self, visit: &Visit<M>, value: RowValue) {
        if let Some(mut rows) = self.rows() {
            rows.write(visit, value);
            rows.finish();
        }
    }

    /// Appends the rows of leaves and of their parent after each, until something has no cell, if there
    /// is room for two rows. How many leaves these are, and the parent's value after them.
    // The end and the parent's cell stay in registers from leaf to leaf.
    #[inline(always)]
    pub(super) fn push_leaves<M: NodeName>(&mut self, leaves: &Leaves<'_, M>) -> (usize, Value) {
        let &Leaves { parent, mover, depth, moves, scores } = leaves;
        let mut value = parent.value;
        let node = parent.made_by.and_then(|(side, choice)| choice.node_cell(side, parent.depth));
        let Some(&node) = node else { return (0, value) };
        let Some(mut rows) = self.rows() else { return (0, value) };
        let mut pushed = 0;
        for (&choice, &score) in moves.iter().zip(scores).take(LEAVES) {
            let score = Value::score(score);
            let best = parent.goal.better(score, value);
            let (Some(leaf), Some(leaf_value), Some(node_value)) =
                (choice.node_cell(mover, depth), value_cell(score), value_cell(best))
            else {
                break;
            };
            // It is less, which nothing else tells the compiler.
            rows.end %= LONGEST / 2;
            rows.push(leaf);
            rows.push(leaf_value);
            rows.end_row();
            rows.push(&node);
            rows.push(node_value);
            rows.end_row();
            value = best;
            pushed += 1;
        }
        rows.finish();
        (pushed, value)
    }

    /// Puts rows before all others; `false` if there is no room for them.
    pub(super) fn prepend(&mut self, text: &[u8]) -> bool {
        let Some(begin) = self.begin.checked_sub(text.len()) else { return false };
        self.memory[begin..self.begin].copy_from_slice(text);
        self.begin = begin;
        true
    }

    /// Whether there is room for two rows.
    #[inline(always)]
    pub(super) fn has_room(&self) -> bool {
        self.end as usize + LONGEST <= self.memory.len()
    }

    /// One or two rows to be appended; `None` if there is no room for them.
    #[inline(always)]
    pub(super) fn rows(&mut self) -> Option<RowWriter<'_>> {
        let at = self.end as usize;
        let room = self.memory.get_mut(at..at + LONGEST)?;
        Some(RowWriter { room, end: 0, start: self.end, all_end: &mut self.end })
    }
}

/// One or two rows that are being put together.
#[derive(Debug)]
pub(super) struct RowWriter<'a> {
    room: &'a mut [u8],
    end: usize,
    /// Where they begin, in the buffer.
    start: u32,
    /// Where the text of the buffer ends.
    all_end: &'a mut u32,
}

/// The first two columns of a node that has no cell.
// Cold functions give back a cell and do not push it: a row that they could reach would have to lie in memory.
#[cold]
fn unusual_node<M: NodeName>(made_by: Option<(Side, M)>, depth: u32) -> TextCell<32> {
    let name = made_by.map_or("root".to_owned(), |(side, choice)| choice.name(side));
    TextCell::EMPTY.with(name.as_bytes()).with(b",").with_number(depth)
}

impl RowWriter<'_> {
    /// Writes the row of `visit`, with `value` in its third column, and a line feed.
    // Inlined so that a visit never lies in memory; so are the functions it is made of.
    #[inline(always)]
    pub fn write<M: NodeName>(&mut self, visit: &Visit<M>, value: RowValue) {
        let usual = visit.made_by.and_then(|(side, choice)| choice.node_cell(side, visit.depth));
        match usual {
            Some(cell) => self.push(cell),
            None => self.push(&unusual_node(visit.made_by, visit.depth)),
        }
        match value {
            RowValue::Known(value) => self.push_value(value),
            RowValue::EitherInfinity => self.push_text(b",+/-Infinity"),
        }
        if let Some(window) = visit.window {
            self.push_value(window.alpha);
            self.push_value(window.beta);
        }
        if value == RowValue::EitherInfinity {
            self.push_text(b"\tOPTIONAL\n");
        } else {
            self.end_row();
        }
    }

    /// Goes behind the line feed that is there already.
    #[inline(always)]
    fn end_row(&mut self) {
        self.end += 1;
    }

    /// Keeps the rows that were written.
    #[inline(always)]
    pub fn finish(self) {
        *self.all_end = self.start + self.end as u32;
    }

    /// A comma and a value; behind it a line feed.
    #[inline(always)]
    fn push_value(&mut self, value: Value) {
        if let Some(cell) = value_cell(value) {
            return self.push(cell);
        }
        match value.finite() {
            Some(score) => self.push(&unusual_score(score)),
            // Which of the two cannot be predicted, so let there be no branch.
            None => self.push(&INFINITIES[usize::from(value == Value::INFINITY)]),
        }
    }

    #[inline(always)]
    fn push<const SIZE: usize>(&mut self, cell: &TextCell<SIZE>) {
        self.room[self.end..][..SIZE].copy_from_slice(&cell.0);
        self.end += cell.length();
    }

    #[inline(always)]
    fn push_text(&mut self, text: &[u8]) {
        self.room[self.end..][..text.len()].copy_from_slice(text);
        self.end += text.len();
    }
}

#[cold]
fn unusual_score(score: i32) -> TextCell<16> {
    TextCell::EMPTY.with(b",").with_score(score).before_line_feed()
}

/// A move that names the node it makes.
pub trait NodeName: Copy {
    /// The name of the node that `side` makes by this move: at most 16 letters and digits.
    fn name(self, side: Side) -> String;

    /// The first two columns of a row for that node, where they are made beforehand.
    #[inline(always)]
    fn node_cell(self, _side: Side, _depth: u32) -> Option<&'static TextCell<8>> {
        None
    }
}

/// By the handout's names, see [`PitName`].
impl NodeName for Pit {
    fn name(self, side: Side) -> String {
        PitName(side, self).to_string()
    }

    #[inline(always)]
    fn node_cell(self, side: Side, depth: u32) -> Option<&'static TextCell<8>> {
        // One index and not three, for one check.
        NODES.get((depth as usize * 2 + side.index()) * MAX_WIDTH + self.column())
    }
}

impl NodeName for Take {
    fn name(self, side: Side) -> String {
        let letter = PitName::letter(side);
        format!("{letter}{}-{}", self.pit() + 1, self.count())
    }
}

/// Depths below this have cells.
const DEPTHS: usize = 64;
/// Values from minus this to below this have cells.
const VALUES: i32 = 1024;

/// `A2,0`: by depth, side and column.
static NODES: [TextCell<8>; DEPTHS * 2 * MAX_WIDTH] = {
    let mut cells = [TextCell::EMPTY; DEPTHS * 2 * MAX_WIDTH];
    let mut at = 0;
    while at < cells.len() {
        let (depth, side, column) = (at / MAX_WIDTH / 2, at / MAX_WIDTH % 2, at % MAX_WIDTH);
        cells[at] = TextCell::EMPTY
            .with(&[PitName::letter(Side::BOTH[side]) as u8])
            .with_number(PitName::number(Pit::new(column)))
            .with(b",")
            .with_number(depth as u32);
        at += 1;
    }
    cells
};
/// `,-12` before a line feed: from `-VALUES` on.
static NUMBERS: [TextCell<8>; 2 * VALUES as usize] = {
    let mut cells = [TextCell::EMPTY; 2 * VALUES as usize];
    let mut at = 0;
    while at < cells.len() {
        cells[at] = TextCell::EMPTY.with(b",").with_score(at as i32 - VALUES).before_line_feed();
        at += 1;
    }
    cells
};
/// `,-Infinity` and `,Infinity` before a line feed.
static INFINITIES: [TextCell<16>; 2] = [
    TextCell::EMPTY.with(b",-Infinity").before_line_feed(),
    TextCell::EMPTY.with(b",Infinity").before_line_feed(),
];

/// `,-12` before a line feed: a usual value.
#[inline(always)]
fn value_cell(value: Value) -> Option<&'static TextCell<8>> {
    NUMBERS.get(value.index(VALUES))
}

/// A short text of less than `SIZE` bytes, perhaps with a byte behind it. The last byte is its length.
#[derive(Debug, Clone, Copy)]
pub struct TextCell<const SIZE: usize>([u8; SIZE]);

impl<const SIZE: usize> TextCell<SIZE> {
    const EMPTY: Self = Self([0; SIZE]);

    #[inline(always)]
    const fn length(&self) -> usize {
        self.0[SIZE - 1] as usize
    }

    const fn with(mut self, text: &[u8]) -> Self {
        let mut at = 0;
        while at < text.len() {
            self.0[self.length()] = text[at];
            self.0[SIZE - 1] += 1;
            at += 1;
        }
        self
    }

    /// With a line feed behind the text, which does not count.
    const fn before_line_feed(mut self) -> Self {
        self.0[self.length()] = b'\n';
        self
    }

    const fn with_number(self, number: u32) -> Self {
        let digit = [b'0' + (number % 10) as u8];
        if number < 10 { self.with(&digit) } else { self.with_number(number / 10).with(&digit) }
    }

    const fn with_score(self, score: i32) -> Self {
        let sign: &[u8] = if score < 0 { b"-" } else { b"" };
        self.with(sign).with_number(score.unsigned_abs())
    }
}
