//! What somebody wrote for one case, against what is right, which our own search computes once: the files of a folder
//! are checked, what a submission wrote is judged. A long log is first asked whether it is right to the last byte,
//! before anybody looks at each of its rows. Nothing that was written is trusted: links are not followed, and all of it
//! is bounded.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mancala::homework::compare::{
    self, Compared, Finding, FirstDifference, Forgiven, JudgedLog, Leniency, LogComparer, LogDiff,
    OutputFile, Stop, Verdict, compare_text, diff_against_search, exactly, judge_state,
};
use mancala::homework::{
    Answer, HomeworkPosition, INPUT, NEXT_STATE, Problem, TRAVERSE_LOG, answer, answer_to,
};
use mancala::search::Algorithm;
use mancala::visible::readable;
use sandbox::tree::{Bounds, Kind, Step};
use sandbox::{NotAnOutput, Tree, open_output};

#[derive(Debug)]
pub enum Wrong {
    Missing,
    /// It is there, but the task has no such output.
    Superfluous,
    Different(FirstDifference),
    Unreadable(io::Error),
}

#[derive(Debug)]
pub struct WrongFile {
    /// [`NEXT_STATE`] or [`TRAVERSE_LOG`].
    pub file: &'static str,
    pub wrong: Wrong,
}

impl WrongFile {
    /// Whether it is the file of this name, and is there with something else in it.
    pub fn is_different(&self, file: &str) -> bool {
        self.file == file && matches!(self.wrong, Wrong::Different(_))
    }
}

/// Compares the files in `folder` with the answer to `problem`; empty if all is right.
pub fn check<P: HomeworkPosition>(
    problem: &Problem<P>,
    folder: &Path,
    leniency: Leniency,
) -> Vec<WrongFile> {
    let log = folder.join(TRAVERSE_LOG);
    let (compared, log) = match problem.task.logged_algorithm() {
        Some(algorithm) => match opened(&log) {
            Ok(file) => compare_log(problem, algorithm, file, leniency)
                .unwrap_or_else(|error| (None, Some(Wrong::Unreadable(error)))),
            Err(wrong) => (None, Some(wrong)),
        },
        None => (None, log.exists().then_some(Wrong::Superfluous)),
    };
    // A comparer stops the search at the first difference; the state still wants the whole of it.
    let answer = compared.unwrap_or_else(|| answer(problem));
    let state = match opened(&folder.join(NEXT_STATE)) {
        Ok(file) => outcome(compare_text(&answer.next_state(), buffered(file), leniency)),
        Err(wrong) => Some(wrong),
    };
    let wrong = [(NEXT_STATE, state), (TRAVERSE_LOG, log)];
    wrong.into_iter().filter_map(|(file, wrong)| Some(WrongFile { file, wrong: wrong? })).collect()
}

fn compare_log<P: HomeworkPosition>(
    problem: &Problem<P>,
    algorithm: Algorithm,
    file: File,
    leniency: Leniency,
) -> io::Result<(Option<Answer<P>>, Option<Wrong>)> {
    let mut comparer = match right_or_unknown(problem, file)? {
        Ok((answer, _)) => return Ok((Some(answer), None)),
        Err(file) => LogComparer::new(buffered(file), algorithm, leniency)?,
    };
    let answer = match answer_to(problem, &mut comparer) {
        ControlFlow::Continue(answer) => Some(answer),
        ControlFlow::Break(Stop::Difference) => None,
        ControlFlow::Break(Stop::Unreadable(error)) => return Err(error),
    };
    Ok((answer, outcome(comparer.finish())))
}

fn outcome(compared: io::Result<Compared>) -> Option<Wrong> {
    match compared {
        Ok(compared) => compared.difference.map(Wrong::Different),
        Err(error) => Some(Wrong::Unreadable(error)),
    }
}

/// Whatever lies there: a student's folder may hold links and FIFOs.
fn opened(path: &Path) -> Result<File, Wrong> {
    Tree::open_file(path, u64::MAX).map_err(|error| match error {
        NotAnOutput::Missing => Wrong::Missing,
        other => Wrong::Unreadable(io::Error::other(other)),
    })
}

/// A log of fewer bytes is not worth a second thread, and a second search if it is wrong.
const LONG: u64 = 1 << 20;

/// The answer to a problem, and the number of rows of its log.
type Right<P> = (Answer<P>, u64);

/// What `file` is if it is long and exactly the log of `problem`; if not, the file, at its beginning.
fn right_or_unknown<P: HomeworkPosition>(
    problem: &Problem<P>,
    file: File,
) -> io::Result<Result<Right<P>, Arc<File>>> {
    let file = Arc::new(file);
    let about = file.metadata()?;
    if !about.is_file() || about.len() < LONG {
        return Ok(Err(file));
    }
    if let Some(right) = exactly(problem, Arc::clone(&file)) {
        return Ok(Ok(right));
    }
    (&*file).rewind()?;
    Ok(Err(file))
}

fn buffered<R: Read>(file: R) -> BufReader<R> {
    BufReader::with_capacity(256 << 10, file)
}

/// What became of the outputs of one case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    pub verdict: Verdict,
    pub state: Verdict,
    /// The log alone; `None` for a task that has none.
    pub log: Option<Verdict>,
    /// What is wrong, at most one finding for each output.
    pub findings: Vec<Finding>,
    pub warnings: Vec<String>,
    /// Rows of the log that are right, up to the first that is not.
    pub rows_right: u64,
    /// A wrong log, as its difference from the right one.
    pub difference: Option<LogDiff>,
}

/// The most bytes of a difference that are kept.
const MAX_DIFF: usize = 4 << 10;

