//! The moves of a state, as a search sees them before and after it has probed its tables.
//!
//! Left out: probing and visiting ([`null_window`](super::null_window)).

use arrayvec::ArrayVec;

use super::bounds::Depth;
use super::state::{MAX_WIDTH, State};
use super::transposition::Slot;
use crate::game::packed::{Narrow, Row};

/// A state and what the transposition table has for it.
#[derive(Clone, Copy)]
pub(super) struct StateNode {
    pub(super) state: State,
    /// `None` if the state has no key that the table can hold.
    pub(super) slot: Option<Slot>,
    pub(super) hash_move: Option<u8>,
}

/// What a move leads to.
#[derive(Clone, Copy)]
pub(super) struct Child<T> {
    pub(super) node: T,
    pub(super) lane: u8,
    pub(super) gain: i32,
    /// Whether the same player moves on.
    pub(super) extra_turn: bool,
}

pub(super) type Children<T> = ArrayVec<Child<T>, MAX_WIDTH>;

impl<T> Child<T> {
    /// The value of the move, by that of the state it leads to.
    #[inline]
    pub(super) const fn value_of_move(&self, value: i32) -> i32 {
        if self.extra_turn {
            self.gain + value
        } else {
            self.gain - value
        }
    }

    /// What is asked of the child where the question is whether the move is worth `parents`.
    #[inline]
    pub(super) const fn beta(&self, parents: i32) -> i32 {
        if self.extra_turn {
            parents - self.gain
        } else {
            self.gain - parents + 1
        }
    }

    #[inline]
    pub(super) const fn depth(&self, parents: Depth) -> Depth {
        if self.extra_turn {
            parents
        } else {
            parents.after_turn()
        }
    }

    #[inline]
    pub(super) fn with<U>(self, node: U) -> Child<U> {
        Child {
            node,
            lane: self.lane,
            gain: self.gain,
            extra_turn: self.extra_turn,
        }
    }
}

impl Child<StateNode> {
    /// The larger, the sooner the child is visited.
    ///
    /// A move that earns another comes first. Of the others, a move of the mover's row that will earn
    /// another is worth half a seed, as is one that the opponent does not get; found by trial.
    #[inline]
    pub(super) fn priority(&self, hash_move: Option<u8>, earning: EarningRow) -> i32 {
        let lane = i32::from(self.lane);
        if hash_move == Some(self.lane) {
            i32::MAX
        } else if self.extra_turn {
            (1 << 24) + lane
        } else {
            let State {
                own: theirs,
                other: mine,
            } = self.node.state;
            self.gain * 4 + 2 * (earning.moves(mine) - earning.moves(theirs)) + lane
        }
    }
}

/// A row each of whose pits holds what ends in the store.
#[derive(Debug, Clone, Copy)]
pub(super) struct EarningRow(Narrow);

impl EarningRow {
    pub(super) fn new(width: usize) -> Self {
        let seeds = |lane: usize| if lane < width { width - lane } else { 0xff };
        let lanes = std::array::from_fn(|lane| seeds(lane) as u8);
        Self(Narrow(u64::from_le_bytes(lanes)))
    }

    /// How many moves of `row` earn another, but for those that go round the board.
    #[inline]
    pub(super) fn moves(self, Narrow(row): Narrow) -> i32 {
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
    fn moves_that_earn_another_are_counted() {
        for (row, moves) in [
            ([0; 6], 0),
            ([6, 5, 4, 3, 2, 1], 6),
            ([4, 4, 4, 4, 4, 4], 1),
            ([12, 0, 5, 3, 1, 1], 2),
        ] {
            let lanes = (0..).zip(row);
            let row = lanes.fold(Narrow::EMPTY, |row, (lane, seeds)| {
                row.with_more(lane, seeds)
            });
            assert_eq!(EarningRow::new(6).moves(row), moves, "{row:?}");
        }
    }
}
