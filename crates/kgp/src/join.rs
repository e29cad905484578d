//! One of our players on a server: what it asks is thought about, several questions at once.

use std::collections::BTreeMap;
use std::io;
use std::net::TcpStream;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use super::Observer;
use super::client::{Client, MAX_OPEN, Question, Reaction};
use super::wire::{Wire, lock};
use arena::Player;
use arena::player::{HasPlayers, Programs, Spec};
use mancala::game::{Kalah, Pit, Position};
use mancala::solve::Control;

/// The most games that are remembered, each with its player.
const MAX_PLAYERS: usize = 8;

/// An answer is final no earlier than this after its question: errors about the move may be on their way.
const FIRST_ERRORS: Duration = Duration::from_millis(50);

/// A connection and the games that are played over it.
pub struct Session {
    wire: Wire,
    observer: Observer,
    client: Mutex<Client>,
    spec: Spec,
    programs: Programs,
    seed: AtomicU64,
    /// The players that do not think now, by their games.
    players: Mutex<BTreeMap<String, InGame>>,
    /// What to set so that nobody thinks about a question any more.
    thinking: Mutex<BTreeMap<Option<u64>, Arc<AtomicBool>>>,
    busy: AtomicUsize,
}

/// The player of a game.
struct InGame {
    player: Box<dyn Player>,
    /// The rest of a turn, and where it goes on.
    rest: Option<(Kalah, Vec<Pit>)>,
}

impl Session {
    /// A client at the other end of `stream`, which plays as `spec` says; over a WebSocket where that has an address,
    /// which begins with `ws://`.
    ///
    /// # Errors
    /// The connection has ended already, or the server has no WebSocket there.
    pub fn new(
        (stream, websocket): (TcpStream, Option<&str>),
        client: Client,
        (spec, programs): (Spec, Programs),
        seed: u64,
        observer: Observer,
    ) -> io::Result<Self> {
        let wire = Wire::new(stream)?;
        websocket.map_or(Ok(()), |url| wire.ask_for_messages(url))?;
        Ok(Self {
            wire,
            observer,
            client: Mutex::new(client),
            spec,
            programs,
            seed: AtomicU64::new(seed),
            players: Mutex::default(),
            thinking: Mutex::default(),
            busy: AtomicUsize::new(0),
        })
    }

    pub fn leave(&self) {
        let line = lock(&self.client).goodbye();
        // The server sees an end of the connection otherwise.
        let _ = self.wire.send(&[line]);
    }

    /// Plays until the end of the session.
    ///
    /// # Errors
    /// Why the server is gone, or has to go.
    pub fn play(&self) -> Result<(), String> {
        thread::scope(|scope| {
            let end = self.wire.listen(|line| self.receive(line, scope));
            for stop in lock(&self.thinking).values() {
                stop.store(true, Relaxed);
            }
            end.flatten()
        })
    }

    fn receive<'s>(
        &'s self,
        line: Option<&[u8]>,
        scope: &'s Scope<'s, '_>,
    ) -> ControlFlow<Result<(), String>> {
        if (self.observer.stops)() {
            return ControlFlow::Break(Ok(()));
        }
        let reactions = line.map(|line| lock(&self.client).receive(line));
        for reaction in reactions.into_iter().flatten() {
            match reaction {
                // What cannot be sent closes the connection, which is seen at the next read.
                Reaction::Say(line) => _ = self.wire.send(&[line]),
                Reaction::Think(question) => self.begin(question, scope),
                Reaction::Stop(id) => self.stop(id),
                Reaction::Notice(said) => (self.observer.say)(&format!("the server says: {said}")),
                Reaction::End(end) => return ControlFlow::Break(end),
            }
        }
        ControlFlow::Continue(())
    }

    fn begin<'s>(&'s self, question: Question, scope: &'s Scope<'s, '_>) {
        // Programs go on for a while after they were stopped, and a server may ask again and again.
        if self.busy.fetch_add(1, Relaxed) >= 2 * MAX_OPEN {
            self.busy.fetch_sub(1, Relaxed);
            self.yields(question.id);
            return;
        }
        let stop = Arc::new(AtomicBool::new(false));
        lock(&self.thinking).insert(question.id, Arc::clone(&stop));
        scope.spawn(move || {
            self.think(&question, &stop);
            self.busy.fetch_sub(1, Relaxed);
        });
    }

    fn stop(&self, id: Option<u64>) {
        lock(&self.thinking).retain(|of, stop| {
            let goes_on = id.is_some() && *of != id;
            stop.fetch_or(!goes_on, Relaxed);
            goes_on
        });
    }

    fn think(&self, question: &Question, stop: &AtomicBool) {
        let began = Instant::now();
        let answer = Answer {
            session: self,
            question,
            stop,
            end: question.time.and_then(|it| Instant::now().checked_add(it)),
            last: Mutex::new(None),
        };
        let known = lock(&self.players).remove(&question.game);
        let new = || {
            let seed = self.seed.fetch_add(1, Relaxed);
            let player = Kalah::player(&self.spec, seed, &self.programs).ok()??;
            Some(InGame { player, rest: None })
        };
        let Some(mut in_game) = known.or_else(new) else { return self.yields(question.id) };
        let turn = match in_game.rest.take() {
            Some((here, rest)) if here == question.position => Ok(rest),
            _ => in_game.player.improving_turn(&question.position, &answer),
        };
        match turn {
            Ok(turn) => {
                answer.better(&turn);
                if let [first, rest @ ..] = &turn[..] {
                    let next = question.position.play(*first);
                    in_game.rest = (!rest.is_empty()).then(|| (next, rest.to_vec()));
                }
            }
            Err(failure) => (self.observer.say)(&format!("no move: {failure}")),
        }
        thread::sleep(FIRST_ERRORS.saturating_sub(began.elapsed()));
        self.end(question, in_game);
    }

    fn end(&self, question: &Question, in_game: InGame) {
        let mut players = lock(&self.players);
        if players.len() >= MAX_PLAYERS {
            players.pop_first();
        }
        players.insert(question.game.clone(), in_game);
        drop(players);
        self.yields(question.id);
    }

    fn yields(&self, question: Option<u64>) {
        let yielded = lock(&self.client).yields(question);
        if let Some(line) = yielded {
            lock(&self.thinking).remove(&question);
            let _ = self.wire.send(&[line]);
        }
    }
}

/// Sends better and better answers to a question.
struct Answer<'a> {
    session: &'a Session,
    question: &'a Question,
    stop: &'a AtomicBool,
    /// When the last answer is to be sent.
    end: Option<Instant>,
    last: Mutex<Option<Pit>>,
}

impl Control for Answer<'_> {
    fn stop(&self) -> bool {
        self.stop.load(Relaxed) || self.end.is_some_and(|end| Instant::now() >= end)
    }

    fn better(&self, turn: &[Pit]) {
        let (mut last, Some(&first)) = (lock(&self.last), turn.first()) else { return };
        if last.replace(first) == Some(first) {
            return;
        }
        let line = lock(&self.session.client).moves(self.question, first);
        if let Some(line) = line {
            let _ = self.session.wire.send(&[line]);
        }
    }
}
