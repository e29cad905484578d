//! What an input file asks.

use std::ops::ControlFlow;

use super::answer::choose_on_lanes;
use super::question::Question;
use crate::game::kalah::Unplayable;
use crate::game::{Board, Kalah, Pit, Rules, Side};
use crate::search::{Algorithm, Choice, Observer};

/// Line 1 of the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Task {
    /// 1: the best turn by its immediate result.
    Greedy,
    /// 2: minimax with a cutoff.
    Minimax,
    /// 3: alpha-beta with a cutoff.
    AlphaBeta,
    /// 4: the strongest turn within a time budget.
    Competition,
}

impl Task {
    /// All tasks, in the order of their numbers.
    pub const ALL: [Self; 4] = [
        Self::Greedy,
        Self::Minimax,
        Self::AlphaBeta,
        Self::Competition,
    ];

    /// The task's number in the handout, 1 to 4.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The task's name in running text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Greedy => "greedy",
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alpha-beta",
            Self::Competition => "competition",
        }
    }

    /// How the traversal log of this task is made; `None` for the tasks that have no log.
    #[must_use]
    pub const fn logged_algorithm(self) -> Option<Algorithm> {
        match self {
            Self::Greedy | Self::Competition => None,
            Self::Minimax => Some(Algorithm::Minimax),
            Self::AlphaBeta => Some(Algorithm::AlphaBeta),
        }
    }
}

/// What an input file asks: the best turn of `player` on `board`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Problem {
    /// The rules of the board.
    pub rules: Rules,
    /// What kind of answer.
    pub task: Task,
    /// Who moves, and for whom positions are valued.
    pub player: Side,
    /// How deep to look, in turns; without effect on greedy and competition.
    pub cutoff: u32,
    /// Where the seeds lie.
    pub board: Board,
}

impl Problem {
    /// The position that the problem starts from.
    ///
    /// # Errors
    /// [`Unplayable`] for a board that no input file can describe.
    pub fn position(&self) -> Result<Kalah, Unplayable> {
        Kalah::new(self.board, self.rules, self.player)
    }
}

impl Question for Problem {
    type Position = Kalah;

    fn task(&self) -> Task {
        self.task
    }

    fn player(&self) -> Side {
        self.player
    }

    fn cutoff(&self) -> Option<u32> {
        Some(self.cutoff)
    }

    fn choose<O: Observer<Pit>>(
        &self,
        start: Kalah,
        observer: &mut O,
    ) -> ControlFlow<O::Stop, Choice<Pit>> {
        choose_on_lanes(self, start, observer)
    }
}

/// The lines of an input file, the rules first unless they are the homework's:
/// [`parse`](super::parse) reads them back.
impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.rules != Rules::USC {
            writeln!(f, "rules {}", self.rules)?;
        }
        writeln!(f, "{}", self.task.number())?;
        writeln!(f, "{}", self.player.player())?;
        writeln!(f, "{}", self.cutoff)?;
        super::next_state::write_board(f, &self.board)
    }
}
