//! A connected client: its lines are handled until it leaves or is dismissed; it plays as [`Remote`].

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::Server;
use crate::board;
use crate::host::{Event, Host};
use crate::line::Line;
use crate::wire::{Wire, lock};
use arena::player::searching::Random;
use arena::player::{Failure, Player, move_by_move};
use mancala::game::{Kalah, Pit, Position};

/// How often a wait for an answer checks whether it is still needed.
const TICK: Duration = Duration::from_millis(50);

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

impl Connection {
    pub(super) fn new(wire: Wire) -> Self {
        Self { wire, host: Mutex::default(), changed: Condvar::new(), gone: OnceLock::new() }
    }

    /// Hears the client until it leaves.
    pub(super) fn serve(self: &Arc<Self>, server: &Server<'_>) {
        let mut session = Session {
            connection: self,
            server,
            place: None,
            since: Instant::now(),
            quiet_since: Instant::now(),
        };
        let shaken = self.wire.answer_handshake().map_err(|error| error.to_string());
        let left = shaken.and_then(|()| {
            self.say(&[Host::greeting()]);
            self.wire.listen(|line| match line {
                Some(line) => session.receive(line),
                None => session.check_time(),
            })
        });
        // The connection may stand: the client hears what it did.
        let (Ok(why) | Err(why)) = left.inspect_err(|why| self.dismiss(why));
        // It leaves once.
        let _ = self.gone.set(why.clone());
        self.changed.notify_all();
        self.wire.close();
        if let Some(place) = session.place {
            server.leaves(place, &why);
        }
    }

    /// Sends an error and says goodbye.
    fn dismiss(&self, why: &str) {
        let lines = lock(&self.host).dismiss(None, why);
        self.say(&lines);
    }

