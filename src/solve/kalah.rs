//! Kalah as a solver walks it: with an endgame table if the board allows it.
//!
//! Left out: searching, and which boards are worth it.

use super::endgame::Endgame;
use super::rows::{ONES, Rows, lane};
use super::solvable::{Choices, Next, Parity, Place, Solvable, Successor};
use crate::game::board::Pit;
use crate::game::kalah::Kalah;
use crate::game::position::Position;
use crate::game::rules::{Remainder, Rules};

/// A way to solve Kalah: its states are positions of Kalah without the stores.
pub trait KalahSolving: Solvable {
    /// The state of `position`, which is not over and is one that this way can hold.
    fn state(&self, position: &Kalah) -> Option<Self::State>;
}

impl KalahSolving for TabledKalah {
    fn state(&self, position: &Kalah) -> Option<Rows> {
        let sowing = self.endgame.sowing();
        if position.board().width() != sowing.width() || position.rules() != sowing.rules() {
            return None;
        }
        Rows::new(position)
    }
}

impl KalahSolving for PlainKalah {
    fn state(&self, position: &Kalah) -> Option<Kalah> {
        (position.rules() == self.rules && !position.is_over()).then_some(*position)
    }
}

/// States with so few seeds more than the endgame table goes up to have no key: to visit them again
/// is faster than to find them in a large transposition table.
const NEAR: usize = 5;

/// Kalah on two rows with an endgame table. The number of a move is its lane.
#[derive(Debug)]
pub struct TabledKalah {
    endgame: Endgame,
}

impl TabledKalah {
    /// The game that `endgame` is for.
    #[must_use]
    pub fn new(endgame: Endgame) -> Self {
        Self { endgame }
    }

    /// The table in use.
    #[must_use]
    pub fn endgame(&self) -> &Endgame {
        &self.endgame
    }
}

impl Solvable for TabledKalah {
    type State = Rows;
    type Packing = Packing;

    #[inline]
    fn reach(&self, state: &Rows) -> i32 {
        state.seeds() as i32
    }

    #[inline]
    fn parity(&self) -> Parity {
        parity(self.endgame.sowing().rules())
    }

    #[inline]
    fn place(&self, state: &Rows) -> Option<Place> {
        (state.seeds() as usize <= self.endgame.seeds()).then(|| {
            let place = self.endgame.place(*state);
            self.endgame.prefetch(place);
            Place(place)
        })
    }

    #[inline]
    fn at(&self, place: Place) -> i32 {
        self.endgame.at(place.0)
    }

    fn estimate(&self, state: &Rows) -> i32 {
        estimate(self.reach(state))
    }

    #[inline]
    fn choices(&self, state: &Rows) -> Choices {
        let mut choices = Choices::default();
        for pit in 0..self.endgame.sowing().width() {
            if lane(state.own, pit) > 0 {
                choices.add(pit as u8);
            }
        }
        choices
    }

    #[inline]
    fn play(&self, state: &Rows, pit: u8) -> Successor<Rows> {
        self.endgame.sowing().sow(*state, pit.into())
    }

    fn packing(&self, bits: u32) -> Packing {
        let width = self.endgame.sowing().width() as u32;
        let lane = (bits / (2 * width)).min(8);
        Packing {
            lane,
            row: lane * width,
            beyond: ONES * (0xff << lane & 0xff),
        }
    }

    #[inline]
    fn key(&self, state: &Rows, packing: Packing) -> Option<u64> {
        let Packing { lane, row, beyond } = packing;
        let is_soon_known = state.seeds() as usize <= self.endgame.seeds() + NEAR;
        if is_soon_known || (state.own | state.other) & beyond != 0 {
            return None;
        }
        Some(squeeze(state.own, lane) | squeeze(state.other, lane) << row)
    }
}

/// How many bits of a key there are for a pit and for a row, and what a row must not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packing {
    lane: u32,
    row: u32,
    beyond: u64,
}

/// Brings lanes of 8 bits down to `bits` bits each; the bits left out are zero.
#[inline]
fn squeeze(row: u64, bits: u32) -> u64 {
    const PAIRS: u64 = 0x00ff_00ff_00ff_00ff;
    const FOURS: u64 = 0x0000_ffff_0000_ffff;
    const EIGHT: u64 = 0x0000_0000_ffff_ffff;
    let row = (row & PAIRS) | ((row >> 8) & PAIRS) << bits;
    let row = (row & FOURS) | ((row >> 16) & FOURS) << (2 * bits);
    (row & EIGHT) | (row >> 32) << (4 * bits)
}

/// Kalah of any size, without a table: for boards that do not pack. The number of a move is its
/// column.
#[derive(Debug)]
pub struct PlainKalah {
    rules: Rules,
}

impl PlainKalah {
    /// The game under `rules`.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self { rules }
    }
}

impl Solvable for PlainKalah {
    type State = Kalah;
    type Packing = ();

    fn reach(&self, state: &Kalah) -> i32 {
        state.board().seeds_in_pits() as i32
    }

    fn parity(&self) -> Parity {
        parity(self.rules)
    }

    fn place(&self, _: &Kalah) -> Option<Place> {
        None
    }

    fn at(&self, _: Place) -> i32 {
        unreachable!("no state has a place")
    }

    fn estimate(&self, state: &Kalah) -> i32 {
        estimate(self.reach(state))
    }

    fn choices(&self, state: &Kalah) -> Choices {
        let mut choices = Choices::default();
        for pit in state.moves() {
            choices.add(pit.column() as u8);
        }
        choices
    }

    fn play(&self, state: &Kalah, column: u8) -> Successor<Kalah> {
        let mover = state.mover();
        let next = state.play(Pit::new(column.into()));
        Successor {
            gain: next.score(mover) - state.score(mover),
            next: if next.is_over() {
                Next::Over
            } else if next.mover() == mover {
                Next::Same(next)
            } else {
                Next::Opponent(next)
            },
        }
    }

    fn packing(&self, _: u32) {}

    fn key(&self, _: &Kalah, (): ()) -> Option<u64> {
        None
    }
}

/// With somebody to get the remainder, all seeds are gained by one or the other.
const fn parity(rules: Rules) -> Parity {
    match rules.remainder {
        Remainder::RowOwner | Remainder::PlayerOut | Remainder::OtherPlayer => Parity::OfReach,
        Remainder::Nobody => Parity::Free,
    }
}

/// Nothing is gained any more, as far as the parity allows.
const fn estimate(reach: i32) -> i32 {
    reach & 1
}
