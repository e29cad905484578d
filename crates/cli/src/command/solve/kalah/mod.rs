//! `mancala solve` for Kalah: the value of a position, of its moves, and a game of best play.
//!
//! As text each thing is printed as soon as it is known, as JSON all at the end. `checkpoint` has what is kept of a search
//! that takes hours.

mod checkpoint;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use serde_json::json;

use self::checkpoint::{Checkpoint, SearchControl};
use crate::command::atlas::{look_up, outcome, text_of};
use crate::io::{
    Exit, UntilInterrupted, interrupted, listen_for_interrupt, print, print_json, print_line,
};
use crate::options::start::refuse;
use crate::options::{Format, SolverOptions, time};
use explain::pluralize;
use mancala::game::{Kalah, Pit, PitName, Position};
use mancala::solve::best_play::{PlayedTurn, line, sows, turns, values};
use mancala::solve::endgame::Endgame;
use mancala::solve::{Engine, Interval, Remaining, Resources};

#[derive(Debug, Args)]
#[command(next_help_heading = "Kalah")]
#[group(id = "kalah")]
pub struct KalahOptions {
    /// Which moves get a value [default: sows]
    #[arg(long, value_enum)]
    values: Option<Values>,
    /// Also the value under the pie rule: after the first turn, the other player may take over its side. Searches all
    /// turns
    #[arg(long, conflicts_with = "values")]
    pie: bool,
    #[command(flatten)]
    solver: SolverOptions,
    /// Save the search in this folder, and continue from there next time. The folder is trusted:
    /// anyone who can write there can decide the answer
    #[arg(long, value_name = "DIR")]
    checkpoint: Option<PathBuf>,
    /// How often to save [default: 30s]
    #[arg(long, value_name = "TIME", value_parser = time, requires = "checkpoint")]
    save_every: Option<Duration>,
    /// Search, even if the atlas has the opening. JSON, values of turns and options of the search do so anyway
    #[arg(long)]
    cold: bool,
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

impl KalahOptions {
    /// Fails if one of these options was given for Nimcala.
    pub fn refuse_for_nimcala(&self) -> anyhow::Result<()> {
        let options = [
            ("--values", self.values.is_some()),
            ("--pie", self.pie),
            ("--memory", self.solver.memory.is_some()),
            ("--threads", self.solver.threads.is_some()),
            ("--checkpoint", self.checkpoint.is_some()),
            ("--cold", self.cold),
        ];
        refuse(&options, "Nimcala")
    }

    /// Whether only a search gives what is wanted.
    fn want_search(&self, format: Format) -> bool {
        let has_options = self.solver.memory.is_some() || self.solver.threads.is_some();
        let is_more = self.values == Some(Values::Turns) || format == Format::Json;
        self.cold || has_options || self.checkpoint.is_some() || is_more
    }
}

/// Solves the game from `start` as the options say.
pub fn run(start: Kalah, options: &KalahOptions, format: Format) -> anyhow::Result<Exit> {
    let resources = options.solver.resources(&start)?;
    listen_for_interrupt();
    let known = (!options.want_search(format)).then(|| look_up(&start)).flatten();
    if let Some(opening) = known {
        let text = text_of(start.rules(), &opening);
        let lines = if options.values == Some(Values::None) { 1 } else { usize::MAX };
        let text: String = text.split_inclusive('\n').take(lines).collect();
        return print(text).map(Exit::from);
    }
    let shown = UntilInterrupted::showing(start.score(start.mover()));
    solve(start, options, resources, Report::new(start, format, &shown))?;
    Ok(if interrupted() { Exit::Interrupted } else { Exit::Success })
}

/// Finds the value first, then who moves how in a game of best play, then the value of every move, the
/// best one first; each is reported as soon as it is known.
fn solve(
    start: Kalah,
    options: &KalahOptions,
    resources: Resources,
    mut report: Report<'_>,
) -> anyhow::Result<()> {
    let every = options.save_every.unwrap_or(SAVE_EVERY);
    let folder = options.checkpoint.as_deref();
    let checkpoint = folder.map(|folder| Checkpoint::new(folder, &start, every)).transpose()?;
    let control = SearchControl { shown: report.shown, checkpoint: checkpoint.as_ref() };
    let mut engine = Engine::new(&start, resources);
    if let Some(checkpoint) = &checkpoint {
        engine.recall(checkpoint.findings());
    }
    let answer = engine.value(&start, Remaining::END, None, &control);
    report.value(answer.bounds)?;
    let default = if options.pie { Values::Turns } else { Values::Sows };
    let wanted = options.values.unwrap_or(default);
    let value = answer.bounds.value();
    let line = match value {
        Some(value) if wanted != Values::None => line(&mut engine, &start, value, &control),
        _ => Vec::new(),
    };
    let mut sequences = match wanted {
        Values::None => Vec::new(),
        Values::Sows => sows(&start),
        Values::Turns => turns(&start),
    };
    if let Some((_, best)) = line.first() {
        sequences.sort_by_key(|sequence| !best.starts_with(sequence));
    }
    for (sequence, found) in values(&mut engine, &start, sequences, value, &control) {
        report.move_value(sequence, found.bounds)?;
    }
    if options.pie {
        report.pie_rule()?;
    }
    report.end(&line, &engine)?;
    if let Some(checkpoint) = &checkpoint {
        checkpoint.save(&mut engine.findings());
    }
    Ok(())
}

/// How often a search is saved unless the options say.
const SAVE_EVERY: Duration = Duration::from_secs(30);

struct Report<'a> {
    start: Kalah,
    format: Format,
    shown: &'a UntilInterrupted,
    begin: Instant,
    bounds: Interval,
    time_of_value: Option<Duration>,
    values: Vec<(Vec<Pit>, Interval)>,
    value_with_pie_rule: Option<i32>,
}

