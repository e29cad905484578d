//! The finished games of a match or a tournament, a [journal](Journal) of them, and a file beside it that says what
//! they are of, so that parts that were played on several machines can be brought together.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::error::{EnvironmentError, failed};
use super::interrupt::listen_for_interrupt;
use super::output::write_file;
use super::print::say_waiting;
use arena::board_text::{self, BoardText};
use arena::fair;
use arena::matches::{Finished, Games};
use arena::player::spec::NoPrograms;
use arena::player::{Failure, Spec};
use arena::tournament::{Absent, Entrant, Tournament};
use arena::{GameRecord, record};
use journal::lock::WaitPolicy;
use journal::{Journal, JournalError, Line};
use mancala::game::{Kalah, Position, Side};
use mancala::homework::input::read_bounded;

/// The name of the file that says what the games are of.
const FILE: &str = "contest.json";

const GAMES: &str = "games.jsonl";

/// All that the games of a contest depend on, wherever they are played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contest {
    pub kind: Kind,
    players: Vec<Entry>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    absent: Vec<Absent>,
    rules: String,
    start: String,
    first: String,
    opening_turns: usize,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    fair: bool,
    openings: usize,
    most_turns: usize,
    seed: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Match,
    Tournament,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    identity: String,
}

impl Contest {
    pub fn of(it: &Tournament, kind: Kind) -> Self {
        let players = it.entrants.iter().map(|entrant| Entry {
            name: entrant.name.clone(),
            identity: entrant.identity.clone(),
        });
        Self {
            kind,
            players: players.collect(),
            absent: it.absent.clone(),
            rules: it.start.rules().to_string(),
            start: BoardText(it.start.board()).to_string(),
            first: it.start.mover().name().to_owned(),
            opening_turns: it.opening_turns,
            fair: !it.fair.is_empty(),
            openings: it.openings,
            most_turns: it.most_turns,
            seed: it.seed,
        }
    }

    /// Whether its games are those of another one; why somebody cannot play may be said otherwise elsewhere.
    pub fn has_games_of(&self, other: &Self) -> bool {
        let games = |it: &Self| Self { absent: Vec::new(), ..it.clone() };
        games(self) == games(other)
    }

    /// What the file of a folder says; `None` if there is none.
    pub fn read(folder: &Path) -> anyhow::Result<Option<Self>> {
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

    pub fn write(&self, folder: &Path) -> anyhow::Result<()> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        write_file(&text, &folder.join(FILE))
    }

    /// The tournament, to ask what its games show: submissions are not there to play.
    pub fn to_tournament(&self) -> anyhow::Result<Tournament> {
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
        let start = self.start()?;
        let fair = match self.fair {
            true => fair::openings(&start, self.openings, self.seed)?,
            false => Vec::new(),
        };
        Ok(Tournament {
            entrants: entrants.collect(),
            absent: self.absent.clone(),
            start,
            opening_turns: self.opening_turns,
            fair,
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

/// A line of the journal.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(try_from = "Text", into = "Text")]
struct FinishedGame(String, GameRecord);

/// The same as it is written.
#[derive(Clone, Serialize, Deserialize)]
struct Text {
    key: String,
    record: String,
}

impl Line for FinishedGame {
    const WHAT: &'static str = "a finished game";
}

impl TryFrom<Text> for FinishedGame {
    type Error = arena::record::RecordError;

    fn try_from(line: Text) -> Result<Self, Self::Error> {
        Ok(Self(line.key, record::parse(line.record.as_bytes())?))
    }
}

impl From<FinishedGame> for Text {
    fn from(FinishedGame(key, game): FinishedGame) -> Self {
        Self { key, record: game.to_string() }
    }
}

/// The games of a folder of results, open for one process alone.
pub struct Kept {
    journal: Mutex<Journal<FinishedGame>>,
    known: Finished,
}

impl Kept {
    /// Opens the games of a folder if no other process has them after so long, or begins them.
    pub fn open(results: &Path, time: Duration) -> anyhow::Result<Self> {
        let wait = WaitPolicy {
            time,
            cancel: listen_for_interrupt(),
            begin: &|| say_waiting(results, time),
        };
        let mut known = Finished::new();
        let journal = Journal::open(&results.join(GAMES), wait, add_to(&mut known));
        Ok(Self { journal: Mutex::new(journal.map_err(in_words)?), known })
    }

    /// The games that were there when they were opened.
    pub fn earlier(&self) -> &Finished {
        &self.known
    }
}

impl Games for Kept {
    fn known(&self, key: &str) -> Option<GameRecord> {
        self.known.get(key).cloned()
    }

    fn keep(&self, key: &str, game: &GameRecord) -> Result<(), Failure> {
        // A journal is whole after every call, also when a thread died holding it.
        let mut journal = self.journal.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = journal.append(&FinishedGame(key.to_owned(), game.clone()));
        kept.map_err(|error| Failure::Environment(error.to_string()))
    }
}

/// The games of a folder that somebody else may be writing.
pub fn read_games(results: &Path) -> anyhow::Result<Finished> {
    let mut games = Finished::new();
    journal::read(&results.join(GAMES), add_to(&mut games)).map_err(in_words)?;
    Ok(games)
}

/// Writes the journal anew with these games and no others, in the order of their keys.
pub fn write_games(results: &Path, games: &Finished) -> anyhow::Result<()> {
    let lines = games.iter().map(|(key, game)| FinishedGame(key.clone(), game.clone()));
    Journal::rewrite(&results.join(GAMES), lines).map_err(in_words)
}

fn add_to(games: &mut Finished) -> impl FnMut(FinishedGame) {
    |FinishedGame(key, game)| _ = games.insert(key, game)
}

fn in_words(error: JournalError) -> anyhow::Error {
    match error {
        JournalError::NotALine { .. } => error.into(),
        _ => EnvironmentError(error.to_string()).into(),
    }
}
