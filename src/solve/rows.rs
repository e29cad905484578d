//! Kalah in two words, as the mover sees it: fast enough to be solved.
//!
//! ```text
//! own    lane 0 1 .. N-1    the mover's pits in the direction of sowing
//! other  lane 0 1 .. N-1    the opponent's pits in the direction of *their* sowing
//! ```
//!
//! A lane is a byte. Own lane i lies opposite the other row's lane N-1-i. The stores are left out:
//! what a sow gains is returned beside the rows. A sow adds two precomputed words, whatever the
//! number of seeds; lane N of the mover's word is the store while it does.
//!
//! Every option of [`Rules`] is supported, since under each of them the seeds in the pits and the
//! mover determine everything to come, and no position can come twice: a sow either feeds a store or
//! moves seeds forward in the mover's row.
//!
//! Left out: boards of more than [`MAX_WIDTH`] pits a row or [`MAX_SEEDS`] seeds, which
//! [`kalah`](crate::game::kalah) plays.

use super::solvable::{Next, Successor};
use crate::game::board::{Pit, Side};
use crate::game::kalah::Kalah;
use crate::game::position::Position;
use crate::game::rules::{CaptureLanding, CaptureTakes, EmptyOpposite, EndTest, Remainder, Rules};

/// The most pits a row can have to be held: with a store they fill a word.
pub const MAX_WIDTH: usize = 7;

/// The most seeds in all pits, so that a value fits a signed byte.
pub const MAX_SEEDS: u32 = 127;

const LANE: u64 = 0xff;
/// One in each lane.
pub(super) const ONES: u64 = 0x0101_0101_0101_0101;

/// The seeds in the pits, seen by the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rows {
    /// The mover's row.
    pub own: u64,
    /// The opponent's row.
    pub other: u64,
}

impl Rows {
    /// The pits of `position`, or `None` if the board is too large or the game is over.
    #[must_use]
    pub fn new(position: &Kalah) -> Option<Self> {
        let board = position.board();
        if board.width() > MAX_WIDTH || board.seeds_in_pits() > MAX_SEEDS || position.is_over() {
            return None;
        }
        let row = |side| {
            (0..board.width()).fold(0, |word, lane| {
                let pit = pit_in_lane(side, board.width(), lane);
                word | u64::from(board.seeds(side, pit)) << (8 * lane)
            })
        };
        Some(Self {
            own: row(position.mover()),
            other: row(position.mover().opponent()),
        })
    }

    /// All seeds in the pits.
    #[inline]
    #[must_use]
    pub fn seeds(&self) -> u32 {
        sum(self.own) + sum(self.other)
    }

    #[inline]
    const fn swapped(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
        }
    }
}

/// The pit of `side` that a lane stands for, and the lane's inverse: both run the same way.
#[must_use]
pub fn pit_in_lane(side: Side, width: usize, lane: usize) -> Pit {
    Pit::new(match side {
        Side::South => lane,
        Side::North => width - 1 - lane,
    })
}

/// The sum of all lanes, which must be below 256.
#[inline]
pub(super) const fn sum(row: u64) -> u32 {
    (row.wrapping_mul(ONES) >> 56) as u32
}

/// The seeds in one lane.
#[inline]
pub(super) const fn lane(row: u64, lane: usize) -> u64 {
    row >> (8 * lane) & LANE
}

/// The row with one lane empty.
#[inline]
pub(super) const fn without(row: u64, lane: usize) -> u64 {
    row & !(LANE << (8 * lane))
}

/// What one sow adds to both words.
#[derive(Debug, Clone, Copy, Default)]
struct Drop {
    own: u64,
    other: u64,
    /// The last hole on the mover's ring: 0..N own pits, N the store, then the opponent's pits.
    last: u8,
}

/// One row of drops for each pit: by the seeds in it.
type Drops = [Drop; MAX_SEEDS as usize + 1];

/// Rules and a width, prepared for sowing.
#[derive(Debug)]
pub struct Sowing {
    width: usize,
    rules: Rules,
    /// The lanes of a row.
    row: u64,
    drops: Vec<Drops>,
}

