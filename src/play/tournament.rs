//! A round robin: every two players meet in pairs of games, each opening played with both sides.
//!
//! A game that was finished before is not played again: it is known by what its course depends on.
//!
//! Left out: where finished games are kept, and what they show ([`standings`](super::standings)).

use std::sync::Arc;

use rayon::prelude::*;

use super::board_text::BoardText;
use super::finished::{Finished, Games};
use super::game::Game;
use super::matches::{SeatedPlayer, Watch, play, seed_of};
use super::opening::random_openings;
use super::player::{Failure, Programs, Spec};
use super::record::{GameRecord, Tag};
use crate::game::{Kalah, Position};
use crate::grade::shard::Shard;

/// Who takes part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entrant {
    /// As the tables call it.
    pub name: String,
    /// What determines how it plays: another one plays other games.
    pub identity: String,
    /// How its moves are found.
    pub spec: Spec,
}

/// Who was to take part and cannot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Absent {
    /// As the tables would call it.
    pub name: String,
    /// Why.
    pub why: String,
}

/// A tournament that can be played.
#[derive(Clone)]
pub struct Tournament {
    /// The players.
    pub entrants: Vec<Entrant>,
    /// Who is missing among them; no game depends on it.
    pub absent: Vec<Absent>,
    /// Where every opening begins.
    pub start: Kalah,
    /// Random turns of an opening.
    pub opening_turns: usize,
    /// Openings for every two players; twice as many games.
    pub openings: usize,
    /// A game that takes more turns is drawn.
    pub most_turns: usize,
    /// What determines the openings and players that leave something to chance.
    pub seed: u64,
    /// The part that is played here, by the names of the players and the number of the opening; everything
    /// without one.
    pub part: Option<Shard>,
    /// Who runs the players that are programs.
    pub programs: Arc<dyn Programs>,
}

/// Two games of two players from one opening.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Encounter {
    /// The places of the players; the first is South in the first game and North in the second.
    pub players: [usize; 2],
    /// The opening's number.
    pub opening: usize,
    /// The games; `None` if the tournament was stopped before.
    pub games: [Option<GameRecord>; 2],
}

impl Tournament {
    /// How many games are to be played here.
    #[must_use]
    pub fn games(&self) -> usize {
        2 * self.meetings().count()
    }

    /// Who meets whom, and in which opening.
    fn meetings(&self) -> impl Iterator<Item = ([usize; 2], usize)> {
        let places = self.entrants.len();
        let pairs = move || {
            (0..places).flat_map(move |one| (one + 1..places).map(move |other| [one, other]))
        };
        let all = (0..self.openings)
            .flat_map(move |opening| pairs().map(move |players| (players, opening)));
        all.filter(|&(players, opening)| {
            let names = players.map(|place| self.entrants[place].name.as_str());
            let takes = |part: Shard| part.takes(&names.join("\n"), &opening.to_string());
            self.part.is_none_or(takes)
        })
    }

    /// Plays all games that are not known, several at a time.
    ///
    /// # Errors
    /// What was no player's own fault, or a game that cannot be kept.
    pub fn play(&self, games: &impl Games, watch: &impl Watch) -> Result<Vec<Encounter>, Failure> {
        let openings = random_openings(self.start, self.opening_turns, self.openings, self.seed);
        let meetings: Vec<_> = self.meetings().collect();
        let played = meetings.into_par_iter().map(|(players, opening)| {
            let [one, other] = players;
            let game = |sides| self.game(sides, opening, &openings[opening], games, watch);
            Ok(Encounter {
                players,
                opening,
                games: [game([one, other])?, game([other, one])?],
            })
        });
        played.collect()
    }

    /// What finished games show, without playing.
    #[must_use]
    pub fn known(&self, games: &Finished) -> Vec<Encounter> {
        let known = self.meetings().map(|(players, opening)| {
            let [one, other] = players;
            let sides = [[one, other], [other, one]];
            Encounter {
                players,
                opening,
                games: sides.map(|sides| games.get(&self.key(sides, opening)).cloned()),
            }
        });
        known.collect()
    }

    /// A game of these players, South first: as it is known, or as it is played now.
    fn game(
        &self,
        sides: [usize; 2],
        number: usize,
        opening: &Game,
        games: &impl Games,
        watch: &impl Watch,
    ) -> Result<Option<GameRecord>, Failure> {
        let key = self.key(sides, number);
        if let Some(known) = games.known(&key) {
            watch.played();
            return Ok(Some(known));
        }
        let seats = sides.map(|place| SeatedPlayer {
            spec: self.entrants[place].spec.clone(),
            // The same when the game is played again.
            seed: seed_of(
                self.seed,
                number as u64,
                (place as u64) << 1 | u64::from(place == sides[0]),
            ),
        });
        if watch.stops() {
            return Ok(None);
        }
        let stops = || watch.stops();
        let most = self.most_turns;
        let played = play(opening.clone(), &seats, &self.programs, most, &stops)?;
        let Some(mut game) = played else {
            return Ok(None);
        };
        let names = sides.map(|place| self.entrants[place].name.as_str());
        let tags = [("South", names[0]), ("North", names[1])];
        game.tags = tags
            .into_iter()
            .filter_map(|(tag, name)| Tag::new(tag, name))
            .collect();
        games.keep(&key, &game)?;
        watch.played();
        Ok(Some(game))
    }

    /// What the course of a game depends on.
    fn key(&self, sides: [usize; 2], opening: usize) -> String {
        let [south, north] = sides.map(|place| &self.entrants[place].identity);
        let (start, turns, seed, most) =
            (&self.start, self.opening_turns, self.seed, self.most_turns);
        let (rules, first) = (start.rules(), start.mover().name());
        let board = BoardText(start.board());
        format!("{south}\n{north}\n{rules}\n{board}\n{first}\n{turns} {opening} {seed} {most}")
    }
}
