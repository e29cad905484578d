//! From null windows to a value: which windows to ask, and who asks.
//!
//! MTD(f) after Plaat: start from a guess, ask on its side of the value, go on from the answer until
//! the bounds meet. All threads ask the same question and share the table; the first answer counts.
//!
//! Left out: the search of one window ([`null_window`](super::null_window)).

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::bounds::{Assessment, Bound, Certainty, Depth, Interval};
use super::control::Control;
use super::deferral::CurrentlySearched;
use super::endgame::Endgame;
use super::null_window::{Shared, Worker};
use super::platform::MAX_THREADS;
use super::state::{Packing, Parity, State, estimate};
use super::transposition::TranspositionTable;

/// Both tables and threads, for as many searches of one width and rule set as one likes.
#[derive(Debug)]
pub(super) struct Solver {
    endgame: Endgame,
    table: TranspositionTable,
    searched: CurrentlySearched,
    threads: usize,
    nodes: u64,
}

impl Solver {
    /// A solver whose transposition table takes at most `bytes`, and at least 64.
    pub(super) fn new(endgame: Endgame, bytes: usize, threads: usize) -> Self {
        let threads = threads.clamp(1, MAX_THREADS);
        Self {
            endgame,
            table: TranspositionTable::new(bytes),
            searched: CurrentlySearched::new(threads),
            threads,
            nodes: 0,
        }
    }

    pub(super) fn endgame(&self) -> &Endgame {
        &self.endgame
    }

    /// Bytes of both tables.
    pub(super) fn memory(&self) -> usize {
        self.endgame.positions() + self.table.bytes()
    }

    /// States that were visited so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The value of `state` from a `guess`.
    pub(super) fn value(
        &mut self,
        state: State,
        depth: Depth,
        guess: i32,
        control: &impl Control,
    ) -> Assessment {
        let seeds = state.seeds() as i32;
        let mut found = Assessment::proved(Interval {
            lower: -seeds,
            upper: seeds,
        });
        let mut guess = guess;
        while found.bounds.value().is_none() {
            let Interval { lower, upper } = found.bounds;
            let beta = guess.clamp(lower + 1, upper);
            let Some(bound) = self.ask(state, beta, depth, control) else {
                break;
            };
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
    pub(super) fn ask(
        &mut self,
        state: State,
        beta: i32,
        depth: Depth,
        control: &impl Control,
    ) -> Option<Bound> {
        if let Some(place) = self.endgame.place(state) {
            return Some(Bound::proved(self.endgame.at(place)));
        }
        if depth.is_exhausted() {
            return Some(Bound {
                value: estimate(state.seeds() as i32),
                certainty: Certainty::Estimated,
            });
        }
        let sowing = self.endgame.sowing();
        let table = self.table.shared();
        let shared = Shared {
            endgame: &self.endgame,
            parity: Parity::under(sowing.rules()),
            packing: Packing::new(sowing.width(), table.key_bits()),
            table,
            searched: &self.searched,
            stop: &|| control.stop(),
            done: AtomicBool::new(false),
        };
        let first = Mutex::new((None, 0));
        let work = || {
            let mut worker = Worker::new(&shared);
            let bound = worker.visit(&worker.root(state), beta, depth);
            let mut first = first.lock().unwrap_or_else(|broken| broken.into_inner());
            first.0 = first.0.or(bound);
            first.1 += worker.nodes;
            shared.done.store(true, Relaxed);
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(work);
            }
            work();
        });
        let (bound, nodes) = first
            .into_inner()
            .unwrap_or_else(|broken| broken.into_inner());
        self.nodes += nodes;
        bound
    }
}
