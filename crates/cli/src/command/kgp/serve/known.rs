//! What an earlier server played before it was killed: who took part, and every game that came to its end.
//!
//! A game's key says who played it, from which opening, and on what terms. Who takes part is known by the hash of
//! a token, and without one by name.
//!
//! Left out: the file ([`kept`](crate::io::kept)), and what is played next ([`server`](super::server)).

use std::collections::BTreeMap;

use super::places::{Entrant, State};
use super::terms::Terms;
use arena::finished::Finished;
use arena::tournament::Encounter;
use journal::digest;

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

/// The state of a server that goes on after these games; `None` if they are of other terms.
pub(super) fn take_up(games: &Finished, terms: &Terms) -> Option<State> {
    let mut state = State::default();
    let mut encounters = BTreeMap::<_, [Option<_>; 2]>::new();
    let words = terms.of_a_game();
    for (key, game) in games {
        let (players, rest) = split(key)?;
        let (opening, of_terms) = rest.split_once('\n')?;
        let opening = opening.parse().ok().filter(|_| of_terms == words)?;
        let [south, north] = players.map(|it| place(&mut state, it));
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
        let next = (0..terms.openings).find(|it| !is_whole(it));
        state.met.insert(players, next.unwrap_or(terms.openings));
    }
    let encounters = encounters.into_iter();
    state.encounters = encounters
        .filter(|((_, opening), _)| *opening < terms.openings)
        .map(|((players, opening), games)| Encounter {
            players,
            opening,
            games,
        })
        .collect();
    Some(state)
}

/// Both players, and what follows.
fn split(key: &str) -> Option<([&str; 2], &str)> {
    let (south, rest) = key.split_once('\n')?;
    let (north, rest) = rest.split_once('\n')?;
    Some(([south, north], rest))
}

/// The place of the player with this identity, a new one if need be.
fn place(state: &mut State, identity: &str) -> usize {
    let (name, token) = match identity.split_once('\t') {
        None => (identity, None),
        Some((name, token)) => (name, Some(token)),
    };
    let is_known = |it: &Entrant| it.name == name && it.token.as_deref() == token;
    let known = state.entrants.iter().position(is_known);
    known.unwrap_or_else(|| {
        state.entrants.push(Entrant {
            name: name.to_owned(),
            token: token.map(str::to_owned),
            connection: None,
            busy: false,
            is_awaited: true,
        });
        state.entrants.len() - 1
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use arena::GameRecord;
    use arena::game::Game;
    use mancala::game::{Board, Kalah, Rules, Side};

    fn terms(openings: usize) -> Option<Terms> {
        let start = Kalah::new(Board::opening(3, 2), Rules::CITS3001, Side::South);
        Some(Terms {
            start: start.ok()?,
            opening_turns: 1,
            openings,
            most_turns: 400,
            time: Duration::from_secs(5),
            patience: Duration::from_secs(20),
            seed: 1,
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
        let terms = terms(3).unwrap_or_else(|| unreachable!("a board that can be played"));
        let (ann, bob) = (entrant("ann", Some("secret")), entrant("bob", None));
        let game = || GameRecord::new(Game::new(terms.start));
        let games: Finished = [([&ann, &bob], 0), ([&bob, &ann], 0), ([&bob, &ann], 1)]
            .into_iter()
            .map(|(players, opening)| (key(players, opening, &terms), game()))
            .collect();
        let state = take_up(&games, &terms).unwrap_or_default();
        let names: Vec<_> = state.entrants.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["ann", "bob"]);
        assert_eq!(state.entrants[0].token, Some(hash("secret")));
        assert_eq!(state.met.get(&[0, 1]), Some(&1));
        let there = state.encounters.iter().map(|it| {
            let games = it.games.each_ref().map(Option::is_some);
            (it.players, it.opening, games)
        });
        let there: Vec<_> = there.collect();
        assert_eq!(
            there,
            [([0, 1], 0, [true, true]), ([0, 1], 1, [false, true])]
        );
        let other = Terms { seed: 2, ..terms };
        assert!(take_up(&games, &other).is_none());
    }
}
