//! A thread of a search and what it shares with the others.
//!
//! Left out: what it does ([`null_window`](super::null_window), [`resolve`](super::resolve)).

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::abdada::CurrentlySearched;
use super::bounds::{Bound, Certainty, Depth, Interval};
use super::children::{Child, EarningRow, StateNode};
use super::endgame::Endgame;
use super::proof_numbers::SharedProofs;
use super::resizing::{Filled, NearVisits};
use super::state::{Packing, Parity, State};
use super::statistics::Statistics;
use super::transposition::{HashEntry, SharedTable, Slot};
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
    pub(super) proofs: SharedProofs<'a>,
    /// States of more seeds are searched by proof numbers.
    pub(super) leaf: u32,
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
    pub(super) filled: Filled,
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
            filled: Filled::default(),
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
        let is_near = state.seeds() <= self.shared.near;
        StateNode {
            state,
            slot: if is_near { None } else { self.slot(state) },
            hash_move: None,
        }
    }

    /// Where the entry of a state is, if the table can hold its key. Asks the processor to fetch it.
    #[inline]
    pub(super) fn slot(&self, state: State) -> Option<Slot> {
        let Shared { table, packing, .. } = self.shared;
        let slot = packing.key(state).map(|key| table.slot(key))?;
        table.prefetch(slot);
        Some(slot)
    }

    /// The bound that answers whether the value of `root` is at least `beta`; `None` if the search is done.
    pub(super) fn answer(&mut self, root: State, beta: i32, depth: Depth) -> Option<Bound> {
        let root = self.root(root);
        match depth {
            Depth::END => self.prove(&root, beta),
            _ => self.visit(&root, beta, depth),
        }
    }

    /// The question whether the value of `state` is at least `beta`, which no answer is known of.
    #[inline]
    pub(super) fn question(&self, state: State, beta: i32, depth: Depth) -> Visit {
        Visit {
            beta: self.shared.parity.round_up(beta, state.seeds() as i32),
            depth,
            best: Bound::proved(Interval::NONE.lower),
            best_lane: None,
        }
    }

    /// Counts one node more; `None` if the search is done.
    #[inline]
    pub(super) fn enter(&mut self) -> Option<()> {
        self.statistics.nodes += 1;
        let is_done = self.statistics.nodes.is_multiple_of(1024) && self.is_done();
        (!is_done).then_some(())
    }

    /// Goes one sow down, to the state of `slot`.
    #[inline]
    pub(super) fn below<T>(
        &mut self,
        slot: Option<Slot>,
        descend: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.shared.searched.starting(slot);
        self.depth += 1;
        self.statistics.depth = self.statistics.depth.max(self.depth);
        let found = deeper(|| descend(self));
        self.depth -= 1;
        self.shared.searched.finished(slot);
        found
    }

    /// Stores what was found of a node, if it has an entry.
    #[inline]
    pub(super) fn keep(
        &mut self,
        node: &StateNode,
        visit: &Visit,
        bound: Bound,
        hash_move: Option<u8>,
        effort: u64,
    ) {
        let Some(slot) = node.slot else { return };
        let entry = HashEntry {
            bounds: bound.as_interval(visit.beta),
            hash_move,
            depth: match bound.certainty {
                Certainty::Proved => Depth::END,
                Certainty::Estimated => visit.depth,
            },
            effort,
        };
        self.filled.findings += 1;
        self.shared.table.store(slot, entry);
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
    /// Takes note of the bound of a child.
    #[inline]
    pub(super) fn note_child<T>(&mut self, child: &Child<T>, bound: Bound) -> ControlFlow<End> {
        let value = child.value_of_move(bound.value);
        self.note(child.lane, Bound { value, ..bound })
    }

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
