//! One case: the answer to its input against its expected files.

use std::fs::File;
use std::io::{self, BufReader};
use std::ops::ControlFlow;
use std::path::Path;

use crate::homework::{Answer, HomeworkPosition, Problem, answer, answer_to};
use crate::homework::{NEXT_STATE, TRAVERSE_LOG};
use crate::judge::compare::{Compared, Difference, Leniency, LogComparer, Stop, compare_text};

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
            Ok(file) => {
                let comparer = LogComparer::new(file, algorithm, leniency);
                compare_log(problem, comparer)
            }
            Err(wrong) => (None, Some(wrong)),
        },
        None => (None, log.exists().then_some(Wrong::Superfluous)),
    };
    // A comparer stops the search at the first difference; the state still wants the whole of it.
    let answer = compared.unwrap_or_else(|| answer(problem));
    let state = match open(&folder.join(NEXT_STATE)) {
        Ok(file) => outcome(compare_text(&answer.next_state(), file, leniency)),
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

type Opened = BufReader<File>;

fn compare_log<P: HomeworkPosition>(
    problem: &Problem<P>,
    comparer: io::Result<LogComparer<Opened>>,
) -> (Option<Answer<P>>, Option<Wrong>) {
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

fn open(path: &Path) -> Result<Opened, Wrong> {
    match File::open(path) {
        Ok(file) => Ok(BufReader::with_capacity(256 << 10, file)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(Wrong::Missing),
        Err(error) => Err(Wrong::Unreadable(error)),
    }
}
