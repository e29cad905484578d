//! The children of a state, as a search sees them before and after it has looked them up.
//!
//! Left out: looking them up and visiting them ([`null_window`](super::null_window)).

use arrayvec::ArrayVec;

use super::bounds::Depth;
use super::table::Slot;
use crate::solve::solvable::{MAX_CHOICES, Place};

/// A state with what is known of its place in the table.
#[derive(Clone, Copy)]
pub(super) struct Site<S> {
    pub(super) state: S,
    /// `None` if the state has no key that the table can hold.
    pub(super) slot: Option<Slot>,
    /// What was best there before.
    pub(super) hint: Option<u8>,
}

/// A child that may have to be visited.
#[derive(Clone, Copy)]
pub(super) struct Child<S> {
    pub(super) site: Site<S>,
    pub(super) choice: u8,
    pub(super) gain: i32,
    pub(super) turn: Turn,
}

/// A child whose value a table of the game has.
pub(super) struct Tabled {
    pub(super) place: Place,
    pub(super) choice: u8,
    pub(super) gain: i32,
    pub(super) turn: Turn,
}

/// Children of one state.
pub(super) type Children<S> = ArrayVec<Child<S>, MAX_CHOICES>;

/// Whether a child's mover is its parent's.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    GoesOn,
    Passes,
}

impl Turn {
    /// The value of a move by what it gains and the value of the state it leads to.
    #[inline]
    pub(super) const fn parents(self, gain: i32, value: i32) -> i32 {
        match self {
            Self::GoesOn => gain + value,
            Self::Passes => gain - value,
        }
    }
}

impl<S> Child<S> {
    #[inline]
    pub(super) const fn depth(&self, parents: Depth) -> Depth {
        match self.turn {
            Turn::GoesOn => parents,
            Turn::Passes => parents.after_turn(),
        }
    }
}

/// The larger, the sooner a child is visited.
#[inline]
pub(super) fn order<S>(child: &Child<S>, hint: Option<u8>) -> i32 {
    let choice = i32::from(child.choice);
    if hint == Some(child.choice) {
        i32::MAX
    } else if child.turn == Turn::GoesOn {
        (1 << 24) + choice
    } else {
        child.gain * 4 + choice
    }
}
