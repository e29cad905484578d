//! A problem, as an input file states it: a position of one of two games, a task and a cutoff. One module answers the
//! problems of both, and one writes their logs.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::row_text::NodeName;
use crate::game::kalah::Unplayable;
use crate::game::packed::{Narrow, Packed, Sowing, Wide};
use crate::game::{Board, Kalah, Pit, Position, Rules, Side};
use crate::nimcala::{Nimcala, TokenRow};
use crate::search::{Algorithm, Limits};

/// The largest cutoff depth of an input file; no game is as long.
pub const MAX_CUTOFF: u32 = 1_000_000;

/// Line 1 of the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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

/// The lines of an input file, the rules first unless they are the homework's: [`parse`](super::parse) reads them back.
/// No game is as long as the largest cutoff of an input, which stands for none.
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

/// A position of a game that the homework's files are written for.
pub trait HomeworkPosition: Position<Move: NodeName + Send> + Send {
    /// The game's board, without whose turn it is.
    type Board: Copy + Eq + std::fmt::Debug;

    /// The board of the position; once a game of Kalah is over, all its seeds are in the stores.
    fn board(&self) -> Self::Board;

    /// The text of `next_state.txt` for a board.
    fn next_state(board: &Self::Board) -> String;

    /// Has `searcher` search from the same position in the form that is searched quickest.
    fn searched_by<S: Searcher<Self::Move>>(self, searcher: S) -> S::Output {
        searcher.search(self)
    }
}

/// A search that is the same for any form of a position.
pub trait Searcher<M> {
    /// What it finds.
    type Output;

    /// Searches from `root`.
    fn search<P: Position<Move = M> + Send>(self, root: P) -> Self::Output;
}

impl HomeworkPosition for Kalah {
    type Board = Board;

    fn board(&self) -> Board {
        *self.board()
    }

    fn next_state(board: &Board) -> String {
        next_state(board)
    }

    /// On the narrowest lanes that hold the game.
    fn searched_by<S: Searcher<Pit>>(self, searcher: S) -> S::Output {
        if Sowing::<Narrow>::fits(&self) {
            let sowing = Sowing::<Narrow>::of(&self);
            searcher.search(Packed::new(&self, &sowing))
        } else {
            let sowing = Sowing::<Wide>::of(&self);
            searcher.search(Packed::new(&self, &sowing))
        }
    }
}

/// The text of `next_state.txt` for `board`, as the last four lines of an input file have it too:
///
/// ```text
/// 3 3 4 4 4      player 2's pits, left to right as drawn
/// 3 3 0 4 0      player 1's pits, left to right as drawn
/// 0              player 2's store
/// 2              player 1's store
/// ```
///
/// Single blanks, none at the end of a line; every line ends in a line feed.
///
/// ```
/// use mancala::game::Board;
/// use mancala::homework::next_state;
///
/// let board = Board::new([&[3, 3, 0], &[4, 4, 4]], [2, 0]);
/// assert_eq!(next_state(&board), "4 4 4\n3 3 0\n0\n2\n");
/// ```
pub fn next_state(board: &Board) -> String {
    let row = |side| board.row(side).iter().map(u16::to_string).collect::<Vec<_>>().join(" ");
    let [north, south] = [Side::North, Side::South];
    format!("{}\n{}\n{}\n{}\n", row(north), row(south), board.store(north), board.store(south))
}

impl HomeworkPosition for Nimcala {
    type Board = TokenRow;

    fn board(&self) -> TokenRow {
        *self.row()
    }

    /// The row in one line.
    fn next_state(row: &TokenRow) -> String {
        format!("{row}\n")
    }
}
