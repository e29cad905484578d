//! The solver at work on positions of Kalah: shares out the memory, and counts the stores in.
//!
//! Values here are leads at the end of the game: the mover's store less the other, all seeds
//! counted. Under every rule set they are exact, given enough time; see [`state`](super::state).
//!
//! Left out: turns and whole games ([`best_play`](super::best_play)), clocks and files
//! ([`cli`](crate::cli)).

use super::bounds::{Assessment, Bound, Certainty, Depth, Interval};
use super::control::Control;
use super::endgame::{self, Endgame, MAX_TABLE_SEEDS};
use super::state::{State, state_of};
use super::windows::Solver;
use crate::game::{Kalah, Pit, Position};

/// Bytes of an entry of the transposition table.
const ENTRY_BYTES: usize = 8;

/// A solver for the boards of one width and rule set.
#[derive(Debug)]
pub struct Engine {
    /// None for a board that is too large.
    solver: Option<Solver>,
}

/// What an engine may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resources {
    /// Bytes for endgame and transposition table together.
    pub memory: usize,
    /// The most bytes for the endgame table, if at most half of the memory.
    pub endgame: usize,
    /// Threads that search, and that build tables; at least 1.
    pub threads: usize,
}

impl Resources {
    /// Up to how many seeds an endgame table fits and is worth its time. `None` if the board is too
    /// large for one.
    #[must_use]
    pub fn table_seeds(self, position: &Kalah) -> Option<usize> {
        let state = state_of(position)?;
        let width = position.board().width();
        let most = worth(state, width)
            .min(self.memory / 2)
            .min(self.endgame)
            .max(1);
        (0..=MAX_TABLE_SEEDS.min(state.seeds() as usize))
            .rev()
            .find(|&seeds| endgame::bytes(width, seeds) <= most)
    }
}

/// How many positions an endgame table is worth, found by trial: to compute it then takes about as
/// long as the search.
fn worth(state: State, width: usize) -> usize {
    let all = endgame::bytes(width, state.seeds() as usize) as f64;
    all.powf(0.711) as usize
}

/// So many positions of the endgame table there are for each that the search keeps, or more.
const TABLED_FOR_EACH_KEPT: usize = 16;

impl Engine {
    /// An engine for positions like `position`; builds an endgame table if none is given.
    ///
    /// A `table` for another width or other rules is not used.
    #[must_use]
    pub fn new(position: &Kalah, table: Option<Endgame>, resources: Resources) -> Self {
        let Resources {
            memory, threads, ..
        } = resources;
        let (rules, width) = (position.rules(), position.board().width());
        let fits =
            |table: &Endgame| *table.sowing().rules() == rules && table.sowing().width() == width;
        let solver = state_of(position).zip(resources.table_seeds(position));
        let solver = solver.map(|(state, seeds)| {
            let table = table
                .filter(fits)
                .unwrap_or_else(|| Endgame::build(rules, width, seeds, threads));
            let worth = worth(state, width);
            let left = memory.saturating_sub(table.positions());
            let left = if table.positions() < worth / 4 {
                left // much more has to be searched, and kept
            } else {
                // A table larger than that costs the time of clearing it.
                left.min((worth / TABLED_FOR_EACH_KEPT).saturating_mul(ENTRY_BYTES))
            };
            Solver::new(table, left, threads)
        });
        Self { solver }
    }

    /// Whether the engine can value `position`: its width and rules are the engine's, and the board
    /// is small enough.
    #[must_use]
    pub fn can_solve(&self, position: &Kalah) -> bool {
        position.is_over() || self.state(position).is_some()
    }

    fn state(&self, position: &Kalah) -> Option<State> {
        let sowing = self.endgame()?.sowing();
        let is_alike =
            position.board().width() == sowing.width() && position.rules() == *sowing.rules();
        state_of(position).filter(|_| is_alike)
    }

    /// The endgame table, if the board has one.
    #[must_use]
    pub fn endgame(&self) -> Option<&Endgame> {
        self.solver.as_ref().map(Solver::endgame)
    }

    /// Bytes of all tables.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.solver.as_ref().map_or(0, Solver::memory)
    }

    /// Positions that were visited so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.solver.as_ref().map_or(0, Solver::nodes)
    }

    /// The mover's lead at the end of the game: one value, unless `control` stopped the search.
    ///
    /// `guess` is where to begin; a good one saves time. Nothing is found out about a position that
    /// the engine [cannot solve](Self::can_solve).
    pub fn value(
        &mut self,
        position: &Kalah,
        depth: Depth,
        guess: Option<i32>,
        control: &impl Control,
    ) -> Assessment {
        let lead = position.score(position.mover());
        if position.is_over() {
            return Assessment::proved(Interval::exact(lead));
        }
        let guess = guess.map_or(0, |guess| guess - lead);
        let state = self.state(position);
        let Some((state, solver)) = state.zip(self.solver.as_mut()) else {
            return Assessment::proved(Interval::NONE);
        };
        let later = solver.value(state, depth, guess, control);
        Assessment {
            bounds: later.bounds.after_gain(lead),
            ..later
        }
    }

    /// Whether sowing `pit` leaves the mover with a lead of `least` or more at the end, and how certain
    /// that is; `None` if stopped.
    ///
    /// `depth` is that of `position`.
    pub fn keeps(
        &mut self,
        position: &Kalah,
        pit: Pit,
        least: i32,
        depth: Depth,
        control: &impl Control,
    ) -> Option<(bool, Certainty)> {
        let (mover, next) = (position.mover(), position.play(pit));
        let lead = next.score(mover);
        if next.is_over() {
            Some((lead >= least, Certainty::Proved))
        } else if next.mover() == mover {
            let bound = self.ask(&next, least - lead, depth, control)?;
            Some((lead + bound.value >= least, bound.certainty))
        } else {
            let bound = self.ask(&next, lead - least + 1, depth.after_turn(), control)?;
            Some((lead - bound.value >= least, bound.certainty))
        }
    }

    fn ask(
        &mut self,
        position: &Kalah,
        beta: i32,
        depth: Depth,
        control: &impl Control,
    ) -> Option<Bound> {
        let state = self.state(position)?;
        self.solver.as_mut()?.ask(state, beta, depth, control)
    }
}
