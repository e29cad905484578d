//! `mancala solve` for Nimcala: one solver, or all side by side.
//!
//! Left out: solving ([`nimcala`](mancala::nimcala)), and what is printed (`print`).

mod print;

use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

use crate::Exit;
use crate::options::format::Format;
use crate::options::refused::refuse;
use crate::options::tokens::{OTHER_GAME, Tokens};
use mancala::game::Side;
use mancala::nimcala::census::census;
use mancala::nimcala::{Method, Nimcala, Solution, Unsolved};

#[derive(Debug, Args)]
#[command(next_help_heading = "Nimcala")]
#[group(id = "nimcala")]
pub(super) struct Options {
    #[command(flatten)]
    tokens: Tokens,
    /// The player to move [default: 1]
    #[arg(long, value_name = "1|2", value_parser = clap::value_parser!(u8).range(1..=2))]
    player: Option<u8>,
    /// How to solve [default: ranks]
    #[arg(long, value_enum)]
    method: Option<Choice>,
    /// The most nodes that a searching method may visit [default: 100000000]
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Also print the Grundy number, the shortest and longest game, and how many games there are
    #[arg(long)]
    stats: bool,
}

/// What a searching method may visit unless told otherwise.
const LIMIT: u64 = 100_000_000;

impl Options {
    /// Fails if one of these options was given for a game of Kalah.
    pub(super) fn refuse_for_kalah(&self) -> anyhow::Result<()> {
        self.tokens.refuse_for_kalah()?;
        let options = [
            ("--player", self.player.is_some()),
            ("--method", self.method.is_some()),
            ("--limit", self.limit.is_some()),
            ("--stats", self.stats),
        ];
        refuse(&options, OTHER_GAME)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Choice {
    /// Plain minimax: who wins, from the whole tree
    Minimax,
    /// The whole tree; wins as fast as possible, loses as slowly as possible
    Fastest,
    /// The same with a lookup table keyed by the board and whose turn it is
    Table,
    /// All boards in the order of their ranks, each once
    Ranks,
    /// All of these, side by side
    Compare,
}

impl Choice {
    const fn methods(self) -> &'static [Method] {
        match self {
            Self::Minimax => &[Method::Minimax],
            Self::Fastest => &[Method::Fastest],
            Self::Table => &[Method::Table],
            Self::Ranks => &[Method::Ranks],
            Self::Compare => &Method::ALL,
        }
    }
}

/// What a method made of a board, and how long that took.
struct Attempt {
    method: Method,
    solved: Result<Solution, Unsolved>,
    time: Duration,
}

/// The position that the options say.
pub(super) fn start(pits: Option<u8>, options: &Options) -> anyhow::Result<Nimcala> {
    let mover = match options.player {
        Some(2) => Side::North,
        _ => Side::South,
    };
    options.tokens.position(pits, mover)
}

/// Solves the game from `start` as the options say.
pub(super) fn run(start: Nimcala, options: &Options, format: Format) -> anyhow::Result<Exit> {
    let methods = options.method.unwrap_or(Choice::Ranks).methods();
    let limit = options.limit.unwrap_or(LIMIT);
    let attempts: Vec<_> = methods
        .iter()
        .map(|&method| attempt(start, method, limit))
        .collect();
    if let [Attempt { solved, .. }] = &attempts[..]
        && let Err(reason) = solved
    {
        return Err(match reason {
            Unsolved::OutOfNodes(_) => anyhow::anyhow!("{reason}: see --limit"),
            Unsolved::TooManyBoards(_) => anyhow::anyhow!("{reason}"),
        });
    }
    let stats = match options.stats {
        true => Some(census(start.row())?),
        false => None,
    };
    print::print(start, &attempts, stats, format)?;
    Ok(Exit::Success)
}

fn attempt(start: Nimcala, method: Method, limit: u64) -> Attempt {
    let begin = Instant::now();
    let solved = method.solve(start, limit);
    Attempt {
        method,
        solved,
        time: begin.elapsed(),
    }
}
