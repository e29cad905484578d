//! What the problems of all games have in common, so that one room answers them and one writes and
//! compares their files.
//!
//! Left out: the problems themselves ([`problem`](super::problem), [`nimcala`](super::nimcala)).

use super::problem::Task;
use crate::game::{Board, Kalah, Pit, Position, Side};
use crate::search::Limits;

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
}

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
    /// Appends the name of the node that `side` makes by this move.
    fn push_name(self, side: Side, text: &mut Vec<u8>);

    /// The name of the node that `side` makes by this move.
    #[must_use]
    fn name(self, side: Side) -> String {
        let mut name = Vec::new();
        self.push_name(side, &mut name);
        String::from_utf8_lossy(&name).into_owned()
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

impl NodeName for Pit {
    fn push_name(self, side: Side, text: &mut Vec<u8>) {
        text.push(super::PitName::letter(side) as u8);
        super::traverse_log::push_number(text, self.column() as i64 + 2);
    }
}
