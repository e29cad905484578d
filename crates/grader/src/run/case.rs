//! One case of one submission: a run in a folder with nothing but the input, and its judgement.

use std::io;
use std::path::Path;

use super::execution::{ended, give_input, take_outputs};
use super::prepare::Prepared;
use super::setup::{Setup, excerpt};
use crate::cases::{Expected, GradingCase};
use crate::judgement::{Judgement, judge};
use crate::result::{CaseResult, Used, key_of};
use explain::evidence::End;
use mancala::homework::Task;
use mancala::homework::compare::Verdict;
use sandbox::{Fault, Limits, Outcome};

/// The most of standard error that is kept, in characters.
const LONGEST_STDERR: usize = 2000;

pub(super) struct CaseRun<'r, 'a> {
    pub(super) setup: &'r Setup<'a>,
    pub(super) prepared: &'r Prepared<'a>,
    pub(super) case: &'r GradingCase,
    pub(super) limits: &'r Limits,
}

/// Runs a program on a case; `None` if the run was cancelled.
pub(super) fn run(it: &CaseRun<'_, '_>) -> Option<CaseResult> {
    let CaseRun { setup, case, .. } = it;
    let mut result = not_run(it);
    if let Some(contradiction) = &case.expected.contradiction {
        result.trouble.clone_from(contradiction);
        return Some(result);
    }
    if case.expected.problem.task == Task::Competition {
        result.verdict = Verdict::Skipped;
        "the competition has no single correct answer".clone_into(&mut result.trouble);
        return Some(result);
    }
    let dir = setup.workspace.fresh("case");
    let outcome = attempt(it, &dir, &mut result);
    setup.workspace.discard(&dir);
    let fault = match outcome {
        Ok(()) if result.verdict != Verdict::Accepted => setup.workspace.full(),
        Ok(()) => None,
        Err(Fault::Interrupted) => return None,
        Err(why) => Some(why.to_string()),
    };
    if let Some(why) = fault {
        (result.verdict, result.trouble) = (Verdict::InternalError, why);
    }
    Some(result)
}

/// The result of a case on which a program is not run, since it took too long on smaller ones of its task.
pub(super) fn given_up(it: &CaseRun<'_, '_>) -> CaseResult {
    CaseResult {
        verdict: Verdict::Skipped,
        trouble: "not run: the smallest cases of this task took too long".to_owned(),
        outcome: Some(Outcome::CpuLimit),
        ..not_run(it)
    }
}

fn not_run(CaseRun { setup, prepared, case, limits }: &CaseRun<'_, '_>) -> CaseResult {
    let record = &prepared.record;
    let digest = case.digest();
    let backend = setup.sandbox.backend();
    CaseResult {
        key: key_of(&record.program, &digest, limits, backend),
        submission: record.name.as_str().into(),
        program: record.program.as_str().into(),
        case: case.name.as_str().into(),
        case_digest: digest.into(),
        verdict: Verdict::InternalError,
        state: None,
        log: None,
        rows_right: 0,
        trouble: String::new(),
        outcome: None,
        findings: Vec::new(),
        difference: None,
        forgiven: Vec::new(),
        stderr: String::new(),
        backend,
        used: Used::default(),
    }
}

fn attempt(it: &CaseRun<'_, '_>, dir: &Path, result: &mut CaseResult) -> Result<(), Fault> {
    let CaseRun { setup, prepared, case, limits } = it;
    let Some(program) = &prepared.program else {
        return Err(io::Error::other("there is no program").into());
    };
    give_input(program, dir, &case.input)?;
    let report = setup.execute(&program.run_job(dir, limits), limits)?;
    result.used = Used {
        cpu_ms: report.cpu.map(|time| time.as_millis() as u64),
        wall_ms: Some(report.wall.as_millis() as u64),
        memory_bytes: report.peak_memory,
    };
    if let Some(command) = program.at_fault(&report.outcome) {
        return Err(io::Error::other(format!("`{command}`: {}", report.outcome)).into());
    }
    result.outcome = Some(report.outcome.clone());
    take_outputs(program, dir)?;
    let (end, verdict) = ended(&report);
    if end != End::Stopped {
        let Expected { problem, answer, .. } = &case.expected;
        apply(judge(problem, answer, dir, limits.file_bytes)?, result);
    }
    if result.verdict != Verdict::Accepted {
        if end != End::Normal {
            result.verdict = verdict;
        }
        result.stderr = excerpt(&report.stderr.to_string(), LONGEST_STDERR);
        setup.workspace.keep_outputs(dir, &result.key)?;
    }
    Ok(())
}

fn apply(judged: Judgement, result: &mut CaseResult) {
    result.verdict = judged.verdict;
    result.state = Some(judged.state);
    result.log = judged.log;
    result.rows_right = judged.rows_right;
    result.findings = judged.findings;
    result.difference = judged.difference;
    result.forgiven = judged.warnings;
}
