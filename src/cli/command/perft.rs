//! `mancala perft`.

use clap::Args;
use serde_json::json;

use crate::cli::Exit;
use crate::cli::io::print::print_line;
use crate::cli::options::format::Format;
use crate::cli::options::start::Start;
use crate::game::Kalah;
use crate::game::perft::{count_sows, count_turns};
use crate::game::rules::names::GameName;

/// The deepest count that is offered; no machine gets there.
const MAX_DEPTH: i64 = 100;

/// Count the sequences of sows or turns from an opening, exactly
#[derive(Debug, Args)]
pub(super) struct PerftArguments {
    #[command(flatten)]
    start: Start,
    /// How many sows, or turns, deep
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=MAX_DEPTH))]
    depth: u8,
    /// Count whole turns in place of sows
    #[arg(long)]
    turns: bool,
    /// How to print the counts
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn run(perft: &PerftArguments) -> anyhow::Result<Exit> {
    let GameName::Kalah(rules) = perft.start.rules else {
        anyhow::bail!(
            "perft counts Kalah; `mancala solve --rules nimcala --stats` counts the games of Nimcala"
        );
    };
    let start = perft.start.kalah(rules)?;
    let depth = usize::from(perft.depth);
    let rows = if perft.turns {
        turns(&start, depth)
    } else {
        sows(&start, depth)
    };
    match perft.format {
        Format::Text => print_table(&rows)?,
        Format::Json => print_line(json!({
            "rules": start.rules().to_string(), "pits": start.board().width(),
            "seeds": perft.start.seeds.under(start.rules()),
            "unit": if perft.turns { "turn" } else { "sow" }, "counts": rows,
        }))?,
    }
    Ok(Exit::Success)
}

fn sows(start: &Kalah, depth: usize) -> Vec<serde_json::Value> {
    (1..)
        .zip(count_sows(start, depth))
        .map(|(depth, count): (u8, _)| {
            json!({
                "depth": depth, "nodes": count.nodes, "extra_turns": count.extra_turns,
                "captures": count.captures, "game_overs": count.game_overs,
            })
        })
        .collect()
}

fn turns(start: &Kalah, depth: usize) -> Vec<serde_json::Value> {
    (1..)
        .zip(count_turns(start, depth))
        .map(|(depth, nodes): (u8, _)| json!({ "depth": depth, "nodes": nodes }))
        .collect()
}

/// The columns are the keys of the rows.
fn print_table(rows: &[serde_json::Value]) -> anyhow::Result<()> {
    const COLUMNS: [&str; 5] = ["depth", "nodes", "extra_turns", "captures", "game_overs"];
    let columns: Vec<_> = COLUMNS
        .into_iter()
        .filter(|&name| rows.iter().any(|row| row.get(name).is_some()))
        .collect();
    let line = |cell: &dyn Fn(&str) -> String| {
        let cells: Vec<_> = columns
            .iter()
            .map(|name| format!("{:>14}", cell(name)))
            .collect();
        print_line(cells.concat().trim_start_matches("         "))
    };
    line(&|name| name.to_owned())?;
    rows.iter()
        .try_for_each(|row| line(&|name| row[name].to_string()))
}
