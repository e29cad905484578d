//! The solver at work on positions of Kalah: counts the stores in, and lets a caller stop it.
//!
//! Values here are leads at the end of the game: the mover's store less the other, all seeds
//! counted. Under every rule set they are exact, given enough time; see [`state`](super::state).

use std::collections::HashMap;

use super::bounds::{Assessment, Bound, Certainty, Interval, Remaining};
use super::control::{Control, SavedEntry};
use super::endgame::Endgame;
use super::state::{State, state_of};
use super::tables::{Resources, Tables};
use super::windows::Solver;
use crate::game::{Kalah, Pit, Position};

/// What the mover of a state gains from there to the end of the game with best play, minus what the other gains.
pub type Book = HashMap<State, i8>;

/// A solver for the boards of one width and rule set.
#[derive(Debug)]
pub struct Engine {
    /// One of the positions that it is for.
    start: Kalah,
    resources: Resources,
    book: Book,
    /// None before the first question that needs it, and for a board that is too large.
    solver: Option<Solver>,
}

impl Engine {
    /// An engine for positions like `position`; builds their endgame table.
    pub fn new(position: &Kalah, resources: Resources) -> Self {
        let mut engine = Self::with_book(position, resources, Book::new());
        engine.solver(&());
        engine
    }

    /// An engine that looks up positions in `book` first, and builds its tables when one is not there.
    pub fn with_book(position: &Kalah, resources: Resources, book: Book) -> Self {
        Self { start: *position, resources, book, solver: None }
    }

    /// The solver; built now, unless `control` stops that.
    fn solver(&mut self, control: &impl Control) -> Option<&mut Solver> {
        if self.solver.is_none() && !control.stop() {
            let Self { start, resources, .. } = self;
            let state = state_of(start).zip(resources.table_seeds(start));
            self.solver = state.map(|(state, seeds)| {
                let (rules, width) = (start.rules(), start.board().width());
                let endgame = Endgame::build(rules, width, seeds, resources.threads);
                Solver::new(Tables::new(state, endgame, *resources), resources.threads)
            });
        }
        self.solver.as_mut()
    }

    /// Whether the book has `position`, so that its value takes no search.
    pub fn is_in_book(&self, position: &Kalah) -> bool {
        state_of(position).is_some_and(|state| self.book.contains_key(&state))
    }

    /// Whether another engine for `position` with such resources would do nothing better.
    pub fn serves(&self, position: &Kalah, resources: Resources) -> bool {
        let seeds = |it: &Kalah| it.board().seeds_in_pits();
        let is_no_larger = seeds(position) <= seeds(&self.start);
        self.is_for(position) && self.resources == resources && is_no_larger
    }

    fn is_for(&self, position: &Kalah) -> bool {
        let kind = |it: &Kalah| (it.board().width(), it.rules());
        kind(position) == kind(&self.start)
    }

    /// Whether the engine can value `position`: its width and rules are the engine's, and the board is small enough.
    pub fn can_solve(&self, position: &Kalah) -> bool {
        position.is_over() || self.state(position).is_some()
    }

    fn state(&self, position: &Kalah) -> Option<State> {
        state_of(&self.start)?; // or there are no tables
        state_of(position).filter(|_| self.is_for(position))
    }

    /// The endgame table, if the board has one.
    pub fn endgame(&self) -> Option<&Endgame> {
        self.solver.as_ref().map(|solver| &solver.tables.endgame)
    }

    /// Bytes of all tables.
    pub fn memory(&self) -> usize {
        self.solver.as_ref().map_or(0, |solver| solver.tables.bytes())
    }

    /// Positions that were visited so far.
    pub fn nodes(&self) -> u64 {
        self.solver.as_ref().map_or(0, |solver| solver.nodes)
    }

