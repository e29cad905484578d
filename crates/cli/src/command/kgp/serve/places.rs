//! Who is there, and what they have played.
//!
//! Left out: playing ([`server`](super::server)).

use std::sync::Arc;

use super::connection::Connection;
use super::connections::Connections;
use arena::tournament::Encounter;
use kgp::Introduction;
use kgp::pairing::Met;

/// So many players in all.
const MOST_ENTRANTS: usize = 1000;

/// All that changes while games are played.
#[derive(Default)]
pub(super) struct State {
    pub(super) connections: Connections,
    pub(super) entrants: Vec<Entrant>,
    pub(super) met: Met,
    pub(super) encounters: Vec<Encounter>,
    /// Meetings now.
    pub(super) playing: usize,
    pub(super) begun: bool,
}

/// Somebody who plays, or has played.
pub(super) struct Entrant {
    pub(super) name: String,
    /// The hash of the token.
    pub(super) token: Option<String>,
    pub(super) connection: Option<Arc<Connection>>,
    pub(super) busy: bool,
    /// Whether an earlier server knew it, and it has not come again yet.
    pub(super) is_awaited: bool,
}

impl Entrant {
    /// Whether it is called so, or so with a number because somebody else was called so.
    fn is_called(&self, name: &str) -> bool {
        let rest = self.name.strip_prefix(name);
        let number = |rest: &str| {
            rest.strip_prefix(" (")?
                .strip_suffix(')')?
                .parse::<u32>()
                .ok()
        };
        rest.is_some_and(|rest| rest.is_empty() || number(rest).is_some())
    }
}

impl State {
    /// The places of those who could play now.
    pub(super) fn waiting(&self) -> Vec<usize> {
        let all = self.entrants.iter().enumerate();
        let waiting = all.filter(|(_, it)| {
            !it.busy
                && it
                    .connection
                    .as_ref()
                    .is_some_and(|connection| connection.is_there())
        });
        waiting.map(|(place, _)| place).collect()
    }

    /// The place of somebody who was here before: by the token, or by the name of somebody who had none when an
    /// earlier server was killed.
    pub(super) fn place_of(&self, told: &Introduction, token: Option<&str>) -> Option<usize> {
        let is_known = |it: &Entrant| match (token, &it.token) {
            (Some(token), Some(known)) => token == known,
            (None, None) => {
                it.is_awaited && told.name.as_ref().is_some_and(|name| it.is_called(name))
            }
            _ => false,
        };
        self.entrants.iter().position(is_known)
    }

    /// A place for somebody new; one of somebody who left without having met anybody is free.
    pub(super) fn new_place(
        &mut self,
        told: Introduction,
        token: Option<String>,
    ) -> Result<usize, String> {
        let has_met = |place: &usize| self.met.keys().any(|pair| pair.contains(place));
        let mut places = 0..self.entrants.len();
        let free = places.find(|it| self.entrants[*it].connection.is_none() && !has_met(it));
        let place = free.unwrap_or(self.entrants.len());
        if place >= MOST_ENTRANTS {
            return Err("there are too many players".to_owned());
        }
        let told_name = told.name.filter(|it| !it.trim().is_empty());
        let wanted = told_name.unwrap_or_else(|| format!("player {}", place + 1));
        let taken = |name: &String| {
            let others = self.entrants.iter().enumerate();
            others
                .filter(|(at, _)| *at != place)
                .any(|(_, it)| it.name == *name)
        };
        let numbered = (2..).map(|number| format!("{wanted} ({number})"));
        let mut names = [wanted.clone()].into_iter().chain(numbered);
        let entrant = Entrant {
            name: names.find(|name| !taken(name)).unwrap_or(wanted),
            token,
            connection: None,
            busy: false,
            is_awaited: false,
        };
        match free {
            Some(place) => self.entrants[place] = entrant,
            None => self.entrants.push(entrant),
        }
        Ok(place)
    }
}
