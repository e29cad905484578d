//! Nimcala in the homework's files.
//!
//! `next_state.txt` is the row after the chosen move, in one line. `traverse_log.txt` is that of the
//! homework; a node is named for who moved, the pit and the number of tokens, all but the letters
//! counted from 1:
//!
//! ```text
//! Node,Depth,Value
//! root,0,-Infinity
//! B4-1,1,Infinity        player 1 (B, as in the homework) takes 1 token from pit 4 ..
//! A4-1,2,-1              .. and player 2 (A) the last one
//! ```
//!
//! The value of a finished game is 1 if the player of the input has won it and -1 if not; a node at
//! the cutoff has the value 0, since nothing is known of it. There are no extra turns, so depth
//! counts moves. A game that is over before the first move is lost for the player to move.
//!
//! Left out: reading the input ([`input::nimcala`](super::input::nimcala)).

use super::position::{HomeworkPosition, NodeName};
use crate::game::{PitName, Side};
use crate::nimcala::{Nimcala, Take, TokenRow};

impl HomeworkPosition for Nimcala {
    type Board = TokenRow;

    fn board(&self) -> TokenRow {
        *self.row()
    }

    fn next_state(row: &TokenRow) -> String {
        format!("{row}\n")
    }
}

impl NodeName for Take {
    fn name(self, side: Side) -> String {
        let letter = PitName::letter(side);
        format!("{letter}{}-{}", self.pit() + 1, self.count())
    }
}
