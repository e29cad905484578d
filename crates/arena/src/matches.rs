//! One game between two players, where games begin, and where finished ones are kept.
//!
//! Two searching players repeat themselves from the same position, so a match has many, a few random turns apart.

use std::collections::{BTreeMap, HashSet};

use super::game::{Game, Playable};
use super::player::searching::Random;
use super::player::{Failure, Player};
use super::record::{Forfeit, GameRecord};
use mancala::game::{Kalah, Position};

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
        let seat = game.first_side(by).index();
        let made = make_turn(&mut game, &mut *players[seat]);
        // What ends the match may end a program too, by no fault of its own.
        if stops() {
            return Ok(None);
        }
        if let Err(failure) = made {
            let Failure::OwnFault(reason) = failure else { return Err(failure) };
            forfeit = Some(Forfeit { by, reason });
            break;
        }
    }
    let mut record = GameRecord::new(game);
    record.forfeit = forfeit;
    Ok(Some(record))
}

/// Lets `player` make one whole turn in `game`, which is not over, or swap sides; its moves.
///
/// # Errors
/// [`Failure`] of the player; the game is as before, or a part of a turn further.
pub fn make_turn<P: Playable>(
    game: &mut Game<P>,
    player: &mut dyn Player<P>,
) -> Result<Vec<P::Move>, Failure> {
    let swaps = game.may_swap() && player.swaps(game.position());
    let moves = if swaps { Vec::new() } else { player.turn(game.position())? };
    let played = game.play_all(&moves);
    played.map_err(|(_, illegal)| Failure::OwnFault(illegal.to_string()))?;
    match game.unfinished_turn() {
        None => Ok(moves),
        Some(_) => Err(Failure::OwnFault("fewer sows than the turn has".to_owned())),
    }
}

/// Where the pairs of games of a contest begin.
#[derive(Debug, Clone)]
pub struct Openings<P: Position = Kalah> {
    pub start: P,
    /// Random turns of an opening.
    pub turns: usize,
    /// The openings themselves, as many or more, if they are not random.
    pub fair: Vec<P>,
    /// For every two players; twice as many games.
    pub count: usize,
    /// What determines them, and players that leave something to chance.
    pub seed: u64,
}

impl<P: Playable> Openings<P> {
    /// The fair openings; without any, random ones that are not over: different ones as far as the game has so
    /// many, and the same ones for the same seed.
    pub fn games(&self) -> Vec<Game<P>> {
        if !self.fair.is_empty() {
            return self.fair.iter().map(|&start| Game::new(start)).collect();
        }
        let mut chance = Random::new(self.seed);
        let mut seen = HashSet::new();
        let mut new_opening = || {
            let mut last = Game::new(self.start);
            for _ in 0..TRIES {
                let game = random_opening(self.start, self.turns, &mut chance);
                if game.position().is_over() {
                    continue;
                }
                let is_new = seen.insert(*game.position());
                last = game;
                if is_new {
                    break;
                }
            }
            last
        };
        (0..self.count).map(|_| new_opening()).collect()
    }
}

/// How often another opening is tried before one is taken twice.
const TRIES: usize = 50;

fn random_opening<P: Playable>(start: P, turns: usize, chance: &mut Random) -> Game<P> {
    let mut game = Game::new(start);
    while (game.turns().len() < turns || game.unfinished_turn().is_some())
        && let Some(choice) = chance.one_of(game.position().moves())
    {
        // It is legal.
        let _ = game.play(choice);
    }
    game
}

/// Finished games by their keys.
pub type Finished<P = Kalah> = BTreeMap<String, GameRecord<P>>;

/// Where finished games are kept.
pub trait Games<P: Position = Kalah>: Sync {
    /// The finished game of this key, if there is one.
    fn known(&self, key: &str) -> Option<GameRecord<P>>;

    /// Keeps a finished game.
    ///
    /// # Errors
    /// If that cannot be done; what is being played ends then.
    fn keep(&self, key: &str, game: &GameRecord<P>) -> Result<(), Failure>;
}

impl<P: Position> Games<P> for () {
    fn known(&self, _: &str) -> Option<GameRecord<P>> {
        None
    }

    fn keep(&self, _: &str, _: &GameRecord<P>) -> Result<(), Failure> {
        Ok(())
    }
}
