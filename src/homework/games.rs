//! The interface between a game and the homework's files: two games have it, so one module answers
//! their problems, and one writes their logs.
//!
//! `next_state.txt` of Kalah:
//!
//! ```text
//! 3 3 4 4 4      player 2's pits, left to right as drawn
//! 3 3 0 4 0      player 1's pits, left to right as drawn
//! 0              player 2's store
//! 2              player 1's store
//! ```
//!
//! Single blanks, none at the end of a line; every line ends in a line feed. Of Nimcala it is the row after
//! the chosen move, in one line. `traverse_log.txt` is alike for both; a node of Nimcala is named for who
//! moved, the pit and the number of tokens, all but the letters counted from 1:
//!
//! ```text
//! Node,Depth,Value
//! root,0,-Infinity
//! B4-1,1,Infinity        player 1 (B, as in the homework) takes 1 token from pit 4 ..
//! A4-1,2,-1              .. and player 2 (A) the last one
//! ```
//!
//! The value of a finished game of Nimcala is 1 if the player of the input has won it and -1 if not; a node
//! at the cutoff has the value 0, since nothing is known of it. There are no extra turns, so depth
//! counts moves. A game that is over before the first move is lost for the player to move.

use super::row_text::NodeName;
use crate::game::packed::{Narrow, Packed, Sowing, Wide};
use crate::game::{Board, Kalah, Pit, Position, Side};
use crate::nimcala::{Nimcala, TokenRow};

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

/// The text of `next_state.txt` for `board`, as the last four lines of an input file have it too.
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

    fn next_state(row: &TokenRow) -> String {
        format!("{row}\n")
    }
}
