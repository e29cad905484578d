//! `mancala tournament`: the competition of a class, between its programs, found and built as they are for grading, and
//! players of this program's own. [`results`] shows what came of it.

mod results;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use clap::Args;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::command::grade::in_words;
use crate::io::{
    EnvironmentError, Exit, bar, cannot_read, failed, interrupted, listen_for_interrupt,
    print_json, print_line, say, warn,
};
use crate::options::sandboxed::{Runner, computer};
use crate::options::start::{KalahOpening, OpeningOptions, fewest_turns};
use crate::options::{Format, SandboxOptions, number, sandbox_for, time};
use arena::matches::{Finished, Games};
use arena::player::{Failure, Programs, Spec};
use arena::tournament::{Entrant, Tournament};
use arena::{GameRecord, record};
use grader::Grading;
use grader::run::prepare::program;
use grader::run::setup::{Setup, keep_secrets};
use grader::settings::Settings;
use grader::settings::config::Config;
use grader::submission::toolchain::Toolchains;
use journal::{Journal, JournalError, Line, WaitPolicy};
use mancala::homework::Task;
use results::Trouble;
pub use results::{Results, elo, finite, percent};
use sandbox::Limits;

/// Hold a tournament between the submissions of a class
///
/// Each submission is built once and asked for one move at a time, in the sandbox, as task 4. Any
/// two players meet in pairs of games from the same opening, with sides exchanged. A finished game
/// is never played again: the same command continues where the last one stopped, also after a
/// submission was added. Programs of the homework know the rules usc, and boards of up to ten pits.
#[derive(Debug, Args)]
pub struct TournamentArguments {
    /// The submissions, as grade finds them
    #[arg(value_name = "SUBMISSIONS")]
    submissions: PathBuf,
    /// mancala's own players that also take part, such as greedy or alphabeta:4
    #[arg(long, value_name = "PLAYER", value_parser = computer, num_args = 1..)]
    players: Vec<Spec>,
    #[command(flatten)]
    opening: KalahOpening,
    /// Processor time that a program may take for a move
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = time)]
    time: Duration,
    /// Games between any two players, two from each opening
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = number::<u32>(2..=100_000))]
    games: u32,
    #[command(flatten)]
    openings: OpeningOptions,
    /// A game that takes more turns is drawn
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = number::<u16>(1..=u16::MAX))]
    turns: u16,
    /// Where the finished games and the table go
    #[arg(long, value_name = "DIR", default_value = "tournament")]
    results: PathBuf,
    #[command(flatten)]
    sandbox: SandboxOptions,
    /// How the table is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub fn run(arguments: &TournamentArguments) -> anyhow::Result<Exit> {
    let cancel = listen_for_interrupt();
    let TournamentArguments { submissions, results, .. } = arguments;
    std::fs::metadata(submissions).map_err(|error| cannot_read(submissions, &error))?;
    let kept = Kept::open(results)?;
    let (mut entrants, programs, absent) = enter(arguments, cancel)?;
    for Trouble { name, what } in &absent {
        warn(format_args!("{} {what}", name.escape_debug()));
    }
    entrants.extend(arguments.players.iter().map(|spec| {
        let name = spec.to_string();
        Entrant { identity: name.clone(), name, spec: spec.clone() }
    }));
    anyhow::ensure!(entrants.len() >= 2, "expected two players or more, found {}", entrants.len());
    let openings = arguments.openings.of(arguments.opening.start()?, arguments.games)?;
    fewest_turns(&openings);
    let tournament =
        Tournament { entrants, openings, most_turns: arguments.turns.into(), programs };
    let progress = bar(tournament.encounters(), "pairs of games");
    let encounters = tournament.play(&kept, &|| progress.inc(1), &interrupted);
    let encounters = encounters.map_err(|failure| EnvironmentError(failure.to_string()))?;
    drop(progress);
    let names = tournament.entrants.iter().map(|it| it.name.clone()).collect();
    let held = Results::new(tournament.openings.start.rules(), names, &absent, &encounters);
    show(&held, results, arguments.format)?;
    let place = results.display();
    if interrupted() {
        say(format_args!(
            "Interrupted. The games so far are in {place}; run the same command again to continue."
        ));
        return Ok(Exit::Interrupted);
    }
    say(format_args!("the table and every game are in {place}"));
    Ok(Exit::Success)
}

/// Prints the table, and writes it into `folder` with the page and every record.
pub fn show(results: &Results<'_>, folder: &Path, format: Format) -> anyhow::Result<()> {
    match format {
        Format::Text => print_line(results::text(results)?)?,
        Format::Json => print_json(&results::json_of(results))?,
    }
    results::write(results, folder)
}

