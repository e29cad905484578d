//! A client as a player of a game.
//!
//! Left out: the clients that wait.

use std::sync::Arc;

use super::connection::{Answer, Connection, Lobby};
use arena::player::searching::Random;
use arena::player::{Failure, Player};
use kgp::board;
use mancala::game::{Kalah, Pit, Position};

/// A client in a game.
pub(super) struct Remote<'a> {
    pub(super) connection: Arc<Connection>,
    pub(super) lobby: &'a dyn Lobby,
    /// As the client hears of it.
    pub(super) game: String,
    pub(super) opponent: String,
    /// Moves where the client does not.
    pub(super) chance: Random,
    /// How often it did.
    pub(super) unanswered: usize,
}

impl Remote<'_> {
    fn sow(&mut self, position: &Kalah) -> Result<Pit, Failure> {
        let wants = || !self.lobby.is_closed();
        let about = [self.game.as_str(), self.opponent.as_str()];
        match self
            .connection
            .ask(position, about, self.lobby.time(), wants)
        {
            Answer::Gone(why) => Err(Failure::OwnFault(why)),
            Answer::Pit(Some(number)) => chosen(position, number).map_err(Failure::OwnFault),
            Answer::Pit(None) => {
                self.unanswered += 1;
                let any = self.chance.one_of(position.moves());
                any.ok_or_else(|| Failure::OwnFault("there is no move".to_owned()))
            }
        }
    }
}

/// The pit of this number, if it can be sown.
fn chosen(position: &Kalah, number: i64) -> Result<Pit, String> {
    let width = position.board().width();
    let pit = board::pit(position, number)
        .ok_or_else(|| format!("move {number}: the pits are 1 to {width}"))?;
    match position.board().seeds(position.mover(), pit) {
        0 => Err(format!("move {number}: the pit is empty")),
        _ => Ok(pit),
    }
}

impl Player for Remote<'_> {
    fn turn(&mut self, position: &Kalah) -> Result<Vec<Pit>, Failure> {
        let (mut here, mut turn) = (*position, Vec::new());
        loop {
            let pit = self.sow(&here)?;
            turn.push(pit);
            let next = here.play(pit);
            if !next.continues_turn_of(&here) {
                return Ok(turn);
            }
            here = next;
        }
    }
}
