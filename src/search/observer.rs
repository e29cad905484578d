//! Listening to a search: an observer is told of each visit. It may write a log, compare one, or do
//! nothing.
//!
//! The search pushes and the observer listens. An observer may stop the search (a full disk, a
//! first difference) by breaking with a reason of its own.
//!
//! Left out: the boards. An observer that wants one replays the moves that lead to the node, which
//! [`Visit::ply`] lets it keep.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::value::{Goal, Value, Window};
use crate::game::Side;

/// Why a node is visited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// An inner node is entered; its value is its goal's start value.
    Enter,
    /// A node at the cutoff has its value.
    Leaf,
    /// A node at which the game is over has its value.
    GameOver,
    /// A child of an inner node has returned; the value is the best so far.
    Update,
}

/// One visit to a node: what a row of the traversal log shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visit<M> {
    /// The move that made the node and who made it; `None` at the root.
    pub made_by: Option<(Side, M)>,
    /// Moves from the root to the node: 0 at the root, 1 at its children.
    pub ply: usize,
    /// Turns from the root: a chain of moves of one player has one depth.
    pub depth: u32,
    /// Whether the player to move maximizes.
    pub goal: Goal,
    /// The node's value at this moment.
    pub value: Value,
    /// Alpha and beta at this moment; `None` under minimax.
    pub window: Option<Window>,
    /// Why the node is visited.
    pub stage: Stage,
}

/// A listener to the visits of a search, in the order of the traversal.
pub trait Observer<M> {
    /// The reason to stop a search.
    type Stop;

    /// Takes note of a visit, or stops the search.
    ///
    /// # Errors
    /// `Break` ends the search at once; it returns the reason.
    fn visit(&mut self, visit: &Visit<M>) -> ControlFlow<Self::Stop>;

    /// Takes note of a leaf at the cutoff and then of its parent, as of two visits: for observers that
    /// are quicker with both at once. A search need not tell of all leaves so.
    ///
    /// # Errors
    /// Those of [`visit`](Observer::visit).
    #[inline(always)]
    fn visit_leaf(&mut self, leaf: &Visit<M>, update: &Visit<M>) -> ControlFlow<Self::Stop> {
        self.visit(leaf)?;
        self.visit(update)
    }

    /// Says what the search of an inner node would find, if the observer has followed that already. The
    /// search goes on behind the node then, and tells of no visit there. It may not be a node of the
    /// root's turn.
    ///
    /// # Errors
    /// Those of [`visit`](Observer::visit).
    #[inline(always)]
    fn searched(&mut self, _entered: &Visit<M>) -> ControlFlow<Self::Stop, Option<Searched>> {
        ControlFlow::Continue(None)
    }
}

/// What the search of a subtree found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Searched {
    /// The value of the node that it hangs on.
    pub value: Value,
    /// Nodes of it that were entered.
    pub nodes: u64,
}

/// Nobody listens.
impl<M> Observer<M> for () {
    type Stop = Infallible;

    #[inline]
    fn visit(&mut self, _: &Visit<M>) -> ControlFlow<Infallible> {
        ControlFlow::Continue(())
    }
}
