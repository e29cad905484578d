//! `mancala solve` for Kalah: the value of a position, of its moves, and a game of best play.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use serde_json::json;

use crate::cli::Exit;
use crate::cli::io::endgame_file;
use crate::cli::io::output::{interrupted, listen_for_interrupt};
use crate::cli::io::print::{print, print_line};
use crate::cli::io::stopping::UntilInterrupted;
use crate::cli::options::amounts;
use crate::cli::options::format::Format;
use crate::cli::options::refused::refuse;
use crate::cli::options::start::{First, Seeds};
use crate::counted::counted;
use crate::game::PitName;
use crate::game::{Board, Kalah, Pit, Position, Rules, Side};
use crate::solve::best_play::{PlayedTurn, line, sow_values, turn_values};
use crate::solve::endgame::Endgame;
use crate::solve::{Assessment, Depth, Interval};
use crate::solve::{Engine, Resources};

#[derive(Debug, Args)]
#[command(next_help_heading = "Kalah")]
#[group(id = "kalah")]
pub(super) struct Options {
    #[command(flatten)]
    seeds: Seeds,
    #[command(flatten)]
    first: First,
    /// Which moves to give a value each [default: sows]
    #[arg(long, value_enum)]
    values: Option<Values>,
    /// The most memory for tables, such as 512M or 2G [default: a quarter of what is free]
    #[arg(long, value_name = "BYTES", value_parser = amounts::bytes)]
    memory: Option<usize>,
    /// Threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Keep endgame tables in this folder, and use those that are there
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Values {
    /// None, and no game of best play: only the position's value
    None,
    /// Every sow
    Sows,
    /// Every whole turn, with all its extra moves
    Turns,
}

impl Options {
    /// Fails if one of these options was given for Nimcala.
    pub(super) fn refuse_for_nimcala(&self) -> anyhow::Result<()> {
        let options = [
            ("--seeds", self.seeds.seeds.is_some()),
            ("--first", self.first.first.is_some()),
            ("--values", self.values.is_some()),
            ("--memory", self.memory.is_some()),
            ("--threads", self.threads.is_some()),
            ("--tables", self.tables.is_some()),
        ];
        refuse(&options, "Nimcala")
    }
}

/// What was found, and what it took.
struct Solution {
    start: Kalah,
    answer: Assessment,
    line: Vec<PlayedTurn>,
    values: Vec<(Vec<Pit>, Assessment)>,
    table_seeds: Option<usize>,
    memory: usize,
    nodes: u64,
    /// Until the value was known, and in all.
    times: [Duration; 2],
}

/// Solves the game from `start` as the options say.
pub(super) fn run(start: Kalah, options: &Options, format: Format) -> anyhow::Result<Exit> {
    let memory = options
        .memory
        .unwrap_or_else(amounts::quarter_of_free_memory);
    let resources = Resources {
        memory,
        endgame: usize::MAX,
        threads: options
            .threads
            .map_or_else(amounts::default_threads, usize::from),
    };
    if resources.table_seeds(&start).is_none() && !start.is_over() {
        anyhow::bail!(
            "not to be solved: at most 7 pits in a row and 127 seeds in all pits, and not under \
             end-test=own-turn (task 4 of an input file plays any board)"
        );
    }
    listen_for_interrupt();
    let solution = solve(start, options, resources)?;
    match format {
        Format::Text => print(solution.text())?,
        Format::Json => print_line(solution.json())?,
    }
    Ok(if interrupted() {
        Exit::Interrupted
    } else {
        Exit::Success
    })
}

/// The opening that the options say.
pub(super) fn opening(rules: Rules, pits: Option<u8>, options: &Options) -> anyhow::Result<Kalah> {
    let pits = pits.unwrap_or(6);
    anyhow::ensure!(
        (1..=7).contains(&pits),
        "--pits: expected 1 to 7 to solve Kalah"
    );
    let board = Board::opening(pits.into(), options.seeds.under(rules));
    Ok(Kalah::new(board, rules, options.first.side())?)
}

fn solve(start: Kalah, options: &Options, resources: Resources) -> anyhow::Result<Solution> {
    let begin = Instant::now();
    let control = UntilInterrupted::showing(start.score(start.mover()));
    let table = match (&options.tables, resources.table_seeds(&start)) {
        (Some(folder), Some(seeds)) => {
            control.say("endgame table");
            let (rules, width) = (start.rules(), start.board().width());
            Some(endgame_file::load_or_build(
                folder,
                rules,
                width,
                seeds,
                resources.threads,
            )?)
        }
        _ => None,
    };
    let mut engine = Engine::new(&start, table, resources);
    let answer = engine.value(&start, Depth::END, None, &control);
    let time_of_value = begin.elapsed();
    let value = answer.bounds.value();
    let wanted = options.values.unwrap_or(Values::Sows);
    let values = match wanted {
        Values::None => Vec::new(),
        Values::Sows => sow_values(&mut engine, &start, value, &control),
        Values::Turns => turn_values(&mut engine, &start, value, &control),
    };
    let line = match (wanted, value) {
        (Values::Sows | Values::Turns, Some(value)) => line(&mut engine, &start, value, &control),
        _ => Vec::new(),
    };
    control.clear();
    Ok(Solution {
        start,
        answer,
        line,
        values,
        table_seeds: engine.endgame().map(Endgame::seeds),
        memory: engine.memory(),
        nodes: engine.nodes(),
        times: [time_of_value, begin.elapsed()],
    })
}

impl Solution {
    fn text(&self) -> String {
        let player = self.start.mover().player();
        let mut text = format!(
            "{}, player {player} to move: {}\n",
            self.start.rules(),
            match self.answer.bounds {
                Interval { lower, upper } if lower < upper =>
                    format!("stopped; player {player} ends with a lead from {lower} to {upper}"),
                Interval { lower: 0, .. } => "a draw".to_owned(),
                Interval { lower, .. } if lower > 0 => format!("player {player} wins by {lower}"),
                Interval { lower, .. } => format!("player {player} loses by {}", -lower),
            }
        );
        for (sequence, answer) in &self.values {
            let names = names(self.start.mover(), sequence).join(" ");
            text += &format!("  {names:<12} {:>4}\n", shown(answer.bounds));
        }
        if !self.line.is_empty() {
            let turns = self
                .line
                .iter()
                .map(|(side, turn)| names(*side, turn).join(" "));
            text += &format!("best play: {}\n", turns.collect::<Vec<_>>().join(", "));
        }
        text + &format!(
            "{}, endgame table to {}, {} of tables; value after {:.2?}, all after {:.2?}\n",
            counted(self.nodes, "node"),
            counted(self.table_seeds.unwrap_or(0), "seed"),
            indicatif::HumanBytes(self.memory as u64),
            self.times[0],
            self.times[1],
        )
    }

