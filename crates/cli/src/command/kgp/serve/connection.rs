//! A client that is connected: what it says is heard until it leaves, or has to.
//!
//! Left out: its games; they are the [`Lobby`]'s.

use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::super::wire::{Wire, lock};
use kgp::Introduction;
use kgp::host::{Event, Host};
use kgp::line::Line;
use mancala::game::Kalah;

/// How often somebody who waits for an answer looks whether it is still wanted.
const TICK: Duration = Duration::from_millis(50);

/// Where clients come to.
pub(super) trait Lobby: Sync {
    /// A client wants to play: its place, or why it cannot.
    fn enter(&self, told: Introduction, connection: &Arc<Connection>) -> Result<usize, String>;

    /// Who had this place is gone: why.
    fn leaves(&self, place: usize, why: &str);

    /// Whether everybody has to go.
    fn is_closed(&self) -> bool;

    /// What a client has for a move.
    fn time(&self) -> Duration;

    /// What a client has to say what it wants, and to answer a ping.
    fn patience(&self) -> Duration;
}

/// A client.
#[derive(Debug)]
pub(super) struct Connection {
    wire: Wire,
    /// Never held while something is sent: a client that reads nothing must not hold up others.
    host: Mutex<Host>,
    /// There is an answer, or the client has left.
    changed: Condvar,
    /// Why the client has left.
    gone: OnceLock<String>,
}

/// What came of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Answer {
    /// The number of a pit, if there was any.
    Pit(Option<i64>),
    /// The client has left: why.
    Gone(String),
}

impl Connection {
    pub(super) fn new(wire: Wire) -> Self {
        Self {
            wire,
            host: Mutex::default(),
            changed: Condvar::new(),
            gone: OnceLock::new(),
        }
    }

    /// Hears the client until it leaves.
    pub(super) fn stay(self: &Arc<Self>, lobby: &dyn Lobby) {
        let mut stay = Stay {
            connection: self,
            lobby,
            place: None,
            since: Instant::now(),
            quiet_since: Instant::now(),
        };
        self.say(&[Host::greeting()]);
        let left = self.wire.listen(|line| match line {
            Some(line) => stay.hear(line),
            None => stay.look_at_the_clock(),
        });
        let why = match left {
            Ok(why) => why,
            Err(why) => {
                // The connection may stand: the client hears what it did.
                self.part(&why);
                why
            }
        };
        // It leaves once.
        let _ = self.gone.set(why.clone());
        self.changed.notify_all();
        self.wire.close();
        if let Some(place) = stay.place {
            lobby.leaves(place, &why);
        }
    }

    /// Complains and says goodbye.
    fn part(&self, why: &str) {
        let mut host = lock(&self.host);
        let lines = [host.error(why), host.goodbye()];
        drop(host);
        self.say(&lines);
    }

    /// Asks for a move and waits so long for it, or as long as anybody `wants` one.
    pub(super) fn ask(
        &self,
        position: &Kalah,
        [game, opponent]: [&str; 2],
        time: Duration,
        wants: impl Fn() -> bool,
    ) -> Answer {
        let now = Instant::now();
        let end = now.checked_add(time).unwrap_or(now);
        let lines = lock(&self.host).ask(position, game, opponent, time);
        self.say(&lines);
        let mut host = lock(&self.host);
        loop {
            if let Some(why) = self.gone.get() {
                return Answer::Gone(why.clone());
            }
            let left = end.saturating_duration_since(Instant::now());
            if host.has_yielded() || left.is_zero() || !wants() {
                break;
            }
            let waited = self.changed.wait_timeout(host, left.min(TICK));
            host = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let (line, answer) = host.stop();
        drop(host);
        self.say(line.as_slice());
        Answer::Pit(answer)
    }

    pub(super) fn is_there(&self) -> bool {
        self.gone.get().is_none()
    }

    /// Ends the connection at once.
    pub(super) fn close(&self) {
        self.wire.close();
    }

    /// What cannot be said closes the connection, which is seen when the client is heard next.
    fn say(&self, lines: &[Line]) {
        if !lines.is_empty() {
            let _ = self.wire.send(lines);
        }
    }
}

/// The stay of a client.
struct Stay<'a> {
    connection: &'a Arc<Connection>,
    lobby: &'a dyn Lobby,
    /// Among those who play.
    place: Option<usize>,
    since: Instant,
    /// When something was heard, or asked, last.
    quiet_since: Instant,
}

impl Stay<'_> {
    fn hear(&mut self, line: &[u8]) -> ControlFlow<String> {
        let (said, event) = lock(&self.connection.host).hear(line);
        self.connection.say(&said);
        self.quiet_since = Instant::now();
        match event {
            None => {}
            Some(Event::Answers) => self.connection.changed.notify_all(),
            Some(Event::Leaves(why)) => return ControlFlow::Break(why),
            Some(Event::Joins(introduction)) => {
                match self.lobby.enter(introduction, self.connection) {
                    Ok(place) => self.place = Some(place),
                    Err(why) => return self.part(&why),
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn look_at_the_clock(&mut self) -> ControlFlow<String> {
        if self.lobby.is_closed() {
            let line = lock(&self.connection.host).goodbye();
            self.connection.say(&[line]);
            return ControlFlow::Break("the server ended".to_owned());
        }
        let patience = self.lobby.patience();
        if self.place.is_none() && self.since.elapsed() >= patience {
            return self.part("did not say in time what it wants");
        }
        // A client that can do one thing at a time answers when it has moved.
        if self.quiet_since.elapsed() >= patience.max(self.lobby.time()) {
            self.quiet_since = Instant::now();
            let ping = lock(&self.connection.host).ping();
            match ping {
                Some(line) => self.connection.say(&[line]),
                None => return self.part("answers no ping"),
            }
        }
        ControlFlow::Continue(())
    }

    fn part(&self, why: &str) -> ControlFlow<String> {
        self.connection.part(why);
        ControlFlow::Break(why.to_owned())
    }
}
