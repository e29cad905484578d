//! Who takes part in a server's games, and what they have played, also on an earlier server that was killed.
//!
//! A game's key says who played it, from which opening, and on what terms. Who takes part is known by the hash of
//! a token, and without one by name.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::connection::{Connection, Connections};
use super::{Introduction, Terms};
use arena::matches::Finished;
use arena::standings::Encounter;
use journal::digest;

/// The most players in all.
const MAX_ENTRANTS: usize = 1000;

#[derive(Default)]
pub(super) struct State {
    pub(super) connections: Connections,
    pub(super) entrants: Vec<Entrant>,
    /// How often two players met, the one who came first in front.
    pub(super) met: BTreeMap<[usize; 2], usize>,
    pub(super) encounters: Vec<Encounter>,
    pub(super) playing: usize,
    pub(super) begun: bool,
}

/// A player, also one who has left.
#[derive(Default)]
pub(super) struct Entrant {
    pub(super) name: String,
    /// The hash of the token.
    pub(super) token: Option<String>,
    pub(super) connection: Option<Arc<Connection>>,
    pub(super) busy: bool,
    /// Whether it played on an earlier server and has not joined again yet.
    pub(super) is_awaited: bool,
}

impl Entrant {
    /// Whether it is called so, or so with a number because somebody else was called so.
    fn is_called(&self, name: &str) -> bool {
        let rest = self.name.strip_prefix(name);
        let number = |rest: &str| rest.strip_prefix(" (")?.strip_suffix(')')?.parse::<u32>().ok();
        rest.is_some_and(|rest| rest.is_empty() || number(rest).is_some())
    }
}

impl State {
    /// The state of a server that goes on after these games; `None` if they are of other terms.
    pub(super) fn after(games: &Finished, terms: &Terms) -> Option<Self> {
        let mut state = Self::default();
        let mut encounters = BTreeMap::<_, [Option<_>; 2]>::new();
        let words = terms.of_a_game();
        for (key, game) in games {
            let parts: Vec<_> = key.splitn(4, '\n').collect();
            let [south, north, opening, of_terms] = parts[..] else { return None };
            let opening = opening.parse().ok().filter(|_| of_terms == words)?;
            let [south, north] = [south, north].map(|it| place(&mut state, it));
            let pair = [south.min(north), south.max(north)];
            let games = encounters.entry((pair, opening)).or_default();
            games[usize::from(south > north)] = Some(game.clone());
        }
        for &(players, _) in encounters.keys() {
            let is_whole = |opening: &usize| {
                let games = encounters.get(&(players, *opening));
                games.is_some_and(|it| it.iter().all(Option::is_some))
            };
            // One that was not played to its end is played again.
            let next = (0..terms.openings.count).find(|it| !is_whole(it));
            state.met.insert(players, next.unwrap_or(terms.openings.count));
        }
        let encounters = encounters.into_iter();
        state.encounters = encounters
            .filter(|((_, opening), _)| *opening < terms.openings.count)
            .map(|((players, opening), games)| Encounter { players, opening, games })
            .collect();
        Some(state)
    }

    /// The two of those who wait, in rising order, that met least, as long as that is less than `most`; of
    /// several, those who came first.
    pub(super) fn next_pair(&self, waiting: &[usize], most: usize) -> Option<[usize; 2]> {
        let pairs = waiting
            .iter()
            .enumerate()
            .flat_map(|(at, &one)| waiting[at + 1..].iter().map(move |&other| [one, other]));
        let times = |pair: &[usize; 2]| self.met.get(pair).copied().unwrap_or(0);
        let least = pairs.min_by_key(times);
        least.filter(|pair| times(pair) < most)
    }

    /// The places of those who could play now.
    pub(super) fn waiting(&self) -> Vec<usize> {
        let all = self.entrants.iter().enumerate();
        let waiting = all.filter(|(_, it)| {
            !it.busy && it.connection.as_ref().is_some_and(|connection| connection.is_there())
        });
        waiting.map(|(place, _)| place).collect()
    }

    /// The place of somebody who was here before: by the token, or by the name of somebody who had none when an
    /// earlier server was killed.
    pub(super) fn place_of(
        &self,
        introduction: &Introduction,
        token: Option<&str>,
    ) -> Option<usize> {
        let is_known = |it: &Entrant| match (token, &it.token) {
            (Some(token), Some(known)) => token == known,
            (None, None) => {
                it.is_awaited && introduction.name.as_ref().is_some_and(|name| it.is_called(name))
            }
            _ => false,
        };
        self.entrants.iter().position(is_known)
    }

