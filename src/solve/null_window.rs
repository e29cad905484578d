//! One question, answered by moves in an order: is a state's value at least beta?
//!
//! Alpha-beta with a null window, as negamax, fail-soft. The contract of [`Worker::visit`], which returns v:
//! - v >= beta: the value is at least v;
//! - v < beta: the value is at most v.
//!
//! A child is first [resolved](super::resolve) without a visit if possible. Only the others are ordered
//! and visited: the hash move, then moves that earn another, then larger gains and more moves to come
//! that earn another, then pits nearer to the store.
//!
//! Threads search the same state with one table. A child that another thread is in, unless it is the
//! first, is deferred until the rest is done (after Weill's ABDADA); by then its entry is in the table.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::bounds::{Bound, Remaining};
use super::state::{Child, Children, MAX_WIDTH, StateNode};
use super::worker::{End, Visit, Worker};

impl Worker<'_> {
    /// A bound of the value of a state that has a move and is not in the endgame table, or `None` if the
    /// search is done.
    pub fn visit(&mut self, node: &StateNode, beta: i32, remaining: Remaining) -> Option<Bound> {
        let before = self.nodes;
        self.enter()?;
        let mut visit = self.question(node.state, beta, remaining);
        let (hash_move, bound) = match self.resolve_children(node, &mut visit) {
            ControlFlow::Break(End::Done) => return None,
            ControlFlow::Break(End::Cutoff(lane, bound)) => (Some(lane), bound),
            ControlFlow::Continue(()) => (visit.best_lane, visit.best),
        };
        let above = node.state.seeds() as usize - self.shared.endgame.seeds();
        let effort = self.nodes - before;
        self.near_visits.add(above, effort);
        self.keep(node, &visit, bound, hash_move, effort);
        Some(bound)
    }

    /// Goes through the children, those first whose value is plain.
    fn resolve_children(&mut self, node: &StateNode, visit: &mut Visit) -> ControlFlow<End> {
        let mut children = Children::new();
        self.resolve_without_probing(node, visit, &mut children)?;
        let mut open = ArrayVec::<(i32, u8), MAX_WIDTH>::new();
        for (at, child) in (0..).zip(&mut children) {
            if !self.probe(child, visit)? {
                open.push((child.priority(node.hash_move, self.shared.earning), at));
            }
        }
        open.sort_unstable_by_key(|&(priority, _)| Reverse(priority));
        self.visit_all(&mut children, &open, visit)
    }

    /// Visits the `open` ones of the children, in this order.
    fn visit_all(
        &mut self,
        children: &mut Children<StateNode>,
        open: &[(i32, u8)],
        visit: &mut Visit,
    ) -> ControlFlow<End> {
        let mut deferred = ArrayVec::<u8, MAX_WIDTH>::new();
        for (place, &(_, at)) in open.iter().enumerate() {
            let child = &children[usize::from(at)];
            if place > 0 && self.shared.searched.contains(child.node.slot) {
                deferred.push(at);
            } else {
                self.visit_child(child, visit)?;
            }
        }
        for at in deferred {
            let child = &mut children[usize::from(at)];
            if !self.probe(child, visit)? {
                self.visit_child(child, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn visit_child(&mut self, child: &Child<StateNode>, visit: &mut Visit) -> ControlFlow<End> {
        let (beta, remaining) = (child.beta(visit.beta), child.remaining(visit.remaining));
        let bound =
            self.below(child.node.slot, |worker| worker.visit(&child.node, beta, remaining));
        let Some(bound) = bound else {
            return ControlFlow::Break(End::Done);
        };
        visit.note_child(child, bound)
    }
}
