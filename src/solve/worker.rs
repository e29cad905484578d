//! A thread of a search and what it shares with the others; among that the table of ABDADA, by which a
//! move to a state that another thread is in can be deferred.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU32};

use super::bounds::{Bound, Certainty, Interval, Remaining};
use super::control::Control;
use super::endgame::Endgame;
use super::proof_numbers::SharedProofs;
use super::state::{Child, EarningRow, Packing, Parity, State, StateNode};
use super::tables::{Filled, NearVisits};
use super::transposition::{HashEntry, SharedTable, Slot};
use crate::stack::deeper;

/// What the workers of one search share.
pub struct Shared<'a> {
    pub endgame: &'a Endgame,
    pub parity: Parity,
    pub earning: EarningRow,
    pub table: SharedTable<'a>,
    /// How the table's keys are made.
    pub packing: Packing,
    /// States of so few seeds have no entry.
    pub near: u32,
    pub proofs: SharedProofs<'a>,
    /// States of more seeds are searched by proof numbers.
    pub leaf: u32,
    pub searched: &'a CurrentlySearched,
    /// Whether the caller wants an end, or to save what was found.
    pub control: &'a dyn Control,
    /// How many nodes a worker may visit, more or less.
    pub limit: u64,
    /// Whether some worker has seen the caller's wish.
    pub stopped: AtomicBool,
    /// Whether some worker has the answer, was stopped, is to pause, or is at its limit.
    pub done: AtomicBool,
}

/// One thread of a search.
pub struct Worker<'a> {
    pub shared: &'a Shared<'a>,
    /// States that were visited.
    pub nodes: u64,
    pub filled: Filled,
    pub near_visits: NearVisits,
}

/// One visit: the question and how far the answer is.
pub struct Visit {
    pub beta: i32,
    pub remaining: Remaining,
    /// The largest bound of the children so far, none of which reached beta; as certain as the least certain of them.
    pub best: Bound,
    pub best_lane: Option<u8>,
}

/// How a visit ends early: the search is done, or a child reached beta.
pub enum End {
    Done,
    Cutoff(u8, Bound),
}

impl<'a> Worker<'a> {
    pub fn new(shared: &'a Shared<'a>) -> Self {
        Self { shared, nodes: 0, filled: Filled::default(), near_visits: NearVisits::default() }
    }

    /// The node at which a search begins.
    pub fn root(&self, state: State) -> StateNode {
        let mut root = self.node(state);
        let entry = root.slot.and_then(|slot| self.shared.table.probe(slot));
        root.hash_move = entry.and_then(|entry| entry.hash_move);
        root
    }

    #[inline]
    pub fn node(&self, state: State) -> StateNode {
        let is_near = state.seeds() <= self.shared.near;
        StateNode { state, slot: if is_near { None } else { self.slot(state) }, hash_move: None }
    }

    /// Where the entry of a state is, if the table can hold its key. Asks the processor to fetch it.
    #[inline]
    pub fn slot(&self, state: State) -> Option<Slot> {
        let Shared { table, packing, .. } = self.shared;
        let slot = packing.key(state).map(|key| table.slot(key))?;
        table.prefetch(slot);
        Some(slot)
    }

    /// The bound that answers whether the value of `root` is at least `beta`; `None` if the search is done.
    pub fn answer(&mut self, root: State, beta: i32, remaining: Remaining) -> Option<Bound> {
        let root = self.root(root);
        match remaining {
            Remaining::END => self.prove(&root, beta),
            _ => self.visit(&root, beta, remaining),
        }
    }

    /// The question whether the value of `state` is at least `beta`, which no answer is known of.
    #[inline]
    pub fn question(&self, state: State, beta: i32, remaining: Remaining) -> Visit {
        Visit {
            beta: self.shared.parity.round_up(beta, state.seeds() as i32),
            remaining,
            best: Bound::proved(Interval::NONE.lower),
            best_lane: None,
        }
    }

    /// Counts one node more; `None` if the search is done.
    #[inline]
    pub fn enter(&mut self) -> Option<()> {
        self.nodes += 1;
        let is_done = self.nodes.is_multiple_of(1024) && self.is_done();
        (!is_done).then_some(())
    }

    /// Goes one sow down, to the state of `slot`.
    #[inline]
    pub fn below<T>(&mut self, slot: Option<Slot>, descend: impl FnOnce(&mut Self) -> T) -> T {
        self.shared.searched.starting(slot);
        let found = deeper(|| descend(self));
        self.shared.searched.finished(slot);
        found
    }

    /// Stores what was found of a node, if it has an entry.
    #[inline]
    pub fn keep(
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
            remaining: match bound.certainty {
                Certainty::Proved => Remaining::END,
                Certainty::Estimated => visit.remaining,
            },
            effort,
        };
        self.filled.findings += 1;
        self.shared.table.store(slot, entry);
    }

    /// Whether the search ends here: somebody has the answer, or wants an end, or it is time for a pause.
    pub fn is_done(&self) -> bool {
        let Shared { control, limit, stopped, done, .. } = self.shared;
        if control.stop() {
            stopped.store(true, Relaxed);
            done.store(true, Relaxed);
        } else if self.nodes >= *limit || control.pause() {
            done.store(true, Relaxed);
        }
        done.load(Relaxed)
    }
}

impl Visit {
    /// Takes note of the bound of a child.
    #[inline]
    pub fn note_child<T>(&mut self, child: &Child<T>, bound: Bound) -> ControlFlow<End> {
        let value = child.value_of_move(bound.value);
        self.note(child.lane, Bound { value, ..bound })
    }

    /// Takes note of a move's bound.
    #[inline]
    pub fn note(&mut self, lane: u8, bound: Bound) -> ControlFlow<End> {
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

const PLACES: usize = 1 << 14;

/// How many threads search the states of each place.
#[derive(Debug)]
pub struct CurrentlySearched {
    /// Empty for one thread.
    places: Vec<AtomicU32>,
}

impl CurrentlySearched {
    pub fn new(threads: usize) -> Self {
        let places = if threads > 1 { PLACES } else { 0 };
        Self { places: (0..places).map(|_| AtomicU32::new(0)).collect() }
    }

    #[inline]
    fn place(&self, slot: Option<Slot>) -> Option<&AtomicU32> {
        self.places.get(slot?.spread() as usize % PLACES)
    }

    #[inline]
    pub fn contains(&self, slot: Option<Slot>) -> bool {
        self.place(slot).is_some_and(|place| place.load(Relaxed) > 0)
    }

    #[inline]
    pub fn starting(&self, slot: Option<Slot>) {
        if let Some(place) = self.place(slot) {
            place.fetch_add(1, Relaxed);
        }
    }

    #[inline]
    pub fn finished(&self, slot: Option<Slot>) {
        if let Some(place) = self.place(slot) {
            place.fetch_sub(1, Relaxed);
        }
    }
}