    /// A place for somebody new; one of somebody who left without having met anybody is free.
    pub(super) fn new_place(
        &mut self,
        introduction: Introduction,
        token: Option<String>,
    ) -> Result<usize, String> {
        let has_met = |place: &usize| self.met.keys().any(|pair| pair.contains(place));
        let mut places = 0..self.entrants.len();
        let free = places.find(|it| self.entrants[*it].connection.is_none() && !has_met(it));
        let place = free.unwrap_or(self.entrants.len());
        if place >= MAX_ENTRANTS {
            return Err("there are too many players".to_owned());
        }
        let given_name = introduction.name.filter(|it| !it.trim().is_empty());
        let wanted = given_name.unwrap_or_else(|| format!("player {}", place + 1));
        let taken = |name: &String| {
            let others = self.entrants.iter().enumerate();
            others.filter(|(at, _)| *at != place).any(|(_, it)| it.name == *name)
        };
        let numbered = (2..).map(|number| format!("{wanted} ({number})"));
        let mut names = [wanted.clone()].into_iter().chain(numbered);
        let name = names.find(|name| !taken(name)).unwrap_or(wanted);
        let entrant = Entrant { name, token, ..Entrant::default() };
        match free {
            Some(place) => self.entrants[place] = entrant,
            None => self.entrants.push(entrant),
        }
        Ok(place)
    }
}

/// What is kept of a token.
pub(super) fn hash(token: &str) -> String {
    let mut hash = digest([token.as_bytes()]);
    hash.truncate(32);
    hash
}

/// The key of a game of these two, South first, from this opening.
pub(super) fn key(players: [&Entrant; 2], opening: usize, terms: &Terms) -> String {
    let [south, north] = players.map(identity);
    format!("{south}\n{north}\n{opening}\n{}", terms.of_a_game())
}

/// Nothing that a client tells of itself has control characters.
fn identity(entrant: &Entrant) -> String {
    match &entrant.token {
        None => entrant.name.clone(),
        Some(token) => format!("{}\t{token}", entrant.name),
    }
}

/// The place of the player with this identity, a new one if need be.
fn place(state: &mut State, identity: &str) -> usize {
    let parts = identity.split_once('\t');
    let (name, token) = parts.map_or((identity, None), |(name, it)| (name, Some(it)));
    let is_known = |it: &Entrant| it.name == name && it.token.as_deref() == token;
    let known = state.entrants.iter().position(is_known);
    known.unwrap_or_else(|| {
        let (name, token) = (name.to_owned(), token.map(str::to_owned));
        state.entrants.push(Entrant { name, token, is_awaited: true, ..Entrant::default() });
        state.entrants.len() - 1
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use arena::GameRecord;
    use arena::game::Game;
    use arena::matches::Openings;
    use mancala::game::{Board, Kalah, Rules, Side};

    fn terms(openings: usize) -> Option<Terms> {
        let start = Kalah::new(Board::opening(3, 2), Rules::CITS3001, Side::South);
        let start = start.ok()?;
        Some(Terms {
            openings: Openings { start, turns: 1, fair: Vec::new(), count: openings, seed: 1 },
            most_turns: 400,
            time: Duration::from_secs(5),
            patience: Duration::from_secs(20),
            players: None,
        })
    }

    fn entrant(name: &str, token: Option<&str>) -> Entrant {
        Entrant {
            name: name.to_owned(),
            token: token.map(hash),
            connection: None,
            busy: false,
            is_awaited: false,
        }
    }

    /// Three openings for two: the first is whole, of the second a game is missing.
    #[test]
    fn what_was_played_is_not_played_again_and_what_is_missing_is() {
        let mut terms = terms(3).unwrap_or_else(|| unreachable!("a board that can be played"));
        let (ann, bob) = (entrant("ann", Some("secret")), entrant("bob", None));
        let game = || GameRecord::new(Game::new(terms.openings.start));
        let games: Finished = [([&ann, &bob], 0), ([&bob, &ann], 0), ([&bob, &ann], 1)]
            .into_iter()
            .map(|(players, opening)| (key(players, opening, &terms), game()))
            .collect();
        let state = State::after(&games, &terms).unwrap_or_default();
        let names: Vec<_> = state.entrants.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["ann", "bob"]);
        assert_eq!(state.entrants[0].token, Some(hash("secret")));
        assert_eq!(state.met.get(&[0, 1]), Some(&1));
        let there = state.encounters.iter().map(|it| {
            let games = it.games.each_ref().map(Option::is_some);
            (it.players, it.opening, games)
        });
        let there: Vec<_> = there.collect();
        assert_eq!(there, [([0, 1], 0, [true, true]), ([0, 1], 1, [false, true])]);
        terms.openings.seed = 2;
        assert!(State::after(&games, &terms).is_none());
    }

    #[test]
    fn everybody_meets_everybody_and_nobody_more_often_than_asked() {
        let mut state = State::default();
        let waiting = [0, 1, 3];
        let mut order = Vec::new();
        while let Some(pair) = state.next_pair(&waiting, 2) {
            *state.met.entry(pair).or_default() += 1;
            order.push(pair);
        }
        let round = [[0, 1], [0, 3], [1, 3]];
        assert_eq!(order, [round, round].concat());
        assert_eq!(state.next_pair(&[4], 2), None);
        assert_eq!(state.next_pair(&[3, 4], 2), Some([3, 4]));
    }
}
