//! `mancala solve` for Nimcala, and what is printed of it.

use std::fmt::Write;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::{Value, json};

use crate::Exit;
use crate::io::print_as;
use crate::options::start::{OTHER_GAME, Tokens, refuse};
use crate::options::{Choices, Format, number, one_of};
use explain::pluralize;
use mancala::game::{Position, Side};
use mancala::homework::NodeName;
use mancala::nimcala::{Method, Nimcala, Outcome, Prospect, Solution, Take, Unsolved};

#[derive(Debug, Args)]
#[command(next_help_heading = "Nimcala")]
#[group(id = "nimcala")]
pub struct NimcalaOptions {
    #[command(flatten)]
    tokens: Tokens,
    /// The player to move [default: 1]
    #[arg(long, value_name = "1|2", value_parser = number::<u8>(1..=2))]
    player: Option<u8>,
    /// How to solve [default: ranks]
    #[arg(long, value_parser = one_of(METHODS))]
    method: Option<&'static [Method]>,
    /// The most nodes that a searching method may visit [default: 100000000]
    #[arg(long, value_name = "N", value_parser = number::<u64>(0..=u64::MAX))]
    limit: Option<u64>,
}

/// What a searching method may visit unless told otherwise.
const LIMIT: u64 = 100_000_000;

impl NimcalaOptions {
    /// The board to begin with, of either game.
    pub fn board(&self) -> Option<&str> {
        self.tokens.board.as_deref()
    }

    /// Fails if one of these options was given for a game of Kalah, which has `--board` too.
    pub fn refuse_for_kalah(&self) -> anyhow::Result<()> {
        let options = [
            ("--tokens", self.tokens.tokens.is_some()),
            ("--player", self.player.is_some()),
            ("--method", self.method.is_some()),
            ("--limit", self.limit.is_some()),
        ];
        refuse(&options, OTHER_GAME)
    }
}

const METHODS: Choices<&[Method]> = &[
    ("minimax", "Plain minimax: who wins, from the whole tree", &[Method::Minimax]),
    (
        "fastest",
        "The whole tree; wins as fast as possible, loses as slowly as possible",
        &[Method::Fastest],
    ),
    (
        "table",
        "The same with a lookup table keyed by the board and whose turn it is",
        &[Method::Table],
    ),
    ("ranks", "All boards in the order of their ranks, each once", &[Method::Ranks]),
    ("compare", "All of these, side by side", &Method::ALL),
];

/// What a method made of a board, and how long that took.
struct Attempt {
    method: Method,
    solved: Result<Solution, Unsolved>,
    time: Duration,
}

pub fn start(pits: Option<u8>, options: &NimcalaOptions) -> anyhow::Result<Nimcala> {
    let mover = match options.player {
        Some(2) => Side::North,
        _ => Side::South,
    };
    options.tokens.position(pits, mover)
}

/// Solves the game from `start` as the options say.
pub fn run(start: Nimcala, options: &NimcalaOptions, format: Format) -> anyhow::Result<Exit> {
    let methods = options.method.unwrap_or(&[Method::Ranks]);
    let limit = options.limit.unwrap_or(LIMIT);
    let attempts: Vec<_> = methods.iter().map(|&method| attempt(start, method, limit)).collect();
    if let [Attempt { solved, .. }] = &attempts[..]
        && let Err(reason) = solved
    {
        return Err(match reason {
            Unsolved::OutOfNodes(_) => anyhow::anyhow!("{reason}: see --limit"),
            Unsolved::TooManyBoards(_) => anyhow::anyhow!("{reason}"),
        });
    }
    print_as(format, || text(start, &attempts), || json_of(start, &attempts))?;
    Ok(Exit::Success)
}

fn attempt(start: Nimcala, method: Method, limit: u64) -> Attempt {
    let begin = Instant::now();
    let solved = method.solve(start, limit);
    Attempt { method, solved, time: begin.elapsed() }
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
    let named = line.iter().zip(movers);
    named.map(|(&take, side)| take.name(side)).collect()
}

