//! A program is tried: whether it answers at all, and if not, which other way to run it does.
//!
//! The inputs are our own, so that neither a hidden case nor a part of the suite decides.

use std::sync::LazyLock;
use std::time::Duration;

use super::execution::{ended, misnamed, run_small};
use super::setup::{Interrupted, Setup};
use crate::result::problem;
use crate::submission::Program;
use crate::submission::advice::{Ran, advice};
use explain::evidence::End;
use mancala::homework::{NEXT_STATE, Problem, TRAVERSE_LOG, answer};
use sandbox::{Fault, Tree, open_output};

/// Alpha-beta, minimax and greedy, in the order in which they are tried.
static INPUTS: LazyLock<Vec<Problem>> = LazyLock::new(|| {
    let inputs = [3, 2, 1].map(|task| format!("{task}\n1\n2\n2 2 2\n2 2 2\n0\n0\n"));
    inputs.iter().filter_map(|input| problem(input)).collect()
});

/// What a program answers to them, the more the better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Answers {
    Nothing,
    /// A state to greedy, but no log.
    AState,
    /// The files of a task with a log, or it runs and runs.
    ALog,
}

/// Runs a program on the inputs until it answers one. If it answers none, also says why, as far as that is to be seen.
pub(super) fn try_out(
    setup: &Setup<'_>,
    program: &Program,
) -> Result<(Answers, Vec<String>), Interrupted> {
    let (mut last, mut is_stopped) = (None, false);
    for problem in INPUTS.iter() {
        let has_log = problem.task.logged_algorithm().is_some();
        let dir = setup.workspace.fresh("trial");
        let ran = run_small(setup, program, problem.to_string().as_bytes(), &dir, Duration::MAX);
        let has = |name: &str| {
            let file = open_output(&dir, name.as_ref(), u64::MAX).ok();
            file.and_then(|it| it.metadata().ok()).is_some_and(|it| it.len() > 0)
        };
        let answers = has(NEXT_STATE) && (!has_log || has(TRAVERSE_LOG));
        let misnamed = if answers { Vec::new() } else { misnamed(&dir) };
        setup.workspace.discard(&dir);
        let report = match ran {
            Ok(report) => report,
            Err(Fault::Interrupted) => return Err(Interrupted),
            // No file can have the name that its input should have.
            Err(_) if program.repair.is_some() => return Ok((Answers::Nothing, Vec::new())),
            // What cannot be tried is taken as it is.
            Err(_) => return Ok((Answers::ALog, Vec::new())),
        };
        is_stopped |= ended(&report).0 == End::Stopped;
        if answers {
            let is_enough = has_log || is_stopped;
            let answers = if is_enough { Answers::ALog } else { Answers::AState };
            return Ok((answers, Vec::new()));
        }
        last = Some((report, problem, misnamed));
    }
    let why = last.map(|(report, problem, misnamed)| {
        let (stdout, stderr) = (report.stdout.to_string(), report.stderr.to_string());
        let is_crash = ended(&report).0 == End::Crashed;
        let state = answer(problem).next_state();
        let ran =
            Ran { stdout: &stdout, stderr: &stderr, is_crash, state: &state, misnamed: &misnamed };
        Tree::open(&program.folder).map_or(Vec::new(), |root| advice(&root, program, ran))
    });
    // Other ways to run it take as long.
    let answers = if is_stopped { Answers::ALog } else { Answers::Nothing };
    Ok((answers, why.unwrap_or_default()))
}
