//! A run of a program in a folder with nothing but the input: on a case, with its judgement, or on a small input; the
//! folder before and after it, and how it ended. And whether a program answers at all; if not, why, as far as that is to
//! be seen. Those inputs are our own, so that neither a hidden case nor a part of the suite decides.

use std::io::{self, Write};
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use super::setup::{Interrupted, Setup, excerpt};
use crate::cases::{Expected, GradingCase};
use crate::judgement::{Judgement, judge, listed};
use crate::result::{CaseResult, SubmissionRecord, Used, key_of, problem};
use crate::submission::advice::{Ran, advice};
use crate::submission::command::Program;
use explain::evidence::End;
use mancala::homework::compare::Verdict;
use mancala::homework::{INPUT, NEXT_STATE, Problem, TRAVERSE_LOG, Task, answer};
use sandbox::tree::Bounds;
use sandbox::{Fault, Limits, Outcome, Report, Tree, open_output};

/// The most of standard error that is kept, in characters.
const LONGEST_STDERR: usize = 2000;

pub struct CaseRun<'r, 'a> {
    pub setup: &'r Setup<'a>,
    /// What the ledger says of the submission.
    pub record: &'r SubmissionRecord,
    pub program: Option<&'r Program>,
    pub case: &'r GradingCase,
    pub limits: &'r Limits,
}

