//! A position as a search of Kalah holds it: both rows as the mover sees them, two words; and the moves
//! from it, before and after the search has probed its tables.
//!
//! The stores are left out. The *value* of a state is what its mover gains from now on less what the opponent gains,
//! with best play of both; so games that differ in nothing but their stores share one state. That is enough under every
//! option of [`Rules`]: the seeds in the pits and the mover determine everything to come. And no state can come twice
//! in a game: a sow either feeds a store or moves seeds forward in the mover's row.

use arrayvec::ArrayVec;

use super::bounds::Remaining;
use super::transposition::Slot;
use crate::game::packed::{Narrow, Row, RowPair};
use crate::game::rules::{EndTest, Remainder, Rules};
use crate::game::{Kalah, Position};

/// The most pits a row can have.
pub const MAX_WIDTH: usize = Narrow::LANES;

/// The most seeds in all pits, so that a value fits a signed byte.
pub const MAX_SEEDS: u32 = 127;

/// The seeds in the pits, seen by the player to move, who has a move.
pub type State = RowPair<Narrow>;

/// The state of `position`, or `None` if the board is too large, the game is over, or a player without
/// a move may pass: no table is built for that.
pub fn state_of(position: &Kalah) -> Option<State> {
    let board = position.board();
    let is_small = board.width() <= MAX_WIDTH && board.seeds_in_pits() <= MAX_SEEDS;
    let passes = position.rules().end_test == EndTest::OwnTurn;
    (is_small && !passes && !position.is_over()).then(|| State::new(board, position.mover()))
}

/// Whether all values of a state are even or all are odd.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parity {
    /// A value is even if and only if the number of seeds is.
    OfSeeds,
    /// A value may be either.
    Free,
}

impl Parity {
    /// With somebody to get the remainder, all seeds are gained by one or the other.
    pub const fn under(rules: &Rules) -> Self {
        match rules.remainder {
            Remainder::RowOwner | Remainder::PlayerOut | Remainder::OtherPlayer => Self::OfSeeds,
            Remainder::Nobody => Self::Free,
        }
    }

    /// The smallest number from `least` on that can be a value of a state with `seeds` seeds.
    #[inline]
    pub const fn round_up(self, least: i32, seeds: i32) -> i32 {
        match self {
            Self::OfSeeds => least + ((least ^ seeds) & 1),
            Self::Free => least,
        }
    }
}

/// A guess of the value of a state with `seeds` seeds, where a search must stop: no more is gained, as parity allows.
pub const fn estimate(seeds: i32) -> i32 {
    seeds & 1
}

/// How to make numbers of states: a pit is a digit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packing {
    width: usize,
    base: u64,
    /// The number after that of the largest row.
    row: u64,
}

impl Packing {
    /// Numbers below `2^bits` for rows of `width` pits.
    pub fn new(width: usize, bits: u32) -> Self {
        let rows = |base: u64| u128::from(base).pow(2 * width as u32);
        let fit = (1..=u64::from(MAX_SEEDS) + 1).take_while(|&base| rows(base) <= 1 << bits);
        let base = fit.last().unwrap_or(1);
        Self { width, base, row: base.pow(width as u32) }
    }

    /// A number that no other state has, or `None` if a pit holds too many seeds for one.
    #[inline]
    pub fn key(self, state: State) -> Option<u64> {
        let State { own, other } = state;
        if !(own.all_below(self.base) && other.all_below(self.base)) {
            return None;
        }
        Some(own.number(self.base) + other.number(self.base) * self.row)
    }

    /// The state with this key.
    pub fn state(self, key: u64) -> State {
        let mut left = key;
        let mut row = || {
            (0..self.width).fold(Narrow::EMPTY, |row, lane| {
                let seeds = left % self.base;
                left /= self.base;
                row.with_more(lane, seeds as u16)
            })
        };
        State { own: row(), other: row() }
    }
}

