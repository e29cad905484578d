//! `next_state.txt`: the four lines of a board.
//!
//! ```text
//! 3 3 4 4 4      player 2's pits, left to right as drawn
//! 3 3 0 4 0      player 1's pits, left to right as drawn
//! 0              player 2's store
//! 2              player 1's store
//! ```
//!
//! Single blanks, none at the end of a line; every line ends in a line feed.

use std::fmt::{self, Write};

use crate::game::{Board, Side};

/// The text of `next_state.txt` for `board`.
///
/// ```
/// use mancala::game::Board;
/// use mancala::homework::next_state::next_state;
///
/// let board = Board::new([&[3, 3, 0], &[4, 4, 4]], [2, 0]);
/// assert_eq!(next_state(&board), "4 4 4\n3 3 0\n0\n2\n");
/// ```
#[must_use]
pub fn next_state(board: &Board) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_board(&mut text, board);
    text
}

/// Writes the four lines of `board`, as the last four lines of an input file have them too.
///
/// # Errors
/// Those of `out`.
pub(super) fn write_board(out: &mut impl Write, board: &Board) -> fmt::Result {
    for side in [Side::North, Side::South] {
        for (column, seeds) in board.row(side).iter().enumerate() {
            let blank = if column == 0 { "" } else { " " };
            write!(out, "{blank}{seeds}")?;
        }
        writeln!(out)?;
    }
    for side in [Side::North, Side::South] {
        writeln!(out, "{}", board.store(side))?;
    }
    Ok(())
}
