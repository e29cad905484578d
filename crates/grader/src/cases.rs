//! The cases of a suite, read and answered, so that it is known what is right; and a case against its expected files. A
//! long log is first asked whether it is right to the last byte, before anybody looks at each of its rows.

use std::fs::File;
use std::io;
use std::io::{BufRead, BufReader, Read, Seek};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;
use thiserror::Error;

use super::result::{Suite, SuiteCase};
use case_files::{Case, SuiteError};
use journal::digest;
use mancala::homework::compare::{
    Compared, FirstDifference, Leniency, LogComparer, Stop, compare_text, exactly,
};
use mancala::homework::input::{InputError, read_bounded};
use mancala::homework::{
    Answer, HomeworkPosition, Input, NEXT_STATE, OptionalRows, Problem, TRAVERSE_LOG, answer,
    answer_to, answer_with_log, read as parse,
};
use mancala::search::Algorithm;
use sandbox::{NotAnOutput, Tree};

#[derive(Debug, Clone)]
pub struct GradingCase {
    pub name: String,
    pub input: Vec<u8>,
    pub expected: Expected,
}

impl GradingCase {
    /// The hash of the input and of what is right.
    pub fn digest(&self) -> String {
        let contradiction = self.expected.contradiction.as_deref().unwrap_or_default();
        digest([self.input.as_slice(), self.expected.digest.as_bytes(), contradiction.as_bytes()])
    }

    /// What the ledger says of it.
    pub fn record(&self) -> SuiteCase {
        SuiteCase {
            name: self.name.clone(),
            task: self.expected.problem.task.name().to_owned(),
            rows: self.expected.rows,
            digest: self.digest(),
            input: String::from_utf8_lossy(&self.input).into_owned(),
        }
    }
}

/// What is right for a case.
#[derive(Debug, Clone)]
pub struct Expected {
    pub problem: Problem,
    pub answer: Answer,
    /// Rows of its log, the header not counted; 0 for a task without one.
    pub rows: u64,
    /// The hash of both outputs, in hexadecimal digits.
    pub digest: String,
    /// Why the case cannot be graded: expected files beside the input contradict the answer.
    pub contradiction: Option<String>,
}

impl Expected {
    /// Answers `problem` and hashes the outputs, without keeping the log.
    pub fn compute(problem: Problem) -> Self {
        let hasher = || Ok::<_, io::Error>(blake3::Hasher::new());
        // Hashing cannot fail; were it to, the answer alone would still be right.
        let (answer, log) = answer_with_log(&problem, OptionalRows::Omit, hasher)
            .unwrap_or_else(|_| (answer(&problem), None));
        let (mut hasher, rows) = log.map_or_else(Default::default, |log| (log.out, log.rows));
        hasher.update(answer.next_state().as_bytes());
        Self {
            problem,
            answer,
            rows,
            digest: hasher.finalize().to_hex().to_string(),
            contradiction: None,
        }
    }

    /// Checks the expected files in `folder`, if there are any.
    pub fn checked_against(mut self, folder: &Path) -> Self {
        if folder.join(NEXT_STATE).exists() {
            let wrong = check(&self.problem, folder, Leniency::Course);
            if let Some(WrongFile { file, .. }) = wrong.first() {
                self.contradiction = Some(format!(
                    "{} beside the input contradicts the answer; `mancala check` shows where",
                    file
                ));
            }
        }
        self
    }
}

#[derive(Debug, Clone, Default)]
pub struct Cases {
    /// Those that are graded, in the order of their names.
    pub cases: Vec<GradingCase>,
    /// Inputs that are not: another game than the homework's.
    pub left_out: Vec<PathBuf>,
    pub folder: PathBuf,
}

impl Cases {
    pub fn suite(&self) -> Suite {
        Suite { cases: self.cases.iter().map(GradingCase::record).collect() }
    }
}

