//! A file beside finished games that says which match or tournament they are of, so that parts that were
//! played on several machines can be brought together.
//!
//! Left out: the games ([`kept`](super::kept)).

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::failure::failed;
use super::output::Outputs;
use arena::board_text::{self, BoardText};
use arena::player::Spec;
use arena::player::spec::NoPrograms;
use arena::tournament::{Absent, Entrant, Tournament};
use mancala::game::{Kalah, Position, Side};
use mancala::homework::input::read_bounded;

/// The name of the file.
const FILE: &str = "contest.json";

/// All that the games of a contest depend on, wherever they are played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Contest {
    pub(crate) kind: Kind,
    players: Vec<Entry>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    absent: Vec<Missing>,
    rules: String,
    start: String,
    first: String,
    opening_turns: usize,
    openings: usize,
    most_turns: usize,
    seed: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Match,
    Tournament,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    identity: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Missing {
    name: String,
    why: String,
}

impl Contest {
    pub(crate) fn of(it: &Tournament, kind: Kind) -> Self {
        let players = it.entrants.iter().map(|entrant| Entry {
            name: entrant.name.clone(),
            identity: entrant.identity.clone(),
        });
        let absent = it.absent.iter().map(|it| Missing {
            name: it.name.clone(),
            why: it.why.clone(),
        });
        Self {
            kind,
            players: players.collect(),
            absent: absent.collect(),
            rules: it.start.rules().to_string(),
            start: BoardText(it.start.board()).to_string(),
            first: it.start.mover().name().to_owned(),
            opening_turns: it.opening_turns,
            openings: it.openings,
            most_turns: it.most_turns,
            seed: it.seed,
        }
    }

    /// Whether its games are those of another one; why somebody cannot play may be said otherwise elsewhere.
    pub(crate) fn has_games_of(&self, other: &Self) -> bool {
        let games = |it: &Self| Self {
            absent: Vec::new(),
            ..it.clone()
        };
        games(self) == games(other)
    }

    /// What the file of a folder says; `None` if there is none.
    pub(crate) fn read(folder: &Path) -> anyhow::Result<Option<Self>> {
        let path = folder.join(FILE);
        let bytes = match File::open(&path).and_then(read_bounded) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            bytes => bytes.map_err(|error| failed("read", &path, &error))?,
        };
        let parsed = serde_json::from_slice(&bytes);
        parsed
            .map(Some)
            .map_err(|error| anyhow::anyhow!("{}: expected a contest: {error}", path.display()))
    }

    pub(crate) fn write(&self, folder: &Path) -> anyhow::Result<()> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        let mut outputs = Outputs::default();
        outputs.add_text(&text, folder.join(FILE))?;
        outputs.publish()
    }

    /// The tournament, to ask what its games show: submissions are not there to play.
    pub(crate) fn to_tournament(&self) -> anyhow::Result<Tournament> {
        anyhow::ensure!(
            self.kind == Kind::Tournament || self.players.len() == 2,
            "a match has two players, found {}",
            self.players.len()
        );
        let entrants = self.players.iter().map(|entry| Entrant {
            name: entry.name.clone(),
            identity: entry.identity.clone(),
            spec: entry.name.parse().unwrap_or(Spec::Human),
        });
        let absent = self.absent.iter().map(|it| Absent {
            name: it.name.clone(),
            why: it.why.clone(),
        });
        Ok(Tournament {
            entrants: entrants.collect(),
            absent: absent.collect(),
            start: self.start()?,
            opening_turns: self.opening_turns,
            openings: self.openings,
            most_turns: self.most_turns,
            seed: self.seed,
            part: None,
            programs: Arc::new(NoPrograms),
        })
    }

    fn start(&self) -> anyhow::Result<Kalah> {
        let board = board_text::parse(&self.start);
        let board = board.ok_or_else(|| anyhow::anyhow!("no board: {:?}", self.start))?;
        let named = |side: &Side| side.name() == self.first;
        let first = Side::BOTH.into_iter().find(named);
        let first = first.ok_or_else(|| anyhow::anyhow!("no side: {:?}", self.first))?;
        Ok(Kalah::new(board, self.rules.parse()?, first)?)
    }
}
