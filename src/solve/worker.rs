//! A thread of a search and what it shares with the others.
//!
//! Left out: what it does ([`null_window`](super::null_window), [`settle`](super::settle)).

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::bounds::{Bound, Depth};
use super::children::{EarningRow, StateNode};
use super::deferral::CurrentlySearched;
use super::endgame::Endgame;
use super::state::{Packing, Parity, State};
use super::statistics::Statistics;
use super::tables::NearVisits;
use super::transposition::SharedTable;

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
    pub(super) shared: &'a Shared<'a>,
    pub(super) statistics: Statistics,
    /// Nodes whose finding was stored.
    pub(super) stored: u64,
    /// Sows from the root to the node that is visited.
    pub(super) depth: u32,
    pub(super) near_visits: NearVisits,
}

/// One visit: the question and how far the answer is.
pub(super) struct Visit {
    pub(super) beta: i32,
    pub(super) depth: Depth,
    /// The largest bound of the children so far, none of which reached beta; as certain as the least
    /// certain of them.
    pub(super) best: Bound,
    pub(super) best_lane: Option<u8>,
}

/// How a visit ends early: the search is done, or a child reached beta.
pub(super) enum End {
    Done,
    Cutoff(u8, Bound),
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
    pub(super) fn node(&self, state: State) -> StateNode {
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

    /// Whether the search ends here: somebody has the answer, or wants an end, or it is time for a pause.
    pub(super) fn is_done(&self) -> bool {
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
    pub(super) fn note(&mut self, lane: u8, bound: Bound) -> ControlFlow<End> {
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
