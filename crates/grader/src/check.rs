//! One case: the answer to its input against its expected files. A long log is first asked whether it is right to the
//! last byte, before anybody looks at each of its rows.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use mancala::homework::compare::{
    Compared, FirstDifference, Leniency, LogComparer, Stop, compare_text, exactly,
};
use mancala::homework::{
    Answer, HomeworkPosition, NEXT_STATE, Problem, TRAVERSE_LOG, answer, answer_to,
};
use mancala::search::Algorithm;
use sandbox::{NotAnOutput, Tree};

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
            Ok(file) => compare_log(problem, algorithm, file, leniency)
                .unwrap_or_else(|error| (None, Some(Wrong::Unreadable(error)))),
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
