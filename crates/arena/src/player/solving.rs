//! Players that look as far as they can: within a time, or to the end of the game.
//!
//! Left out: the search ([`best_play`](mancala::solve::best_play)).

use std::time::{Duration, Instant};

use super::{Failure, Listener, Player};
use mancala::game::{Kalah, Pit};
use mancala::solve::best_play::strongest_turn;
use mancala::solve::engine::Engine;
use mancala::solve::state::state_of;
use mancala::solve::{Control, Resources};

/// A player that solves.
#[derive(Debug)]
pub struct Solving {
    time: Option<Duration>,
    /// Made for the first turn; keeps what it learns for the later ones.
    engine: Option<Engine>,
}

impl Solving {
    /// Plays the strongest turn that it finds in `time`.
    #[must_use]
    pub fn within(time: Duration) -> Self {
        Self {
            time: Some(time),
            engine: None,
        }
    }

    /// Plays the best turn there is.
    #[must_use]
    pub fn to_the_end() -> Self {
        Self {
            time: None,
            engine: None,
        }
    }

    /// One thread: a match plays a game on each processor.
    fn resources(&self) -> Resources {
        let (memory, endgame) = match self.time {
            // These tables take a fraction of a second to build.
            Some(_) => (64 << 20, 4 << 20),
            None => (512 << 20, 64 << 20),
        };
        Resources {
            memory,
            endgame,
            threads: 1,
        }
    }
}

impl Player for Solving {
    fn turn(&mut self, position: &Kalah) -> Result<Vec<Pit>, Failure> {
        self.improving_turn(position, &Nobody)
    }

    fn improving_turn(
        &mut self,
        position: &Kalah,
        listener: &dyn Listener,
    ) -> Result<Vec<Pit>, Failure> {
        if self.time.is_none() && state_of(position).is_none() {
            let reason = "perfect play is for up to 7 pits a row and 127 seeds in pits, and not for end-test=own-turn";
            return Err(Failure::Surroundings(reason.to_owned()));
        }
        let end = self.time.and_then(|time| Instant::now().checked_add(time));
        let resources = self.resources();
        let engine = self
            .engine
            .get_or_insert_with(|| Engine::new(position, None, resources));
        Ok(strongest_turn(engine, position, &Patience { end, listener }).turn)
    }
}

/// Nobody waits.
struct Nobody;

impl Listener for Nobody {
    fn wants_no_more(&self) -> bool {
        false
    }

    fn better(&self, _: &[Pit]) {}
}

/// When to stop, if ever, and who is told of better turns.
struct Patience<'a> {
    end: Option<Instant>,
    listener: &'a dyn Listener,
}

impl Control for Patience<'_> {
    fn stop(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end) || self.listener.wants_no_more()
    }

    fn better(&self, turn: &[Pit]) {
        self.listener.better(turn);
    }
}
