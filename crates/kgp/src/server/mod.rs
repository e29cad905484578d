//! A server for a class: who plays whom, and what became of it.
//!
//! In reading order: the rounds below, `state` (who takes part, and what they have played), `connection` (a client
//! that is connected, and how many may be).

mod connection;
mod state;

use std::net::{IpAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread::{self, Scope};
use std::time::Duration;

use self::connection::{Connection, Remote};
use self::state::State;
use super::wire::{Wire, lock};
use super::{Introduction, Observer};
use arena::matches::{Finished, Games, Openings, play_between};
use arena::player::searching::Random;
use arena::record::Tag;
use arena::standings::Encounter;
use arena::{Game, GameRecord, Player, board_text};
use mancala::game::{Position, Side};

/// How long to wait where nothing is to be done.
const TICK: Duration = Duration::from_millis(20);

/// What is played on a server.
#[derive(Debug)]
pub struct Terms {
    /// Also of the moves of those who do not answer.
    pub openings: Openings,
    /// A game that takes more turns is drawn.
    pub most_turns: usize,
    /// What a client has for a move.
    pub time: Duration,
    /// What a client has to say what it wants, and to answer a ping.
    pub patience: Duration,
    /// How many begin; `None` if everybody plays as they come.
    pub players: Option<usize>,
}

impl Terms {
    /// What the course of a game depends on besides its players and its opening.
    fn of_a_game(&self) -> String {
        let (time, most) = (self.time, self.most_turns);
        let Openings { start, turns, fair, seed, .. } = &self.openings;
        let (rules, first) = (start.rules(), start.mover().name());
        let board = board_text::text(start.board());
        let fair = if fair.is_empty() { "" } else { " fair" };
        format!("{rules}\n{board}\n{first}\n{turns} {most} {seed} {time:?}{fair}")
    }
}

/// A server, which keeps its games in `games` and tells `observer` what happens.
pub struct Server<'a> {
    terms: Terms,
    openings: Vec<Game>,
    games: &'a dyn Games,
    observer: Observer,
    state: Mutex<State>,
    closed: AtomicBool,
}

impl<'a> Server<'a> {
    /// A server that goes on where a killed one stopped, which played `earlier`; `None` if on other terms.
    pub fn new(
        terms: Terms,
        earlier: &Finished,
        games: &'a dyn Games,
        observer: Observer,
    ) -> Option<Self> {
        let mut state = State::after(earlier, &terms)?;
        let all: Vec<_> = (0..state.entrants.len()).collect();
        let are_there = terms.players.is_some_and(|it| all.len() >= it);
        // Then there is nothing to wait for.
        state.begun = are_there && state.next_pair(&all, terms.openings.count).is_none();
        Some(Self {
            openings: terms.openings.games(),
            terms,
            games,
            observer,
            state: Mutex::new(state),
            closed: AtomicBool::new(false),
        })
    }

    /// Lets clients in and plays, until all is played that can be or the observer stops it.
    pub fn run(&self, listener: &TcpListener) {
        thread::scope(|scope| {
            while !(self.observer.stops)() && !self.is_done() {
                let mut idle = true;
                // Whatever is wrong with one connection is no trouble of the others.
                if let Ok((stream, address)) = listener.accept() {
                    idle = false;
                    self.let_in(stream, address.ip(), scope);
                }
                if let Some((players, opening)) = self.next_meeting() {
                    idle = false;
                    let play = move || self.play(players, opening);
                    // Without a thread for it, the game is played here.
                    if thread::Builder::new().spawn_scoped(scope, play).is_err() {
                        play();
                    }
                }
                if idle {
                    thread::sleep(TICK);
                }
            }
            // Ends all games and sessions.
            self.closed.store(true, Relaxed);
        });
    }

