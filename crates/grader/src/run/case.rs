//! One case of one submission: a run in a folder with nothing but the input, and its judgement.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use super::compile::excerpt;
use super::prepare::Prepared;
use crate::cases::GradingCase;
use crate::grading::Setup;
use crate::judgement::{Judgement, judge};
use crate::result::{CaseResult, Used};
use crate::submission::{Program, Repair};
use journal::digest;
use mancala::homework::compare::Verdict;
use mancala::homework::{INPUT, NEXT_STATE, TRAVERSE_LOG, Task};
use sandbox::{Backend, Fault, Limits, Outcome, Report, Tree};

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
    match outcome {
        Ok(()) if result.verdict != Verdict::Accepted => {
            if let Some(why) = setup.workspace.full() {
                result.verdict = Verdict::InternalError;
                result.trouble = why;
            }
        }
        Ok(()) => {}
        Err(Trouble::Interrupted) => return None,
        Err(Trouble::Fault(why)) => {
            result.verdict = Verdict::InternalError;
            result.trouble = why;
        }
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

/// The version of the judgement: to be raised with every change that can alter a result.
const CHECKER: u32 = 2;

/// What a result depends on, as one hash: results of the same key need not be found out twice. `program` and `case`
/// are the digests of the two.
pub(super) fn key_of(program: &str, case: &str, limits: &Limits, backend: Backend) -> String {
    let limits = format!("{limits:?}");
    let parts: [&[u8]; 5] = [
        program.as_bytes(),
        case.as_bytes(),
        &CHECKER.to_le_bytes(),
        limits.as_bytes(),
        backend.name().as_bytes(),
    ];
    digest(parts)
}

enum Trouble {
    Interrupted,
    Fault(String),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Fault(error.to_string())
    }
}

fn attempt(it: &CaseRun<'_, '_>, dir: &Path, result: &mut CaseResult) -> Result<(), Trouble> {
    let CaseRun { setup, prepared, case, limits } = it;
    let Some(program) = &prepared.program else {
        return Err(Trouble::Fault("there is no program".to_owned()));
    };
    give_input(program, dir, &case.input)?;
    let job = program.run_job(dir, limits);
    let report = match setup.execute(&job, limits) {
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
    take_outputs(program, dir)?;
    match ended(&report) {
        Ended::Stopped(verdict) => result.verdict = verdict,
        Ended::ByItself => apply(judge(&case.expected, dir, limits.file_bytes)?, result),
        Ended::Crashed => {
            apply(judge(&case.expected, dir, limits.file_bytes)?, result);
            if result.verdict != Verdict::Accepted {
                result.verdict = Verdict::RuntimeError;
            }
        }
    }
    if result.verdict != Verdict::Accepted {
        result.stderr = excerpt(&report.stderr.to_string(), LONGEST_STDERR);
        setup.workspace.keep_outputs(dir, &result.key)?;
    }
    Ok(())
}

fn give_input(program: &Program, dir: &Path, text: &[u8]) -> io::Result<()> {
    let tree = Tree::create(dir)?;
    let also = match &program.repair {
        Some(Repair::InputAs(name)) => Some(name.as_str()),
        _ => None,
    };
    for name in [INPUT].into_iter().chain(also) {
        tree.create_file(Path::new(name), 0o644)?.write_all(text)?;
    }
    Ok(())
}

/// Gives outputs their names where those of others are taken for them.
fn take_outputs(program: &Program, dir: &Path) -> io::Result<()> {
    if program.repair != Some(Repair::OutputsByLook) {
        return Ok(());
    }
    let tree = Tree::open(dir)?;
    misnamed(dir)
        .iter()
        .try_for_each(|(name, wanted)| tree.rename(Path::new(name), Path::new(wanted)))
}

const HEADER: &str = "Node,Depth,Value";

/// The most files of a run that are looked at, and the most bytes of each.
const MAX_LISTED: usize = 20;
const MAX_LOOKED_AT: u64 = 4096;

/// Files in the folder of a run that look like an output whose own name is not there: each with the name that it
/// should have.
pub(super) fn misnamed(dir: &Path) -> Vec<(String, &'static str)> {
    let Ok(tree) = Tree::open(dir) else {
        return Vec::new();
    };
    let listed = tree.list(MAX_LISTED).map_or(Vec::new(), |it| it.0);
    let names = listed.into_iter().filter_map(|it| it.0.into_string().ok());
    let mut misnamed: Vec<(String, &str)> = Vec::new();
    for name in names.filter(|it| ![INPUT, NEXT_STATE, TRAVERSE_LOG].contains(&it.as_str())) {
        let Ok(text) = tree.beginning(Path::new(&name), MAX_LOOKED_AT) else {
            continue;
        };
        let text = String::from_utf8_lossy(&text);
        let mut lines = text.lines();
        let is_log = lines.next().is_some_and(|it| it.starts_with(HEADER));
        let is_board = text.lines().count() == 4
            && text.split_whitespace().all(|it| it.bytes().all(|byte| byte.is_ascii_digit()));
        let wanted = match () {
            () if is_log => TRAVERSE_LOG,
            () if is_board => NEXT_STATE,
            () => continue,
        };
        if !tree.has(wanted.as_ref()) && !misnamed.iter().any(|it| it.1 == wanted) {
            misnamed.push((name, wanted));
        }
    }
    misnamed
}

/// What a run on a small board may take: on so small a board that is long.
const LONGEST: Duration = Duration::from_secs(2);

/// Runs a program in `dir` on a small input that is no case, on the clock for hardly more than `most`.
pub(super) fn run_small(
    setup: &Setup<'_>,
    program: &Program,
    input: &[u8],
    dir: &Path,
    most: Duration,
) -> Result<Report, Fault> {
    let usual = setup.config.limits();
    let cpu = LONGEST.min(usual.cpu);
    let wall = Limits::for_cpu(LONGEST).wall.min(usual.wall).min(most.max(cpu));
    let limits = Limits { cpu, wall, ..usual };
    let failed = |source| Fault::Path { path: dir.to_owned(), source };
    give_input(program, dir, input).map_err(failed)?;
    let report = setup.execute(&program.run_job(dir, &limits), &limits)?;
    take_outputs(program, dir).map_err(failed)?;
    Ok(report)
}

/// How a program ended, as far as the verdict depends on it.
pub(super) enum Ended {
    ByItself,
    /// By a signal or with an exit code that says so.
    Crashed,
    /// By a limit or the sandbox: its outputs do not matter.
    Stopped(Verdict),
}

pub(super) fn ended(report: &Report) -> Ended {
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
    result.difference = judged.difference.clone();
    result.forgiven = judged.warnings;
}
