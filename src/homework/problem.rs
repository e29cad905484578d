//! A problem: a position, a task and a cutoff, as an input file states them.

use std::fmt;

use super::games::{HomeworkPosition, next_state};
use crate::game::kalah::Unplayable;
use crate::game::{Board, Kalah, Rules, Side};
use crate::nimcala::Nimcala;
use crate::search::{Algorithm, Limits};

/// The largest cutoff depth of an input file; no game is as long.
pub const MAX_CUTOFF: u32 = 1_000_000;

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
    pub const ALL: [Self; 4] = [Self::Greedy, Self::Minimax, Self::AlphaBeta, Self::Competition];

    /// The task's number in the handout, 1 to 4.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The task's name in running text.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Greedy => "greedy",
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alpha-beta",
            Self::Competition => "competition",
        }
    }

    /// How the traversal log of this task is made; `None` for the tasks that have no log.
    pub const fn logged_algorithm(self) -> Option<Algorithm> {
        match self {
            Self::Greedy | Self::Competition => None,
            Self::Minimax => Some(Algorithm::Minimax),
            Self::AlphaBeta => Some(Algorithm::AlphaBeta),
        }
    }
}

/// What an input file asks: the best turn from a position; of Kalah, unless another game is named.
///
/// ```
/// use mancala::game::{Board, Rules, Side};
/// use mancala::homework::{Problem, Task};
///
/// let board = Board::opening(3, 2);
/// let problem = Problem::on_board(board, Rules::USC, Side::North, Task::AlphaBeta, 3)?;
/// assert_eq!(problem.to_string(), "3\n2\n3\n2 2 2\n2 2 2\n0\n0\n");
/// # Ok::<(), mancala::game::kalah::Unplayable>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Problem<P: HomeworkPosition = Kalah> {
    /// The kind of answer.
    pub task: Task,
    /// How deep to look, in turns; `None` for the end of the game. Without effect on greedy and competition.
    pub cutoff: Option<u32>,
    board: P::Board,
    start: P,
}

impl<P: HomeworkPosition> Problem<P> {
    /// The problem that starts from `start`.
    pub fn new(start: P, task: Task, cutoff: Option<u32>) -> Self {
        Self { task, cutoff, board: start.board(), start }
    }

    /// The position that the search starts from.
    pub const fn start(&self) -> P {
        self.start
    }

    /// The board as the input has it. It differs from that of [`start`](Self::start) where the player
    /// to move has no seed: there the game is over, and the rest has been given out.
    pub const fn board(&self) -> &P::Board {
        &self.board
    }

    /// Who moves, and for whom positions are valued.
    pub fn player(&self) -> Side {
        self.start.mover()
    }

    /// For whom to search, and how deep: one turn for a task without a log.
    pub fn limits(&self) -> Limits {
        Limits {
            player: self.player(),
            cutoff: match self.task.logged_algorithm() {
                // No game lasts as long as the largest number.
                Some(_) => self.cutoff.unwrap_or(u32::MAX),
                None => 1,
            },
        }
    }
}

impl Problem {
    /// The problem of Kalah in which `player` is to move on `board`.
    ///
    /// # Errors
    /// [`Unplayable`] if the board holds more seeds than a position can.
    pub fn on_board(
        board: Board,
        rules: Rules,
        player: Side,
        task: Task,
        cutoff: u32,
    ) -> Result<Self, Unplayable> {
        Ok(Self { task, cutoff: Some(cutoff), board, start: Kalah::new(board, rules, player)? })
    }

    /// The rules of the game.
    pub fn rules(&self) -> Rules {
        self.start.rules()
    }

    /// Whether the right outputs are the same for the same reason: a task without a log ignores the cutoff.
    pub fn asks_the_same(&self, other: &Self) -> bool {
        let what = |it: &Self| {
            let cutoff = it.task.logged_algorithm().and(it.cutoff);
            (it.task, cutoff, it.player(), it.rules(), it.board)
        };
        what(self) == what(other)
    }
}

/// The lines of an input file, the rules first unless they are the homework's:
/// [`parse`](super::parse) reads them back. No game is as long as the largest cutoff of an input,
/// which stands for none.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.rules();
        if rules != Rules::USC {
            writeln!(f, "rules {rules}")?;
        }
        writeln!(f, "{}", self.task.number())?;
        writeln!(f, "{}", self.player().player())?;
        writeln!(f, "{}", self.cutoff.unwrap_or(MAX_CUTOFF))?;
        f.write_str(&next_state(&self.board))
    }
}

/// The lines of an input file, that of the rules included.
impl fmt::Display for Problem<Nimcala> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "rules nimcala")?;
        writeln!(f, "{}", self.task.number())?;
        writeln!(f, "{}", self.player().player())?;
        match self.cutoff {
            Some(cutoff) => writeln!(f, "{cutoff}")?,
            None => writeln!(f, "none")?,
        }
        writeln!(f, "{}", self.board)
    }
}