type Entered = (Vec<Entrant>, Programs, Vec<Trouble>);

/// Finds the submissions and builds each program.
fn enter(arguments: &TournamentArguments, cancel: &'static AtomicBool) -> anyhow::Result<Entered> {
    let TournamentArguments { submissions, results, time, sandbox, .. } = arguments;
    let (submissions, results) = (submissions.clone(), results.clone());
    let grading = Grading { submissions, results, cancel: Some(cancel), ..Grading::default() };
    let config = Config::of(&Settings::read(None, Some(&grading.results))?)?;
    let toolchains = Toolchains::default();
    // Neither the others' programs nor one that plays well may be found.
    let (sandbox, _) =
        keep_secrets(sandbox_for(sandbox.require_backend)?, &grading, &toolchains, &config)?;
    let setup = Setup::new(&grading, config, (sandbox, toolchains), &grading.results);
    let setup = setup.map_err(in_words)?;
    for (name, why) in &setup.submissions.passed_over {
        warn(format_args!("{} is skipped: {why}", name.escape_debug()));
    }
    let (mut entrants, mut absent, mut ready) = (Vec::new(), Vec::new(), BTreeMap::new());
    for found in &setup.submissions.found {
        let name = found.name.clone();
        match program(&setup, found) {
            Ok((digest, program)) => {
                let (identity, spec) = (format!("{digest} {time:?}"), Spec::Program(name.clone()));
                entrants.push(Entrant { name: name.clone(), identity, spec });
                ready.insert(name, program);
            }
            Err(why) => {
                let why = why.lines().next().unwrap_or_default();
                absent.push(Trouble { name, what: format!("does not play: {why}") });
            }
        }
    }
    let Setup { sandbox, workspace, .. } = setup;
    let job = move |name: &str, folder: &Path, limits: &Limits| {
        // The programs lie there for as long as they are played.
        let _lies_in = &workspace;
        Some(ready.get(name)?.run_job(folder, limits))
    };
    let (task, limits) = ((Task::Competition, 1), Limits::for_cpu(*time));
    let programs = Runner { sandbox, task, limits, cancel, job }.programs();
    Ok((entrants, programs, absent))
}

/// The finished games, in the folder of results: a [journal](Journal) of them.
const GAMES: &str = "games.jsonl";

#[derive(Debug, Serialize, Deserialize)]
struct FinishedGame {
    key: String,
    #[serde(with = "as_text")]
    record: GameRecord,
}

mod as_text {
    use super::*;

    pub fn serialize<S: Serializer>(record: &GameRecord, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(record)
    }

    pub fn deserialize<'a, D: Deserializer<'a>>(deserializer: D) -> Result<GameRecord, D::Error> {
        record::parse(String::deserialize(deserializer)?.as_bytes()).map_err(D::Error::custom)
    }
}

impl Line for FinishedGame {
    const WHAT: &'static str = "a finished game";
}

/// The games of a folder of results, open for one process alone.
pub struct Kept {
    journal: Mutex<Journal<FinishedGame>>,
    /// Those that were there when they were opened.
    pub known: Finished,
}

impl Kept {
    /// Opens the games of a folder if no other process has them, or begins them; the folder is made if need be.
    pub fn open(results: &Path) -> anyhow::Result<Self> {
        std::fs::create_dir_all(results).map_err(|error| failed("make", results, &error))?;
        let wait =
            WaitPolicy { time: Duration::ZERO, cancel: listen_for_interrupt(), begin: &|| () };
        let mut known = Finished::new();
        let add = |it: FinishedGame| _ = known.insert(it.key, it.record);
        let journal = Journal::open(&results.join(GAMES), wait, add).map_err(|error| match error {
            JournalError::NotALine { .. } => error.into(),
            _ => anyhow::Error::from(EnvironmentError(error.to_string())),
        });
        Ok(Self { journal: Mutex::new(journal?), known })
    }
}

impl Games for Kept {
    fn known(&self, key: &str) -> Option<GameRecord> {
        self.known.get(key).cloned()
    }

    fn keep(&self, key: &str, game: &GameRecord) -> Result<(), Failure> {
        // A journal is whole after every call, also when a thread died holding it.
        let mut journal = self.journal.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = journal.append(&FinishedGame { key: key.to_owned(), record: game.clone() });
        kept.map_err(|error| Failure::Environment(error.to_string()))
    }
}
