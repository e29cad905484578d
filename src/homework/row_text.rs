//! The text of one row of a traversal log.
//!
//! A log has up to hundreds of millions of rows, and formatting a number takes longer than a sow. So
//! a row is put together from *cells*, texts made when the program is compiled: one for every pit
//! and usual depth, one for every usual value. A cell is copied whole, with a fixed number of bytes,
//! and what it has too much is cut off again.
//!
//! Left out: which rows there are ([`traverse_log`](super::traverse_log)).

use super::pit_name::PitName;
use super::question::NodeName;
use crate::game::board::MAX_WIDTH;
use crate::game::{Pit, Side};
use crate::search::{Value, Visit};

/// The third column of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowValue {
    /// A value.
    Known(Value),
    /// The course's mark for an optional row, `+/-Infinity`.
    EitherInfinity,
}

/// Rows one after the other, in memory that is used again.
#[derive(Debug, Clone, Default)]
pub struct Rows {
    /// All of it can be written to; the text is the first `length` bytes.
    memory: Vec<u8>,
    length: usize,
}

/// No row is longer, nor are its cells if it begins so many bytes before the end of the memory.
const LONGEST: usize = 128;

impl Rows {
    /// No rows, with memory for at least `capacity` bytes of text.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Self {
            memory: vec![0; capacity],
            length: 0,
        }
    }

    /// Bytes of text for which there is memory.
    #[must_use]
    pub const fn capacity(&self) -> usize {
        self.memory.len()
    }

    /// Whether the next row might need more memory.
    #[inline]
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.memory.len() - self.length < LONGEST
    }

    /// The text of all rows.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.memory[..self.length]
    }

    /// Forgets the rows and keeps the memory.
    #[inline]
    pub const fn clear(&mut self) {
        self.length = 0;
    }

    /// Appends a line: `text` and a line feed.
    pub fn push_line(&mut self, text: &str) {
        let end = self.length + text.len();
        while self.memory.len() <= end {
            self.grow();
        }
        self.memory[self.length..end].copy_from_slice(text.as_bytes());
        self.memory[end] = b'\n';
        self.length = end + 1;
    }

    /// Appends the row of `visit`, with `value` in its third column, and a line feed.
    #[inline(always)]
    pub fn push_row<M: NodeName>(&mut self, visit: &Visit<M>, value: RowValue) {
        if self.is_full() {
            self.grow();
        }
        let Some(room) = self.memory[self.length..].first_chunk_mut() else {
            return;
        };
        let mut row = Row { room, end: 0 };
        match visit.made_by {
            None => row.push_unusual_node(b"root", visit.depth),
            Some((side, choice)) => choice.push_node(side, visit.depth, &mut row),
        }
        match value {
            RowValue::Known(value) => row.push_value(value),
            RowValue::EitherInfinity => row.push_text(b",+/-Infinity"),
        }
        if let Some(window) = visit.window {
            row.push_value(window.alpha);
            row.push_value(window.beta);
        }
        if value == RowValue::EitherInfinity {
            row.push_text(b"\tOPTIONAL");
        }
        row.push_text(b"\n");
        self.length += row.end;
    }

    #[cold]
    fn grow(&mut self) {
        self.memory.resize(2 * self.memory.len() + LONGEST, 0);
    }
}

/// The row that is being put together.
#[derive(Debug)]
pub struct Row<'a> {
    room: &'a mut [u8; LONGEST],
    end: usize,
}

/// By the handout's names, see [`PitName`].
impl NodeName for Pit {
    fn name(self, side: Side) -> String {
        PitName(side, self).to_string()
    }

    #[inline(always)]
    fn push_node(self, side: Side, depth: u32, row: &mut Row<'_>) {
        match NODES[side.index()][self.column()].get(depth as usize) {
            Some(cell) => row.push(cell),
            None => row.push_unusual_node(self.name(side).as_bytes(), depth),
        }
    }
}

impl Row<'_> {
    /// The first two columns of a node that has no cell.
    #[cold]
    pub(super) fn push_unusual_node(&mut self, name: &[u8], depth: u32) {
        self.push_text(name);
        self.push(&Cell::<16>::EMPTY.with(b",").with_number(depth));
    }

    /// A comma and a value.
    #[inline(always)]
    fn push_value(&mut self, value: Value) {
        match value.finite() {
            Some(score) if (-VALUES..VALUES).contains(&score) => {
                self.push(&NUMBERS[(score + VALUES) as usize]);
            }
            Some(score) => self.push(&unusual_score(score)),
            None if value == Value::INFINITY => self.push_text(b",Infinity"),
            None => self.push_text(b",-Infinity"),
        }
    }

    #[inline(always)]
    fn push<const SIZE: usize>(&mut self, cell: &Cell<SIZE>) {
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
fn unusual_score(score: i32) -> Cell<16> {
    Cell::EMPTY.with(b",").with_score(score)
}

/// Depths below this have cells.
const DEPTHS: usize = 64;
/// Values from minus this to below this have cells.
const VALUES: i32 = 1024;

/// `A2,0`: by side, column and depth.
static NODES: [[[Cell<8>; DEPTHS]; MAX_WIDTH]; 2] = node_cells();
/// `,-12`: from `-VALUES` on.
static NUMBERS: [Cell<16>; 2 * VALUES as usize] = score_cells();

/// A short text of less than `SIZE` bytes, a power of two. The last byte is its length.
#[derive(Clone, Copy)]
struct Cell<const SIZE: usize>([u8; SIZE]);

impl<const SIZE: usize> Cell<SIZE> {
    const EMPTY: Self = Self([0; SIZE]);

    #[inline(always)]
    const fn length(&self) -> usize {
        // The mask changes nothing, but shows that no row can outgrow its room.
        self.0[SIZE - 1] as usize & (SIZE - 1)
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

    const fn with_number(self, number: u32) -> Self {
        let digit = [b'0' + (number % 10) as u8];
        if number < 10 {
            self.with(&digit)
        } else {
            self.with_number(number / 10).with(&digit)
        }
    }

    const fn with_score(self, score: i32) -> Self {
        let sign: &[u8] = if score < 0 { b"-" } else { b"" };
        self.with(sign).with_number(score.unsigned_abs())
    }

    const fn with_name(self, side: Side, pit: Pit) -> Self {
        self.with(&[PitName::letter(side) as u8])
            .with_number(PitName::number(pit))
    }
}

const fn node_cells() -> [[[Cell<8>; DEPTHS]; MAX_WIDTH]; 2] {
    let mut cells = [[[Cell::EMPTY; DEPTHS]; MAX_WIDTH]; 2];
    let mut at = 0;
    while at < 2 * MAX_WIDTH * DEPTHS {
        let (side, column, depth) = (at % 2, at / 2 % MAX_WIDTH, at / 2 / MAX_WIDTH);
        cells[side][column][depth] = Cell::EMPTY
            .with_name(Side::BOTH[side], Pit::new(column))
            .with(b",")
            .with_number(depth as u32);
        at += 1;
    }
    cells
}

const fn score_cells() -> [Cell<16>; 2 * VALUES as usize] {
    let mut cells = [Cell::EMPTY; 2 * VALUES as usize];
    let mut at = 0;
    while at < cells.len() {
        cells[at] = Cell::EMPTY.with(b",").with_score(at as i32 - VALUES);
        at += 1;
    }
    cells
}