fn json_of(start: Nimcala, attempts: &[Attempt]) -> Value {
    let mut object = json!({
        "rules": "nimcala",
        "board": start.row().tokens(),
        "player": start.mover().player(),
    });
    let mut solvers: Vec<_> =
        attempts.iter().map(|attempt| json_of_attempt(start.mover(), attempt)).collect();
    match (&mut solvers[..], object.as_object_mut()) {
        ([Value::Object(solver)], Some(object)) => object.append(solver),
        _ => object["solvers"] = json!(solvers),
    }
    object
}

fn json_of_attempt(mover: Side, attempt: &Attempt) -> Value {
    let solution = attempt.solved.as_ref().ok();
    let moves = |solution: &Solution| -> Vec<_> {
        let moves = solution.first_moves.iter();
        moves
            .map(|(take, to)| {
                json!({
                    "pit": take.pit() + 1,
                    "tokens": take.count(),
                    "wins": to.outcome == Outcome::Win,
                    "moves": to.moves,
                })
            })
            .collect()
    };
    let line = solution.and_then(|solution| solution.line.as_deref());
    json!({
        "method": attempt.method.name(),
        "winner": solution.map(|solution| winner(solution.prospect, mover).player()),
        "moves": solution.and_then(|solution| solution.prospect.moves),
        "first_moves": solution.map(moves),
        "line": line.map(|line| names(line, mover)),
        "nodes": solution.and_then(|solution| solution.nodes),
        "table_hits": solution.and_then(|solution| solution.table_hits),
        "table_size": solution.and_then(|solution| solution.table_size),
        "gave_up": attempt.solved.as_ref().err().map(ToString::to_string),
        "seconds": attempt.time.as_secs_f64(),
    })
}

fn text(start: Nimcala, attempts: &[Attempt]) -> String {
    let mover = start.mover();
    let mut text = format!("{}, player {} to move\n", start.row(), mover.player());
    // The last method knows most.
    if let Some(Ok(solution)) = attempts.last().map(|attempt| &attempt.solved) {
        text += &solution_text(solution, mover);
    }
    if attempts.len() > 1 {
        text += &table(mover, attempts);
    }
    text
}

/// " in 5 moves", if that is known.
fn in_moves(moves: Option<u32>) -> String {
    moves.map_or(String::new(), |moves| format!(" in {}", pluralize(moves, "move")))
}

/// Who wins, what each first move leads to, and a game of best play.
// Writing to a string cannot fail, here and below.
fn solution_text(solution: &Solution, mover: Side) -> String {
    let player = winner(solution.prospect, mover).player();
    let mut text = format!("player {player} wins{}\n", in_moves(solution.prospect.moves));
    for (take, to) in &solution.first_moves {
        let verb = match to.outcome {
            Outcome::Win => "wins",
            Outcome::Loss => "loses",
        };
        let (count, pit) = (take.count(), take.pit() + 1);
        let length = in_moves(to.moves);
        let _ = writeln!(text, "  {count} from pit {pit} {verb}{length}");
    }
    if let Some(line) = solution.line.as_deref().filter(|line| !line.is_empty()) {
        let _ = writeln!(text, "best play: {}", names(line, mover).join(" "));
    }
    text
}

fn table(mover: Side, attempts: &[Attempt]) -> String {
    let mut text =
        String::from("\nmethod   winner  moves       nodes  table hits  table size        time\n");
    let shown = |number: Option<u64>| number.map_or("-".to_owned(), |number| number.to_string());
    for attempt in attempts {
        let solution = attempt.solved.as_ref().ok();
        let prospect = solution.map(|solution| solution.prospect);
        let nodes = match &attempt.solved {
            Err(Unsolved::OutOfNodes(reason)) => format!("> {}", reason.limit),
            Err(_) => shown(None),
            Ok(solution) => shown(solution.nodes),
        };
        let _ = writeln!(
            text,
            "{:<8} {:>6} {:>6} {:>11} {:>11} {:>11} {:>11}",
            attempt.method.name(),
            shown(prospect.map(|prospect| winner(prospect, mover).player().into())),
            shown(prospect.and_then(|prospect| prospect.moves).map(u64::from)),
            nodes,
            shown(solution.and_then(|solution| solution.table_hits)),
            shown(solution.and_then(|solution| solution.table_size)),
            format!("{:.1?}", attempt.time),
        );
    }
    text
}
