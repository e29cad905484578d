//! Task 4 of an input file: the strongest turn within a time. Writes the state only.

use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::Args;

use super::{Written, write_state};
use crate::io::{Budget, Outputs};
use crate::options::{SolverOptions, time};
use mancala::homework::{Problem, compete};
use mancala::solve::Resources;

/// What task 4 may use.
#[derive(Debug, Args)]
#[command(next_help_heading = "Task 4 (competition)")]
pub struct Competition {
    /// How long task 4 may search for a turn
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = time)]
    budget: Duration,
    #[command(flatten)]
    solver: SolverOptions,
}

/// The largest endgame table for each second of the budget: even a slow core builds it in a tenth of the time.
const ENDGAME_BYTES_PER_SECOND: f64 = 20e6;

/// The most memory for each second of the budget: to clear more takes too much of it.
const BYTES_PER_SECOND: f64 = 100e6;

/// Two searches at a time would share the processors, and so halve each other's budget.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Answers a problem of task 4 into `outputs`, which appear in `folder` once they are published.
pub fn write_answer(
    problem: &Problem,
    folder: &Path,
    competition: &Competition,
    outputs: &mut Outputs,
) -> anyhow::Result<Written> {
    let turn = ONE_AT_A_TIME.lock().unwrap_or_else(|broken| broken.into_inner());
    let begin = Instant::now();
    let seconds = competition.budget.as_secs_f64();
    let allowed = competition.solver.allowed();
    let resources = Resources {
        // Any number that is too large for the type is as good as the largest.
        memory: allowed.memory.min((seconds * BYTES_PER_SECOND) as usize),
        endgame: (seconds * ENDGAME_BYTES_PER_SECOND) as usize,
        ..allowed
    };
    let budget = Budget::starting_now(competition.budget);
    let (answer, lookahead) = compete(problem, resources, &budget);
    drop(turn);
    let written = write_state(problem, &answer, folder, outputs, begin)?;
    Ok(Written { lookahead: Some(lookahead), ..written })
}
