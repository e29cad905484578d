//! The players that this program has itself: chance, the searches of [`search`](mancala::search), and players
//! that look as far as they can, within a time or to the end of the game.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

use super::{Failure, Player, move_by_move};
use crate::evaluation::Weights;
use mancala::game::{Kalah, Pit, Position, Side};
use mancala::search::{Algorithm, Choice, Evaluated, FnObserver, Limits, Value, Visit, search};
use mancala::solve::best_play::{Advice, strongest_turn};
use mancala::solve::{Control, Engine, MAX_SEEDS, MAX_WIDTH, Resources, state_of};

/// Plays every legal move with the same chance.
#[derive(Debug)]
pub struct Random(Pcg32);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(Pcg32::seed_from_u64(seed))
    }

    /// A number below `count`. For the few pits of a row, none is measurably likelier than another.
    pub fn below(&mut self, count: usize) -> usize {
        ((u64::from(self.0.next_u32()) * count as u64) >> 32) as usize
    }

    /// Any of these with the same chance; `None` if there are none.
    pub fn one_of<T>(&mut self, these: impl Iterator<Item = T>) -> Option<T> {
        let mut these: Vec<_> = these.collect();
        match these.len() {
            0 => None,
            count => Some(these.swap_remove(self.below(count))),
        }
    }
}

impl<P: Position> Player<P> for Random {
    fn turn(&mut self, position: &P) -> Result<Vec<P::Move>, Failure> {
        move_by_move(position, |here| Ok(self.one_of(here.moves())))
    }

    fn swaps(&mut self, _: &P) -> bool {
        self.below(2) == 0
    }
}

/// Searches a number of turns deep and plays the first of the best turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Searching {
    pub algorithm: Algorithm,
    /// How deep, in turns; at least 1.
    pub depth: u32,
    pub evaluation: Weights,
}

impl Searching {
    /// The homework's greedy player: the best of all turns by the stores after it.
    pub const GREEDY: Self =
        Self { algorithm: Algorithm::Minimax, depth: 1, evaluation: Weights::STORE };

    /// The value of every legal sow for the mover, in hundredths of a seed, and the sow.
    ///
    /// A sow is worth what the search of the whole position would find below it.
    pub fn values(&self, position: &Kalah) -> Vec<(Pit, i32)> {
        let value = |pit: Pit| {
            let next = position.play(pit);
            let turns = u32::from(!next.continues_turn_of(position));
            let cutoff = self.depth.saturating_sub(turns);
            // A root has a finite value: it is a leaf or has a move.
            self.search(&next, position.mover(), cutoff).value.finite().unwrap_or(0)
        };
        position.moves().map(|pit| (pit, value(pit))).collect()
    }

    fn search(&self, position: &Kalah, player: Side, cutoff: u32) -> Choice<Pit> {
        let root = Evaluated::new(*position, &self.evaluation);
        let limits = Limits { player, cutoff };
        let ControlFlow::Continue(choice) = search(root, limits, self.algorithm, &mut ());
        choice
    }
}

impl Player for Searching {
    fn turn(&mut self, position: &Kalah) -> Result<Vec<Pit>, Failure> {
        let choice = self.search(position, position.mover(), self.depth);
        debug_assert!(choice.value > Value::NEG_INFINITY);
        Ok(choice.turn)
    }

    fn swaps(&mut self, position: &Kalah) -> bool {
        self.search(position, position.mover(), self.depth).value < Value::score(0)
    }

    fn improving_turn(
        &mut self,
        position: &Kalah,
        control: &dyn Control,
    ) -> Result<Vec<Pit>, Failure> {
        let root = Evaluated::new(*position, &self.evaluation);
        let (mut best, mut visits) = (Vec::new(), 0_u64);
        let mut goes_on = |_: &Visit<Pit>| {
            visits += 1;
            !(visits.is_multiple_of(1024) && control.stop())
        };
        for cutoff in 1..=self.depth {
            let limits = Limits { player: position.mover(), cutoff };
            let found = search(root, limits, self.algorithm, &mut FnObserver(&mut goes_on));
            let ControlFlow::Continue(choice) = found else { break };
            control.better(&choice.turn);
            best = choice.turn;
        }
        Ok(best)
    }
}

#[derive(Debug)]
pub struct Solving {
    time: Option<Duration>,
    /// Made for the first turn; keeps what it learns for the later ones.
    engine: Option<Engine>,
}

impl Solving {
    /// Plays the strongest turn that it finds in `time`, or the best turn there is.
    pub fn new(time: Option<Duration>) -> Self {
        Self { time, engine: None }
    }

    /// One thread: a match plays a game on each processor.
    fn resources(&self) -> Resources {
        let (memory, endgame) = match self.time {
            // These tables take a fraction of a second to build.
            Some(_) => (64 << 20, 4 << 20),
            None => (512 << 20, 64 << 20),
        };
        Resources { memory, endgame, threads: 1 }
    }

    fn advice(&mut self, position: &Kalah, control: &dyn Control) -> Result<Advice, Failure> {
        if self.time.is_none() && state_of(position).is_none() {
            return Err(Failure::Environment(format!(
                "perfect play is for up to {MAX_WIDTH} pits a row and {MAX_SEEDS} seeds in pits, and not for end-test=own-turn"
            )));
        }
        let end = self.time.and_then(|time| Instant::now().checked_add(time));
        let resources = self.resources();
        let engine = self.engine.get_or_insert_with(|| Engine::new(position, resources));
        Ok(strongest_turn(engine, position, &Deadline { end, control }))
    }
}

impl Player for Solving {
    fn turn(&mut self, position: &Kalah) -> Result<Vec<Pit>, Failure> {
        self.improving_turn(position, &())
    }

    fn improving_turn(
        &mut self,
        position: &Kalah,
        control: &dyn Control,
    ) -> Result<Vec<Pit>, Failure> {
        Ok(self.advice(position, control)?.turn)
    }

    fn swaps(&mut self, position: &Kalah) -> bool {
        let value = self.advice(position, &()).ok().and_then(|it| it.assessment.bounds.value());
        value.is_some_and(|value| value < 0)
    }
}

/// When to stop, if ever, and who is told of better turns.
struct Deadline<'a> {
    end: Option<Instant>,
    control: &'a dyn Control,
}

impl Control for Deadline<'_> {
    fn stop(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end) || self.control.stop()
    }

    fn better(&self, turn: &[Pit]) {
        self.control.better(turn);
    }
}
