//! One game between two players.
//!
//! Left out: many games ([`tournament`](mod@super::tournament)), printing and files (the program).

use super::game::{Game, Playable};
use super::player::{Failure, Player};
use super::record::{Forfeit, GameRecord};

/// Who watches a match or a tournament: shows how far it is, and may end it.
pub trait Watch: Sync {
    /// Another two games of an opening are played.
    fn played(&self) {}

    /// Whether to end now, with the games that are played; asked between turns.
    fn stops(&self) -> bool {
        false
    }
}

/// Nobody watches.
impl Watch for () {}

/// Plays `game` to its end, until a player fails, or until it has so many turns, which leaves it
/// unfinished; `None` if it is stopped. South's player comes first.
///
/// # Errors
/// What was not a player's own fault.
pub fn play_between<P: Playable>(
    mut game: Game<P>,
    players: [&mut dyn Player<P>; 2],
    most_turns: usize,
    stops: &impl Fn() -> bool,
) -> Result<Option<GameRecord<P>>, Failure> {
    let mut forfeit = None;
    while !game.position().is_over() && game.turns().len() < most_turns {
        let by = game.position().mover();
        let made = make_turn(&mut game, &mut *players[by.index()]);
        // What ends the match may end a program too, by no fault of its own.
        if stops() {
            return Ok(None);
        }
        match made {
            Ok(()) => {}
            Err(Failure::OwnFault(reason)) => {
                forfeit = Some(Forfeit { by, reason });
                break;
            }
            Err(surroundings) => return Err(surroundings),
        }
    }
    let mut record = GameRecord::new(game);
    record.forfeit = forfeit;
    Ok(Some(record))
}

/// Lets `player` make one whole turn in `game`, which is not over.
///
/// # Errors
/// [`Failure`] of the player; the game is as before, or a part of a turn further.
pub fn make_turn<P: Playable>(
    game: &mut Game<P>,
    player: &mut dyn Player<P>,
) -> Result<(), Failure> {
    let side = game.position().mover();
    for choice in player.turn(game.position())? {
        if game.position().mover() != side {
            let reason = "more sows than the turn has".to_owned();
            return Err(Failure::OwnFault(reason));
        }
        game.play(choice)
            .map_err(|illegal| Failure::OwnFault(illegal.to_string()))?;
    }
    if !game.position().is_over() && game.position().mover() == side {
        let reason = "fewer sows than the turn has".to_owned();
        return Err(Failure::OwnFault(reason));
    }
    Ok(())
}
