//! The cases of a suite, read and answered, so that it is known what is right.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use rayon::prelude::*;

use super::judgement::{WrongFile, check};
use super::result::SuiteCase;
use case_files::{Case, SuiteError};
use journal::digest;
use mancala::homework::compare::Leniency;
use mancala::homework::input::{InputError, read_bounded};
use mancala::homework::{
    Answer, Input, NEXT_STATE, OptionalRows, Problem, answer, answer_with_log, read as parse,
};

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
            self.contradiction = wrong.first().map(|WrongFile { file, .. }| {
                format!(
                    "{file} beside the input contradicts the answer; `mancala check` shows where"
                )
            });
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
        Err(error) => return Err(CasesError::Input { path: case.input.clone(), bytes, error }),
    };
    Ok(Some(GradingCase {
        name: case.name.clone(),
        input: bytes,
        expected: Expected::compute(problem).checked_against(&case.folder(root)),
    }))
}