    fn json(&self) -> serde_json::Value {
        let mover = self.start.mover();
        let values: Vec<_> = self
            .values
            .iter()
            .map(|(sequence, answer)| {
                json!({
                    "turn": names(mover, sequence),
                    "value": answer.bounds.value(),
                    "bounds": [answer.bounds.lower, answer.bounds.upper],
                })
            })
            .collect();
        let line: Vec<_> = self
            .line
            .iter()
            .map(|(side, turn)| json!({ "player": side.player(), "turn": names(*side, turn) }))
            .collect();
        json!({
            "rules": self.start.rules().to_string(),
            "player": mover.player(),
            "value": self.answer.bounds.value(),
            "bounds": [self.answer.bounds.lower, self.answer.bounds.upper],
            "values": values,
            "line": line,
            "nodes": self.nodes,
            "table_seeds": self.table_seeds,
            "table_bytes": self.memory,
            "seconds_to_value": self.times[0].as_secs_f64(),
            "seconds": self.times[1].as_secs_f64(),
        })
    }
}

fn names(side: Side, turn: &[Pit]) -> Vec<String> {
    turn.iter()
        .map(|&pit| PitName(side, pit).to_string())
        .collect()
}

fn shown(bounds: Interval) -> String {
    match bounds.value() {
        Some(value) => value.to_string(),
        None => format!("{}..{}", bounds.lower, bounds.upper),
    }
}
