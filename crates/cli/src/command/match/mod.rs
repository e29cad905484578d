//! `mancala match`.

// Doc comments of arguments are help text, in which brackets mean what they mean there.
#![allow(rustdoc::broken_intra_doc_links)]

mod print;

use std::time::Instant;

use clap::Args;

use crate::Exit;
use crate::io::{EnvironmentError, Playing, bar, interrupted, listen_for_interrupt, print_json};
use crate::options::sandboxed::SandboxOptions;
use crate::options::start::{OpeningKind, OpeningOptions, Start, refuse};
use crate::options::{Format, number};
use arena::matches::Openings;
use arena::player::{HasPlayers, Spec};
use arena::tournament::Tournament;
use mancala::game::rules::names::GameName;

/// Play many games between two players to find out which is stronger
///
/// Players: random[:SEED], greedy, minimax:D[:EVALUATION], alphabeta:D[:EVALUATION] (D turns deep),
/// best:TIME, perfect, exec:COMMAND.
///
/// Evaluations: store, uw or positional.
#[derive(Debug, Args)]
pub struct MatchArguments {
    /// The first player
    first: Spec,
    /// The second player
    second: Spec,
    #[command(flatten)]
    start: Start,
    /// Games, two from each opening
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<u32>(2..=10_000_000))]
    games: u32,
    #[command(flatten)]
    openings: OpeningOptions,
    #[command(flatten)]
    sandbox: SandboxOptions,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub fn run(arguments: &MatchArguments) -> anyhow::Result<Exit> {
    let players = [&arguments.first, &arguments.second];
    if players.contains(&&Spec::Human) {
        anyhow::bail!("a person cannot play a match: see mancala play");
    }
    let rules = match arguments.start.rules {
        GameName::Kalah(rules) => rules,
        GameName::Nimcala => {
            let without_text = [
                ("--seeds", arguments.start.seeds.seeds.is_some()),
                ("--openings fair", arguments.openings.openings == OpeningKind::Fair),
            ];
            refuse(&without_text, "Nimcala")?;
            let start = arguments.start.nimcala()?;
            return play(arguments, arguments.openings.random(start, arguments.games));
        }
    };
    let start = arguments.start.kalah(rules)?;
    play(arguments, arguments.openings.of(start, arguments.games)?)
}

fn play<P: HasPlayers>(arguments: &MatchArguments, openings: Openings<P>) -> anyhow::Result<Exit> {
    let players = [arguments.first.clone(), arguments.second.clone()];
    let programs = arguments.sandbox.programs(&players)?;
    for spec in &players {
        P::player(spec, 0, &programs).map_err(anyhow::Error::msg)?;
    }
    let games = Tournament::of_two(players, openings, programs);
    listen_for_interrupt();
    let progress = Playing(bar(games.encounters(), "openings"));
    let begin = Instant::now();
    let played =
        games.play_match(&progress).map_err(|failure| EnvironmentError(failure.to_string()))?;
    let time = begin.elapsed();
    drop(progress);
    match arguments.format {
        Format::Text => print::text(&games, &played, time)?,
        Format::Json => print_json(&print::json(&games, &played))?,
    }
    let failed = print::failed(&played).is_some();
    Ok(if interrupted() { Exit::Interrupted } else { Exit::of(failed) })
}
