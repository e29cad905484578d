//! `mancala match`.

// Doc comments of arguments are help text, in which brackets mean what they mean there.
#![allow(rustdoc::broken_intra_doc_links)]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;

use crate::cli::Exit;
use crate::cli::io::failure::Surroundings;
use crate::cli::io::output::Outputs;
use crate::cli::io::print::{print_line, say};
use crate::cli::io::progress;
use crate::cli::options::format::Format;
use crate::cli::options::start::Start;
use crate::cli::options::walls::Walls;
use crate::play::matches::{Match, Played};
use crate::play::player::Spec;
use crate::play::record::Tag;
use crate::play::tally::Estimate;

/// A score that neither player is better by.
const EVEN: f64 = 0.5;

/// Players: random[:SEED], greedy, minimax:D[:EVALUATION], alphabeta:D[:EVALUATION] (D turns deep),
/// best:SECONDS, perfect, exec[,task=TASK][,cutoff=D]:COMMAND.
///
/// Evaluations: store, uw or positional, with other weights as in positional,danger=0.
#[derive(Debug, Args)]
pub(super) struct MatchArguments {
    /// The first player
    first: Spec,
    /// The second player
    second: Spec,
    #[command(flatten)]
    start: Start,
    /// Games, two from each opening
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(2..=10_000_000))]
    games: u32,
    /// Random turns of an opening
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(0..=1000))]
    opening: u16,
    /// What determines the openings and all other chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write a record of every game into this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    #[command(flatten)]
    walls: Walls,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn run(arguments: &MatchArguments) -> anyhow::Result<Exit> {
    let players = [arguments.first.clone(), arguments.second.clone()];
    if players.contains(&Spec::Human) {
        anyhow::bail!("a person cannot play a match: see mancala play");
    }
    let openings = arguments.games.div_ceil(2) as usize;
    let programs = arguments.walls.programs(&players)?;
    let games = Match {
        players,
        start: arguments.start.position()?,
        opening_turns: arguments.opening.into(),
        openings,
        seed: arguments.seed,
        programs,
    };
    let progress = progress::bar(openings);
    let begin = Instant::now();
    let played = games
        .play(|| progress.inc(1))
        .map_err(|failure| Surroundings(failure.to_string()))?;
    let time = begin.elapsed();
    progress.finish_and_clear();
    match arguments.format {
        Format::Text => print_text(arguments, &played, time)?,
        Format::Json => print_line(json_of(arguments, &played))?,
    }
    if let Some(folder) = &arguments.records {
        write_records(folder, &played)?;
    }
    Ok(Exit::Success)
}

fn print_text(arguments: &MatchArguments, played: &Played, time: Duration) -> anyhow::Result<()> {
    let count = played.tally.count;
    let games = 2 * played.pairs.len();
    print_line(format_args!(
        "{} against {}",
        arguments.first, arguments.second
    ))?;
    print_line(format_args!(
        "{games} games from {} openings of {} random turns, seed {}",
        played.pairs.len(),
        arguments.opening,
        arguments.seed
    ))?;
    print_line(format_args!(
        "wins {}, draws {}, losses {}",
        count.wins, count.draws, count.losses
    ))?;
    let (score, lead) = (played.tally.score(), played.tally.lead());
    print_line(format_args!("score {}", percent(score)))?;
    print_line(format_args!(
        "seeds ahead {:+.2} ± {:.2}",
        lead.mean, lead.error
    ))?;
    print_line(verdict(score))?;
    for (number, reason) in forfeits(played) {
        print_line(format_args!("game {number}: {reason}"))?;
    }
    say(format_args!(
        "{:.1?}, {:.1?} a game",
        time,
        time / games as u32
    ));
    Ok(())
}

fn percent(score: Estimate) -> String {
    format!("{:.1} % ± {:.1} %", 100.0 * score.mean, 100.0 * score.error)
}

fn verdict(score: Estimate) -> &'static str {
    if score.mean - score.error > EVEN {
        "the first is stronger"
    } else if score.mean + score.error < EVEN {
        "the second is stronger"
    } else {
        "no difference is shown; more games would narrow the error"
    }
}

/// The games that a player gave up, numbered from 1, with the reason.
fn forfeits(played: &Played) -> impl Iterator<Item = (usize, String)> {
    let games = played.pairs.iter().flatten();
    (1..)
        .zip(games)
        .filter(|(_, record)| record.forfeit.is_some())
        .map(|(number, record)| (number, record.result()))
}

fn json_of(arguments: &MatchArguments, played: &Played) -> serde_json::Value {
    let tally = &played.tally;
    let (score, lead) = (tally.score(), tally.lead());
    json!({
        "first": arguments.first.to_string(),
        "second": arguments.second.to_string(),
        "games": 2 * played.pairs.len(),
        "openings": played.pairs.len(),
        "opening_turns": arguments.opening,
        "seed": arguments.seed,
        "wins": tally.count.wins,
        "draws": tally.count.draws,
        "losses": tally.count.losses,
        "forfeits": forfeits(played).count(),
        "score": score.mean,
        "score_error": finite(score.error),
        "lead": lead.mean,
        "lead_error": finite(lead.error),
    })
}

fn finite(error: f64) -> Option<f64> {
    error.is_finite().then_some(error)
}

fn write_records(folder: &Path, played: &Played) -> anyhow::Result<()> {
    for (number, record) in (1..).zip(played.pairs.iter().flatten()) {
        let mut record = record.clone();
        record.tags.extend(Tag::new("Game", &format!("{number}")));
        let target = folder.join(format!("{number:06}.game"));
        // One by one: a file that is being written stays open.
        let mut outputs = Outputs::default();
        outputs.add_text(&record.to_string(), target)?;
        outputs.publish()?;
    }
    Ok(())
}
