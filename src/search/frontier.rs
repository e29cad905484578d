//! The subtrees that hang on the nodes of one depth, in the order in which minimax comes to them: for
//! searches of each by itself, before the search above them is there.
//!
//! Left out: threads, what is kept of a subtree, and alpha-beta, whose windows nobody knows beforehand.

use std::ops::ControlFlow;

use super::traversal::{Limits, Node, Search, TurnState, Unpruned};
use super::visit::{Observer, Searched, Visit};
use crate::game::{Position, Side};

/// The nodes at which the turns of a depth are finished and the game is not, from one of them on.
pub(crate) struct Frontier<P: Position> {
    depth: u32,
    /// The path to the node that was given last, but for this node itself.
    levels: Vec<Level<P>>,
}

/// A node above the frontier.
struct Level<P: Position> {
    node: Node<P>,
    /// The moves that are not yet played.
    rest: std::vec::IntoIter<P::Move>,
}

impl<P: Position> Frontier<P> {
    /// More nodes than this are not passed by at once: games that end early may put the next one far away.
    const NEAR: usize = 1000;

    /// All nodes at `depth`, at least 1 and less than the cutoff, of the tree that hangs on `root`.
    pub(crate) fn new(root: P, depth: u32) -> Self {
        Self { depth, levels: vec![Level::new(Node::root(root))] }
    }

    /// The subtree on the next node; `None` if there is none near, so that one has to ask again.
    pub(crate) fn near(&mut self) -> Option<Subtree<P>> {
        for _ in 0..Self::NEAR {
            let above = self.levels.last_mut()?;
            if let Some(choice) = above.rest.next() {
                let node = above.node.child(choice);
                if node.depth == self.depth && node.turn == TurnState::Finished {
                    if !node.position.is_over() {
                        return Some(Subtree(node));
                    }
                } else {
                    self.levels.push(Level::new(node));
                }
            } else {
                self.levels.pop();
            }
        }
        None
    }

    /// Passes the next node by, which is there.
    pub(crate) fn pass_by(&mut self) {
        while self.near().is_none() && !self.levels.is_empty() {}
    }
}

impl<P: Position> Level<P> {
    fn new(node: Node<P>) -> Self {
        let moves: Vec<_> = node.position.moves().collect();
        Self { node, rest: moves.into_iter() }
    }
}

/// Whether `entered`, a node that is no leaf, is one of the frontier at `depth`.
#[inline]
pub(crate) fn is_at_frontier<M>(entered: &Visit<M>, limits: Limits, depth: u32) -> bool {
    // The turn is finished if the other player moves next.
    let is_finished = |(side, _): &(Side, M)| limits.goal(*side) != entered.goal;
    entered.depth == depth && entered.made_by.as_ref().is_some_and(is_finished)
}

/// The part of a tree that hangs on one node.
pub(crate) struct Subtree<P: Position>(Node<P>);

impl<P: Position> Subtree<P> {
    /// Visits the subtree by minimax as the search of the whole tree does.
    ///
    /// # Errors
    /// `Break` with the observer's reason if it stopped the search.
    pub(crate) fn search<O: Observer<P::Move>>(
        self,
        limits: Limits,
        observer: &mut O,
    ) -> ControlFlow<O::Stop, Searched> {
        let mut search = Search::new(limits, observer);
        let value = search.value(self.0, Unpruned)?;
        let nodes = search.nodes;
        ControlFlow::Continue(Searched { value, nodes })
    }
}
