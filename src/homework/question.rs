//! What the problems of all games have in common, so that one room answers them and one writes and
//! compares their files.
//!
//! Left out: the problems themselves ([`problem`](super::problem), [`nimcala`](super::nimcala)).

use std::ops::ControlFlow;

use super::answer::choose;
use super::problem::Task;
use super::row_text::Row;
use crate::game::{Board, Kalah, Position, Side};
use crate::search::{Choice, Limits, Observer};

/// What an input file asks: the best turn from a position.
pub trait Question {
    /// The game.
    type Position: Filed;

    /// What kind of answer.
    fn task(&self) -> Task;

    /// Who moves, and for whom positions are valued.
    fn player(&self) -> Side;

    /// How deep to look, in turns; `None` for the end of the game.
    fn cutoff(&self) -> Option<u32>;

    /// For whom to search, and how deep.
    fn limits(&self) -> Limits {
        Limits {
            player: self.player(),
            // No game lasts as long as the largest number.
            cutoff: self.cutoff().unwrap_or(u32::MAX),
        }
    }

    /// Searches for the turn and tells `observer` of every visit, by whatever means are quickest.
    ///
    /// # Errors
    /// `Break` with the observer's reason if it stopped the search.
    fn choose<O: Observer<MoveOf<Self>>>(
        &self,
        start: Self::Position,
        observer: &mut O,
    ) -> ControlFlow<O::Stop, Choice<MoveOf<Self>>> {
        choose(self, start, observer)
    }
}

/// What a player chooses in the game of a question.
pub type MoveOf<Q> = <<Q as Question>::Position as Position>::Move;

/// A game whose positions and moves go into the output files.
pub trait Filed: Position<Move: NodeName> {
    /// What lies where.
    type Board: Copy + Eq + std::fmt::Debug;

    /// What lies where.
    fn board(&self) -> Self::Board;

    /// The text of `next_state.txt` for a board.
    fn next_state(board: &Self::Board) -> String;
}

/// A move that names the node it makes.
pub trait NodeName: Copy {
    /// The name of the node that `side` makes by this move: at most 16 letters and digits.
    #[must_use]
    fn name(self, side: Side) -> String;

    /// Begins a row of the log with the name of the node, a comma and its depth.
    fn push_node(self, side: Side, depth: u32, row: &mut Row<'_>) {
        row.push_unusual_node(self.name(side).as_bytes(), depth);
    }
}

impl Filed for Kalah {
    type Board = Board;

    fn board(&self) -> Board {
        *self.board()
    }

    fn next_state(board: &Board) -> String {
        super::next_state::next_state(board)
    }
}