    /// Asks for a move and waits for it for `time`, or while `wants` says so: the number of a pit, if there was any.
    ///
    /// # Errors
    /// The client has left: why.
    pub(super) fn ask(
        &self,
        position: &Kalah,
        about: [&str; 2],
        time: Duration,
        wants: impl Fn() -> bool,
    ) -> Result<Option<i64>, String> {
        let now = Instant::now();
        let end = now.checked_add(time).unwrap_or(now);
        let lines = lock(&self.host).ask(position, about, time);
        self.say(&lines);
        let mut host = lock(&self.host);
        loop {
            if let Some(why) = self.gone.get() {
                return Err(why.clone());
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
        Ok(answer)
    }

    pub(super) fn is_there(&self) -> bool {
        self.gone.get().is_none()
    }

    pub(super) fn close(&self) {
        self.wire.close();
    }

    /// A line that cannot be sent closes the connection, which the next read reports.
    fn say(&self, lines: &[Line]) {
        if !lines.is_empty() {
            let _ = self.wire.send(lines);
        }
    }
}

/// The session of a client.
struct Session<'a> {
    connection: &'a Arc<Connection>,
    server: &'a Server<'a>,
    place: Option<usize>,
    since: Instant,
    /// When the client last sent a line or was asked something.
    quiet_since: Instant,
}

impl Session<'_> {
    fn receive(&mut self, line: &[u8]) -> ControlFlow<String> {
        let (said, event) = lock(&self.connection.host).receive(line);
        self.connection.say(&said);
        self.quiet_since = Instant::now();
        match event {
            None => {}
            Some(Event::Answers) => self.connection.changed.notify_all(),
            Some(Event::Leaves(why)) => return ControlFlow::Break(why),
            Some(Event::Joins(introduction)) => {
                match self.server.enter(introduction, self.connection) {
                    Ok(place) => self.place = Some(place),
                    Err(why) => return self.dismiss(&why),
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn check_time(&mut self) -> ControlFlow<String> {
        if self.server.is_closed() {
            let line = lock(&self.connection.host).goodbye();
            self.connection.say(&[line]);
            return ControlFlow::Break("the server ended".to_owned());
        }
        let patience = self.server.terms.patience;
        if self.place.is_none() && self.since.elapsed() >= patience {
            return self.dismiss("did not say in time what it wants");
        }
        // A client that can do one thing at a time answers when it has moved.
        if self.quiet_since.elapsed() >= patience.max(self.server.terms.time) {
            self.quiet_since = Instant::now();
            let ping = lock(&self.connection.host).ping();
            match ping {
                Some(line) => self.connection.say(&[line]),
                None => return self.dismiss("answers no ping"),
            }
        }
        ControlFlow::Continue(())
    }

    fn dismiss(&self, why: &str) -> ControlFlow<String> {
        self.connection.dismiss(why);
        ControlFlow::Break(why.to_owned())
    }
}

/// A client in a game.
pub(super) struct Remote<'a> {
    pub(super) connection: Arc<Connection>,
    pub(super) server: &'a Server<'a>,
    /// As the client hears of it.
    pub(super) game: String,
    pub(super) opponent: String,
    /// Moves where the client does not.
    pub(super) chance: Random,
    pub(super) unanswered: usize,
}

impl Remote<'_> {
    fn sow(&mut self, position: &Kalah) -> Result<Pit, Failure> {
        let wants = || !self.server.is_closed();
        let about = [self.game.as_str(), self.opponent.as_str()];
        match self.connection.ask(position, about, self.server.terms.time, wants) {
            Err(why) => Err(Failure::OwnFault(why)),
            Ok(Some(number)) => chosen(position, number).map_err(Failure::OwnFault),
            Ok(None) => {
                self.unanswered += 1;
                let any = self.chance.one_of(position.moves());
                any.ok_or_else(|| Failure::OwnFault("there is no move".to_owned()))
            }
        }
    }
}

/// The pit of this number, if it can be sown.
fn chosen(position: &Kalah, number: i64) -> Result<Pit, String> {
    let width = position.board().width();
    let pit = board::pit(position, number)
        .ok_or_else(|| format!("move {number}: the pits are 1 to {width}"))?;
    match position.board().seeds(position.mover(), pit) {
        0 => Err(format!("move {number}: the pit is empty")),
        _ => Ok(pit),
    }
}

impl Player for Remote<'_> {
    fn turn(&mut self, position: &Kalah) -> Result<Vec<Pit>, Failure> {
        move_by_move(position, |here| self.sow(here).map(Some))
    }
}

/// The most clients that have not said yet what they want, and the most players.
const MOST: usize = 256;

/// Everybody who is connected, in the order in which they came: players, and clients that have said nothing yet.
///
/// A newcomer is always let in. Where too many wait already, one has to go: the oldest of the address from which most
/// wait. So clients that say nothing keep nobody out, and many from one address push nobody else out.
#[derive(Debug, Default)]
pub(super) struct Connections(Vec<Connected>);

#[derive(Debug)]
struct Connected {
    connection: Arc<Connection>,
    address: IpAddr,
    plays: bool,
}

impl Connections {
    /// Takes a newcomer up; gives the one that has to go for it.
    pub(super) fn admit(
        &mut self,
        connection: Arc<Connection>,
        address: IpAddr,
    ) -> Option<Arc<Connection>> {
        let mut oldest: BTreeMap<IpAddr, (usize, usize)> = BTreeMap::new();
        for (place, it) in self.0.iter().enumerate().filter(|(_, it)| !it.plays) {
            oldest.entry(it.address).or_insert((0, place)).0 += 1;
        }
        let waiting: usize = oldest.values().map(|(count, _)| count).sum();
        let leaves = oldest.into_values().max_by_key(|(count, _)| *count);
        let leaves = leaves.filter(|_| waiting >= MOST);
        let gone = leaves.map(|(_, place)| self.0.remove(place).connection);
        self.0.push(Connected { connection, address, plays: false });
        gone
    }

    /// Counts one that wants to play among the players.
    pub(super) fn begin_to_play(&mut self, connection: &Arc<Connection>) -> Result<(), String> {
        let is_it = |it: &Connected| Arc::ptr_eq(&it.connection, connection);
        let place = self.0.iter().position(is_it);
        let place = place.ok_or_else(|| "the connection was closed".to_owned())?;
        if self.0.iter().filter(|it| it.plays).count() >= MOST {
            return Err("there are too many players".to_owned());
        }
        self.0[place].plays = true;
        Ok(())
    }

    pub(super) fn remove(&mut self, connection: &Arc<Connection>) {
        self.0.retain(|it| !Arc::ptr_eq(&it.connection, connection));
    }
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use super::*;

    #[test]
    fn many_from_one_address_push_nobody_else_out() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut connections = Connections::default();
        let mut admit = |address: [u8; 4]| {
            let _client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            let (stream, _) = listener.accept().unwrap();
            let connection = Arc::new(Connection::new(Wire::new(stream).unwrap()));
            let gone = connections.admit(Arc::clone(&connection), address.into());
            (connection, gone)
        };
        let (_other, _) = admit([10, 0, 0, 2]);
        let (first, _) = admit([10, 0, 0, 1]);
        for _ in 2..MOST {
            assert!(admit([10, 0, 0, 1]).1.is_none());
        }
        let (_, gone) = admit([10, 0, 0, 3]);
        assert!(Arc::ptr_eq(&gone.unwrap(), &first));
    }
}
