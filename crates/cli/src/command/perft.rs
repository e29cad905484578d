//! `mancala perft`.

use std::fmt::Display;

use clap::Args;

use crate::Exit;
use crate::io::{UntilInterrupted, print_line};
use crate::options::number;
use crate::options::start::Start;
use mancala::game::perft::{Sows, count_sows, count_turns};
use mancala::game::rules::names::GameName;
use mancala::game::{Kalah, Position};

/// The deepest count that is offered; no machine gets there.
const MAX_DEPTH: u8 = 100;

/// Count the sequences of sows or turns from an opening, exactly
#[derive(Debug, Args)]
pub struct PerftArguments {
    #[command(flatten)]
    start: Start,
    /// The depth, in sows or turns
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = number::<u8>(1..=MAX_DEPTH))]
    depth: u8,
    /// Count whole turns instead of sows
    #[arg(long)]
    turns: bool,
}

pub fn run(perft: &PerftArguments) -> anyhow::Result<Exit> {
    let GameName::Kalah(rules) = perft.start.rules else {
        anyhow::bail!(
            "perft counts Kalah; `mancala solve --rules nimcala --stats` counts the games of Nimcala"
        );
    };
    let start = perft.start.kalah(rules)?;
    let depth = usize::from(perft.depth);
    let shown = UntilInterrupted::showing(0);
    if perft.turns {
        shown.say(&format!("counting to depth {depth}"));
        let counts = count_turns(&start, depth);
        shown.clear();
        print_row(&"depth", ["nodes"])?;
        for (depth, nodes) in (1_u8..).zip(counts) {
            print_row(&depth, [nodes])?;
        }
    } else {
        let counts = count_each(&start, depth, &shown);
        shown.clear();
        print_row(&"depth", ["nodes", "extra_turns", "captures", "game_overs"])?;
        for (depth, sows) in (1_u8..).zip(counts) {
            let counts = [sows.nodes, sows.extra_turns, sows.captures, sows.game_overs];
            print_row(&depth, counts)?;
        }
    }
    Ok(Exit::Success)
}

/// What [`count_sows`] counts, one first sow after the other, so that it can be said how far it is.
fn count_each(start: &Kalah, depth: usize, shown: &UntilInterrupted) -> Vec<Sows> {
    let mut counts = count_sows(start, 1);
    counts.resize(depth, Sows::default());
    let first: Vec<_> = start.moves().collect();
    let of = first.len();
    for (done, sow) in first.into_iter().enumerate() {
        shown.say(&format!("counting to depth {depth}: {done} of {of} first sows"));
        let next = start.play(sow);
        let below = if next.is_over() { Vec::new() } else { count_sows(&next, depth - 1) };
        for (sum, part) in counts[1..].iter_mut().zip(below) {
            *sum += part;
        }
    }
    counts
}

fn print_row<const N: usize>(first: &dyn Display, cells: [impl Display; N]) -> anyhow::Result<()> {
    let cells = cells.map(|cell| format!("{cell:>14}"));
    print_line(format_args!("{first:>5}{}", cells.concat()))
}
