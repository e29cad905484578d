//! One case of one submission: a run in a folder with nothing but the input, and its judgement.
//!
//! Left out: what a program wrote ([`judge`](crate::judgement)).

use std::io::{self, Write};
use std::path::Path;

use super::excerpt::excerpt;
use super::prepare::Prepared;
use super::setup::Setup;
use crate::cases::GradingCase;
use crate::judgement::{Judgement, judge};
use crate::key;
use crate::result::{CaseResult, LogDifference, Used};
use crate::submission::Program;
use mancala::homework::INPUT;
use mancala::homework::Task;
use mancala::homework::compare::verdict::Verdict;
use sandbox::{Fault, Limits, Outcome, Report, Tree};

/// The most of standard error that is kept, in characters.
const LONGEST_STDERR: usize = 2000;

/// Runs a program on a case; `None` if the run was cancelled.
pub(super) fn run(
    setup: &Setup<'_>,
    prepared: &Prepared<'_>,
    case: &GradingCase,
    limits: &Limits,
) -> Option<CaseResult> {
    let record = &prepared.record;
    let digest = case.digest();
    let backend = setup.sandbox.backend();
    let mut result = CaseResult {
        key: key::of_case(&record.program, &digest, limits, backend),
        submission: record.name.as_str().into(),
        program: record.program.as_str().into(),
        case: case.name.as_str().into(),
        case_digest: digest.into(),
        verdict: Verdict::InternalError,
        state: None,
        log: None,
        rows_right: 0,
        reason: String::new(),
        outcome: None,
        findings: Vec::new(),
        difference: None,
        warnings: Vec::new(),
        stderr: String::new(),
        backend,
        used: Used::default(),
    };
    if let Some(contradiction) = &case.expected.contradiction {
        result.reason.clone_from(contradiction);
        return Some(result);
    }
    if case.expected.problem.task == Task::Competition {
        result.verdict = Verdict::Skipped;
        "the competition has no one right answer".clone_into(&mut result.reason);
        return Some(result);
    }
    let dir = setup.workspace.fresh("case");
    let outcome = attempt(setup, prepared, case, limits, &dir, &mut result);
    setup.workspace.discard(&dir);
    match outcome {
        Ok(()) if result.verdict != Verdict::Accepted => {
            if let Some(why) = setup.workspace.full() {
                result.verdict = Verdict::InternalError;
                result.reason = why;
            }
        }
        Ok(()) => {}
        Err(Trouble::Interrupted) => return None,
        Err(Trouble::Fault(why)) => {
            result.verdict = Verdict::InternalError;
            result.reason = why;
        }
    }
    Some(result)
}

/// Why a case has no verdict.
enum Trouble {
    Interrupted,
    Fault(String),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Fault(error.to_string())
    }
}

fn attempt(
    setup: &Setup<'_>,
    prepared: &Prepared<'_>,
    case: &GradingCase,
    limits: &Limits,
    dir: &Path,
    result: &mut CaseResult,
) -> Result<(), Trouble> {
    let Some(program) = &prepared.program else {
        return Err(Trouble::Fault("there is no program".to_owned()));
    };
    give_input(dir, case)?;
    let job = program.run_job(dir, limits);
    let report = match setup.sandbox.run(&job, limits, setup.cancel) {
        Ok(report) => report,
        Err(Fault::Interrupted) => return Err(Trouble::Interrupted),
        Err(fault) => return Err(Trouble::Fault(fault.to_string())),
    };
    result.used = Used {
        cpu_ms: report.cpu.map(|time| time.as_millis() as u64),
        wall_ms: Some(report.wall.as_millis() as u64),
        memory_bytes: report.peak_memory,
    };
    if let Some(command) = program.at_fault(&report.outcome) {
        return Err(Trouble::Fault(format!("`{command}`: {}", report.outcome)));
    }
    result.outcome = Some(report.outcome.clone());
    match ended(&report) {
        Ended::Stopped(verdict) => {
            result.verdict = verdict;
            result.reason = report.outcome.to_string();
        }
        Ended::ByItself => apply(judge(&case.expected, dir, limits.file_bytes)?, result),
        Ended::Crashed => {
            apply(judge(&case.expected, dir, limits.file_bytes)?, result);
            if result.verdict == Verdict::Accepted {
                // The course looked at nothing but the outputs.
                result
                    .warnings
                    .push(format!("the program ended with {}", report.outcome));
            } else {
                result.verdict = Verdict::RuntimeError;
                result.reason = report.outcome.to_string();
            }
        }
    }
    if result.state == Some(Verdict::NoOutput) {
        note_first_argument(setup, program, case, limits, result)?;
    }
    if result.verdict != Verdict::Accepted {
        result.stderr = excerpt(&report.stderr.to_string(), LONGEST_STDERR);
        setup.workspace.keep_outputs(dir, &result.key)?;
    }
    Ok(())
}

/// Makes the folder of a run, with the input in it.
fn give_input(dir: &Path, case: &GradingCase) -> io::Result<()> {
    let mut input = Tree::create(dir)?.create_file(Path::new(INPUT), 0o644)?;
    input.write_all(&case.input)
}

/// Runs a program that wrote no state once more, with the input's name alone; says so if that is how it
/// wants to be run.
fn note_first_argument(
    setup: &Setup<'_>,
    program: &Program,
    case: &GradingCase,
    limits: &Limits,
    result: &mut CaseResult,
) -> Result<(), Trouble> {
    let dir = setup.workspace.fresh("case");
    let Some(job) = program.job_without_option(&dir, limits) else {
        return Ok(());
    };
    give_input(&dir, case)?;
    let ran = setup.sandbox.run(&job, limits, setup.cancel);
    let judged = match &ran {
        Ok(_) => judge(&case.expected, &dir, limits.file_bytes)?.state,
        Err(Fault::Interrupted) => return Err(Trouble::Interrupted),
        Err(_) => Verdict::NoOutput,
    };
    setup.workspace.discard(&dir);
    if let (false, Some(finding)) = (judged == Verdict::NoOutput, result.findings.first_mut()) {
        finding.message += " The program read its first argument as the file name, although the \
                            homework says `-i input.txt`.";
    }
    Ok(())
}

/// How a program ended, as far as the verdict depends on it.
enum Ended {
    ByItself,
    /// By a signal or with an exit code that says so.
    Crashed,
    /// By a limit or a wall: its outputs do not matter.
    Stopped(Verdict),
}

fn ended(report: &Report) -> Ended {
    match &report.outcome {
        Outcome::Exited(0) => Ended::ByItself,
        Outcome::Exited(_) | Outcome::Signaled(_) => Ended::Crashed,
        Outcome::CpuLimit | Outcome::WallLimit => Ended::Stopped(Verdict::TimeLimit),
        Outcome::MemoryLimit => Ended::Stopped(Verdict::MemoryLimit),
        Outcome::ProcessLimit | Outcome::NotExecutable(_) => Ended::Stopped(Verdict::RuntimeError),
        Outcome::OutputLimit(_) => Ended::Stopped(Verdict::OutputLimit),
        Outcome::Security(_) => Ended::Stopped(Verdict::Security),
    }
}

fn apply(judged: Judgement, result: &mut CaseResult) {
    result.verdict = judged.verdict;
    result.state = Some(judged.state);
    result.log = judged.log;
    result.rows_right = judged.rows_right;
    result.findings = judged.findings;
    result.difference = judged.difference.as_ref().map(LogDifference::of);
    result.warnings = judged.warnings;
}
