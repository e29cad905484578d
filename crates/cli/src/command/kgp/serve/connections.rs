//! Who is connected: so many players, and so many clients that have not said yet what they want.
//!
//! A newcomer is always let in. Where too many wait already, the oldest of them has to go, of the address that
//! has the most: clients that say nothing keep nobody out.
//!
//! Left out: sockets ([`connection`](super::connection)).

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;

use super::connection::Connection;

/// So many in all, and so many from one address.
#[derive(Debug, Clone, Copy)]
struct Limit {
    all: usize,
    from_one: usize,
}

/// A class of this size behind one address may come all at once.
const MOST_WAITING: Limit = Limit {
    all: 256,
    from_one: 64,
};
const MOST_PLAYERS: Limit = Limit {
    all: 256,
    from_one: 64,
};

/// Everybody who is connected, in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct Connections(Vec<Connected>);

#[derive(Debug)]
struct Connected {
    from: IpAddr,
    connection: Arc<Connection>,
    plays: bool,
}

impl Connections {
    /// Takes a newcomer up; gives the one that has to go for it.
    #[must_use]
    pub(super) fn admit(
        &mut self,
        from: IpAddr,
        connection: Arc<Connection>,
    ) -> Option<Arc<Connection>> {
        let mut waiting = BTreeMap::<IpAddr, usize>::new();
        for it in self.0.iter().filter(|it| !it.plays) {
            *waiting.entry(it.from).or_default() += 1;
        }
        let most = waiting.iter().max_by_key(|(_, count)| **count);
        let crowded = match (waiting.get(&from), most) {
            (Some(&count), _) if count >= MOST_WAITING.from_one => Some(from),
            (_, Some((&most, _))) if waiting.values().sum::<usize>() >= MOST_WAITING.all => {
                Some(most)
            }
            _ => None,
        };
        let oldest = |it: &Connected| !it.plays && Some(it.from) == crowded;
        let place = self.0.iter().position(oldest);
        let gone = place.map(|place| self.0.remove(place).connection);
        self.0.push(Connected {
            from,
            connection,
            plays: false,
        });
        gone
    }

    /// Counts one that wants to play among the players.
    ///
    /// # Errors
    /// Why it cannot.
    pub(super) fn begin_to_play(&mut self, connection: &Arc<Connection>) -> Result<(), String> {
        let players = || self.0.iter().filter(|it| it.plays);
        let is_it = |it: &Connected| Arc::ptr_eq(&it.connection, connection);
        let place = self.0.iter().position(is_it);
        let place = place.ok_or_else(|| "the connection was closed".to_owned())?;
        let from = self.0[place].from;
        if players().count() >= MOST_PLAYERS.all {
            return Err("there are too many players".to_owned());
        }
        if players().filter(|it| it.from == from).count() >= MOST_PLAYERS.from_one {
            return Err("there are too many players from this address".to_owned());
        }
        self.0[place].plays = true;
        Ok(())
    }

    /// Forgets one that has left.
    pub(super) fn remove(&mut self, connection: &Arc<Connection>) {
        self.0.retain(|it| !Arc::ptr_eq(&it.connection, connection));
    }
}
