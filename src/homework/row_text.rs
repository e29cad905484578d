//! The text of one row of a traversal log.
//!
//! A log has up to hundreds of millions of rows, and formatting a number takes longer than a sow. So
//! a row is put together from *cells*, texts made when the program is compiled: one for every pit
//! and usual depth, one for every usual value. A cell is copied whole, with a fixed number of bytes,
//! and what it has too much is cut off again.
//!
//! Left out: which rows there are ([`traverse_log`](super::traverse_log)).

use super::pit_name::PitName;
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

/// Appends the row of `visit`, with `value` in its third column, and a line feed.
#[inline]
pub fn push_row(text: &mut Vec<u8>, visit: &Visit<Pit>, value: RowValue) {
    push_node(text, visit.made_by, visit.depth);
    match value {
        RowValue::Known(value) => push_value(text, value),
        RowValue::EitherInfinity => text.extend_from_slice(b",+/-Infinity"),
    }
    if let Some(window) = visit.window {
        push_value(text, window.alpha);
        push_value(text, window.beta);
    }
    if value == RowValue::EitherInfinity {
        text.extend_from_slice(b"\tOPTIONAL");
    }
    text.push(b'\n');
}

/// Depths below this have cells.
const DEPTHS: usize = 64;
/// Values nearer to zero than this have cells.
const VALUES: i32 = 1024;

/// `A2,0`: by side, column and depth.
static NODES: [[[Cell<8>; DEPTHS]; MAX_WIDTH]; 2] = node_cells();
/// `,-12`: from `-VALUES`, in whose place minus infinity stands, to `VALUES`, where infinity does.
static NUMBERS: [Cell<16>; 2 * VALUES as usize + 1] = value_cells();

/// Appends the first two columns: the name of a node and its depth.
#[inline]
fn push_node(text: &mut Vec<u8>, made_by: Option<(Side, Pit)>, depth: u32) {
    match made_by {
        Some((side, pit)) if (depth as usize) < DEPTHS => {
            NODES[side.index()][pit.column()][depth as usize].push_to(text);
        }
        _ => push_unusual_node(text, made_by, depth),
    }
}

#[cold]
fn push_unusual_node(text: &mut Vec<u8>, made_by: Option<(Side, Pit)>, depth: u32) {
    let name = match made_by {
        None => "root".to_owned(),
        Some((side, pit)) => PitName(side, pit).to_string(),
    };
    text.extend_from_slice(format!("{name},{depth}").as_bytes());
}

/// Appends a comma and a value.
#[inline]
fn push_value(text: &mut Vec<u8>, value: Value) {
    let place = match value.finite() {
        Some(score) if -VALUES < score && score < VALUES => score,
        None if value == Value::INFINITY => VALUES,
        None => -VALUES,
        Some(score) => return push_unusual_score(text, score),
    };
    NUMBERS[(place + VALUES) as usize].push_to(text);
}

#[cold]
fn push_unusual_score(text: &mut Vec<u8>, score: i32) {
    text.extend_from_slice(format!(",{score}").as_bytes());
}

/// A short text: its last byte is its length.
#[derive(Clone, Copy)]
struct Cell<const SIZE: usize>([u8; SIZE]);

impl<const SIZE: usize> Cell<SIZE> {
    #[inline]
    fn push_to(&self, text: &mut Vec<u8>) {
        let end = text.len() + usize::from(self.0[SIZE - 1]);
        text.extend_from_slice(&self.0);
        text.truncate(end);
    }

    const EMPTY: Self = Self([0; SIZE]);

    const fn with(mut self, text: &[u8]) -> Self {
        let mut at = 0;
        while at < text.len() {
            self.0[self.0[SIZE - 1] as usize] = text[at];
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
}

const fn node_cells() -> [[[Cell<8>; DEPTHS]; MAX_WIDTH]; 2] {
    let mut cells = [[[Cell::EMPTY; DEPTHS]; MAX_WIDTH]; 2];
    let mut at = 0;
    while at < 2 * MAX_WIDTH * DEPTHS {
        let (side, column, depth) = (at % 2, at / 2 % MAX_WIDTH, at / 2 / MAX_WIDTH);
        let letter = [PitName::letter(Side::BOTH[side]) as u8];
        cells[side][column][depth] = Cell::EMPTY
            .with(&letter)
            .with_number(PitName::number(Pit::new(column)))
            .with(b",")
            .with_number(depth as u32);
        at += 1;
    }
    cells
}

const fn value_cells() -> [Cell<16>; 2 * VALUES as usize + 1] {
    let mut cells = [Cell::EMPTY.with(b","); 2 * VALUES as usize + 1];
    let mut at = 0;
    while at < cells.len() {
        let number = at as i32 - VALUES;
        if number < 0 {
            cells[at] = cells[at].with(b"-");
        }
        cells[at] = if number.abs() == VALUES {
            cells[at].with(b"Infinity")
        } else {
            cells[at].with_number(number.unsigned_abs())
        };
        at += 1;
    }
    cells
}
