//! The interface between a game and the homework's files: two games have it, so one room answers
//! their problems, and one writes their logs.
//!
//! Left out: what is asked ([`problem`](super::problem)).

use std::ops::ControlFlow;

use super::piece::{self, Piece};
use crate::game::packed::{Narrow, Packed, Sowing, Wide};
use crate::game::{Board, Kalah, Pit, PitName, Position, Side};
use crate::search::{Algorithm, Choice, Limits, Observer, search};

/// A position of a game that the homework's files are written for.
pub trait HomeworkPosition: Position<Move: NodeName> {
    /// The game's board, without whose turn it is.
    type Board: Copy + Eq + std::fmt::Debug;

    /// The board of the position; once a game of Kalah is over, all its seeds are in the stores.
    fn board(&self) -> Self::Board;

    /// The text of `next_state.txt` for a board.
    fn next_state(board: &Self::Board) -> String;

    /// Searches for the turn and tells `observer` of every visit, by whatever means are quickest.
    ///
    /// # Errors
    /// `Break` with the observer's reason if it stopped the search.
    fn search<O: Observer<Self::Move>>(
        self,
        limits: Limits,
        algorithm: Algorithm,
        observer: &mut O,
    ) -> ControlFlow<O::Stop, Choice<Self::Move>> {
        search(self, limits, algorithm, observer)
    }
}

/// A move that names the node it makes.
pub trait NodeName: Copy {
    /// The name of the node that `side` makes by this move: at most 16 letters and digits.
    #[must_use]
    fn name(self, side: Side) -> String;

    /// The first two columns of a row for that node, where they are made beforehand.
    #[must_use]
    #[inline(always)]
    fn node_piece(self, _side: Side, _depth: u32) -> Option<&'static Piece<8>> {
        None
    }
}

impl HomeworkPosition for Kalah {
    type Board = Board;

    fn board(&self) -> Board {
        *self.board()
    }

    fn next_state(board: &Board) -> String {
        super::next_state::next_state(board)
    }

    /// Searches on the narrowest lanes that hold the game.
    fn search<O: Observer<Pit>>(
        self,
        limits: Limits,
        algorithm: Algorithm,
        observer: &mut O,
    ) -> ControlFlow<O::Stop, Choice<Pit>> {
        if Sowing::<Narrow>::fits(&self) {
            let sowing = Sowing::<Narrow>::of(&self);
            search(Packed::new(&self, &sowing), limits, algorithm, observer)
        } else {
            let sowing = Sowing::<Wide>::of(&self);
            search(Packed::new(&self, &sowing), limits, algorithm, observer)
        }
    }
}

/// By the handout's names, see [`PitName`].
impl NodeName for Pit {
    fn name(self, side: Side) -> String {
        PitName(side, self).to_string()
    }

    #[inline(always)]
    fn node_piece(self, side: Side, depth: u32) -> Option<&'static Piece<8>> {
        piece::node(side, self, depth)
    }
}
