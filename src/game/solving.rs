//! Kalah as a solver walks it: with an endgame table if the board allows it.
//!
//! Left out: searching, and which boards are worth it.

use super::board::Pit;
use super::endgame::Endgame;
use super::kalah::Kalah;
use super::position::Position;
use super::rows::{Rows, lane};
use super::rules::{Remainder, Rules};
use super::solvable::{Choices, Next, Parity, Solvable, Successor};

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

    #[inline]
    fn reach(&self, state: &Rows) -> i32 {
        state.seeds() as i32
    }

    #[inline]
    fn parity(&self) -> Parity {
        parity(self.endgame.sowing().rules())
    }

    #[inline]
    fn known(&self, state: &Rows) -> Option<i32> {
        (state.seeds() as usize <= self.endgame.seeds()).then(|| self.endgame.value(*state))
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

    #[inline]
    fn key(&self, state: &Rows, bits: u32) -> Option<u64> {
        let width = self.endgame.sowing().width() as u32;
        let lane = (bits / (2 * width)).min(8);
        let beyond = 0x0101_0101_0101_0101 * (0xff << lane & 0xff);
        if (state.own | state.other) & beyond != 0 {
            return None;
        }
        Some(squeeze(state.own, lane) | squeeze(state.other, lane) << (lane * width))
    }
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

    fn reach(&self, state: &Kalah) -> i32 {
        state.board().seeds_in_pits() as i32
    }

    fn parity(&self) -> Parity {
        parity(self.rules)
    }

    fn known(&self, state: &Kalah) -> Option<i32> {
        state.is_over().then_some(0)
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

    fn key(&self, _: &Kalah, _: u32) -> Option<u64> {
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