/// Judges what lies in `dir`, of which no file of more than `max_bytes` is read.
///
/// `dir` is not trusted: links, FIFOs and directories in place of an output count as none.
///
/// # Errors
/// If an output that is there cannot be read; that is the grader's fault.
pub fn judge(
    problem: &Problem,
    answer: &Answer,
    dir: &Path,
    max_bytes: u64,
) -> io::Result<Judgement> {
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
        let judged = judge_state(&answer.board, BufReader::new(file));
        judged.is_ok_and(|(finding, _)| finding.is_none())
    };
    let (finding, forgiven) = match open(dir, OutputFile::NextState, max_bytes, state_is_right)? {
        Ok(file) => judge_state(&answer.board, file)?,
        Err(finding) => (Some(finding), Vec::new()),
    };
    judged.state = judged.note(OutputFile::NextState, finding, &forgiven);
    if let Some(algorithm) = problem.task.logged_algorithm() {
        let log_is_right = |file| {
            let judged = judge_log(problem, algorithm, file);
            judged.is_ok_and(|judged| judged.finding.is_none())
        };
        judged.log = Some(match open(dir, OutputFile::TraverseLog, max_bytes, log_is_right)? {
            Ok(file) => {
                let log = judge_log(problem, algorithm, file.into_inner())?;
                judged.rows_right = log.rows_right;
                if log.finding.is_some() {
                    let log = open(dir, OutputFile::TraverseLog, max_bytes, |_| false)?.ok();
                    let differ = |log| diff_against_search(problem, algorithm, log, MAX_DIFF);
                    judged.difference = log.map(differ).transpose()?;
                }
                judged.note(OutputFile::TraverseLog, log.finding, &log.forgiven)
            }
            Err(finding) => judged.note(OutputFile::TraverseLog, Some(finding), &[]),
        });
    }
    judged.verdict = together(judged.state, judged.log);
    Ok(judged)
}

/// Judges a log: as a whole if it is long and right to the last byte, else row by row.
fn judge_log(problem: &Problem, algorithm: Algorithm, file: File) -> io::Result<JudgedLog> {
    match right_or_unknown(problem, file)? {
        Ok((_, rows_right)) => Ok(JudgedLog { finding: None, forgiven: Vec::new(), rows_right }),
        Err(file) => compare::judge_log(problem, algorithm, buffered(file)),
    }
}

impl Judgement {
    /// Takes note of what is wrong with an output; returns its verdict.
    fn note(
        &mut self,
        file: OutputFile,
        finding: Option<Finding>,
        forgiven: &[Forgiven],
    ) -> Verdict {
        self.warnings.extend(forgiven.iter().map(|it| format!("{} {it}", file.name())));
        let verdict = finding.as_ref().map_or(Verdict::Accepted, |it| it.verdict);
        self.findings.extend(finding);
        verdict
    }
}

/// The verdict on a case from those on its outputs: right if both are, partly if one is, else the more basic fault.
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
        Ok(file) => return Ok(Ok(buffered(file))),
        Err(NotAnOutput::Unreadable(error)) if error.kind() != io::ErrorKind::PermissionDenied => {
            return Err(error);
        }
        Err(NotAnOutput::Missing) => {
            let instead = other_files(dir, max_bytes, is_right);
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

/// What is looked at; a hostile program may leave any number of entries.
const LOOKED_AT: Bounds = Bounds { entries: 2_000, depth: 4 };
const MAX_NAMED: usize = 8;

/// Says what lies in `dir` besides the two outputs and the input, as a sentence that begins with a
/// blank; empty if there is nothing. `is_right` tells whether a file is what is missing; no file of
/// more than `max_bytes` is asked about.
fn other_files(dir: &Path, max_bytes: u64, is_right: impl Fn(File) -> bool) -> String {
    let Ok(tree) = Tree::open(dir) else { return String::new() };
    let (files, folders) = listed(&tree, LOOKED_AT);
    let mut told: Vec<String> = Vec::new();
    for file in files.iter().take(MAX_NAMED) {
        let is_right = tree.file(file, max_bytes).is_ok_and(&is_right);
        let right = if is_right { " (which would be correct)" } else { "" };
        told.push(format!("`{}`{right}", shown(file)));
    }
    for folder in folders.iter().take(MAX_NAMED) {
        told.push(format!("an empty folder `{}`", shown(folder)));
    }
    let more = (files.len() + folders.len()).saturating_sub(told.len());
    told.extend((more > 0).then(|| format!("{more} more")));
    match told.as_slice() {
        [] => String::new(),
        [only] => format!(" The program wrote {only}."),
        [first @ .., last] => format!(" The program wrote {} and {last}.", first.join(", ")),
    }
}

/// The files in `dir` but the input and the outputs, and the folders that have none, sorted.
pub(crate) fn listed(dir: &Tree, bounds: Bounds) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let (mut files, mut folders) = (Vec::new(), Vec::new());
    // What cannot be listed holds nothing.
    let _ = dir.walk(bounds, &mut |entry| {
        let is_known = [INPUT, NEXT_STATE, TRAVERSE_LOG].map(Path::new).contains(&entry.path);
        match entry.kind {
            Kind::File if !is_known => files.push(entry.path.to_owned()),
            Kind::Directory => folders.push(entry.path.to_owned()),
            _ => {}
        }
        io::Result::Ok(Step::Into)
    });
    folders.retain(|folder| !files.iter().any(|file| file.starts_with(folder)));
    files.sort();
    folders.sort();
    (files, folders)
}

/// A name that the program chose, as text in which everything can be seen.
fn shown(path: &Path) -> String {
    readable(path.as_os_str().as_encoded_bytes()).replace('`', "'")
}
