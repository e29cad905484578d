//! The last ply: nodes whose children are at the cutoff, so that nearly all of these are leaves.
//!
//! Most nodes of a tree are such leaves. The loop is the [`textbook`](super::textbook)'s, over what
//! the moves lead to and not over nodes: a leaf's position is never made, and it is told of together
//! with its parent.
//!
//! Left out: the root's turn, so that nothing has to be kept of chosen moves; and positions that do
//! not know what their moves lead to.

use std::ops::ControlFlow;

use super::observer::{Observer, Stage, Visit};
use super::traversal::{Node, Search};
use super::value::{Pruning, Value};
use crate::game::{Outcome, Position};

impl<M: Copy, O: Observer<M>> Search<'_, M, O> {
    /// What the moves at `node` lead to, if its children are at the cutoff.
    #[inline(always)]
    pub(super) fn leaves<P: Position<Move = M>>(
        &self,
        node: &Node<P>,
    ) -> Option<impl Iterator<Item = (M, Outcome)> + use<M, O, P>> {
        let is_last_ply = node.depth_of_children() == self.limits.cutoff;
        if !is_last_ply || node.is_in_first_turn() {
            return None;
        }
        node.position.outcomes(self.limits.player)
    }

    /// The loop of figure 5.7 over the children of a node of the last ply.
    // Inlined so that what the moves lead to is not handed over in memory.
    #[inline(always)]
    pub(super) fn best_of_leaves<P, W>(
        &mut self,
        node: &Node<P>,
        leaves: impl Iterator<Item = (M, Outcome)>,
        mut pruning: W,
    ) -> ControlFlow<O::Stop, Value>
    where
        P: Position<Move = M>,
        W: Pruning,
    {
        let goal = self.goal(node);
        let mut best = goal.start();
        self.report(node, Stage::Enter, best, &pruning)?;
        for (choice, outcome) in leaves {
            let rest = if outcome.same_mover {
                let value = self.value(node.child(choice), pruning)?;
                best = goal.better(value, best);
                let rest = pruning.for_the_rest(goal, best);
                self.report(node, Stage::Update, best, &rest.unwrap_or(pruning))?;
                rest
            } else {
                let leaf = self.visit_of_leaf(node, choice, outcome.score, &pruning);
                best = goal.better(leaf.value, best);
                let rest = pruning.for_the_rest(goal, best);
                let update = self.visit(node, Stage::Update, best, &rest.unwrap_or(pruning));
                self.nodes += 1;
                self.observer.visit_leaf(&leaf, &update)?;
                rest
            };
            match rest {
                Some(rest) => pruning = rest,
                None => break,
            }
        }
        ControlFlow::Continue(best)
    }

    /// The visit to the leaf that `choice` makes at `node`.
    #[inline(always)]
    fn visit_of_leaf<P, W>(&self, node: &Node<P>, choice: M, score: i32, pruning: &W) -> Visit<M>
    where
        P: Position<Move = M>,
        W: Pruning,
    {
        let mover = node.position.mover();
        Visit {
            made_by: Some((mover, choice)),
            ply: node.ply + 1,
            depth: self.limits.cutoff,
            goal: self.limits.goal(mover.opponent()),
            value: Value::score(score),
            window: pruning.window(),
            stage: Stage::Leaf,
        }
    }
}
