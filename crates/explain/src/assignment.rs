//! What is asked of a program, as plain numbers: the question that the reference engine answers.

use serde::{Deserialize, Serialize};

use mancala::game::Side;
use mancala::game::rules::Rules;
use mancala::homework::{self, Problem};

/// A player, and with it the row and the store that the player owns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Player {
    /// The lower row, B2 onwards, sown rightwards; the store at its right end.
    One,
    /// The upper row, A2 onwards, sown leftwards; the store at its left end.
    Two,
}

impl Player {
    /// The other player.
    pub fn opponent(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }
}

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// Task 1: the best turn by the board right after it. No log, and the cutoff is ignored.
    Greedy,
    /// Task 2: minimax.
    Minimax,
    /// Task 3: alpha-beta.
    AlphaBeta,
}

impl Task {
    /// The task's name in running text.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Greedy => "greedy",
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alpha-beta",
        }
    }
}

/// One assignment, as plain numbers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Assignment {
    /// The rules of the game.
    pub rules: Rules,
    /// What is asked for.
    pub task: Task,
    /// The player to move, for whom positions are valued.
    pub player: Player,
    /// How many turns deep to search; 0 makes the root a leaf.
    pub cutoff: u32,
    /// Player 2's pits from left to right.
    pub upper: Vec<u32>,
    /// Player 1's pits from left to right; as many as `upper`.
    pub lower: Vec<u32>,
    /// Player 2's store.
    pub upper_store: u32,
    /// Player 1's store.
    pub lower_store: u32,
}

impl Assignment {
    /// The same asked of the board of a `next_state.txt`; `None` if that is no board.
    pub(crate) fn with_board(&self, state: &str) -> Option<Self> {
        let mut rows = state.lines().map(|line| -> Option<Vec<u32>> {
            line.split_whitespace().map(|it| it.parse().ok()).collect()
        });
        let mut row = || rows.next().flatten();
        let (upper, lower, upper_store, lower_store) = (row()?, row()?, row()?, row()?);
        let (&[upper_store], &[lower_store]) = (&upper_store[..], &lower_store[..]) else {
            return None;
        };
        Some(Self { upper, lower, upper_store, lower_store, ..self.clone() })
    }
}

/// The same question for the reference engine; `None` for the competition, which it cannot answer.
pub fn assignment(problem: &Problem) -> Option<Assignment> {
    let row = |side| problem.board().row(side).iter().copied().map(u32::from).collect();
    Some(Assignment {
        rules: problem.rules(),
        task: match problem.task {
            homework::Task::Greedy => Task::Greedy,
            homework::Task::Minimax => Task::Minimax,
            homework::Task::AlphaBeta => Task::AlphaBeta,
            homework::Task::Competition => return None,
        },
        player: match problem.player() {
            Side::South => Player::One,
            Side::North => Player::Two,
        },
        cutoff: problem.cutoff.unwrap_or(u32::MAX),
        upper: row(Side::North),
        lower: row(Side::South),
        upper_store: problem.board().store(Side::North),
        lower_store: problem.board().store(Side::South),
    })
}
