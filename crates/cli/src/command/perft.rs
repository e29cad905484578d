//! `mancala perft`.

use std::fmt::Display;

use clap::Args;

use crate::Exit;
use crate::io::print::print_line;
use crate::options::start::Start;
use mancala::game::perft::{count_sows, count_turns};
use mancala::game::rules::names::GameName;

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
}

pub(super) fn run(perft: &PerftArguments) -> anyhow::Result<Exit> {
    let GameName::Kalah(rules) = perft.start.rules else {
        anyhow::bail!(
            "perft counts Kalah; `mancala solve --rules nimcala --stats` counts the games of Nimcala"
        );
    };
    let start = perft.start.kalah(rules)?;
    let depth = usize::from(perft.depth);
    if perft.turns {
        print_row(&"depth", ["nodes"])?;
        for (depth, nodes) in (1_u8..).zip(count_turns(&start, depth)) {
            print_row(&depth, [nodes])?;
        }
    } else {
        print_row(&"depth", ["nodes", "extra_turns", "captures", "game_overs"])?;
        for (depth, sows) in (1_u8..).zip(count_sows(&start, depth)) {
            let counts = [sows.nodes, sows.extra_turns, sows.captures, sows.game_overs];
            print_row(&depth, counts)?;
        }
    }
    Ok(Exit::Success)
}

fn print_row<const N: usize>(first: &dyn Display, cells: [impl Display; N]) -> anyhow::Result<()> {
    let cells = cells.map(|cell| format!("{cell:>14}"));
    print_line(format_args!("{first:>5}{}", cells.concat()))
}
