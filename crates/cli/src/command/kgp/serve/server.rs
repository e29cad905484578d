//! Who plays whom, and what became of it.
//!
//! Left out: what is said to a client ([`connection`](super::connection)), and who has which place ([`places`](super::places)).

use std::net::IpAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::super::wire::lock;
use super::connection::{Connection, Lobby};
use super::known;
use super::places::State;
use super::remote::Remote;
use super::terms::Terms;
use crate::command::tournament::{self, Held};
use crate::io::kept::Kept;
use crate::io::output::interrupted;
use crate::io::print::say;
use arena::finished::Games;
use arena::matches::play_between;
use arena::opening::random_openings;
use arena::player::searching::Random;
use arena::record::Tag;
use arena::tournament::Encounter;
use arena::{Game, GameRecord, Player};
use kgp::Introduction;
use kgp::pairing::next_pair;
use mancala::game::Side;

/// The server.
pub(super) struct Server {
    terms: Terms,
    openings: Vec<Game>,
    kept: Kept,
    state: Mutex<State>,
    closed: AtomicBool,
}

/// Two who meet now.
pub(super) struct Meeting {
    players: [usize; 2],
    opening: usize,
}

impl Server {
    /// A server that goes on where an earlier one was killed; `None` if what is kept was played on other terms.
    pub(super) fn new(terms: Terms, kept: Kept) -> Option<Self> {
        let mut state = known::take_up(kept.earlier(), &terms)?;
        let all: Vec<_> = (0..state.entrants.len()).collect();
        let are_there = terms.players.is_some_and(|it| all.len() >= it);
        // Then there is nothing to wait for.
        state.begun = are_there && next_pair(&all, &state.met, terms.openings).is_none();
        Some(Self {
            openings: random_openings(terms.start, terms.opening_turns, terms.openings, terms.seed),
            terms,
            kept,
            state: Mutex::new(state),
            closed: AtomicBool::new(false),
        })
    }

    /// Ends all games and conversations.
    pub(super) fn close(&self) {
        self.closed.store(true, Relaxed);
    }

    /// Takes up a new connection; gives the one that has to go for it.
    pub(super) fn admit(
        &self,
        from: IpAddr,
        connection: Arc<Connection>,
    ) -> Option<Arc<Connection>> {
        lock(&self.state).connections.admit(from, connection)
    }

    pub(super) fn has_left(&self, connection: &Arc<Connection>) {
        lock(&self.state).connections.remove(connection);
    }

    /// Who meets now, if anybody does.
    pub(super) fn next_meeting(&self) -> Option<Meeting> {
        let mut state = lock(&self.state);
        let waiting = state.waiting();
        state.begun |= self.terms.players.is_some_and(|it| waiting.len() >= it);
        if self.terms.players.is_some() && !state.begun {
            return None;
        }
        let players = next_pair(&waiting, &state.met, self.terms.openings)?;
        let times = state.met.entry(players).or_default();
        let opening = *times;
        *times += 1;
        state.playing += 1;
        for place in players {
            state.entrants[place].busy = true;
        }
        Some(Meeting { players, opening })
    }

    /// Whether all games are played that can be.
    pub(super) fn is_done(&self) -> bool {
        let state = lock(&self.state);
        state.begun
            && state.playing == 0
            && next_pair(&state.waiting(), &state.met, self.terms.openings).is_none()
    }

    /// Plays the two games of a meeting.
    pub(super) fn play(&self, meeting: Meeting) {
        let [one, other] = meeting.players;
        let games = [[one, other], [other, one]].map(|sides| self.game(sides, meeting.opening));
        let mut state = lock(&self.state);
        state.playing -= 1;
        for place in meeting.players {
            state.entrants[place].busy = false;
        }
        let is_same =
            |it: &Encounter| it.players == meeting.players && it.opening == meeting.opening;
        state.encounters.retain(|it| !is_same(it));
        state.encounters.push(Encounter {
            players: meeting.players,
            opening: meeting.opening,
            games,
        });
    }

