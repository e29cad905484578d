//! What each sow of a position gains, without the position that it makes: what a search asks at its
//! last ply, where most sows of a tree are.
//!
//! While no sow can end the game, a sow gains what falls into the store and what the last seed
//! captures; and of the pits, only the one where the last seed falls and the one that it faces need be
//! looked at, as they were. For this the rows lie as they do on the page, both from left to right.

use std::cmp::Ordering;

use super::super::board::{Pit, Side};
use super::super::kalah::place_on_ring;
use super::super::rules::{CaptureLanding, Rules};
use super::row::{Narrow, Row};
use super::sowing::Captures;

/// What sows gain under one game's rules.
#[derive(Debug, Clone)]
pub(super) struct LeafDeltas {
    width: usize,
    /// By the side that sows.
    lines: [Box<Lines>; 2],
    /// What a capture takes, by the seeds of the pit that the last seed faces.
    taken: Box<[u8; SEEDS]>,
}

/// By seeds and column.
type Lines = [[Line; COLUMNS]; SEEDS];

/// Any number of seeds of a pit that has a line.
const SEEDS: usize = u8::MAX as usize + 1;
const COLUMNS: usize = Narrow::LANES;
/// Without a pit, and so without a seed.
const EMPTY_LANE: usize = COLUMNS - 1;

/// What one sow does, as far as it can be known without the board.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(8))]
struct Line {
    /// Seeds that fall into the store.
    store: u8,
    /// Where in the own row the last seed captures if nothing lay there before the sow, in bits.
    landing: u8,
    /// Where in the other row it faces a pit, in bits.
    facing: u8,
    /// Seeds that fall there.
    more: u8,
    extra_turn: bool,
}

/// What one sow gains the sower, and whether the sower moves again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LeafDelta {
    pub(super) gain: i32,
    pub(super) extra_turn: bool,
}

/// A position whose sows are looked at: the pit of each column, in both rows, at the same bits.
#[derive(Debug)]
pub(super) struct Columns<'t> {
    own: Narrow,
    other: Narrow,
    lines: &'t Lines,
    taken: &'t [u8; SEEDS],
}

impl LeafDeltas {
    /// Prepares boards of `width` pits a row and up to `most` seeds in all pits; `None` if the rules
    /// capture in both rows, or there are too many pits or seeds.
    pub fn new(rules: &Rules, width: usize, most: usize) -> Option<Self> {
        if rules.capture_landing == CaptureLanding::EitherRow || width > EMPTY_LANE || most >= SEEDS
        {
            return None;
        }
        let lines = Side::BOTH.map(|side| {
            by_seeds(|seeds| {
                std::array::from_fn(|column| match seeds <= most && column < width {
                    true => Line::new(rules, width, side, Pit::new(column), seeds),
                    false => Line::default(),
                })
            })
        });
        let captures = Captures::under(rules);
        Some(Self {
            width,
            lines,
            // No more are ever taken than there are.
            taken: by_seeds(|facing| {
                let taken = captures.taken(facing as u32).unwrap_or(0);
                taken.min(u8::MAX.into()) as u8
            }),
        })
    }

    /// The sows of `mover` from the row `own`; `None` if one of them may end the game.
    #[inline(always)]
    pub fn at(&self, own: Narrow, other: Narrow, mover: Side) -> Option<Columns<'_>> {
        // These rules capture in the own row only: of each row, one pit is sown or captured.
        if own.one_pit_at_most() || other.one_pit_at_most() {
            return None;
        }
        let (own, other) = match mover {
            Side::South => (own, other.backwards(self.width)),
            Side::North => (own.backwards(self.width), other),
        };
        Some(Columns { own, other, lines: &self.lines[mover.index()], taken: &self.taken })
    }
}

impl Columns<'_> {
    /// The columns of the mover's pits that hold seeds.
    #[inline]
    pub fn filled(&self) -> u32 {
        self.own.filled()
    }

    /// What a sow of `pit` gains.
    // Whether there is a capture cannot be predicted, so let there be no branch.
    #[inline(always)]
    pub fn delta(&self, pit: Pit) -> LeafDelta {
        let column = pit.column() % COLUMNS;
        let line = &self.lines[usize::from(self.own.seeds(column))][column];
        let facing = (self.other.0 >> line.facing) as u8;
        let taken = self.taken[usize::from(facing.wrapping_add(line.more))];
        let captured = if (self.own.0 >> line.landing) as u8 == 0 { taken } else { 0 };
        LeafDelta { gain: i32::from(line.store) + i32::from(captured), extra_turn: line.extra_turn }
    }
}

impl Line {
    /// What `seeds` from `pit` do.
    fn new(rules: &Rules, width: usize, side: Side, pit: Pit, seeds: usize) -> Self {
        let ring = 2 * width + 1;
        let start = place_on_ring(width, side, pit);
        // How many seeds fall into the hole at this place of the ring.
        let drops = |hole| (seeds + ring - 1 - (hole + ring - 1 - start) % ring) / ring;
        let last = (start + seeds) % ring;
        let line = Self {
            store: drops(width) as u8,
            extra_turn: seeds > 0 && last == width,
            // The pit that is sown holds seeds, so there is no capture.
            landing: bits_before(pit.column()),
            ..Self::default()
        };
        if rules.capture_landing != CaptureLanding::OwnRow || last >= width {
            return line;
        }
        let column = place_on_ring(width, side, Pit::new(last));
        Self {
            landing: match seeds.cmp(&ring) {
                Ordering::Less => bits_before(column),
                // The last seed falls where all were taken.
                Ordering::Equal => bits_before(EMPTY_LANE),
                // The last seed is not the first to fall there.
                Ordering::Greater => line.landing,
            },
            facing: bits_before(column),
            more: drops(2 * width - last) as u8,
            ..line
        }
    }
}

/// A table by the seeds of a pit, filled where it stays: a table on the stack would be copied.
fn by_seeds<T>(entry: impl FnMut(usize) -> T) -> Box<[T; SEEDS]> {
    let table: Box<[T]> = (0..SEEDS).map(entry).collect();
    table.try_into().unwrap_or_else(|_| unreachable!("there are SEEDS entries"))
}

const fn bits_before(lane: usize) -> u8 {
    8 * lane as u8
}
