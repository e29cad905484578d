//! The cells that rows of a log are put together from, made when the program is compiled: one for
//! every pit and usual depth, one for every usual value.
//!
//! A cell is copied whole, with a fixed number of bytes, and what it has too much is cut off again.

use crate::game::board::MAX_WIDTH;
use crate::game::{Pit, PitName, Side};
use crate::search::Value;

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
pub static INFINITIES: [TextCell<16>; 2] = [
    TextCell::EMPTY.with(b",-Infinity").before_line_feed(),
    TextCell::EMPTY.with(b",Infinity").before_line_feed(),
];

/// `A2,0`: the first two columns of the node that `side` makes by sowing `pit`, at a usual depth.
#[inline(always)]
pub fn node(side: Side, pit: Pit, depth: u32) -> Option<&'static TextCell<8>> {
    // One index and not three, for one check.
    NODES.get((depth as usize * 2 + side.index()) * MAX_WIDTH + pit.column())
}

/// `,-12` before a line feed: a usual value.
#[inline(always)]
pub fn value(value: Value) -> Option<&'static TextCell<8>> {
    NUMBERS.get(value.index(VALUES))
}

/// A short text of less than `SIZE` bytes, perhaps with a byte behind it. The last byte is its length.
#[derive(Debug, Clone, Copy)]
pub struct TextCell<const SIZE: usize>([u8; SIZE]);

impl<const SIZE: usize> TextCell<SIZE> {
    pub const EMPTY: Self = Self([0; SIZE]);

    /// The text and whatever is behind it.
    #[inline(always)]
    pub const fn bytes(&self) -> &[u8; SIZE] {
        &self.0
    }

    #[inline(always)]
    pub const fn length(&self) -> usize {
        self.0[SIZE - 1] as usize
    }

    pub const fn with(mut self, text: &[u8]) -> Self {
        let mut at = 0;
        while at < text.len() {
            self.0[self.length()] = text[at];
            self.0[SIZE - 1] += 1;
            at += 1;
        }
        self
    }

    /// With a line feed behind the text, which does not count.
    pub const fn before_line_feed(mut self) -> Self {
        self.0[self.length()] = b'\n';
        self
    }

    pub const fn with_number(self, number: u32) -> Self {
        let digit = [b'0' + (number % 10) as u8];
        if number < 10 { self.with(&digit) } else { self.with_number(number / 10).with(&digit) }
    }

    pub const fn with_score(self, score: i32) -> Self {
        let sign: &[u8] = if score < 0 { b"-" } else { b"" };
        self.with(sign).with_number(score.unsigned_abs())
    }
}
