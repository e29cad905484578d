//! Many games between two players, from many openings, each opening played with both sides.
//!
//! Left out: printing and files ([`cli`](crate::cli)).

use std::sync::Arc;

use rayon::prelude::*;

use super::game::{Game, GameResult};
use super::opening::random_openings;
use super::player::{Failure, Player, Programs, Spec};
use super::record::{Forfeit, GameRecord, Tag};
use super::tally::{Points, Tally};
use crate::game::{Kalah, Position, Side};

/// A match: the two players, and where the games begin.
#[derive(Clone)]
pub struct Match {
    /// The two players; neither is a person.
    pub players: [Spec; 2],
    /// Where every opening begins.
    pub start: Kalah,
    /// Random turns of an opening.
    pub opening_turns: usize,
    /// How many openings; twice as many games.
    pub openings: usize,
    /// What determines openings and players that leave something to chance.
    pub seed: u64,
    /// Who runs the players that are programs.
    pub programs: Arc<dyn Programs>,
}

/// What was played.
#[derive(Debug)]
pub struct Played {
    /// The two games of each opening: first with the first player as South, then as North.
    pub pairs: Vec<[GameRecord; 2]>,
    /// What they show.
    pub tally: Tally,
}

impl Match {
    /// Plays all games, on all processors; tells `progress` after each pair.
    ///
    /// # Errors
    /// What was not a player's own fault; a player's own fault loses it the game.
    pub fn play(&self, progress: impl Fn() + Sync) -> Result<Played, Failure> {
        let openings = random_openings(self.start, self.opening_turns, self.openings, self.seed);
        let pairs = openings
            .par_iter()
            .enumerate()
            .map(|(number, opening)| {
                let pair = self.pair(number as u64, opening);
                progress();
                pair
            })
            .collect::<Result<Vec<_>, _>>()?;
        let mut tally = Tally::default();
        for [as_south, as_north] in &pairs {
            tally.add([points(as_south, Side::South), points(as_north, Side::North)]);
        }
        Ok(Played { pairs, tally })
    }

    fn pair(&self, number: u64, opening: &Game) -> Result<[GameRecord; 2], Failure> {
        let game = |first_plays: Side| {
            let mut seats = Side::BOTH.map(|side| {
                let spec = &self.players[usize::from(side != first_plays)];
                SeatedPlayer {
                    spec: spec.clone(),
                    // Different for every game and side; the multiplier only spreads the numbers.
                    seed: (self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
                        .wrapping_add(((first_plays as u64) << 1) | side as u64),
                }
            });
            play(opening.clone(), &mut seats, &self.programs)
        };
        Ok([game(Side::South)?, game(Side::North)?])
    }
}

struct SeatedPlayer {
    spec: Spec,
    seed: u64,
}

/// Plays `game` to its end or until a player fails.
fn play(
    mut game: Game,
    seats: &mut [SeatedPlayer; 2],
    programs: &Arc<dyn Programs>,
) -> Result<GameRecord, Failure> {
    let mut players = Vec::new();
    for seat in seats.iter() {
        let person = || Failure::Surroundings("a person cannot play a match".to_owned());
        players.push(seat.spec.player(seat.seed, programs).ok_or_else(person)?);
    }
    let mut forfeit = None;
    while !game.position().is_over() {
        let by = game.position().mover();
        match make_turn(&mut game, &mut *players[by.index()]) {
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
    for side in Side::BOTH {
        let name = seats[side.index()].spec.to_string();
        record.tags.extend(Tag::new(side.name(), &name));
    }
    Ok(record)
}

/// Lets `player` make one whole turn in `game`, which is not over.
///
/// # Errors
/// [`Failure`] of the player; the game is as before, or a part of a turn further.
pub fn make_turn(game: &mut Game, player: &mut dyn Player) -> Result<(), Failure> {
    let side = game.position().mover();
    for pit in player.turn(game.position())? {
        if game.position().mover() != side {
            let reason = "more sows than the turn has".to_owned();
            return Err(Failure::OwnFault(reason));
        }
        game.sow(pit)
            .map_err(|illegal| Failure::OwnFault(illegal.to_string()))?;
    }
    if !game.position().is_over() && game.position().mover() == side {
        let reason = "fewer sows than the turn has".to_owned();
        return Err(Failure::OwnFault(reason));
    }
    Ok(())
}

/// The points of the player that was `side` in a game that has ended.
fn points(record: &GameRecord, side: Side) -> Points {
    let lead = f64::from(record.game.position().score(side));
    let winner = match (&record.forfeit, record.game.outcome()) {
        (_, Some(GameResult::Won(winner))) => Some(winner),
        (Some(forfeit), None) => Some(forfeit.by.opponent()),
        _ => None,
    };
    let score = match winner {
        Some(winner) if winner == side => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    };
    Points { score, lead }
}
