//! A match of Nimcala: no seeds to be ahead by, and no draws.
//!
//! Left out: matches of Kalah.

use serde_json::json;

use super::MatchArguments;
use crate::cli::Exit;
use crate::cli::io::failure::Surroundings;
use crate::cli::io::print::print_line;
use crate::cli::io::progress;
use crate::cli::options::format::Format;
use crate::cli::options::refused::refuse;
use crate::counted::counted;
use crate::play::nimcala::{NimcalaPlayer, play_pairs};

pub(super) fn run(arguments: &MatchArguments) -> anyhow::Result<Exit> {
    let of_kalah = [
        ("--seeds", arguments.start.seeds.seeds.is_some()),
        ("--sprt", arguments.sprt.is_some()),
        ("--records", arguments.records.is_some()),
        ("--shard", arguments.shard.is_some()),
    ];
    refuse(&of_kalah, "Nimcala")?;
    let players = [arguments.first.clone(), arguments.second.clone()];
    for spec in &players {
        NimcalaPlayer::new(spec, 0).map_err(anyhow::Error::msg)?;
    }
    let start = arguments.start.nimcala()?;
    let openings = arguments.games.div_ceil(2) as usize;
    let moves = usize::from(arguments.opening);
    let progress = progress::bar(openings, "openings");
    let mut wins = [0_u32; 2];
    play_pairs(
        &players,
        start,
        (openings, moves),
        arguments.seed,
        |winners| {
            for winner in winners {
                wins[winner] += 1;
            }
            progress.inc(1);
        },
    )
    .map_err(|failure| Surroundings(failure.to_string()))?;
    progress.finish_and_clear();
    let [first, second] = &players;
    match arguments.format {
        Format::Json => print_line(json!({
            "rules": "nimcala", "board": start.row().tokens(),
            "first": first.to_string(), "second": second.to_string(),
            "games": 2 * openings, "wins": wins[0], "losses": wins[1], "seed": arguments.seed,
        }))?,
        Format::Text => {
            print_line(format_args!("{first} against {second}"))?;
            print_line(format_args!(
                "{} games of nimcala, {}, from {} of {}, seed {}",
                2 * openings,
                start.row(),
                counted(openings, "opening"),
                counted(arguments.opening, "random move"),
                arguments.seed
            ))?;
            print_line(format_args!("wins {}, losses {}", wins[0], wins[1]))?;
        }
    }
    Ok(Exit::Success)
}
