//! One question, answered by moves in an order: is a state's value at least beta?
//!
//! Alpha-beta with a null window, as negamax, fail-soft. The contract of [`Worker::visit`], which returns v:
//! - v >= beta: the value is at least v;
//! - v < beta: the value is at most v.
//!
//! A child is first resolved without a visit if possible: the end of the game, the number of its seeds, the endgame
//! table or the transposition table says enough of it. Only the others are ordered and visited: the hash move, then
//! moves that earn another, then larger gains and more moves to come that earn another, then pits nearer to the store.
//!
//! Threads search the same state with one table. A child that another thread is in, unless it is the
//! first, is deferred until the rest is done (after Weill's ABDADA); by then its entry is in the table.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::bounds::{Bound, Certainty, Remaining};
use super::endgame::Place;
use super::state::{Child, Children, MAX_WIDTH, State, StateNode, estimate};
use super::worker::{End, Shared, Visit, Worker};
use crate::game::packed::Row;

impl Worker<'_> {
    /// A bound of a state that has a move and is not in the endgame table, or `None` if the search is done.
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
        let Some(bound) = bound else { return ControlFlow::Break(End::Done) };
        visit.note_child(child, bound)
    }
}

/// Resolving children without a visit, for this search and for [that by proof numbers](super::proof_search).
impl Worker<'_> {
    /// Takes note of the children whose value is plain, and gathers the others, for which the transposition table has
    /// to be probed. Whatever has to be fetched from memory is asked for before anything is read.
    #[inline]
    pub fn resolve_without_probing(
        &mut self,
        node: &StateNode,
        visit: &mut Visit,
        children: &mut Children<StateNode>,
    ) -> ControlFlow<End> {
        let mut in_endgame = Children::new();
        self.play_all(node.state, visit, &mut in_endgame, children)?;
        for child in in_endgame {
            let value = self.shared.endgame.at(child.node);
            visit.note_child(&child, Bound::proved(value))?;
        }
        ControlFlow::Continue(())
    }

    /// Sows every pit, and sorts what comes of it: what is plain is noted at once.
    #[inline]
    fn play_all(
        &mut self,
        state: State,
        visit: &mut Visit,
        in_endgame: &mut Children<Place>,
        children: &mut Children<StateNode>,
    ) -> ControlFlow<End> {
        let Shared { endgame, .. } = self.shared;
        let mut filled = state.own.filled();
        // From the pit nearest to the store, which is most often the best.
        while let Some(lane) = filled.checked_ilog2() {
            filled ^= 1 << lane;
            let after = state.sow(lane as usize, endgame.sowing());
            if after.over {
                visit.note(lane as u8, Bound::proved(after.gain))?;
                continue;
            }
            let child = Child {
                node: after.next(),
                lane: lane as u8,
                gain: after.gain,
                extra_turn: after.extra_turn,
            };
            if let Some(place) = endgame.place(child.node) {
                in_endgame.push(child.with(place));
            } else if let Some(bound) = self.without_tables(&child, visit) {
                visit.note(child.lane, bound)?;
            } else {
                children.push(child.with(self.node(child.node)));
            }
        }
        ControlFlow::Continue(())
    }

    /// A bound of a move's value that is plain without a look into any table, if it is enough.
    #[inline]
    fn without_tables(&self, child: &Child<State>, visit: &Visit) -> Option<Bound> {
        let seeds = child.node.seeds() as i32;
        // Nobody can gain more than the seeds that are left.
        if child.gain + seeds < visit.beta {
            Some(Bound::proved(child.gain + seeds))
        } else if child.gain - seeds >= visit.beta {
            Some(Bound::proved(child.gain - seeds))
        } else if !child.extra_turn && visit.remaining.after_turn().is_exhausted() {
            Some(Bound { value: child.gain - estimate(seeds), certainty: Certainty::Estimated })
        } else {
            None
        }
    }

    /// Probes the transposition table for a child: whether that needs no visit then.
    #[inline]
    pub fn probe(
        &mut self,
        child: &mut Child<StateNode>,
        visit: &mut Visit,
    ) -> ControlFlow<End, bool> {
        let entry = child.node.slot.and_then(|slot| self.shared.table.probe(slot));
        let Some(entry) = entry else { return ControlFlow::Continue(false) };
        let remaining = child.remaining(visit.remaining);
        if entry.remaining.is_near(remaining) {
            child.node.hash_move = entry.hash_move;
        }
        if entry.remaining < remaining {
            return ControlFlow::Continue(false);
        }
        let bounds = if child.extra_turn { entry.bounds } else { entry.bounds.negated() }
            .after_gain(child.gain);
        let value = if bounds.lower >= visit.beta {
            bounds.lower
        } else if bounds.upper < visit.beta {
            bounds.upper
        } else {
            return ControlFlow::Continue(false);
        };
        let certainty = entry.remaining.certainty();
        visit.note(child.lane, Bound { value, certainty })?;
        ControlFlow::Continue(true)
    }
}
