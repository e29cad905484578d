//! `mancala solve --rules nimcala`: the solvers of the handout and the fast one, alone or side by
//! side.

use std::collections::HashMap;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use serde_json::json;

use crate::cli::Exit;
use crate::cli::io::print::{print, print_line};
use crate::cli::options::format::Format;
use crate::game::{Position, Side};
use crate::nimcala::Nimcala;
use crate::nimcala::census::{Census, census};
use crate::nimcala::exhaustive::{self, OutOfNodes, Prospect, Table};
use crate::nimcala::plain;
use crate::nimcala::solution::{self, Outcome};
use crate::nimcala::{Row, Take};

#[derive(Debug, Args)]
#[command(next_help_heading = "Nimcala")]
pub(super) struct Options {
    /// Tokens in the first pit of the opening
    #[arg(long, value_name = "N")]
    tokens: Option<u32>,
    /// Tokens in each pit, in place of an opening: "0 0 0 2"
    #[arg(long, value_name = "ROW", conflicts_with = "tokens")]
    board: Option<String>,
    /// The player to move
    #[arg(long, value_name = "1|2", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    player: u8,
    /// How to solve
    #[arg(long, value_enum, default_value_t = Method::Ranks)]
    method: Method,
    /// The most nodes that a searching method may visit
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    limit: u64,
    /// Also print the Grundy number, the shortest and longest game, and how many games there are
    #[arg(long)]
    stats: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Method {
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

impl Method {
    const SOLVERS: [Self; 4] = [Self::Minimax, Self::Fastest, Self::Table, Self::Ranks];

    const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::Fastest => "fastest",
            Self::Table => "table",
            Self::Ranks => "ranks",
            Self::Compare => "compare",
        }
    }
}

/// What a solver found, and what it took.
struct Report {
    method: Method,
    /// `None` if the solver gave up.
    found: Result<Found, String>,
    nodes: Option<u64>,
    table_hits: Option<u64>,
    table_size: Option<u64>,
    time: Duration,
}

struct Found {
    winner: Side,
    /// With best play; plain minimax does not know.
    moves: Option<u32>,
    winning: Vec<(Take, Option<u32>)>,
}

pub(super) fn run(pits: Option<u8>, options: &Options, format: Format) -> anyhow::Result<Exit> {
    let mover = Side::BOTH[usize::from(options.player) - 1];
    let start = Nimcala::new(row(pits, options)?, mover);
    let methods = match &options.method {
        Method::Compare => &Method::SOLVERS[..],
        method => std::slice::from_ref(method),
    };
    let reports: Vec<_> = methods
        .iter()
        .map(|&method| solve(start, method, options.limit))
        .collect();
    if let [
        Report {
            found: Err(reason), ..
        },
    ] = &reports[..]
    {
        anyhow::bail!("{reason}");
    }
    let stats = match options.stats {
        true => Some(census(start.row())?),
        false => None,
    };
    match format {
        Format::Text => print(text(start, &reports, stats))?,
        Format::Json => print_line(json_of(start, options.method, &reports, stats))?,
    }
    Ok(Exit::Success)
}

fn row(pits: Option<u8>, options: &Options) -> anyhow::Result<Row> {
    match (&options.board, pits, options.tokens) {
        (Some(board), None, _) => {
            let tokens: Result<Vec<u32>, _> = board.split_whitespace().map(str::parse).collect();
            let tokens = tokens.map_err(|_| {
                anyhow::anyhow!(
                    "--board {board:?}: expected whole numbers with blanks between them"
                )
            })?;
            Row::new(&tokens).map_err(|error| anyhow::anyhow!("--board {board:?}: {error}"))
        }
        (Some(_), Some(_), _) => anyhow::bail!("--board says how many pits there are: omit --pits"),
        (None, pits, tokens) => {
            let (pits, tokens) = (pits.unwrap_or(4), tokens.unwrap_or(5));
            Ok(Row::opening(pits.into(), tokens)?)
        }
    }
}

fn solve(start: Nimcala, method: Method, limit: u64) -> Report {
    let begin = Instant::now();
    let report = match method {
        Method::Minimax => by_minimax(start, limit),
        Method::Fastest => by_search(start, method, &mut (), limit),
        Method::Table => {
            let mut table = HashMap::new();
            let report = by_search(start, method, &mut table, limit);
            Report {
                table_size: Some(table.len() as u64),
                ..report
            }
        }
        Method::Ranks | Method::Compare => by_ranks(start),
    };
    Report {
        time: begin.elapsed(),
        ..report
    }
}

fn out_of(nodes: u64) -> String {
    format!("not solved within {nodes} nodes: see --limit")
}

/// The player who wins a game that is worth `score` to the player to move.
fn winner(start: Nimcala, score: i32) -> Side {
    if score > 0 {
        start.mover()
    } else {
        start.mover().opponent()
    }
}

fn by_minimax(start: Nimcala, limit: u64) -> Report {
    let (found, nodes) = match plain::minimax(start, limit) {
        ControlFlow::Break(OutOfNodes) => (Err(out_of(limit)), limit),
        ControlFlow::Continue(solution) => {
            let winning = solution.first_moves.iter().filter(|(_, score)| *score > 0);
            let found = Found {
                winner: winner(start, solution.score),
                moves: None,
                winning: winning.map(|&(take, _)| (take, None)).collect(),
            };
            (Ok(found), solution.nodes)
        }
    };
    Report {
        method: Method::Minimax,
        found,
        nodes: Some(nodes),
        table_hits: None,
        table_size: None,
        time: Duration::ZERO,
    }
}

