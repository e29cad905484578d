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

use std::fmt;

use super::problem::Task;
use super::question::{Filed, NodeName, Question};
use crate::game::PitName;
use crate::game::Side;
use crate::nimcala::Nimcala;
use crate::nimcala::{Row, Take};

/// What an input file of Nimcala asks: the best move of `player` on `row`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NimcalaProblem {
    /// What kind of answer; not [`Task::Competition`].
    pub task: Task,
    /// Who moves, and for whom positions are valued.
    pub player: Side,
    /// How deep to look, in moves; `None` for the end of the game.
    pub cutoff: Option<u32>,
    /// Where the tokens lie.
    pub row: Row,
}

impl NimcalaProblem {
    /// The position that the problem starts from.
    #[must_use]
    pub fn position(&self) -> Nimcala {
        Nimcala::new(self.row, self.player)
    }
}

impl Question for NimcalaProblem {
    type Position = Nimcala;

    fn task(&self) -> Task {
        self.task
    }

    fn player(&self) -> Side {
        self.player
    }

    fn cutoff(&self) -> Option<u32> {
        self.cutoff
    }
}

/// The lines of an input file, that of the rules included.
impl fmt::Display for NimcalaProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "rules nimcala")?;
        writeln!(f, "{}", self.task.number())?;
        writeln!(f, "{}", self.player.player())?;
        match self.cutoff {
            Some(cutoff) => writeln!(f, "{cutoff}")?,
            None => writeln!(f, "none")?,
        }
        writeln!(f, "{}", self.row)
    }
}

impl Filed for Nimcala {
    type Board = Row;

    fn board(&self) -> Row {
        *self.row()
    }

    fn next_state(row: &Row) -> String {
        format!("{row}\n")
    }
}

impl NodeName for Take {
    fn name(self, side: Side) -> String {
        let letter = PitName::letter(side);
        format!("{letter}{}-{}", self.pit() + 1, self.count())
    }
}
