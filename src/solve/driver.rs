//! From one null window to a value: which windows to ask, and who asks.
//!
//! MTD(f) after Plaat: start from a guess, ask on its side of the value, go on from the answer until
//! the bounds meet. All threads ask the same question and share the table; the first answer counts.
//!
//! Left out: the search of one window ([`null_window`](super::null_window)).

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::bounds::{Bounds, Certainty, Depth, Found};
use super::busy::Busy;
use super::null_window::{Shared, Worker};
use super::table::Table;
use crate::solve::platform::MAX_THREADS;
use crate::solve::solvable::Solvable;

/// What a caller may do during a search.
pub trait Control: Sync {
    /// Whether the search should end now, with what it has. Asked often, by all threads.
    fn stop(&self) -> bool;

    /// Is told the bounds of the value whenever they change.
    fn progress(&self, _: Bounds) {}
}

/// Never stops.
impl Control for () {
    fn stop(&self) -> bool {
        false
    }
}

/// What a search knows of a state's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// The range of the value; a single value unless the search was stopped.
    pub bounds: Bounds,
    /// Whether the range holds for the game.
    pub certainty: Certainty,
}

impl Answer {
    /// Bounds that hold for the game.
    #[must_use]
    pub const fn proved(bounds: Bounds) -> Self {
        Self {
            bounds,
            certainty: Certainty::Proved,
        }
    }
}

/// A transposition table and threads, for as many searches of one game as one likes.
#[derive(Debug)]
pub struct Solver<G> {
    game: G,
    table: Table,
    busy: Busy,
    threads: usize,
    nodes: u64,
}

impl<G: Solvable> Solver<G> {
    /// A solver whose transposition table takes at most `bytes`, and at least 64.
    #[must_use]
    pub fn new(game: G, bytes: usize, threads: usize) -> Self {
        let threads = threads.clamp(1, MAX_THREADS);
        Self {
            game,
            table: Table::new(bytes),
            busy: Busy::new(threads),
            threads,
            nodes: 0,
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Bytes of the transposition table.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// States that were visited so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The value of `state`, which is not over, from a `guess`.
    pub fn solve(
        &mut self,
        state: &G::State,
        depth: Depth,
        guess: i32,
        control: &impl Control,
    ) -> Answer {
        let mut answer = Answer::proved(self.range(state));
        let mut guess = guess;
        while answer.bounds.value().is_none() {
            let Bounds { lower, upper } = answer.bounds;
            let beta = guess.clamp(lower + 1, upper);
            let Some(found) = self.ask(state, beta, depth, control) else {
                break;
            };
            answer.certainty = answer.certainty.min(found.certainty);
            if found.value >= beta {
                answer.bounds.lower = found.value;
                guess = found.value + 1;
            } else {
                answer.bounds.upper = found.value;
                guess = found.value;
            }
            if answer.bounds.lower > answer.bounds.upper {
                // Estimates of two windows contradict each other, since one of them found more in
                // the table that was looked at deeper. The later one has seen more.
                debug_assert_eq!(answer.certainty, Certainty::Estimated, "{answer:?}");
                answer.bounds = Bounds::exact(found.value);
            }
            control.progress(answer.bounds);
        }
        answer
    }

    /// What is plain without a search.
    #[must_use]
    pub fn range(&self, state: &G::State) -> Bounds {
        self.game.known(state).map_or_else(
            || {
                let reach = self.game.reach(state);
                Bounds {
                    lower: -reach,
                    upper: reach,
                }
            },
            Bounds::exact,
        )
    }

    /// Whether the value of a state that is not over is at least `beta`; `None` if stopped.
    ///
    /// The answer is a bound: lower if it is at least `beta`, upper otherwise.
    pub fn ask(
        &mut self,
        state: &G::State,
        beta: i32,
        depth: Depth,
        control: &impl Control,
    ) -> Option<Found> {
        if let Some(value) = self.game.known(state) {
            return Some(Found::proved(value));
        }
        if depth.is_exhausted() {
            return Some(Found {
                value: self.game.estimate(state),
                certainty: Certainty::Estimated,
            });
        }
        let table = self.table.open();
        let shared = Shared {
            game: &self.game,
            table,
            packing: self.game.packing(table.key_bits()),
            busy: &self.busy,
            stop: &|| control.stop(),
            done: AtomicBool::new(false),
        };
        let first = Mutex::new((None, 0));
        let work = || {
            let mut worker = Worker::new(&shared);
            let mut site = worker.site(*state);
            site.hint = site.slot.and_then(|slot| table.look(slot)?.best);
            let found = worker.visit(&site, beta, depth);
            let mut first = first.lock().unwrap_or_else(|broken| broken.into_inner());
            first.0 = first.0.or(found);
            first.1 += worker.nodes;
            shared.done.store(true, Relaxed);
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(work);
            }
            work();
        });
        let (found, nodes) = first
            .into_inner()
            .unwrap_or_else(|broken| broken.into_inner());
        self.nodes += nodes;
        found
    }
}
