//! From null windows to a value: which windows to ask, and who asks.
//!
//! MTD(f) after Plaat: start from a guess, ask on its side of the value, go on from the answer until
//! the bounds meet. All threads ask the same question and share the table; the first answer counts.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

use super::bounds::{Assessment, Bound, Certainty, Interval, Remaining};
use super::control::Control;
use super::endgame::usable_threads;
use super::state::{EarningRow, Packing, Parity, State, estimate};
use super::tables::{Filled, NearVisits, Tables};
use super::worker::{CurrentlySearched, Shared, Worker};

/// Tables and threads, for as many searches of one width and rule set as one likes.
#[derive(Debug)]
pub struct Solver {
    pub tables: Tables,
    searched: CurrentlySearched,
    threads: usize,
    /// States that were visited so far.
    pub nodes: u64,
    filled: Filled,
    /// After so many nodes the tables are resized.
    next_resizing: u64,
}

/// The nodes of a search before its tables are resized for the first time.
const FIRST_RESIZING: u64 = 4096;

impl Solver {
    pub fn new(tables: Tables, threads: usize) -> Self {
        let threads = usable_threads(threads);
        Self {
            tables,
            searched: CurrentlySearched::new(threads),
            threads,
            nodes: 0,
            filled: Filled::default(),
            next_resizing: FIRST_RESIZING,
        }
    }

    /// The value of `state` from a `guess`.
    pub fn value(
        &mut self,
        state: State,
        remaining: Remaining,
        guess: i32,
        control: &impl Control,
    ) -> Assessment {
        let seeds = state.seeds() as i32;
        let mut found = Assessment::proved(Interval { lower: -seeds, upper: seeds });
        let mut guess = guess;
        while found.bounds.value().is_none() {
            let Interval { lower, upper } = found.bounds;
            let beta = guess.clamp(lower + 1, upper);
            let Some(bound) = self.ask(state, beta, remaining, control) else { break };
            found.certainty = found.certainty.min(bound.certainty);
            if bound.value >= beta {
                found.bounds.lower = bound.value;
                guess = bound.value + 1;
            } else {
                found.bounds.upper = bound.value;
                guess = bound.value;
            }
            if found.bounds.lower > found.bounds.upper {
                // Estimates of two windows contradict each other, since one of them found more in
                // the table that was searched deeper. The later one has seen more.
                debug_assert_eq!(found.certainty, Certainty::Estimated, "{found:?}");
                found.bounds = Interval::exact(bound.value);
            }
            control.progress(found.bounds);
        }
        found
    }

    /// Whether the value of `state` is at least `beta`; `None` if stopped.
    ///
    /// The answer is a bound: lower if it is at least `beta`, upper otherwise.
    pub fn ask(
        &mut self,
        state: State,
        beta: i32,
        remaining: Remaining,
        control: &impl Control,
    ) -> Option<Bound> {
        loop {
            if let Some(value) = self.tables.endgame.value(state) {
                return Some(Bound::proved(value));
            }
            if remaining.is_exhausted() {
                return Some(Bound {
                    value: estimate(state.seeds() as i32),
                    certainty: Certainty::Estimated,
                });
            }
            let round = self.round(state, beta, remaining, control);
            self.nodes += round.nodes;
            self.filled.add_all(round.filled);
            if control.pause() {
                control.save(&mut self.tables.findings());
            }
            if round.bound.is_some() || round.stopped {
                return round.bound;
            }
            if self.nodes >= self.next_resizing {
                let (seeds, near) = (state.seeds(), &round.near_visits);
                self.tables.resize(seeds, self.nodes, self.filled, near);
                self.next_resizing = 2 * self.nodes;
            }
        }
    }

    /// Searches until there is an answer, the caller stops it, or the tables are to be resized.
    fn round(
        &mut self,
        state: State,
        beta: i32,
        remaining: Remaining,
        control: &impl Control,
    ) -> Round {
        let leaf = self.tables.leaf();
        let Tables { endgame, transposition, proofs, near, .. } = &mut self.tables;
        let sowing = endgame.sowing();
        let table = transposition.shared();
        let shared = Shared {
            parity: Parity::under(sowing.rules()),
            earning: EarningRow::new(sowing.width()),
            packing: Packing::new(sowing.width(), table.key_bits()),
            near: (endgame.seeds() + *near) as u32,
            proofs: proofs.shared(),
            leaf,
            endgame,
            table,
            searched: &self.searched,
            control,
            limit: self.next_resizing.saturating_sub(self.nodes) / self.threads as u64,
            stopped: AtomicBool::new(false),
            done: AtomicBool::new(false),
        };
        let round = Mutex::new(Round::default());
        let work = || {
            let mut worker = Worker::new(&shared);
            let bound = worker.answer(state, beta, remaining);
            let mut round = round.lock().unwrap_or_else(PoisonError::into_inner);
            round.bound = round.bound.or(bound);
            round.nodes += worker.nodes;
            round.filled.add_all(worker.filled);
            round.near_visits.add_all(&worker.near_visits);
            shared.done.store(true, Relaxed);
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(work);
            }
            work();
        });
        let mut round = round.into_inner().unwrap_or_else(PoisonError::into_inner);
        round.stopped = shared.stopped.into_inner();
        round
    }
}

/// What came of a search until it was interrupted, if it was.
#[derive(Default)]
struct Round {
    bound: Option<Bound>,
    stopped: bool,
    nodes: u64,
    filled: Filled,
    near_visits: NearVisits,
}
