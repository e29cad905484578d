//! Players: from a position to a whole turn.
//!
//! In reading order: [`spec`] (a player by its text), [`searching`] (players that this program has itself),
//! [`program`] (players that are other programs). Where a person may play, the terminal asks for the moves.

pub mod program;
pub mod searching;
pub mod spec;

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

    /// The same, by a player that tells `observer` of better and better turns if it can, the last one of
    /// which is the answer, and that answers with what it has when `observer` wants no more.
    fn improving_turn(
        &mut self,
        position: &P,
        observer: &dyn TurnObserver<P::Move>,
    ) -> Result<Vec<P::Move>, Failure> {
        let turn = self.turn(position)?;
        observer.better(&turn);
        Ok(turn)
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

/// Observes a player that looks for a turn.
pub trait TurnObserver<M = Pit>: Sync {
    /// Whether the player should answer with what it has.
    fn stops(&self) -> bool;

    /// Is told of the best turn so far, also if it is the one before.
    fn better(&self, turn: &[M]);
}

/// Observes nothing.
impl<M> TurnObserver<M> for () {
    fn stops(&self) -> bool {
        false
    }

    fn better(&self, _: &[M]) {}
}

/// Why a player has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub enum Failure {
    /// The player's own fault: a move against the rules, a crash, too much time. It loses the game.
    OwnFault(String),
    /// Not the player's fault: nothing can be said of the game.
    Environment(String),
}