impl Sowing {
    /// Prepares boards of `width` pits a row.
    ///
    /// # Panics
    /// If `width` is not in 1..=[`MAX_WIDTH`].
    #[must_use]
    pub fn new(rules: Rules, width: usize) -> Self {
        assert!((1..=MAX_WIDTH).contains(&width), "no word for such a row");
        Self {
            width,
            rules,
            row: (1 << (8 * width)) - 1,
            drops: (0..width).map(|pit| drops(width, pit)).collect(),
        }
    }

    /// Pits in a row.
    #[inline]
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Sows the mover's pit in lane `pit`, which must not be empty.
    #[inline(always)]
    #[must_use]
    pub fn sow(&self, before: Rows, pit: usize) -> Successor<Rows> {
        let drop = &self.drops[pit][lane(before.own, pit) as usize & MAX_SEEDS as usize];
        let own = without(before.own, pit) + drop.own;
        let mut stored = (own >> (8 * self.width)) as u32;
        let mut after = Rows {
            own: own & self.row,
            other: before.other + drop.other,
        };
        let last = usize::from(drop.last);
        if last != self.width {
            stored += self.capture(&mut after, last);
        }
        self.settle(after, stored as i32, last)
    }

    /// Takes what the last seed captures, and tells how much.
    #[inline(always)]
    fn capture(&self, after: &mut Rows, last: usize) -> u32 {
        let (landed, opposite, at) = if last < self.width {
            if self.rules.capture_landing == CaptureLanding::Nowhere {
                return 0;
            }
            (&mut after.own, &mut after.other, last)
        } else {
            if self.rules.capture_landing != CaptureLanding::EitherRow {
                return 0;
            }
            (&mut after.other, &mut after.own, last - self.width - 1)
        };
        if lane(*landed, at) != 1 {
            return 0;
        }
        let facing = self.width - 1 - at;
        let seeds = lane(*opposite, facing) as u32;
        if seeds == 0 && self.rules.empty_opposite == EmptyOpposite::NoCapture {
            return 0;
        }
        *opposite = without(*opposite, facing);
        match self.rules.capture_takes {
            CaptureTakes::Opposite => seeds,
            CaptureTakes::OppositeAndLast => {
                *landed = without(*landed, at);
                seeds + 1
            }
        }
    }

    /// Who moves next, if anybody.
    #[inline(always)]
    fn settle(&self, after: Rows, stored: i32, last: usize) -> Successor<Rows> {
        let again = last == self.width;
        let one_is_empty = after.own == 0 || after.other == 0;
        let over = match self.rules.end_test {
            EndTest::EverySow => one_is_empty,
            EndTest::EveryTurn => one_is_empty && !(again && after.own != 0),
        };
        if over {
            return Successor {
                gain: stored + self.remainder(after),
                next: Next::Over,
            };
        }
        Successor {
            gain: stored,
            next: if again {
                Next::Same(after)
            } else {
                Next::Opponent(after.swapped())
            },
        }
    }

    /// What the owner of `own` gains, less the opponent's gain, when the game ends on these rows.
    ///
    /// The player whose row is empty is out; if both are, then the owner of `own`.
    pub(super) fn remainder(&self, rows: Rows) -> i32 {
        let (own, other) = (sum(rows.own) as i32, sum(rows.other) as i32);
        let out = if rows.own == 0 {
            own + other
        } else {
            -(own + other)
        };
        match self.rules.remainder {
            Remainder::RowOwner => own - other,
            Remainder::PlayerOut => out,
            Remainder::OtherPlayer => -out,
            Remainder::Nobody => 0,
        }
    }
}

fn drops(width: usize, pit: usize) -> Drops {
    let mut drops = [Drop::default(); MAX_SEEDS as usize + 1];
    let ring = 2 * width + 1;
    let mut hole = pit;
    let mut drop = Drop::default();
    for slot in &mut drops[1..] {
        hole = (hole + 1) % ring;
        if hole <= width {
            drop.own += 1 << (8 * hole);
        } else {
            drop.other += 1 << (8 * (hole - width - 1));
        }
        drop.last = hole as u8;
        *slot = drop;
    }
    drops
}