    /// A game of these two, South first; `None` if it was not played to an end.
    fn game(&self, sides: [usize; 2], opening: usize) -> Option<GameRecord> {
        let state = lock(&self.state);
        let names = sides.map(|place| state.entrants[place].name.clone());
        let [south, north] = sides.map(|place| state.entrants[place].connection.clone());
        let key = known::key(
            sides.map(|place| &state.entrants[place]),
            opening,
            &self.terms,
        );
        drop(state);
        if let Some(known) = self.kept.known(&key) {
            return Some(known);
        }
        let (south, north) = (south?, north?);
        if !(south.is_there() && north.is_there()) {
            return None;
        }
        let game = format!("{}-{}-{opening}", sides[0] + 1, sides[1] + 1);
        let seed = |side: usize| self.terms.seed ^ ((opening as u64) << 1 | side as u64);
        let remote = |connection, side: usize| Remote {
            connection,
            lobby: self,
            game: game.clone(),
            opponent: names[1 - side].clone(),
            chance: Random::new(seed(side)),
            unanswered: 0,
        };
        let (mut south, mut north) = (remote(south, 0), remote(north, 1));
        let players = [&mut south as &mut dyn Player, &mut north];
        let stops = || self.is_closed();
        let start = self.openings[opening].clone();
        let played = play_between(start, players, self.terms.most_turns, &stops);
        let mut record = played.ok().flatten()?;
        let unanswered = [south.unanswered, north.unanswered];
        for ((side, name), unanswered) in Side::BOTH.into_iter().zip(&names).zip(unanswered) {
            record.tags.extend(Tag::new(side.name(), name));
            let by_chance = (unanswered > 0).then(|| unanswered.to_string());
            let tag = format!("{}MovedByChance", side.name());
            record
                .tags
                .extend(by_chance.and_then(|it| Tag::new(&tag, &it)));
        }
        self.keep(&key, &record, &names);
        Some(record)
    }

    fn keep(&self, key: &str, record: &GameRecord, [south, north]: &[String; 2]) {
        say(format_args!("{south} against {north}: {}", record.result()));
        // The game counts all the same, and is written once more in the end.
        if let Err(failure) = self.kept.keep(key, record) {
            say(format_args!("warning: {failure}"));
        }
    }

    /// Prints the table of those who played, and writes it with every game.
    pub(super) fn show(&self, results: &Path) -> anyhow::Result<()> {
        let mut state = lock(&self.state);
        let mut encounters = std::mem::take(&mut state.encounters);
        encounters.sort_by_key(|it| (it.opening, it.players));
        encounters.retain(|it| it.games.iter().any(Option::is_some));
        let plays = |place: &usize| encounters.iter().any(|it| it.players.contains(place));
        let places: Vec<_> = (0..state.entrants.len()).filter(plays).collect();
        let among = |place| places.binary_search(&place).unwrap_or_default();
        for it in &mut encounters {
            it.players = it.players.map(among);
        }
        let names = places.iter().map(|&it| state.entrants[it].name.clone());
        let rules = self.terms.start.rules();
        let held = Held::new(rules, names.collect(), &[], &encounters);
        tournament::show(&held, results)
    }
}

impl Lobby for Server {
    fn enter(&self, told: Introduction, connection: &Arc<Connection>) -> Result<usize, String> {
        let mut state = lock(&self.state);
        state.connections.begin_to_play(connection)?;
        let token = told.token.as_deref().filter(|it| !it.is_empty());
        let token = token.map(known::hash);
        let place = match state.place_of(&told, token.as_deref()) {
            Some(place) if state.entrants[place].connection.is_some() => {
                return Err("somebody with this token is here already".to_owned());
            }
            Some(place) => place,
            None if state.begun => return Err("the tournament has begun already".to_owned()),
            None => state.new_place(told, token)?,
        };
        let entrant = &mut state.entrants[place];
        entrant.connection = Some(Arc::clone(connection));
        entrant.is_awaited = false;
        say(format_args!("{} joined", entrant.name));
        Ok(place)
    }

    fn leaves(&self, place: usize, why: &str) {
        let mut state = lock(&self.state);
        let entrant = &mut state.entrants[place];
        entrant.connection = None;
        say(format_args!("{} left: {why}", entrant.name));
    }

    fn is_closed(&self) -> bool {
        self.closed.load(Relaxed) || interrupted()
    }

    fn time(&self) -> Duration {
        self.terms.time
    }

    fn patience(&self) -> Duration {
        self.terms.patience
    }
}
