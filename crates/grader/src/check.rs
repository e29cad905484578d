//! One case: the answer to its input against its expected files.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::path::Path;

use crate::long_log::right_or_unknown;
use mancala::homework::compare::files::{
    Compared, Difference, Leniency, LogComparer, Stop, compare_text,
};
use mancala::homework::{Answer, HomeworkPosition, Problem, answer, answer_to};
use mancala::homework::{NEXT_STATE, TRAVERSE_LOG};
use mancala::search::Algorithm;
use sandbox::{NotAnOutput, Tree};

/// What is wrong with an expected file.
#[derive(Debug)]
pub enum Wrong {
    /// It is not there.
    Missing,
    /// It is there, but the task has no such output.
    Superfluous,
    /// It differs from the answer.
    Different(Difference),
    /// It cannot be read.
    Unreadable(io::Error),
}

/// A wrong expected file, by name.
#[derive(Debug)]
pub struct WrongFile {
    /// [`NEXT_STATE`] or [`TRAVERSE_LOG`].
    pub file: &'static str,
    /// What is wrong with it.
    pub wrong: Wrong,
}

impl WrongFile {
    /// Whether it is the file of this name, and is there with something else in it.
    #[must_use]
    pub fn is_different(&self, file: &str) -> bool {
        self.file == file && matches!(self.wrong, Wrong::Different(_))
    }
}

/// Compares the files in `folder` with the answer to `problem`; empty if all is right.
#[must_use]
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
    wrong
        .into_iter()
        .filter_map(|(file, wrong)| {
            Some(WrongFile {
                file,
                wrong: wrong?,
            })
        })
        .collect()
}

fn compare_log<P: HomeworkPosition>(
    problem: &Problem<P>,
    algorithm: Algorithm,
    file: File,
    leniency: Leniency,
) -> (Option<Answer<P>>, Option<Wrong>) {
    let comparer = match right_or_unknown(problem, file) {
        Ok(Ok(right)) => return (Some(right.answer), None),
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
