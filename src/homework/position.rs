//! The interface between a game and the homework's files: two games have it, so one module answers
//! their problems, and one writes their logs.
//!
//! Left out: what is asked ([`problem`](super::problem)).

use super::piece::{self, Piece};
use crate::game::packed::{Narrow, Packed, Sowing, Wide};
use crate::game::{Board, Kalah, Pit, PitName, Position, Side};

/// A position of a game that the homework's files are written for.
pub trait HomeworkPosition: Position<Move: NodeName + Send> + Send {
    /// The game's board, without whose turn it is.
    type Board: Copy + Eq + std::fmt::Debug;

    /// The board of the position; once a game of Kalah is over, all its seeds are in the stores.
    fn board(&self) -> Self::Board;

    /// The text of `next_state.txt` for a board.
    fn next_state(board: &Self::Board) -> String;

    /// Has `searcher` search from the same position in the form that is searched quickest.
    fn searched_by<S: Searcher<Self::Move>>(self, searcher: S) -> S::Found {
        searcher.search(self)
    }
}

/// A search that is the same for any form of a position.
pub trait Searcher<M> {
    /// What it finds.
    type Found;

    /// Searches from `root`.
    fn search<P: Position<Move = M> + Send>(self, root: P) -> Self::Found;
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

    /// On the narrowest lanes that hold the game.
    fn searched_by<S: Searcher<Pit>>(self, searcher: S) -> S::Found {
        if Sowing::<Narrow>::fits(&self) {
            let sowing = Sowing::<Narrow>::of(&self);
            searcher.search(Packed::new(&self, &sowing))
        } else {
            let sowing = Sowing::<Wide>::of(&self);
            searcher.search(Packed::new(&self, &sowing))
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