impl<'a> Report<'a> {
    pub fn new(start: Kalah, format: Format, shown: &'a UntilInterrupted) -> Self {
        Self {
            start,
            format,
            shown,
            begin: Instant::now(),
            bounds: Interval::NONE,
            time_of_value: None,
            values: Vec::new(),
            value_with_pie_rule: None,
        }
    }

    pub fn value(&mut self, bounds: Interval) -> anyhow::Result<()> {
        self.bounds = bounds;
        self.time_of_value = bounds.value().map(|_| self.begin.elapsed());
        let (rules, player) = (self.start.rules(), self.start.mover().player());
        self.tell(format!("{rules}, player {player} to move: {}\n", outcome(player, bounds)))
    }

    /// What the values of all turns, once they are told, are worth under the pie rule.
    pub fn pie_rule(&mut self) -> anyhow::Result<()> {
        let values: Option<Vec<_>> = self.values.iter().map(|(_, it)| it.value()).collect();
        // Whatever the first turn leads to, the other player takes the better side.
        self.value_with_pie_rule =
            values.and_then(|values| values.into_iter().map(|value| -value.abs()).max());
        let Some(value) = self.value_with_pie_rule else { return Ok(()) };
        let outcome = outcome(self.start.mover().player(), Interval::exact(value));
        self.tell(format!("under the pie rule: {outcome}\n"))
    }

    pub fn move_value(&mut self, sequence: Vec<Pit>, bounds: Interval) -> anyhow::Result<()> {
        let names = PitName::of_all(self.start.mover(), &sequence).join(" ");
        self.values.push((sequence, bounds));
        let value = match bounds.value() {
            Some(value) => value.to_string(),
            None => format!("{}..{}", bounds.lower, bounds.upper),
        };
        self.tell(format!("  {names:<12} {value:>4}\n"))
    }

    /// A game of best play, and what all took.
    pub fn end(&self, line: &[PlayedTurn], engine: &Engine) -> anyhow::Result<()> {
        let time = self.begin.elapsed();
        self.shown.clear();
        if self.format == Format::Json {
            return print_json(&self.json(line, engine, time));
        }
        if !line.is_empty() {
            let turns = line.iter().map(|(side, turn)| PitName::of_all(*side, turn).join(" "));
            let turns: Vec<_> = turns.collect();
            print_line(format_args!("best play: {}", turns.join(", ")))?;
        }
        let value = self.time_of_value.map(|it| format!("value after {it:.2?}, "));
        let value = value.unwrap_or_default();
        print_line(format_args!(
            "{}, endgame table to {}, {} of tables; {value}all after {time:.2?}",
            pluralize(engine.nodes(), "node"),
            pluralize(engine.endgame().map_or(0, Endgame::seeds), "seed"),
            indicatif::HumanBytes(engine.memory() as u64),
        ))
    }

    fn tell(&self, text: String) -> anyhow::Result<()> {
        match self.format {
            Format::Text => print(text),
            Format::Json => Ok(()),
        }
    }

    fn json(&self, line: &[PlayedTurn], engine: &Engine, time: Duration) -> serde_json::Value {
        let mover = self.start.mover();
        let values = self.values.iter().map(|(sequence, bounds)| {
            json!({
                "turn": PitName::of_all(mover, sequence),
                "value": bounds.value(),
                "bounds": [bounds.lower, bounds.upper],
            })
        });
        let line = line.iter().map(
            |(side, turn)| json!({ "player": side.player(), "turn": PitName::of_all(*side, turn) }),
        );
        json!({
            "rules": self.start.rules().to_string(),
            "player": mover.player(),
            "value": self.bounds.value(),
            "bounds": [self.bounds.lower, self.bounds.upper],
            "values": values.collect::<Vec<_>>(),
            "value_with_pie_rule": self.value_with_pie_rule,
            "line": line.collect::<Vec<_>>(),
            "nodes": engine.nodes(),
            "table_seeds": engine.endgame().map(Endgame::seeds),
            "table_bytes": engine.memory(),
            "seconds_to_value": self.time_of_value.map(|it| it.as_secs_f64()),
            "seconds": time.as_secs_f64(),
        })
    }
}
