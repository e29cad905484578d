//! One null-window search: is a state's value at least beta?
//!
//! Negamax, fail-soft. The contract of [`Worker::visit`], which returns v:
//! - v >= beta: the value is at least v;
//! - v < beta: the value is at most v.
//!
//! A child is first [settled](super::settle) without a visit if possible. Only the others are ordered
//! and visited: the hash move, then moves that earn another, then larger gains and more moves to come
//! that earn another, then pits nearer to the store.
//!
//! Threads search the same state with one table. A child that another thread is in, unless it is the
//! first, is deferred until the rest is done (after Weill's ABDADA); by then its entry is in the table.
//!
//! Left out: which windows to ask ([`windows`](super::windows)).

use std::cmp::Reverse;
use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::bounds::{Bound, Certainty, Depth, Interval};
use super::children::{Child, Children, StateNode};
use super::settle::Settled;
use super::state::MAX_WIDTH;
use super::transposition::HashEntry;
use super::worker::{End, Visit, Worker};
use crate::stack::deeper;

impl Worker<'_> {
    /// A bound of the value of a state that has a move and is not in the endgame table, or `None` if the
    /// search is done.
    pub(super) fn visit(&mut self, node: &StateNode, beta: i32, depth: Depth) -> Option<Bound> {
        let before = self.statistics.nodes;
        self.statistics.nodes += 1;
        if self.statistics.nodes.is_multiple_of(1024) && self.is_done() {
            return None;
        }
        let seeds = node.state.seeds() as i32;
        let mut visit = Visit {
            beta: self.shared.parity.round_up(beta, seeds),
            depth,
            best: Bound::proved(Interval::NONE.lower),
            best_lane: None,
        };
        let (hash_move, bound) = match self.settle_children(node, &mut visit) {
            ControlFlow::Break(End::Done) => return None,
            ControlFlow::Break(End::Cutoff(lane, bound)) => (Some(lane), bound),
            ControlFlow::Continue(()) => (visit.best_lane, visit.best),
        };
        let above = seeds as usize - self.shared.endgame.seeds();
        let effort = self.statistics.nodes - before;
        self.near_visits.add(above, effort);
        if let Some(slot) = node.slot {
            let entry = HashEntry {
                bounds: bound.as_interval(visit.beta),
                hash_move,
                depth: match bound.certainty {
                    Certainty::Proved => Depth::END,
                    Certainty::Estimated => depth,
                },
                effort,
            };
            self.stored += 1;
            self.shared.table.store(slot, entry);
        }
        Some(bound)
    }

    /// Goes through the children, those first whose value is plain. Whatever has to be fetched from
    /// memory is asked for before anything is read.
    fn settle_children(&mut self, node: &StateNode, visit: &mut Visit) -> ControlFlow<End> {
        let (mut in_endgame, mut children) = (Children::new(), Children::new());
        self.play_all(node.state, visit, &mut in_endgame, &mut children)?;
        for child in in_endgame {
            self.statistics.endgame += 1;
            let value = child.value_of_move(self.shared.endgame.at(child.node));
            visit.note(child.lane, Bound::proved(value))?;
        }
        let mut open = ArrayVec::<(i32, u8), MAX_WIDTH>::new();
        for (at, child) in (0..).zip(&mut children) {
            if self.probe(child, visit)? == Settled::No {
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
                let noted = self.visit_child(child, visit);
                if let ControlFlow::Break(End::Cutoff(..)) = noted {
                    self.statistics.cutoffs += 1;
                    self.statistics.first_cutoffs += u64::from(place == 0);
                }
                noted?;
            }
        }
        for at in deferred {
            let child = &mut children[usize::from(at)];
            if self.probe(child, visit)? == Settled::No {
                self.visit_child(child, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn visit_child(&mut self, child: &Child<StateNode>, visit: &mut Visit) -> ControlFlow<End> {
        let beta = if child.extra_turn {
            visit.beta - child.gain
        } else {
            child.gain - visit.beta + 1
        };
        self.shared.searched.starting(child.node.slot);
        self.depth += 1;
        self.statistics.depth = self.statistics.depth.max(self.depth);
        let bound = deeper(|| self.visit(&child.node, beta, child.depth(visit.depth)));
        self.depth -= 1;
        self.shared.searched.finished(child.node.slot);
        let Some(bound) = bound else {
            return ControlFlow::Break(End::Done);
        };
        let value = child.value_of_move(bound.value);
        visit.note(child.lane, Bound { value, ..bound })
    }
}
