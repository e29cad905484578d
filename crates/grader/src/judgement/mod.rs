//! What a submission wrote for one case, against what is right.
//!
//! In reading order: [`expected`] (what is right), `written` (what lies there in place of an output),
//! and the judgement below.
//!
//! Left out: running programs, and what a verdict is worth.

pub mod expected;

mod written;

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use crate::long_log::right_or_unknown;
pub use expected::Expected;
use mancala::homework::Problem;
use mancala::homework::compare::beside::difference;
use mancala::homework::compare::carried::Carried;
use mancala::homework::compare::files::Forgiven;
use mancala::homework::compare::finding::{Finding, OutputFile};
use mancala::homework::compare::log::{self, JudgedLog};
use mancala::homework::compare::state;
use mancala::homework::compare::verdict::Verdict;
use mancala::search::Algorithm;
use sandbox::{NotAnOutput, open_output};

/// Bytes that are read at once.
const BUFFER: usize = 256 << 10;

/// What became of the outputs of one case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// Both outputs together.
    pub verdict: Verdict,
    /// The state alone.
    pub state: Verdict,
    /// The log alone; `None` for a task that has none.
    pub log: Option<Verdict>,
    /// What is wrong, at most one finding for each output.
    pub findings: Vec<Finding>,
    /// What was forgiven.
    pub warnings: Vec<String>,
    /// Rows of the log that are right, up to the first that is not.
    pub rows_right: u64,
    /// A wrong log, as its difference from the right one.
    pub difference: Option<Carried>,
}

/// The most bytes of a difference that are carried.
const MOST_CARRIED: usize = 4 << 10;

/// Judges what lies in `dir`, of which no file of more than `max_bytes` is read.
///
/// `dir` is not trusted: links, FIFOs and directories in place of an output count as none.
///
/// # Errors
/// If an output that is there cannot be read; that is the grader's fault.
pub fn judge(expected: &Expected, dir: &Path, max_bytes: u64) -> io::Result<Judgement> {
    let mut judged = Judgement {
        verdict: Verdict::Accepted,
        state: Verdict::Accepted,
        log: None,
        findings: Vec::new(),
        warnings: Vec::new(),
        rows_right: 0,
        difference: None,
    };
    let state_is_right = |file| {
        let judged = state::judge(&expected.answer.board, BufReader::new(file));
        judged.is_ok_and(|(finding, _)| finding.is_none())
    };
    judged.state = match open(dir, OutputFile::NextState, max_bytes, state_is_right)? {
        Ok(file) => {
            let (finding, forgiven) = state::judge(&expected.answer.board, file)?;
            judged.note(OutputFile::NextState, finding, &forgiven)
        }
        Err(finding) => judged.note(OutputFile::NextState, Some(finding), &[]),
    };
    if let Some(algorithm) = expected.problem.task.logged_algorithm() {
        let log_is_right = |file| {
            let judged = judge_log(&expected.problem, algorithm, file);
            judged.is_ok_and(|judged| judged.finding.is_none())
        };
        judged.log = Some(
            match open(dir, OutputFile::TraverseLog, max_bytes, log_is_right)? {
                Ok(file) => {
                    let log = judge_log(&expected.problem, algorithm, file.into_inner())?;
                    judged.rows_right = log.rows_right;
                    if log.finding.is_some() {
                        judged.difference = difference_of(expected, algorithm, dir, max_bytes)?;
                    }
                    judged.note(OutputFile::TraverseLog, log.finding, &log.forgiven)
                }
                Err(finding) => judged.note(OutputFile::TraverseLog, Some(finding), &[]),
            },
        );
    }
    judged.verdict = together(judged.state, judged.log);
    Ok(judged)
}

/// Judges a log: as a whole if it is long and right to the last byte, else row by row.
fn judge_log(problem: &Problem, algorithm: Algorithm, file: File) -> io::Result<JudgedLog> {
    match right_or_unknown(problem, file)? {
        Ok(right) => Ok(JudgedLog {
            finding: None,
            forgiven: Vec::new(),
            rows_right: right.rows,
        }),
        Err(file) => {
            let file = BufReader::with_capacity(BUFFER, file);
            log::judge(problem, algorithm, file)
        }
    }
}

/// How the log in `dir` differs from the right one.
fn difference_of(
    expected: &Expected,
    algorithm: Algorithm,
    dir: &Path,
    max_bytes: u64,
) -> io::Result<Option<Carried>> {
    let log = open(dir, OutputFile::TraverseLog, max_bytes, |_| false)?;
    let Ok(log) = log else {
        return Ok(None);
    };
    difference(&expected.problem, algorithm, log, MOST_CARRIED).map(Some)
}

impl Judgement {
    /// Takes note of what is wrong with an output; returns its verdict.
    fn note(
        &mut self,
        file: OutputFile,
        finding: Option<Finding>,
        forgiven: &[Forgiven],
    ) -> Verdict {
        let warnings = forgiven.iter().map(|it| format!("{} {it}", file.name()));
        self.warnings.extend(warnings);
        let verdict = finding.as_ref().map_or(Verdict::Accepted, |it| it.verdict);
        self.findings.extend(finding);
        verdict
    }
}

/// The verdict on a case from those on its outputs: right if both are, partly if one is, else the
/// more basic of the two faults.
fn together(state: Verdict, log: Option<Verdict>) -> Verdict {
    match (state, log) {
        (state, None) => state,
        (Verdict::Accepted, Some(Verdict::Accepted)) => Verdict::Accepted,
        (Verdict::Accepted, Some(_)) | (_, Some(Verdict::Accepted)) => Verdict::Partly,
        // In the order of Verdict: WA, PE, NO.
        (state, Some(log)) => state.max(log),
    }
}

/// Opens an output for reading; the inner `Err` says that there is none, and what there is instead.
fn open(
    dir: &Path,
    file: OutputFile,
    max_bytes: u64,
    is_right: impl Fn(File) -> bool,
) -> io::Result<Result<BufReader<File>, Finding>> {
    let name = file.name();
    let message = match open_output(dir, OsStr::new(name), max_bytes) {
        Ok(file) => return Ok(Ok(BufReader::with_capacity(BUFFER, file))),
        Err(NotAnOutput::Unreadable(error)) if error.kind() != io::ErrorKind::PermissionDenied => {
            return Err(error);
        }
        Err(NotAnOutput::Missing) => {
            let instead = written::tell(dir, max_bytes, is_right);
            format!("There is no {name}.{instead}")
        }
        Err(other) => format!("{name} is not an output: {other}."),
    };
    Ok(Err(Finding {
        file,
        verdict: Verdict::NoOutput,
        place: None,
        message,
        lines: None,
        node: None,
    }))
}
