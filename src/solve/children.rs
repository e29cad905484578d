//! The moves of a state, as a search sees them before and after it has probed its tables.
//!
//! Left out: probing and visiting ([`null_window`](super::null_window)).

use arrayvec::ArrayVec;

use super::bounds::Depth;
use super::state::{MAX_WIDTH, State};
use super::transposition::Slot;

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
    #[inline]
    pub(super) fn priority(&self, hash_move: Option<u8>) -> i32 {
        let lane = i32::from(self.lane);
        if hash_move == Some(self.lane) {
            i32::MAX
        } else if self.extra_turn {
            (1 << 24) + lane
        } else {
            self.gain * 4 + lane
        }
    }
}
