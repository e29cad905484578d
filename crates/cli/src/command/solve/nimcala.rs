//! `mancala solve` for Nimcala, and what is printed of it.

use std::fmt::Write;
use std::time::Instant;

use clap::Args;
use serde_json::{Value, json};

use crate::io::print_as;
use crate::options::start::{OTHER_GAME, refuse};
use crate::options::{Choices, Format, number, one_of};
use explain::pluralize;
use mancala::game::{Position, Side};
use mancala::homework::NodeName;
use mancala::nimcala::{Method, Nimcala, Outcome, Prospect, Solution, Take, Unsolved};

#[derive(Debug, Args)]
#[command(next_help_heading = "Nimcala")]
#[group(id = "nimcala")]
pub struct NimcalaOptions {
    /// How to solve [default: ranks]
    #[arg(long, value_parser = one_of(METHODS))]
    method: Option<Method>,
    /// The most nodes that a searching method may visit [default: 100000000]
    #[arg(long, value_name = "N", value_parser = number::<u64>(0..=u64::MAX))]
    limit: Option<u64>,
}

/// What a searching method may visit unless told otherwise.
const LIMIT: u64 = 100_000_000;

impl NimcalaOptions {
    /// Fails if one of these options was given for a game of Kalah.
    pub fn refuse_for_kalah(&self) -> anyhow::Result<()> {
        let options = [("--method", self.method.is_some()), ("--limit", self.limit.is_some())];
        refuse(&options, OTHER_GAME)
    }
}

const METHODS: Choices<Method> = &[
    ("minimax", "Plain minimax: who wins, from the whole tree", Method::Minimax),
    (
        "fastest",
        "The whole tree; wins as fast as possible, loses as slowly as possible",
        Method::Fastest,
    ),
    (
        "table",
        "The same with a lookup table keyed by the board and whose turn it is",
        Method::Table,
    ),
    ("ranks", "All boards in the order of their ranks, each once", Method::Ranks),
];

/// Solves the game from `start` as the options say.
pub fn run(start: Nimcala, options: &NimcalaOptions, format: Format) -> anyhow::Result<()> {
    let method = options.method.unwrap_or(Method::Ranks);
    let begin = Instant::now();
    let solution = method.solve(start, options.limit.unwrap_or(LIMIT)).map_err(|reason| {
        let option = if matches!(reason, Unsolved::OutOfNodes(_)) { ": see --limit" } else { "" };
        anyhow::anyhow!("{reason}{option}")
    })?;
    let seconds = begin.elapsed().as_secs_f64();
    print_as(format, || text(start, &solution), || json_of(start, method, &solution, seconds))
}

/// The player who wins a game of which `prospect` is said for `mover`.
const fn winner(prospect: Prospect, mover: Side) -> Side {
    match prospect.outcome {
        Outcome::Win => mover,
        Outcome::Loss => mover.opponent(),
    }
}

/// The names of the moves of a game that begins with `mover`, who moves every other time.
fn names(line: &[Take], mover: Side) -> Vec<String> {
    let movers = [mover, mover.opponent()].into_iter().cycle();
    line.iter().zip(movers).map(|(&take, side)| take.name(side)).collect()
}

fn json_of(start: Nimcala, method: Method, solution: &Solution, seconds: f64) -> Value {
    let mover = start.mover();
    let first_moves = solution.first_moves.iter().map(|(take, to)| {
        json!({
            "pit": take.pit() + 1,
            "tokens": take.count(),
            "wins": to.outcome == Outcome::Win,
            "moves": to.moves,
        })
    });
    json!({
        "rules": "nimcala",
        "board": start.row().tokens(),
        "player": mover.player(),
        "method": method.name(),
        "winner": winner(solution.prospect, mover).player(),
        "moves": solution.prospect.moves,
        "first_moves": first_moves.collect::<Vec<_>>(),
        "line": solution.line.as_deref().map(|line| names(line, mover)),
        "nodes": solution.nodes,
        "table_hits": solution.table_hits,
        "table_size": solution.table_size,
        "seconds": seconds,
    })
}

/// "wins in 5 moves", as far as that is known.
pub fn leads_to(to: Prospect) -> String {
    let verb = if to.outcome == Outcome::Win { "wins" } else { "loses" };
    let length = to.moves.map(|moves| format!(" in {}", pluralize(moves, "move")));
    format!("{verb}{}", length.unwrap_or_default())
}

/// Who wins, what each first move leads to, and a game of best play.
// Writing to a string cannot fail.
fn text(start: Nimcala, solution: &Solution) -> String {
    let mover = start.mover();
    let player = winner(solution.prospect, mover).player();
    let wins = leads_to(Prospect { outcome: Outcome::Win, ..solution.prospect });
    let mut text =
        format!("{}, player {} to move\nplayer {player} {wins}\n", start.row(), mover.player());
    for (take, to) in &solution.first_moves {
        let (count, pit) = (take.count(), take.pit() + 1);
        let _ = writeln!(text, "  {count} from pit {pit} {}", leads_to(*to));
    }
    if let Some(line) = solution.line.as_deref().filter(|line| !line.is_empty()) {
        let _ = writeln!(text, "best play: {}", names(line, mover).join(" "));
    }
    text
}
