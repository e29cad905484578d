//! Players: from a position to a whole turn.
//!
//! In reading order: [`spec`] (a player by its text), [`searching`] (players that this program
//! has itself), [`solving`] (players that solve), [`program`] (players that are other programs), [`time`] (how long
//! they may think, in words).
//!
//! Left out: people. Where a person may play, the terminal asks for the moves.

pub mod program;
pub mod searching;
pub mod solving;
pub mod spec;
pub mod time;

use std::fmt;

use mancala::game::{Kalah, Pit, Position};

pub use program::Programs;
pub use spec::{HasPlayers, Spec};

/// Chooses turns for a side.
pub trait Player<P: Position = Kalah>: Send {
    /// The rest of the mover's turn in `position`, which is not over: every move that it owes.
    ///
    /// # Errors
    /// [`Failure`] if there is no answer.
    fn turn(&mut self, position: &P) -> Result<Vec<P::Move>, Failure>;

    /// The same, by a player that tells `listener` of better and better turns if it can, the last one of
    /// which is the answer, and that answers with what it has when `listener` wants no more.
    ///
    /// # Errors
    /// As for [`turn`](Self::turn).
    fn improving_turn(
        &mut self,
        position: &P,
        listener: &dyn Listener<P::Move>,
    ) -> Result<Vec<P::Move>, Failure> {
        let turn = self.turn(position)?;
        listener.better(&turn);
        Ok(turn)
    }
}

/// Who waits for a player's turn.
pub trait Listener<M = Pit>: Sync {
    /// Whether the player should answer with what it has.
    fn wants_no_more(&self) -> bool;

    /// Is told of the best turn so far, also if it is the one before.
    fn better(&self, turn: &[M]);
}

/// Why a player has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The player's own fault: a move against the rules, a crash, too much time. It loses the game.
    OwnFault(String),
    /// Not the player's fault: nothing can be said of the game.
    Surroundings(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OwnFault(reason) | Self::Surroundings(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for Failure {}
