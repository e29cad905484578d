//! What is played on a server.

use std::time::Duration;

use arena::board_text::BoardText;
use mancala::game::{Kalah, Position};

/// What is played.
#[derive(Debug)]
pub(super) struct Terms {
    pub(super) start: Kalah,
    pub(super) opening_turns: usize,
    /// For every two clients.
    pub(super) openings: usize,
    pub(super) most_turns: usize,
    pub(super) time: Duration,
    pub(super) patience: Duration,
    pub(super) seed: u64,
    /// How many begin; `None` if everybody plays as they come.
    pub(super) players: Option<usize>,
}

impl Terms {
    /// What the course of a game depends on besides its players and its opening.
    pub(super) fn of_a_game(&self) -> String {
        let (start, time) = (&self.start, self.time);
        let (rules, first) = (start.rules(), start.mover().name());
        let (turns, most, seed) = (self.opening_turns, self.most_turns, self.seed);
        let board = BoardText(start.board());
        format!("{rules}\n{board}\n{first}\n{turns} {most} {seed} {time:?}")
    }
}