    fn let_in<'s>(&'s self, stream: TcpStream, from: IpAddr, scope: &'s Scope<'s, '_>) {
        let Ok(wire) = Wire::new(stream) else { return };
        let connection = Arc::new(Connection::new(wire));
        let idle = lock(&self.state).connections.admit(Arc::clone(&connection), from);
        if let Some(idle) = idle {
            // Nothing is said to it: what it does not read must not hold up the newcomer.
            idle.close();
        }
        let served = Arc::clone(&connection);
        let serve = move || {
            served.serve(self);
            lock(&self.state).connections.remove(&served);
        };
        if thread::Builder::new().spawn_scoped(scope, serve).is_err() {
            connection.close();
            lock(&self.state).connections.remove(&connection);
        }
    }

    /// Two who meet now, and the opening.
    fn next_meeting(&self) -> Option<([usize; 2], usize)> {
        let mut state = lock(&self.state);
        let waiting = state.waiting();
        state.begun |= self.terms.players.is_some_and(|it| waiting.len() >= it);
        if self.terms.players.is_some() && !state.begun {
            return None;
        }
        let players = state.next_pair(&waiting, self.terms.openings.count)?;
        let times = state.met.entry(players).or_default();
        let opening = *times;
        *times += 1;
        state.playing += 1;
        for place in players {
            state.entrants[place].busy = true;
        }
        Some((players, opening))
    }

    /// Whether all games are played that can be.
    fn is_done(&self) -> bool {
        let state = lock(&self.state);
        state.begun
            && state.playing == 0
            && state.next_pair(&state.waiting(), self.terms.openings.count).is_none()
    }

    fn play(&self, players: [usize; 2], opening: usize) {
        let [one, other] = players;
        let games = [[one, other], [other, one]].map(|sides| self.game(sides, opening));
        let mut state = lock(&self.state);
        state.playing -= 1;
        for place in players {
            state.entrants[place].busy = false;
        }
        state.encounters.retain(|it| (it.players, it.opening) != (players, opening));
        state.encounters.push(Encounter { players, opening, games });
    }

    /// A game of these two, South first; `None` if it was not played to an end.
    fn game(&self, sides: [usize; 2], opening: usize) -> Option<GameRecord> {
        let state = lock(&self.state);
        let names = sides.map(|place| state.entrants[place].name.clone());
        let [south, north] = sides.map(|place| state.entrants[place].connection.clone());
        let key = state::key(sides.map(|place| &state.entrants[place]), opening, &self.terms);
        drop(state);
        if let Some(known) = self.games.known(&key) {
            return Some(known);
        }
        let (south, north) = (south?, north?);
        if !(south.is_there() && north.is_there()) {
            return None;
        }
        let game = format!("{}-{}-{opening}", sides[0] + 1, sides[1] + 1);
        let seed = |side: usize| self.terms.openings.seed ^ ((opening as u64) << 1 | side as u64);
        let remote = |connection, side: usize| Remote {
            connection,
            server: self,
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
            record.tags.extend(by_chance.and_then(|it| Tag::new(&tag, &it)));
        }
        let [south, north] = &names;
        (self.observer.say)(&format!("{south} against {north}: {}", record.result()));
        // The game counts all the same, and is written once more in the end.
        if let Err(failure) = self.games.keep(&key, &record) {
            (self.observer.say)(&format!("warning: {failure}"));
        }
        Some(record)
    }

    /// The names of those who played, and their games by their places among these.
    pub fn into_results(self) -> (Vec<String>, Vec<Encounter>) {
        let state = self.state.into_inner().unwrap_or_else(|broken| broken.into_inner());
        let mut encounters = state.encounters;
        encounters.sort_by_key(|it| (it.opening, it.players));
        encounters.retain(|it| it.games.iter().any(Option::is_some));
        let plays = |place: &usize| encounters.iter().any(|it| it.players.contains(place));
        let places: Vec<_> = (0..state.entrants.len()).filter(plays).collect();
        let among = |place| places.binary_search(&place).unwrap_or_default();
        for it in &mut encounters {
            it.players = it.players.map(among);
        }
        let names = places.iter().map(|&it| state.entrants[it].name.clone());
        (names.collect(), encounters)
    }

    /// A client wants to play: its place.
    fn enter(
        &self,
        introduction: Introduction,
        connection: &Arc<Connection>,
    ) -> Result<usize, String> {
        let mut state = lock(&self.state);
        state.connections.begin_to_play(connection)?;
        let token = introduction.token.as_deref().filter(|it| !it.is_empty());
        let token = token.map(state::hash);
        let place = match state.place_of(&introduction, token.as_deref()) {
            Some(place) if state.entrants[place].connection.is_some() => {
                return Err("somebody with this token is here already".to_owned());
            }
            Some(place) => place,
            None if state.begun => return Err("the tournament has begun already".to_owned()),
            None => state.new_place(introduction, token)?,
        };
        let entrant = &mut state.entrants[place];
        entrant.connection = Some(Arc::clone(connection));
        entrant.is_awaited = false;
        (self.observer.say)(&format!("{} joined", entrant.name));
        Ok(place)
    }

    /// Who had this place is gone: why.
    fn leaves(&self, place: usize, why: &str) {
        let mut state = lock(&self.state);
        let entrant = &mut state.entrants[place];
        entrant.connection = None;
        (self.observer.say)(&format!("{} left: {why}", entrant.name));
    }

    /// Whether everybody has to go.
    fn is_closed(&self) -> bool {
        self.closed.load(Relaxed) || (self.observer.stops)()
    }
}
