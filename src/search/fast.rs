//! What makes the textbook's search fast: the last ply without positions, and a stack that grows only where it has to.
//!
//! Most nodes of a tree are such leaves. The loop is the [`textbook`](super::textbook)'s, over what
//! the moves lead to and not over nodes: a leaf's position is never made. A search that prunes tells of
//! a leaf together with its parent; one that does not, of all leaves that come one after the other.

use std::ops::ControlFlow;

use super::traversal::{Node, Pruning, Search, Unpruned};
use super::visit::{Leaves, Observer, Stage, Value};
use crate::game::position::{MoveOutcome, OUTCOMES, Position};
use crate::stack::{StackFloor, deeper};

impl<M: Copy, O: Observer<M>> Search<'_, M, O> {
    /// The value of an inner node that has been counted, and that the observer is not to be asked of.
    #[inline(always)]
    pub fn value_of_inner<P: Position<Move = M>, W: Pruning>(
        &mut self,
        node: &Node<P>,
        pruning: W,
    ) -> ControlFlow<O::Stop, Value> {
        if self.floor.is_reached() {
            self.best_with_more_stack(node, pruning)
        } else {
            self.best(node, pruning)
        }
    }

    /// The value of an inner node, after a look at the stack.
    #[cold]
    #[inline(never)]
    fn best_with_more_stack<P: Position<Move = M>, W: Pruning>(
        &mut self,
        node: &Node<P>,
        pruning: W,
    ) -> ControlFlow<O::Stop, Value> {
        let floor = self.floor;
        let value = deeper(|| {
            self.floor = StackFloor::of_this_stack();
            self.best(node, pruning)
        });
        self.floor = floor;
        value
    }

    /// The value of an inner node.
    // Not inlined, so that a level is one frame, and is there once.
    #[inline(never)]
    fn best<P: Position<Move = M>, W: Pruning>(
        &mut self,
        node: &Node<P>,
        pruning: W,
    ) -> ControlFlow<O::Stop, Value> {
        match self.outcomes(node) {
            Some(outcomes) if W::PRUNES => self.best_of_outcomes(node, outcomes, pruning),
            Some(outcomes) => self.best_of_all_outcomes(node, outcomes),
            None => self.best_of_children(node, pruning),
        }
    }

    /// What the moves at `node` lead to, if its children are at the cutoff.
    #[inline(always)]
    fn outcomes<P: Position<Move = M>>(
        &self,
        node: &Node<P>,
    ) -> Option<impl Iterator<Item = (M, MoveOutcome)> + use<M, O, P>> {
        let is_last_ply = node.depth_of_children() == self.limits.cutoff;
        if !is_last_ply || node.is_in_first_turn() {
            return None;
        }
        node.position.outcomes(self.limits.player)
    }

    /// The loop of figure 5.7 over the children of a node of the last ply.
    // Inlined so that what the moves lead to is not handed over in memory.
    #[inline(always)]
    fn best_of_outcomes<P: Position<Move = M>, W: Pruning>(
        &mut self,
        node: &Node<P>,
        outcomes: impl Iterator<Item = (M, MoveOutcome)>,
        mut pruning: W,
    ) -> ControlFlow<O::Stop, Value> {
        let goal = self.goal(node);
        let mut best = goal.start();
        self.report(node, Stage::Enter, best, &pruning)?;
        for (choice, outcome) in outcomes {
            let rest = if outcome.same_mover {
                // The turn is unfinished and the game not over: no leaf.
                self.nodes += 1;
                let value = self.value_of_inner(&node.child(choice), pruning)?;
                best = goal.better(value, best);
                let rest = pruning.for_the_rest(goal, best);
                self.report(node, Stage::Update, best, &rest.unwrap_or(pruning))?;
                rest
            } else {
                let made_by = (node.position.mover(), choice);
                let before = self.visit(node, Stage::Update, best, &pruning);
                let leaf = before.leaf(made_by, self.limits.cutoff, outcome.score);
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

    /// The same where every child is visited, whatever comes of those before: first all outcomes are
    /// listed, and then the observer gets at once what lies between two unfinished turns.
    #[inline(always)]
    fn best_of_all_outcomes<P: Position<Move = M>>(
        &mut self,
        node: &Node<P>,
        outcomes: impl Iterator<Item = (M, MoveOutcome)>,
    ) -> ControlFlow<O::Stop, Value> {
        let goal = self.goal(node);
        let mut best = goal.start();
        self.report(node, Stage::Enter, best, &Unpruned)?;
        // Any move, for places that are not used. Only the root has none, and is never here.
        let Some((_, any)) = node.made_by else { return ControlFlow::Continue(best) };
        let (mut moves, mut scores) = ([any; OUTCOMES], [0; OUTCOMES]);
        // By bit: the moves that leave the turn unfinished, and the end of all.
        let mut stops = 0_u32;
        let mut count = 0;
        // No index that would have to be checked.
        let places = moves.iter_mut().zip(&mut scores);
        for ((choice, outcome), (to_move, to_score)) in outcomes.zip(places) {
            *to_move = choice;
            *to_score = outcome.score;
            stops |= u32::from(outcome.same_mover) << count;
            count += 1;
        }
        stops |= 1 << count;
        self.nodes += count as u64;
        let mut next = 0;
        loop {
            let stop = stops.trailing_zeros() as usize % OUTCOMES;
            if next < stop {
                best = self.observer.visit_leaves(Leaves {
                    parent: self.visit(node, Stage::Update, best, &Unpruned),
                    mover: node.position.mover(),
                    depth: self.limits.cutoff,
                    moves: &moves[next..stop],
                    scores: &scores[next..stop],
                })?;
            }
            if stop == count {
                return ControlFlow::Continue(best);
            }
            let value = self.value_of_inner(&node.child(moves[stop]), Unpruned)?;
            best = goal.better(value, best);
            self.report(node, Stage::Update, best, &Unpruned)?;
            stops &= stops - 1;
            next = stop + 1;
        }
    }
}