/// Runs a program on a case; `None` if the run was cancelled.
pub fn run(it: &CaseRun<'_, '_>) -> Option<CaseResult> {
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
pub fn given_up(it: &CaseRun<'_, '_>) -> CaseResult {
    CaseResult {
        verdict: Verdict::Skipped,
        trouble: "not run: the smallest cases of this task took too long".to_owned(),
        outcome: Some(Outcome::CpuLimit),
        ..not_run(it)
    }
}

fn not_run(CaseRun { setup, record, case, limits, .. }: &CaseRun<'_, '_>) -> CaseResult {
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
    let CaseRun { setup, program, case, limits, .. } = it;
    let Some(program) = program else { return Err(io::Error::other("there is no program").into()) };
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
    if !end.is_at_limit() {
        let Expected { problem, answer, .. } = &case.expected;
        apply(judge(problem, answer, dir, limits.file_bytes)?, result);
    }
    if result.verdict != Verdict::Accepted {
        if end != End::Normal {
            result.verdict = verdict;
        }
        // Where the program lies is another folder each time; its path ends with a slash.
        let folder = program.folder.join("");
        let said = report.stderr.to_string().replace(&*folder.to_string_lossy(), "");
        result.stderr = excerpt(&said, LONGEST_STDERR);
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

fn give_input(program: &Program, dir: &Path, text: &[u8]) -> io::Result<()> {
    let tree = Tree::create(dir)?;
    tree.create_file(Path::new(INPUT), 0o644)?.write_all(text)?;
    if let Some(name) = program.repair.as_ref().and_then(|it| it.input_as.as_ref()) {
        let name = Path::new(name);
        name.parent().map(|folder| tree.create_directory(folder, 0o755)).transpose()?;
        tree.create_file(name, 0o644)?.write_all(text)?;
    }
    Ok(())
}

/// Gives outputs their names where those of others are taken for them.
fn take_outputs(program: &Program, dir: &Path) -> io::Result<()> {
    if !program.repair.as_ref().is_some_and(|it| it.outputs_by_look) {
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

/// Files in the folder of a run, or in a folder there, that look like an output whose own name is not there: each with
/// the name that it should have.
fn misnamed(dir: &Path) -> Vec<(String, &'static str)> {
    let Ok(tree) = Tree::open(dir) else { return Vec::new() };
    let (files, _) = listed(&tree, Bounds { entries: MAX_LISTED, depth: 2 });
    let mut misnamed: Vec<(String, &str)> = Vec::new();
    for name in files.iter().filter_map(|it| it.to_str()) {
        let Ok(text) = tree.beginning(name.as_ref(), MAX_LOOKED_AT) else { continue };
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
            misnamed.push((name.to_owned(), wanted));
        }
    }
    misnamed
}

/// The limits of a run on a small board, of a program that may never end.
pub fn short(setup: &Setup<'_>) -> Limits {
    /// On so small a board that is long.
    const LONGEST: Duration = Duration::from_secs(2);
    let (usual, short) = (setup.config.limits(), Limits::for_cpu(LONGEST));
    Limits { cpu: usual.cpu.min(short.cpu), wall: usual.wall.min(short.wall), ..usual }
}

/// Runs a program in `dir` on a small input that is no case, on the clock for hardly more than `most`.
pub fn run_small(
    setup: &Setup<'_>,
    program: &Program,
    input: &[u8],
    dir: &Path,
    most: Duration,
) -> Result<Report, Fault> {
    let short = short(setup);
    let limits = Limits { wall: short.wall.min(most.max(short.cpu)), ..short };
    give_input(program, dir, input)?;
    let report = setup.execute(&program.run_job(dir, &limits), &limits)?;
    take_outputs(program, dir)?;
    Ok(report)
}

/// How a program ended, and the verdict on that. The outputs of one that was stopped do not matter.
pub fn ended(report: &Report) -> (End, Verdict) {
    match &report.outcome {
        Outcome::Exited(0) => (End::Normal, Verdict::Accepted),
        Outcome::Exited(_) | Outcome::Signaled(_) => (End::Crashed, Verdict::RuntimeError),
        Outcome::CpuLimit | Outcome::WallLimit => (End::Stopped, Verdict::TimeLimit),
        Outcome::MemoryLimit => (End::OverLimit, Verdict::MemoryLimit),
        Outcome::ProcessLimit | Outcome::NotExecutable(_) => {
            (End::OverLimit, Verdict::RuntimeError)
        }
        Outcome::OutputLimit(_) => (End::OverLimit, Verdict::OutputLimit),
        Outcome::Security(_) => (End::OverLimit, Verdict::Security),
    }
}

/// Alpha-beta, minimax and greedy, in the order in which they are tried.
static INPUTS: LazyLock<Vec<Problem>> = LazyLock::new(|| {
    let inputs = [3, 2, 1].map(|task| format!("{task}\n1\n2\n2 2 2\n2 2 2\n0\n0\n"));
    inputs.iter().filter_map(|input| problem(input)).collect()
});

/// What a program answers to them, the more the better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answers {
    Nothing,
    /// A state to greedy, but no log.
    AState,
    /// The files of a task with a log, or it runs and runs.
    ALog,
}

/// Runs a program on the inputs until it answers one. If it answers none, also says why, as far as that is to be seen.
pub fn try_out(
    setup: &Setup<'_>,
    program: &Program,
) -> Result<(Answers, Vec<String>), Interrupted> {
    let (mut last, mut is_stopped, mut has_state) = (None, false, false);
    for problem in INPUTS.iter() {
        let has_log = problem.task.logged_algorithm().is_some();
        let dir = setup.workspace.fresh("trial");
        let ran = run_small(setup, program, problem.to_string().as_bytes(), &dir, Duration::MAX);
        let length = |name: &str| {
            let file = open_output(&dir, name.as_ref(), u64::MAX).ok();
            Some(file?.metadata().ok()?.len())
        };
        let has = |name: &str| length(name) > Some(0);
        let answers = has(NEXT_STATE) && (!has_log || has(TRAVERSE_LOG));
        let is_empty = length(NEXT_STATE) == Some(0);
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
        is_stopped |= ended(&report).0.is_at_limit();
        match answers {
            true if has_log || is_stopped => return Ok((Answers::ALog, Vec::new())),
            // Greedy is the last of them.
            true => has_state = true,
            false => last = Some((report, problem, misnamed, is_empty)),
        }
    }
    let why = last.map(|(report, problem, misnamed, is_empty)| {
        let (stdout, stderr) = (report.stdout.to_string(), report.stderr.to_string());
        let end = ended(&report).0;
        let state = answer(problem).next_state();
        let ran = Ran {
            stdout: &stdout,
            stderr: &stderr,
            end,
            is_empty,
            state: &state,
            misnamed: &misnamed,
            has_state,
        };
        Tree::open(&program.folder).map_or(Vec::new(), |root| advice(&root, program, ran))
    });
    // Other ways to run it take as long.
    let answers = match () {
        () if is_stopped => Answers::ALog,
        () if has_state => Answers::AState,
        () => Answers::Nothing,
    };
    Ok((answers, why.unwrap_or_default()))
}
