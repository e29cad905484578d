//! One null-window search: is a state's value at least beta?
//!
//! Negamax, fail-soft. The contract of [`Worker::visit`], which returns v:
//! - v >= beta: the value is at least v;
//! - v < beta: the value is at most v.
//!
//! A child is first settled without a visit if possible: by the end of the game, the seeds that are
//! left (nobody can gain more), the endgame table or the transposition table. Only the others are
//! ordered and visited: the hash move, then moves that earn another, then larger gains and more moves to
//! come that earn another, then pits nearer to the store.
//!
//! Threads search the same state with one table. A child that another thread is in, unless it is the
//! first, is deferred until the rest is done (after Weill's ABDADA); by then its entry is in the table.
//!
//! Left out: which windows to ask ([`windows`](super::windows)).

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use arrayvec::ArrayVec;

use super::bounds::{Bound, Certainty, Depth, Interval};
use super::children::{Child, Children, EarningRow, StateNode};
use super::deferral::CurrentlySearched;
use super::endgame::{Endgame, Place};
use super::state::{MAX_WIDTH, Packing, Parity, State, estimate};
use super::statistics::Statistics;
use super::tables::NearVisits;
use super::transposition::{HashEntry, SharedTable};
use crate::game::packed::Row;
use crate::stack::deeper;

/// What the workers of one search share.
pub(super) struct Shared<'a> {
    pub(super) endgame: &'a Endgame,
    pub(super) parity: Parity,
    pub(super) earning: EarningRow,
    pub(super) table: SharedTable<'a>,
    /// How the table's keys are made.
    pub(super) packing: Packing,
    /// States of so few seeds have no entry.
    pub(super) near: u32,
    pub(super) searched: &'a CurrentlySearched,
    /// Whether the caller wants an end.
    pub(super) stop: &'a (dyn Fn() -> bool + Sync),
    /// Whether the caller wants to save what was found.
    pub(super) pause: &'a (dyn Fn() -> bool + Sync),
    /// How many nodes a worker may visit, more or less.
    pub(super) limit: u64,
    /// Whether some worker has seen the caller's wish.
    pub(super) stopped: AtomicBool,
    /// Whether some worker has the answer, was stopped, is to pause, or is at its limit.
    pub(super) done: AtomicBool,
}

/// One thread of a search.
pub(super) struct Worker<'a> {
    shared: &'a Shared<'a>,
    pub(super) statistics: Statistics,
    /// Nodes whose finding was stored.
    pub(super) stored: u64,
    /// Sows from the root to the node that is visited.
    depth: u32,
    pub(super) near_visits: NearVisits,
}

/// One visit: the question and how far the answer is.
struct Visit {
    beta: i32,
    depth: Depth,
    /// The largest bound of the children so far, none of which reached beta; as certain as the least
    /// certain of them.
    best: Bound,
    best_lane: Option<u8>,
}

/// How a visit ends early: the search is done, or a child reached beta.
enum End {
    Done,
    Cutoff(u8, Bound),
}

/// Whether a child needs no visit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Settled {
    Yes,
    No,
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>) -> Self {
        Self {
            shared,
            statistics: Statistics::default(),
            stored: 0,
            depth: 0,
            near_visits: NearVisits::default(),
        }
    }

    /// The node at which a search begins.
    pub(super) fn root(&self, state: State) -> StateNode {
        let mut root = self.node(state);
        let entry = root.slot.and_then(|slot| self.shared.table.probe(slot));
        root.hash_move = entry.and_then(|entry| entry.hash_move);
        root
    }

    #[inline]
    fn node(&self, state: State) -> StateNode {
        let Shared {
            table,
            packing,
            near,
            ..
        } = self.shared;
        let is_near = state.seeds() <= *near;
        let key = if is_near { None } else { packing.key(state) };
        StateNode {
            state,
            slot: key.map(|key| table.slot(key)),
            hash_move: None,
        }
    }

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

    /// Sows every pit, and sorts what comes of it: what is plain is noted at once.
    #[inline]
    fn play_all(
        &mut self,
        state: State,
        visit: &mut Visit,
        in_endgame: &mut Children<Place>,
        children: &mut Children<StateNode>,
    ) -> ControlFlow<End> {
        let Shared { endgame, table, .. } = self.shared;
        let mut filled = state.own.filled();
        // From the pit nearest to the store, which is most often the best.
        while let Some(lane) = filled.checked_ilog2() {
            filled ^= 1 << lane;
            let after = state.sow(lane as usize, endgame.sowing());
            if after.over {
                self.statistics.over += 1;
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
                self.statistics.bounded += 1;
                visit.note(child.lane, bound)?;
            } else {
                let node = self.node(child.node);
                if let Some(slot) = node.slot {
                    table.prefetch(slot);
                }
                children.push(child.with(node));
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
        } else if !child.extra_turn && visit.depth.after_turn().is_exhausted() {
            Some(Bound {
                value: child.gain - estimate(seeds),
                certainty: Certainty::Estimated,
            })
        } else {
            None
        }
    }

    /// Probes the transposition table for a child.
    #[inline]
    fn probe(
        &mut self,
        child: &mut Child<StateNode>,
        visit: &mut Visit,
    ) -> ControlFlow<End, Settled> {
        let entry = child
            .node
            .slot
            .and_then(|slot| self.shared.table.probe(slot));
        let Some(entry) = entry else {
            return ControlFlow::Continue(Settled::No);
        };
        let depth = child.depth(visit.depth);
        if entry.depth.is_near(depth) {
            child.node.hash_move = entry.hash_move;
        }
        if entry.depth < depth {
            return ControlFlow::Continue(Settled::No);
        }
        let bounds = if child.extra_turn {
            entry.bounds
        } else {
            entry.bounds.negated()
        }
        .after_gain(child.gain);
        let value = if bounds.lower >= visit.beta {
            bounds.lower
        } else if bounds.upper < visit.beta {
            bounds.upper
        } else {
            return ControlFlow::Continue(Settled::No);
        };
        self.statistics.transposition += 1;
        let certainty = entry.depth.certainty();
        visit.note(child.lane, Bound { value, certainty })?;
        ControlFlow::Continue(Settled::Yes)
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

    fn is_done(&self) -> bool {
        let Shared {
            stop, pause, limit, ..
        } = *self.shared;
        if stop() {
            self.shared.stopped.store(true, Relaxed);
            self.shared.done.store(true, Relaxed);
        } else if self.statistics.nodes >= limit || pause() {
            self.shared.done.store(true, Relaxed);
        }
        self.shared.done.load(Relaxed)
    }
}

impl Visit {
    /// Takes note of a move's bound.
    #[inline]
    fn note(&mut self, lane: u8, bound: Bound) -> ControlFlow<End> {
        if bound.value >= self.beta {
            return ControlFlow::Break(End::Cutoff(lane, bound));
        }
        self.best.certainty = self.best.certainty.min(bound.certainty);
        if bound.value > self.best.value {
            self.best.value = bound.value;
            self.best_lane = Some(lane);
        }
        ControlFlow::Continue(())
    }
}
