//! Observers of a search: each is told of every visit. It may write a log, compare one, or do nothing, and may
//! stop the search (a full disk, a
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

impl<M> Visit<M> {
    /// The visit to a leaf that is the next child of the visited node, made by a move of the player who moves there.
    #[inline(always)]
    pub(super) fn leaf(&self, made_by: (Side, M), depth: u32, score: i32) -> Self {
        Self {
            made_by: Some(made_by),
            ply: self.ply + 1,
            depth,
            goal: self.goal.opposite(),
            value: Value::score(score),
            window: self.window,
            stage: Stage::Leaf,
        }
    }
}

/// Leaves at the cutoff that are visited one after the other, all children of one node that does not
/// prune. As an iterator: the visit to each, and to the parent after it.
#[derive(Debug, Clone, Copy)]
pub struct Leaves<'a, M> {
    /// The last visit to the parent before the first leaf, as an update.
    pub parent: Visit<M>,
    /// The player who moves to the leaves.
    pub mover: Side,
    /// The depth of the leaves.
    pub depth: u32,
    /// The moves that make them.
    pub moves: &'a [M],
    /// The score of each.
    pub scores: &'a [i32],
}

impl<M: Copy> Iterator for Leaves<'_, M> {
    type Item = (Visit<M>, Visit<M>);

    #[inline(always)]
    fn next(&mut self) -> Option<(Visit<M>, Visit<M>)> {
        let (&choice, moves) = self.moves.split_first()?;
        let (&score, scores) = self.scores.split_first()?;
        (self.moves, self.scores) = (moves, scores);
        let leaf = self.parent.leaf((self.mover, choice), self.depth, score);
        let parent = &mut self.parent;
        parent.value = parent.goal.better(leaf.value, parent.value);
        Some((leaf, *parent))
    }
}

impl<M: Copy> Leaves<'_, M> {
    /// Tells `observer` of one visit after the other, and returns the parent's value after the last.
    ///
    /// # Errors
    /// Those of [`Observer::visit`].
    #[inline(always)]
    pub fn tell<O: Observer<M>>(mut self, observer: &mut O) -> ControlFlow<O::Stop, Value> {
        for (leaf, update) in self.by_ref() {
            observer.visit_leaf(&leaf, &update)?;
        }
        ControlFlow::Continue(self.parent.value)
    }
}

/// An observer of the visits of a search, in the order of the traversal.
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

    /// The same for several leaves. Returns the parent's value after the last.
    ///
    /// # Errors
    /// Those of [`visit`](Observer::visit).
    #[inline(always)]
    fn visit_leaves(&mut self, leaves: Leaves<'_, M>) -> ControlFlow<Self::Stop, Value>
    where
        Self: Sized,
        M: Copy,
    {
        leaves.tell(self)
    }

    /// Says what the search of an inner node would find, if the observer has followed that already. The
    /// search goes on behind the node then, and tells of no visit there. It may not be a node of the
    /// root's turn; and of one whose own turn is unfinished, a search need not ask.
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

/// Hands each visit to a closure, which says whether it wants more.
///
/// All closures share one build of the search: a page's program has to be small.
pub struct FnObserver<'a, M>(pub &'a mut dyn FnMut(&Visit<M>) -> bool);

impl<M> Observer<M> for FnObserver<'_, M> {
    type Stop = ();

    fn visit(&mut self, visit: &Visit<M>) -> ControlFlow<()> {
        if (self.0)(visit) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Nobody observes.
impl<M> Observer<M> for () {
    type Stop = Infallible;

    #[inline]
    fn visit(&mut self, _: &Visit<M>) -> ControlFlow<Infallible> {
        ControlFlow::Continue(())
    }
}