#[derive(Debug, Error)]
pub enum CasesError {
    #[error(transparent)]
    Suite(SuiteError),
    #[error("cannot read {}: {}", .0.display(), .1)]
    Io(PathBuf, io::Error),
    #[error("{}: {error}", .path.display())]
    Input { path: PathBuf, bytes: Vec<u8>, error: InputError },
    #[error("{}: no case to run", .0.display())]
    Nothing(PathBuf),
}

/// Reads and answers the cases at `path`: a folder of them, or a single input.
///
/// # Errors
/// [`CasesError`] for the first input that cannot be used, or if there is none.
pub fn read(path: &Path) -> Result<Cases, CasesError> {
    let found = if path.is_dir() {
        case_files::find_cases(path).map_err(CasesError::Suite)?
    } else {
        let name = path.file_stem().unwrap_or_default();
        vec![Case { name: name.to_string_lossy().into_owned(), input: path.to_owned() }]
    };
    let prepared: Result<Vec<_>, CasesError> =
        found.par_iter().map(|case| prepare(case, path)).collect();
    let mut all = Cases { folder: path.to_owned(), ..Cases::default() };
    for (case, prepared) in found.into_iter().zip(prepared?) {
        match prepared {
            Some(prepared) => all.cases.push(prepared),
            None => all.left_out.push(case.input),
        }
    }
    if all.cases.is_empty() { Err(CasesError::Nothing(path.to_owned())) } else { Ok(all) }
}

/// A case with its answer; `None` for another game than the homework's.
fn prepare(case: &Case, root: &Path) -> Result<Option<GradingCase>, CasesError> {
    let bytes = File::open(&case.input)
        .and_then(read_bounded)
        .map_err(|error| CasesError::Io(case.input.clone(), error))?;
    let problem = match parse(&bytes) {
        Ok(Input::Kalah(problem)) => problem,
        Ok(Input::Nimcala(_)) => return Ok(None),
        Err(error) => {
            let path = case.input.clone();
            return Err(CasesError::Input { path, bytes, error });
        }
    };
    Ok(Some(GradingCase {
        name: case.name.clone(),
        input: bytes,
        expected: Expected::compute(problem).checked_against(&case.folder(root)),
    }))
}

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
        Some(algorithm) => match open(&log) {
            Ok(file) => compare_log(problem, algorithm, file, leniency),
            Err(wrong) => (None, Some(wrong)),
        },
        None => (None, log.exists().then_some(Wrong::Superfluous)),
    };
    // A comparer stops the search at the first difference; the state still wants the whole of it.
    let answer = compared.unwrap_or_else(|| answer(problem));
    let state = match open(&folder.join(NEXT_STATE)) {
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
) -> (Option<Answer<P>>, Option<Wrong>) {
    let comparer = match right_or_unknown(problem, file) {
        Ok(Ok((answer, _))) => return (Some(answer), None),
        Ok(Err(file)) => LogComparer::new(buffered(file), algorithm, leniency),
        Err(error) => Err(error),
    };
    let mut comparer = match comparer {
        Ok(comparer) => comparer,
        Err(error) => return (None, Some(Wrong::Unreadable(error))),
    };
    match answer_to(problem, &mut comparer) {
        ControlFlow::Continue(answer) => (Some(answer), outcome(comparer.finish())),
        ControlFlow::Break(Stop::Difference) => (None, outcome(comparer.finish())),
        ControlFlow::Break(Stop::Unreadable(error)) => (None, Some(Wrong::Unreadable(error))),
    }
}

fn outcome(compared: io::Result<Compared>) -> Option<Wrong> {
    match compared {
        Ok(compared) => compared.difference.map(Wrong::Different),
        Err(error) => Some(Wrong::Unreadable(error)),
    }
}

fn buffered(file: impl Read) -> impl BufRead {
    BufReader::with_capacity(256 << 10, file)
}

/// Whatever lies there: a student's folder may hold links and FIFOs.
fn open(path: &Path) -> Result<File, Wrong> {
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
pub(crate) fn right_or_unknown<P: HomeworkPosition>(
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
