//! Many games between two players, from many openings, each opening played with both sides.
//!
//! Left out: printing and files ([`cli`](crate::cli)).

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::board_text::BoardText;
use super::finished::{Finished, Games};
use super::game::Game;
use super::opening::random_openings;
use super::player::{Failure, Player, Programs, Spec};
use super::record::{Forfeit, GameRecord, Tag};
use super::score_sheet::{Played, ScoreSheet};
use super::sprt::Sprt;
use crate::game::{Kalah, Position, Side};
use crate::grade::shard::Shard;

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
    /// What may end the match before all openings are played.
    pub sprt: Option<Sprt>,
    /// What determines openings and players that leave something to chance.
    pub seed: u64,
    /// The part that is played here, by the numbers of the openings; everything without one.
    pub part: Option<Shard>,
    /// Who runs the players that are programs.
    pub programs: Arc<dyn Programs>,
}

/// Who watches a match or a tournament: shows how far it is, and may end it.
pub trait Watch: Sync {
    /// Another pair of a match, or another game of a tournament, is played.
    fn played(&self) {}

    /// Whether to end now, with the pairs that are played; asked between turns.
    fn stops(&self) -> bool {
        false
    }
}

/// Nobody watches.
impl Watch for () {}

impl Match {
    /// How many openings are played here.
    #[must_use]
    pub fn own_openings(&self) -> usize {
        (0..self.openings).filter(|&it| self.is_own(it)).count()
    }

    fn is_own(&self, opening: usize) -> bool {
        let players = || format!("{}\n{}", self.players[0], self.players[1]);
        let takes = |part: Shard| part.takes(&players(), &opening.to_string());
        self.part.is_none_or(takes)
    }

    /// Plays all games of its part that are not known, on all processors, or as many as decide the test or
    /// as `watch` lets it.
    ///
    /// What a test decides depends on the pairs in their order, not on which was played sooner.
    ///
    /// # Errors
    /// What was not a player's own fault, or a game that cannot be kept; a player's own fault loses it the
    /// game.
    pub fn play(&self, games: &impl Games, watch: &impl Watch) -> Result<Played, Failure> {
        let openings = random_openings(self.start, self.opening_turns, self.openings, self.seed);
        let sheet = Mutex::new(ScoreSheet::new(openings.len(), self.sprt));
        let decided = AtomicBool::new(false);
        // A bridge hands the openings out in their order.
        let numbered = openings.iter().enumerate();
        let own = numbered.filter(|(number, _)| self.is_own(*number));
        own.par_bridge().try_for_each(|(number, opening)| {
            let stops = || decided.load(Ordering::Relaxed) || watch.stops();
            if let Some(pair) = self.pair(number, opening, games, &stops)? {
                let mut sheet = sheet.lock().unwrap_or_else(PoisonError::into_inner);
                sheet.enter(number, pair);
                decided.fetch_or(sheet.decision.is_some(), Ordering::Relaxed);
                watch.played();
            }
            Ok(())
        })?;
        let sheet = sheet.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(sheet.played())
    }

    /// What finished games show, without playing.
    #[must_use]
    pub fn known(&self, games: &Finished) -> Played {
        let mut sheet = ScoreSheet::new(self.openings, self.sprt);
        for number in 0..self.openings {
            let game = |first_plays| games.get(&self.key(number, first_plays)).cloned();
            if let (Some(first), Some(second)) = (game(Side::South), game(Side::North)) {
                sheet.enter(number, [first, second]);
            }
        }
        sheet.played()
    }

    /// The two games of an opening; `None` if the match stops meanwhile.
    fn pair(
        &self,
        number: usize,
        opening: &Game,
        games: &impl Games,
        stops: &impl Fn() -> bool,
    ) -> Result<Option<[GameRecord; 2]>, Failure> {
        let game = |first_plays: Side| {
            let key = self.key(number, first_plays);
            if let Some(known) = games.known(&key) {
                return Ok(Some(known));
            }
            let seats = Side::BOTH.map(|side| {
                let spec = &self.players[usize::from(side != first_plays)];
                let seat = ((first_plays as u64) << 1) | side as u64;
                SeatedPlayer {
                    spec: spec.clone(),
                    seed: seed_of(self.seed, number as u64, seat),
                }
            });
            let played = play(opening.clone(), &seats, &self.programs, usize::MAX, stops)?;
            if let Some(game) = &played {
                games.keep(&key, game)?;
            }
            Ok(played)
        };
        let Some(as_south) = game(Side::South)? else {
            return Ok(None);
        };
        let as_north = game(Side::North)?;
        Ok(as_north.map(|as_north| [as_south, as_north]))
    }

    /// What the course of a game depends on.
    fn key(&self, opening: usize, first_plays: Side) -> String {
        let [first, second] = &self.players;
        let (start, turns, seed) = (&self.start, self.opening_turns, self.seed);
        let (rules, mover) = (start.rules(), start.mover().name());
        let (board, side) = (BoardText(start.board()), first_plays.name());
        format!("{first}\n{second}\n{rules}\n{board}\n{mover}\n{turns} {opening} {seed} {side}")
    }
}

/// A player for one game.
pub(super) struct SeatedPlayer {
    pub(super) spec: Spec,
    /// For what the player leaves to chance.
    pub(super) seed: u64,
}

/// A seed of its own for each opening and `seat` there; the multiplier only spreads the numbers.
pub(super) const fn seed_of(seed: u64, opening: u64, seat: u64) -> u64 {
    (seed ^ opening.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_add(seat)
}

/// Plays `game` between new players; `None` if it is stopped.
pub(super) fn play(
    game: Game,
    seats: &[SeatedPlayer; 2],
    programs: &Arc<dyn Programs>,
    most_turns: usize,
    stops: &impl Fn() -> bool,
) -> Result<Option<GameRecord>, Failure> {
    let player = |seat: &SeatedPlayer| {
        let person = || Failure::Surroundings("a person cannot play a match".to_owned());
        seat.spec.player(seat.seed, programs).ok_or_else(person)
    };
    let [mut south, mut north] = [player(&seats[0])?, player(&seats[1])?];
    let players = [&mut *south as &mut dyn Player, &mut *north];
    let mut record = play_between(game, players, most_turns, stops)?;
    for side in Side::BOTH {
        let name = seats[side.index()].spec.to_string();
        let tags = record.iter_mut().map(|it| &mut it.tags);
        tags.for_each(|tags| tags.extend(Tag::new(side.name(), &name)));
    }
    Ok(record)
}

/// Plays `game` to its end, until a player fails, or until it has so many turns, which leaves it
/// unfinished; `None` if it is stopped. South's player comes first.
///
/// # Errors
/// What was not a player's own fault.
pub fn play_between(
    mut game: Game,
    players: [&mut dyn Player; 2],
    most_turns: usize,
    stops: &impl Fn() -> bool,
) -> Result<Option<GameRecord>, Failure> {
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
