//! `mancala solve` for Kalah: the value of a position, of its moves, and a game of best play.
//!
//! In reading order: the options and the work below, `report` (what is printed), `checkpoint` (what is kept of a
//! search that takes hours).

mod checkpoint;
mod report;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use self::checkpoint::{Checkpoint, SearchControl};
use self::report::Report;
pub use self::report::outcome;
use crate::Exit;
use crate::command::atlas::{openings::look_up, text_of};
use crate::io::{UntilInterrupted, interrupted, listen_for_interrupt, print};
use crate::options::start::refuse;
use crate::options::{Format, SolverOptions, time};
use mancala::game::{Kalah, Position};
use mancala::solve::best_play::{line, sows, turns, values};
use mancala::solve::{Engine, Remaining, Resources};

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
        print(text.split_inclusive('\n').take(lines).collect::<String>())?;
        return Ok(Exit::Success);
    }
    let shown = UntilInterrupted::showing(start.score(start.mover()));
    let report = Report::new(start, format, &shown);
    solve(start, options, resources, report)?;
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
    let checkpoint = folder.map(|folder| Checkpoint::new(folder, &start, every));
    let control = SearchControl { shown: report.shown(), checkpoint: checkpoint.as_ref() };
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