/// A state and what the transposition table has for it.
#[derive(Clone, Copy)]
pub struct StateNode {
    pub state: State,
    /// `None` if the state has no key that the table can hold.
    pub slot: Option<Slot>,
    pub hash_move: Option<u8>,
}

/// What a move leads to.
#[derive(Clone, Copy)]
pub struct Child<T> {
    pub node: T,
    pub lane: u8,
    pub gain: i32,
    /// Whether the same player moves on.
    pub extra_turn: bool,
}

pub type Children<T> = ArrayVec<Child<T>, MAX_WIDTH>;

impl<T> Child<T> {
    /// The value of the move, by that of the state it leads to.
    #[inline]
    pub const fn value_of_move(&self, value: i32) -> i32 {
        if self.extra_turn { self.gain + value } else { self.gain - value }
    }

    /// What is asked of the child where the question is whether the move is worth `parents`.
    #[inline]
    pub const fn beta(&self, parents: i32) -> i32 {
        if self.extra_turn { parents - self.gain } else { self.gain - parents + 1 }
    }

    #[inline]
    pub const fn remaining(&self, parents: Remaining) -> Remaining {
        if self.extra_turn { parents } else { parents.after_turn() }
    }

    #[inline]
    pub fn with<U>(self, node: U) -> Child<U> {
        Child { node, lane: self.lane, gain: self.gain, extra_turn: self.extra_turn }
    }
}

impl Child<StateNode> {
    /// The larger, the sooner the child is visited.
    ///
    /// A move that earns another comes first. Of the others, a move of the mover's row that will earn
    /// another is worth half a seed, as is one that the opponent does not get; found by trial.
    #[inline]
    pub fn priority(&self, hash_move: Option<u8>, earning: EarningRow) -> i32 {
        let lane = i32::from(self.lane);
        if hash_move == Some(self.lane) {
            i32::MAX
        } else if self.extra_turn {
            (1 << 24) + lane
        } else {
            let State { own: theirs, other: mine } = self.node.state;
            self.gain * 4 + 2 * (earning.moves(mine) - earning.moves(theirs)) + lane
        }
    }
}

/// A row each of whose pits holds what ends in the store.
#[derive(Debug, Clone, Copy)]
pub struct EarningRow(Narrow);

impl EarningRow {
    pub fn new(width: usize) -> Self {
        let seeds = |lane: usize| if lane < width { width - lane } else { 0xff };
        let lanes = std::array::from_fn(|lane| seeds(lane) as u8);
        Self(Narrow(u64::from_le_bytes(lanes)))
    }

    /// How many moves of `row` earn another, but for those that go round the board.
    #[inline]
    pub fn moves(self, Narrow(row): Narrow) -> i32 {
        let Self(Narrow(earning)) = self;
        // Of the eight lanes; those of no pit always differ.
        let differs = Narrow(row ^ earning).filled();
        8 - differs.count_ones() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_gives_its_state_back() {
        for (width, bits) in [(1, 40), (6, 52), (7, 56), (7, 63), (8, 48), (8, 63)] {
            let packing = Packing::new(width, bits);
            let row = |first: u16| {
                let seeds = (0..width).zip([first, 7, 0, 3, 1, 2, 5, 4]);
                seeds.fold(Narrow::EMPTY, |row, (lane, seeds)| row.with_more(lane, seeds))
            };
            let state = State { own: row(6), other: row(0) };
            let key = packing.key(state).unwrap();
            assert!(key >> bits == 0);
            assert_eq!(packing.state(key), state);
        }
    }

    #[test]
    fn moves_that_earn_another_are_counted() {
        for (row, moves) in [
            ([0; 6], 0),
            ([6, 5, 4, 3, 2, 1], 6),
            ([4, 4, 4, 4, 4, 4], 1),
            ([12, 0, 5, 3, 1, 1], 2),
        ] {
            let lanes = (0..).zip(row);
            let row = lanes.fold(Narrow::EMPTY, |row, (lane, seeds)| row.with_more(lane, seeds));
            assert_eq!(EarningRow::new(6).moves(row), moves, "{row:?}");
        }
    }
}
