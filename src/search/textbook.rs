//! Minimax and alpha-beta with a cutoff, exactly as the assignment traverses.
//!
//! The assignment's conventions, where they differ from a textbook's:
//! - A node is one move. Its goal is that of the player who moves *next*, so a child that earned
//!   another move of the same turn has its parent's goal: max under max.
//! - Depth counts turns. The children of a node whose own move was followed by another move of the
//!   same player have its depth, all others their parent's plus 1.
//! - A node is a leaf when the game is over, or at the cutoff unless the turn is unfinished.
//! - Children come in positional order and ties go to the first, at every node of a chain too.
//!
//! Alpha-beta is that of figure 5.7 of Russell and Norvig (third edition), fail-soft: a value
//! outside the window is returned as it is. The window goes unchanged into a turn's next move.
//!
//! What makes it fast stands beside it: `fast` (leaves without positions, the stack) and `frontier` (subtrees
//! for several threads). `tests/suite/lanes.rs` holds both to what is here.

use std::ops::ControlFlow;

use super::traversal::{Limits, Node, Pruning, Search, Unpruned};
use super::visit::{Observer, Stage, Value, Window};
use crate::game::Position;

/// How to traverse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Every child of every node.
    Minimax,
    /// Minimax without the children that cannot matter.
    AlphaBeta,
}

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice<M> {
    /// The value of the root.
    pub value: Value,
    /// The moves of the chosen turn; empty if the root is a leaf.
    pub turn: Vec<M>,
    /// Nodes of the tree that were entered, the root included.
    pub nodes: u64,
}

/// Searches from `root` and tells `observer` of every visit.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use mancala::game::{Board, Kalah, Pit, Rules, Side};
/// use mancala::search::{Algorithm, Limits, search};
///
/// let start = Kalah::new(Board::opening(3, 1), Rules::USC, Side::South)?;
/// let limits = Limits { player: Side::South, cutoff: 1 };
/// // The unit listens to nothing, and never stops a search.
/// let ControlFlow::Continue(choice) = search(start, limits, Algorithm::AlphaBeta, &mut ());
/// // A seed into the store, and then a capture of one by one.
/// assert_eq!(choice.turn, [Pit::new(2), Pit::new(1)]);
/// assert_eq!(choice.value.finite(), Some(3));
/// # Ok::<(), mancala::game::kalah::Unplayable>(())
/// ```
///
/// The turn is chosen by the player to move at the root, who need not be `limits.player`.
///
/// # Errors
/// `Break` with the observer's reason if it stopped the search.
pub fn search<P: Position, O: Observer<P::Move>>(
    root: P,
    limits: Limits,
    algorithm: Algorithm,
    observer: &mut O,
) -> ControlFlow<O::Stop, Choice<P::Move>> {
    let mut search = Search::new(limits, observer);
    let value = match algorithm {
        Algorithm::Minimax => search.value(Node::root(root), Unpruned)?,
        Algorithm::AlphaBeta => search.value(Node::root(root), Window::FULL)?,
    };
    ControlFlow::Continue(Choice { value, turn: search.turn.into_moves(), nodes: search.nodes })
}

impl<M: Copy, O: Observer<M>> Search<'_, M, O> {
    /// The value of `node`: figure 5.7's MAX-VALUE and MIN-VALUE in one.
    #[inline(always)]
    pub fn value<P: Position<Move = M>, W: Pruning>(
        &mut self,
        node: Node<P>,
        pruning: W,
    ) -> ControlFlow<O::Stop, Value> {
        self.nodes += 1;
        if let Some(stage) = self.leaf(&node) {
            let value = Value::score(node.position.score(self.limits.player));
            self.report(&node, stage, value, &pruning)?;
            return ControlFlow::Continue(value);
        }
        if let Some(value) = self.searched(&node, &pruning)? {
            return ControlFlow::Continue(value);
        }
        // The early return keeps a leaf's value, which most nodes are, out of memory.
        let value = self.value_of_inner(&node, pruning)?;
        ControlFlow::Continue(value)
    }

    /// The loop of figure 5.7 over the children of an inner node.
    pub fn best_of_children<P: Position<Move = M>, W: Pruning>(
        &mut self,
        node: &Node<P>,
        mut pruning: W,
    ) -> ControlFlow<O::Stop, Value> {
        let goal = self.goal(node);
        let mut best = goal.start();
        self.report(node, Stage::Enter, best, &pruning)?;
        for choice in node.position.moves() {
            let value = self.value(node.child(choice), pruning)?;
            self.choose(node, choice, goal.prefers(value, best));
            best = goal.better(value, best);
            if pruning.cuts(goal, best) {
                // The row of a cut shows the window as it was.
                self.report(node, Stage::Update, best, &pruning)?;
                break;
            }
            pruning = pruning.narrowed(goal, best);
            self.report(node, Stage::Update, best, &pruning)?;
        }
        ControlFlow::Continue(best)
    }
}
