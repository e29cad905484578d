//! `mancala tournament`: the competition of a class. [`entrants`] says who plays, [`results`] shows what came of it.

mod entrants;
mod results;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use crate::Exit;
use crate::io::contest::Kept;
use crate::io::{
    EnvironmentError, Playing, bar, failed, interrupted, listen_for_interrupt, print_json,
    print_line, say, warn,
};
use crate::options::sandboxed::SandboxOptions;
use crate::options::start::{KalahOpening, OpeningOptions};
use crate::options::{Format, number, time};
use arena::player::Spec;
use arena::tournament::{Absent, Tournament};
use entrants::{Entered, enter};
pub use results::{Results, elo, finite, percent};

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
    #[arg(long, value_name = "PLAYER", num_args = 1..)]
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
    if arguments.players.contains(&Spec::Human) {
        anyhow::bail!("--players: a person cannot play in a tournament");
    }
    let cancel = listen_for_interrupt();
    let results = &arguments.results;
    std::fs::create_dir_all(results).map_err(|error| failed("make", results, &error))?;
    let kept = Kept::open(results)?;
    let (submissions, backend) = (&arguments.submissions, arguments.sandbox.require_backend);
    let entered = enter(submissions, results, backend, arguments.time, cancel)?;
    let tournament = tournament(arguments, entered)?;
    let progress = Playing(bar(tournament.encounters(), "pairs of games"));
    let encounters = tournament.play(&kept, &progress);
    let encounters = encounters.map_err(|failure| EnvironmentError(failure.to_string()))?;
    drop(progress);
    let names = tournament.entrants.iter().map(|it| it.name.clone()).collect();
    let held =
        Results::new(tournament.openings.start.rules(), names, &tournament.absent, &encounters);
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

/// The tournament between those who entered and players of this program's own.
fn tournament(arguments: &TournamentArguments, entered: Entered) -> anyhow::Result<Tournament> {
    let Entered { mut entrants, programs, absent } = entered;
    for Absent { name, why } in &absent {
        let name = name.escape_debug();
        warn(format_args!("{name} does not play: {why}"));
    }
    entrants.extend(arguments.players.iter().map(entrants::own_player));
    anyhow::ensure!(entrants.len() >= 2, "expected two players or more, found {}", entrants.len());
    let start = arguments.opening.start()?;
    Ok(Tournament {
        entrants,
        absent,
        openings: arguments.openings.of(start, arguments.games)?,
        most_turns: arguments.turns.into(),
        programs,
    })
}

/// Prints the table, and writes it into `folder` with the page and every record.
pub fn show(results: &Results<'_>, folder: &Path, format: Format) -> anyhow::Result<()> {
    match format {
        Format::Text => print_line(results::text(results)?)?,
        Format::Json => print_json(&results::json_of(results))?,
    }
    results::write(results, folder)
}