    /// Prepares for so many searches more for positions like `position`, each as long as all so far:
    /// a larger endgame table may pay now.
    pub fn prepare_for(&mut self, position: &Kalah, searches: usize) {
        if let Some((state, solver)) = self.state(position).zip(self.solver.as_mut()) {
            let nodes = solver.nodes.saturating_mul(searches as u64);
            solver.tables.extend_endgame(state.seeds() as usize, nodes);
        }
    }

    /// Takes over what an earlier search under the same rules found.
    pub fn recall(&mut self, findings: impl ExactSizeIterator<Item = SavedEntry>) {
        if let Some(solver) = &mut self.solver {
            solver.tables.recall(findings);
        }
    }

    /// What is worth being kept of all that was found so far, to be [recalled](Self::recall) later.
    pub fn findings(&mut self) -> impl Iterator<Item = SavedEntry> {
        self.solver.as_mut().into_iter().flat_map(|solver| solver.tables.findings())
    }

    /// The mover's lead at the end of the game: one value, unless `control` stopped the search.
    ///
    /// `guess` is where to begin; a good one saves time. Nothing is found out about a position that
    /// the engine [cannot solve](Self::can_solve).
    pub fn value(
        &mut self,
        position: &Kalah,
        remaining: Remaining,
        guess: Option<i32>,
        control: &impl Control,
    ) -> Assessment {
        let lead = position.score(position.mover());
        if position.is_over() {
            return Assessment::proved(Interval::exact(lead));
        }
        let guess = guess.map_or(0, |guess| guess - lead);
        let nothing = Assessment::proved(Interval::NONE);
        let Some(state) = self.state(position) else { return nothing };
        let later = if let Some(value) = self.looked_up(state, remaining) {
            Assessment::proved(Interval::exact(value))
        } else if let Some(solver) = self.solver(control) {
            solver.value(state, remaining, guess, control)
        } else {
            return nothing;
        };
        Assessment { bounds: later.bounds.after_gain(lead), ..later }
    }

    /// Whether the mover's lead at the end is at least `least`, proved; `None` if stopped, or if the
    /// engine [cannot solve](Self::can_solve) the position.
    pub fn reaches(
        &mut self,
        position: &Kalah,
        least: i32,
        control: &impl Control,
    ) -> Option<bool> {
        let lead = position.score(position.mover());
        if position.is_over() {
            return Some(lead >= least);
        }
        let bound = self.ask(position, least - lead, Remaining::END, control)?;
        Some(lead + bound.value >= least)
    }

    /// Whether sowing `pit` leaves the mover with a lead of `least` or more at the end, and how certain
    /// that is; `None` if stopped.
    ///
    /// `remaining` is that of `position`.
    pub fn keeps(
        &mut self,
        position: &Kalah,
        pit: Pit,
        least: i32,
        remaining: Remaining,
        control: &impl Control,
    ) -> Option<(bool, Certainty)> {
        let (mover, next) = (position.mover(), position.play(pit));
        let lead = next.score(mover);
        if next.is_over() {
            Some((lead >= least, Certainty::Proved))
        } else if next.mover() == mover {
            let bound = self.ask(&next, least - lead, remaining, control)?;
            Some((lead + bound.value >= least, bound.certainty))
        } else {
            let bound = self.ask(&next, lead - least + 1, remaining.after_turn(), control)?;
            Some((lead - bound.value >= least, bound.certainty))
        }
    }

    fn ask(
        &mut self,
        position: &Kalah,
        beta: i32,
        remaining: Remaining,
        control: &impl Control,
    ) -> Option<Bound> {
        let state = self.state(position)?;
        match self.looked_up(state, remaining) {
            Some(value) => Some(Bound::proved(value)),
            None => self.solver(control)?.ask(state, beta, remaining, control),
        }
    }

    /// A value of the book. It is no estimate: a search of a few turns does not ask it.
    fn looked_up(&self, state: State, remaining: Remaining) -> Option<i32> {
        let value = self.book.get(&state).filter(|_| remaining == Remaining::END)?;
        Some(i32::from(*value))
    }
}