fn by_search(
    start: Nimcala,
    method: Method,
    table: &mut impl Table<Nimcala>,
    limit: u64,
) -> Report {
    let (found, nodes, table_hits) = match exhaustive::solve(start, table, limit) {
        ControlFlow::Break(OutOfNodes) => (Err(out_of(limit)), limit, None),
        ControlFlow::Continue(solution) => {
            let Prospect { score, moves } = solution.prospect;
            let winning = solution.first_moves.iter().filter(|(_, to)| to.score > 0);
            let found = Found {
                winner: winner(start, score),
                moves: Some(moves),
                winning: winning.map(|&(take, to)| (take, Some(to.moves))).collect(),
            };
            (Ok(found), solution.nodes, Some(solution.table_hits))
        }
    };
    Report {
        method,
        found,
        nodes: Some(nodes),
        table_hits: table_hits.filter(|_| method == Method::Table),
        table_size: None,
        time: Duration::ZERO,
    }
}

fn by_ranks(start: Nimcala) -> Report {
    let solved = solution::solve(start.row());
    let table_size = solved.as_ref().ok().map(|solution| solution.boards);
    let found = solved
        .map_err(|error| error.to_string())
        .map(|solution| Found {
            winner: match solution.prospect.outcome {
                Outcome::Win => start.mover(),
                Outcome::Loss => start.mover().opponent(),
            },
            moves: solution.prospect.moves,
            winning: solution.winning,
        });
    Report {
        method: Method::Ranks,
        found,
        nodes: None,
        table_hits: None,
        table_size,
        time: Duration::ZERO,
    }
}

fn json_of(
    start: Nimcala,
    method: Method,
    reports: &[Report],
    stats: Option<Census>,
) -> serde_json::Value {
    let mut object = json!({
        "rules": "nimcala",
        "board": start.row().tokens(),
        "player": start.mover().player(),
    });
    let solvers: Vec<_> = reports.iter().map(json_of_report).collect();
    match (&solvers[..], method) {
        ([solver], _) => {
            if let (Some(object), Some(solver)) = (object.as_object_mut(), solver.as_object()) {
                object.extend(solver.clone());
            }
        }
        _ => object["solvers"] = json!(solvers),
    }
    if let Some(stats) = stats {
        // Numbers beyond 64 bits are text: few readers of JSON take them as numbers.
        object["stats"] = json!({
            "grundy": stats.grundy,
            "shortest_game": stats.shortest_game,
            "longest_game": stats.longest_game,
            "boards": stats.boards,
            "tree_nodes": stats.tree_nodes.map(|nodes| nodes.to_string()),
            "games": stats.games.map(|games| games.to_string()),
        });
    }
    object
}

fn json_of_report(report: &Report) -> serde_json::Value {
    let found = report.found.as_ref().ok();
    let winning = found.map(|found| {
        let moves = found.winning.iter().map(|(take, moves)| {
            json!({ "pit": take.pit() + 1, "tokens": take.count(), "moves": moves })
        });
        moves.collect::<Vec<_>>()
    });
    json!({
        "method": report.method.name(),
        "winner": found.map(|found| found.winner.player()),
        "moves": found.and_then(|found| found.moves),
        "winning_first_moves": winning,
        "nodes": report.nodes,
        "table_hits": report.table_hits,
        "table_size": report.table_size,
        "gave_up": report.found.as_ref().err(),
        "seconds": report.time.as_secs_f64(),
    })
}

fn text(start: Nimcala, reports: &[Report], stats: Option<Census>) -> String {
    let mut text = format!(
        "{}, player {} to move\n",
        start.row(),
        start.mover().player()
    );
    // The last report knows most. Writing to a string cannot fail.
    if let Some(Ok(found)) = reports.last().map(|report| &report.found) {
        let moves = found
            .moves
            .map_or(String::new(), |moves| format!(" in {moves} moves"));
        let _ = writeln!(text, "player {} wins{moves}", found.winner.player());
        for (take, moves) in &found.winning {
            let moves = moves.map_or(String::new(), |moves| format!(", in {moves} moves"));
            let _ = writeln!(
                text,
                "  by {} from pit {}{moves}",
                take.count(),
                take.pit() + 1
            );
        }
    }
    if reports.len() > 1 {
        text += &table(reports);
    }
    if let Some(stats) = stats {
        let large =
            |number: Option<u128>| number.map_or("too many to count".into(), |n| n.to_string());
        let _ = writeln!(text, "Grundy number  {}", stats.grundy);
        let _ = writeln!(text, "shortest game  {} moves", stats.shortest_game);
        let _ = writeln!(text, "longest game   {} moves", stats.longest_game);
        let _ = writeln!(text, "boards         {}", stats.boards);
        let _ = writeln!(text, "nodes of tree  {}", large(stats.tree_nodes));
        let _ = writeln!(text, "games          {}", large(stats.games));
    }
    text
}

/// The solvers side by side.
fn table(reports: &[Report]) -> String {
    let mut text =
        String::from("\nmethod   winner  moves       nodes  table hits  table size        time\n");
    let shown = |number: Option<u64>| number.map_or("-".to_owned(), |number| number.to_string());
    for report in reports {
        let found = report.found.as_ref().ok();
        let nodes = match (&report.found, report.nodes) {
            (Err(_), Some(nodes)) => format!("> {nodes}"),
            (_, nodes) => shown(nodes),
        };
        let _ = writeln!(
            text,
            "{:<8} {:>6} {:>6} {:>11} {:>11} {:>11} {:>11}",
            report.method.name(),
            shown(found.map(|found| found.winner.player().into())),
            shown(found.and_then(|found| found.moves).map(u64::from)),
            nodes,
            shown(report.table_hits),
            shown(report.table_size),
            format!("{:.1?}", report.time),
        );
    }
    text
}
