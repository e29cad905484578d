//! A round robin: every two players meet in pairs of games, each opening played with both sides. A match has two.
//!
//! A game that was finished before is not played again: it is known by what its course depends on.

use rayon::prelude::*;

use super::game::Game;
use super::matches::{Games, Openings, play_between};
use super::player::{Failure, HasPlayers, Player, Programs, Spec};
use super::record::GameRecord;
use super::standings::{Encounter, Played};
use mancala::game::{Kalah, Side};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entrant {
    /// As the tables call it.
    pub name: String,
    /// What determines how it plays: another one plays other games.
    pub identity: String,
    pub spec: Spec,
}

#[derive(Clone)]
pub struct Tournament<P: HasPlayers = Kalah> {
    pub entrants: Vec<Entrant>,
    pub openings: Openings<P>,
    /// A game that takes more turns is drawn.
    pub most_turns: usize,
    pub programs: Programs,
}

impl<P: HasPlayers> Tournament<P> {
    /// A match between two players, with games of any length.
    pub fn of_two(players: [Spec; 2], openings: Openings<P>, programs: Programs) -> Self {
        let entrants = (1..).zip(players).map(|(place, spec)| Entrant {
            name: spec.to_string(),
            // A player may meet itself.
            identity: format!("{place} {spec}"),
            spec,
        });
        Self { entrants: entrants.collect(), openings, most_turns: usize::MAX, programs }
    }

    pub fn encounters(&self) -> usize {
        self.meetings().count()
    }

    fn meetings(&self) -> impl Iterator<Item = ([usize; 2], usize)> + Send {
        let places = self.entrants.len();
        let pairs = move || {
            (0..places).flat_map(move |one| (one + 1..places).map(move |other| [one, other]))
        };
        (0..self.openings.count)
            .flat_map(move |opening| pairs().map(move |players| (players, opening)))
    }

    /// Plays all games that are not known, several at a time. Calls `played` after both games of an opening, and
    /// asks `stops` between turns whether to end now, with the games that are played.
    ///
    /// # Errors
    /// What was no player's own fault, or a game that cannot be kept; a player's own fault loses it the game.
    pub fn play(
        &self,
        games: &impl Games<P>,
        played: &(impl Fn() + Sync),
        stops: &(impl Fn() -> bool + Sync),
    ) -> Result<Vec<Encounter<P>>, Failure> {
        let openings = self.openings.games();
        // A bridge hands the meetings out in their order.
        let encounters = self.meetings().par_bridge().map(|(players, opening)| {
            let [one, other] = players;
            let game = |sides| self.game(sides, opening, &openings[opening], games, stops);
            let encounter =
                Encounter { players, opening, games: [game([one, other])?, game([other, one])?] };
            if encounter.games.iter().all(Option::is_some) {
                played();
            }
            Ok(encounter)
        });
        let is_empty = |it: &Encounter<P>| it.games.iter().all(Option::is_none);
        let encounters = encounters.filter(|it| !it.as_ref().is_ok_and(is_empty));
        let mut encounters: Vec<_> = encounters.collect::<Result<_, _>>()?;
        encounters.sort_by_key(|it| (it.opening, it.players));
        Ok(encounters)
    }

    /// Plays a match, of which no game is kept.
    ///
    /// # Errors
    /// As [`Tournament::play`].
    pub fn play_match(
        &self,
        played: &(impl Fn() + Sync),
        stops: &(impl Fn() -> bool + Sync),
    ) -> Result<Played<P>, Failure> {
        Ok(Played::new(self.play(&(), played, stops)?))
    }

    /// A game of these players, South first: as it is known, or as it is played now.
    fn game(
        &self,
        sides: [usize; 2],
        number: usize,
        opening: &Game<P>,
        games: &impl Games<P>,
        stops: &impl Fn() -> bool,
    ) -> Result<Option<GameRecord<P>>, Failure> {
        let key = self.key(sides, number);
        if let Some(known) = games.known(&key) {
            return Ok(Some(known));
        }
        if stops() {
            return Ok(None);
        }
        let is_second = u64::from(sides[0] > sides[1]);
        let player = |side: Side| {
            // The same when the game is played again.
            let seed = seed_of(self.openings.seed, number as u64, is_second << 1 | side as u64);
            self.player(sides[side.index()], seed)
        };
        let [mut south, mut north] = [player(Side::South)?, player(Side::North)?];
        let players = [&mut *south as &mut dyn Player<P>, &mut *north];
        let Some(game) = play_between(opening.clone(), players, self.most_turns, stops)? else {
            return Ok(None);
        };
        let game = game.named(sides.map(|place| &*self.entrants[place].name));
        games.keep(&key, &game)?;
        Ok(Some(game))
    }

    /// The entrant at this place as a player for one game.
    fn player(&self, place: usize, seed: u64) -> Result<Box<dyn Player<P>>, Failure> {
        let player = P::player(&self.entrants[place].spec, seed, &self.programs);
        let person = || Failure::Environment("a person cannot play a match".to_owned());
        player.map_err(Failure::Environment)?.ok_or_else(person)
    }

    /// What the course of a game depends on.
    fn key(&self, sides: [usize; 2], opening: usize) -> String {
        let [south, north] = sides.map(|place| &self.entrants[place].identity);
        let Openings { turns, seed, .. } = self.openings;
        let most = self.most_turns;
        let start = self.openings.fair.get(opening).unwrap_or(&self.openings.start);
        let (rules, board, first) = (start.rules_name(), start.board_text(), start.mover().name());
        format!("{south}\n{north}\n{rules}\n{board}\n{first}\n{turns} {opening} {seed} {most}")
    }
}

/// A seed of its own for each opening and `seat` there; the multiplier only spreads the numbers.
const fn seed_of(seed: u64, opening: u64, seat: u64) -> u64 {
    (seed ^ opening.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_add(seat)
}
