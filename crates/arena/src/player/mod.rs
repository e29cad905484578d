//! Players: from a position to a whole turn.
//!
//! In reading order: [`spec`] (a player by its text), [`searching`] (players that this program has itself),
//! [`program`] (players that are other programs). Where a person may play, the terminal asks for the moves.

pub mod program;
pub mod searching;
pub mod spec;

use mancala::game::{Kalah, Position};
use mancala::solve::Control;

pub use program::{Programs, no_programs};
pub use spec::{HasPlayers, PlayerOrPerson, Spec};

pub trait Player<P: Position = Kalah>: Send {
    /// The rest of the mover's turn in `position`, which is not over: every move that it owes.
    ///
    /// # Errors
    /// [`Failure`] if there is no answer.
    fn turn(&mut self, position: &P) -> Result<Vec<P::Move>, Failure>;

    /// The same, by a player that tells `control` of better and better turns if it can, and that answers with what
    /// it has when `control` stops it.
    fn improving_turn(&mut self, position: &P, _: &dyn Control) -> Result<Vec<P::Move>, Failure> {
        self.turn(position)
    }

    /// Whether the player would rather have the other side of `position`, in which it is to move.
    fn swaps(&mut self, _: &P) -> bool {
        false
    }
}

/// A whole turn of a player that chooses one move at a time; it ends where there is none.
pub fn move_by_move<P: Position>(
    position: &P,
    mut choose: impl FnMut(&P) -> Result<Option<P::Move>, Failure>,
) -> Result<Vec<P::Move>, Failure> {
    let (mut here, mut turn) = (*position, Vec::new());
    while let Some(choice) = choose(&here)? {
        turn.push(choice);
        let next = here.play(choice);
        if !next.continues_turn_of(&here) {
            break;
        }
        here = next;
    }
    Ok(turn)
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub enum Failure {
    /// The player's own fault: a move against the rules, a crash, too much time. It loses the game.
    OwnFault(String),
    /// Not the player's fault: nothing can be said of the game.
    Environment(String),
}
