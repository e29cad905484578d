//! Many games between two players, from many openings, each opening played with both sides.
//!
//! Left out: printing and files ([`cli`](crate::cli)).

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::game::{Game, GameResult};
use super::opening::random_openings;
use super::player::{Failure, Player, Programs, Spec};
use super::record::{Forfeit, GameRecord, Tag};
use super::sprt::{Decision, Sprt};
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
    /// What may end the match before all openings are played.
    pub sprt: Option<Sprt>,
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
    /// What the test decided that ended the match.
    pub decision: Option<Decision>,
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
    /// Plays all games, on all processors, or as many as decide the test or as `watch` lets it.
    ///
    /// What a test decides depends on the pairs in their order, not on which was played sooner.
    ///
    /// # Errors
    /// What was not a player's own fault; a player's own fault loses it the game.
    pub fn play(&self, watch: &impl Watch) -> Result<Played, Failure> {
        let openings = random_openings(self.start, self.opening_turns, self.openings, self.seed);
        let sheet = Mutex::new(ScoreSheet::new(openings.len(), self.sprt));
        let decided = AtomicBool::new(false);
        // A bridge hands the openings out in their order.
        let numbered = openings.iter().enumerate().par_bridge();
        numbered.try_for_each(|(number, opening)| {
            let stops = || decided.load(Ordering::Relaxed) || watch.stops();
            if let Some(pair) = self.pair(number as u64, opening, &stops)? {
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

    /// The two games of an opening; `None` if the match stops meanwhile.
    fn pair(
        &self,
        number: u64,
        opening: &Game,
        stops: &impl Fn() -> bool,
    ) -> Result<Option<[GameRecord; 2]>, Failure> {
        let game = |first_plays: Side| {
            let mut seats = Side::BOTH.map(|side| {
                let spec = &self.players[usize::from(side != first_plays)];
                SeatedPlayer {
                    spec: spec.clone(),
                    seed: seed_of(self.seed, number, ((first_plays as u64) << 1) | side as u64),
                }
            });
            play(
                opening.clone(),
                &mut seats,
                &self.programs,
                usize::MAX,
                stops,
            )
        };
        let Some(as_south) = game(Side::South)? else {
            return Ok(None);
        };
        let as_north = game(Side::North)?;
        Ok(as_north.map(|as_north| [as_south, as_north]))
    }
}

/// The pairs that are played, and what those decide before which none is missing.
struct ScoreSheet {
    pairs: Vec<Option<[GameRecord; 2]>>,
    /// So many pairs are counted in `tally`: up to the first that is missing.
    counted: usize,
    tally: Tally,
    sprt: Option<Sprt>,
    decision: Option<Decision>,
}

impl ScoreSheet {
    fn new(openings: usize, sprt: Option<Sprt>) -> Self {
        Self {
            pairs: (0..openings).map(|_| None).collect(),
            counted: 0,
            tally: Tally::default(),
            sprt,
            decision: None,
        }
    }

    fn enter(&mut self, number: usize, pair: [GameRecord; 2]) {
        self.pairs[number] = Some(pair);
        while let (None, Some(Some(pair))) = (self.decision, self.pairs.get(self.counted)) {
            self.tally.add(points_of(pair));
            self.counted += 1;
            self.decision = self.sprt.and_then(|sprt| sprt.decision(&self.tally));
        }
    }

    /// Everything that was played, or what led to the decision.
    fn played(mut self) -> Played {
        if self.decision.is_some() {
            self.pairs.truncate(self.counted);
        }
        for pair in self.pairs[self.counted..].iter().flatten() {
            self.tally.add(points_of(pair));
        }
        Played {
            pairs: self.pairs.into_iter().flatten().collect(),
            tally: self.tally,
            decision: self.decision,
        }
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

/// Plays `game` to its end, until a player fails, or until it has so many turns, which leaves it
/// unfinished; `None` if it is stopped.
pub(super) fn play(
    mut game: Game,
    seats: &mut [SeatedPlayer; 2],
    programs: &Arc<dyn Programs>,
    most_turns: usize,
    stops: &impl Fn() -> bool,
) -> Result<Option<GameRecord>, Failure> {
    let mut players = Vec::new();
    for seat in seats.iter() {
        let person = || Failure::Surroundings("a person cannot play a match".to_owned());
        players.push(seat.spec.player(seat.seed, programs).ok_or_else(person)?);
    }
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
    for side in Side::BOTH {
        let name = seats[side.index()].spec.to_string();
        record.tags.extend(Tag::new(side.name(), &name));
    }
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

/// The first player's points in the games of an opening.
fn points_of([as_south, as_north]: &[GameRecord; 2]) -> [Points; 2] {
    [points(as_south, Side::South), points(as_north, Side::North)]
}

/// The points of the player that was `side` in a game that was played; one that has no end is drawn.
pub(super) fn points(record: &GameRecord, side: Side) -> Points {
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
