//! A log against the search that should have written it, as the search runs.
//!
//! The log is read once, in memory that does not grow with it, and not beyond its first wrong row.

use std::io::{self, BufRead, Read, Write};
use std::ops::ControlFlow;

use super::finding::{Excerpt, Finding, Location, OutputFile};
use super::node::{LocatedVisit, SearchPath, describe};
use super::row::{Unparsable, parse_row, without_mark, wrong_cell};
use super::text::{AtEnd, Cause, Compared, FirstDifference, Lines};
use super::verdict::{Forgiven, Leniency, Verdict};
use crate::game::Pit;
use crate::homework::row_text::{RowBuffer, RowValue};
use crate::homework::traverse_log::{log_header, optional_row};
use crate::homework::{
    Answer, HomeworkPosition, NodeName, OptionalRows, Problem, answer_to, answer_with_log,
};
use crate::search::{Algorithm, Observer, Visit};
use crate::visible::readable;

/// Observer of a search: compares a log with its rows.
#[derive(Debug)]
pub struct LogComparer<R> {
    lines: Lines<R>,
    row: RowBuffer,
    rows: u64,
}

/// Why a comparer stops a search.
#[derive(Debug)]
pub enum Stop {
    /// The difference and what surrounds it are known.
    Difference,
    /// The file cannot be read.
    Unreadable(io::Error),
}

impl<R: BufRead> LogComparer<R> {
    /// Compares `file` with the rows of the search to come, and with their header at once.
    pub fn new(file: R, algorithm: Algorithm, leniency: Leniency) -> io::Result<Self> {
        let mut lines = Lines::new(file, leniency);
        let mut row = RowBuffer::with_capacity(0);
        row.push_line(log_header(algorithm));
        // The search has not begun: the first row will be told to stop.
        lines.expect(row.text(), || None)?;
        Ok(Self { lines, row, rows: 0 })
    }

    /// Rows of the search that were compared; the header does not count.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Whether the first difference was met.
    pub fn differs(&self) -> bool {
        self.lines.differs()
    }

    /// The result, once the search has ended or was stopped.
    ///
    /// # Errors
    /// Those of reading the file.
    pub fn finish(self) -> io::Result<Compared> {
        self.lines.finish(AtEnd::Nothing)
    }
}

impl<R: BufRead, M: NodeName> Observer<M> for LogComparer<R> {
    type Stop = Stop;

    fn visit(&mut self, visit: &Visit<M>) -> ControlFlow<Stop> {
        self.row.clear();
        self.row.push_row(visit, RowValue::Known(visit.value));
        self.rows += 1;
        let is_lenient = self.lines.leniency() == Leniency::Course;
        let optional = || is_lenient.then(|| optional_text(visit)).flatten();
        match self.lines.expect(self.row.text(), optional) {
            Ok(true) => ControlFlow::Continue(()),
            Ok(false) => ControlFlow::Break(Stop::Difference),
            Err(error) => ControlFlow::Break(Stop::Unreadable(error)),
        }
    }
}

/// The optional row of `visit`, marked but for the mark itself; `None` if it has none.
fn optional_text<M: NodeName>(visit: &Visit<M>) -> Option<String> {
    let mut row = RowBuffer::with_capacity(0);
    row.push_row(visit, optional_row(visit, OptionalRows::Marked)?);
    let text = String::from_utf8_lossy(row.text().trim_ascii_end());
    Some(without_mark(&text).0.to_owned())
}

/// What became of a log.
#[derive(Debug)]
pub struct JudgedLog {
    /// What is wrong with it first; `None` if nothing is.
    pub finding: Option<Finding>,
    /// What leniency forgave.
    pub forgiven: Vec<Forgiven>,
    /// Rows of the search that agree, up to the first that does not.
    pub rows_right: u64,
}

/// Judges a log of a problem's search.
///
/// # Errors
/// Those of reading the file.
pub fn judge_log(
    problem: &Problem,
    algorithm: Algorithm,
    file: impl BufRead,
) -> io::Result<JudgedLog> {
    let mut judge = Judge {
        comparer: LogComparer::new(file, algorithm, Leniency::Course)?,
        path: SearchPath::default(),
        differs: None,
        rows_right: 0,
    };
    if let ControlFlow::Break(Stop::Unreadable(error)) = answer_to(problem, &mut judge) {
        return Err(error);
    }
    let Compared { difference, forgiven } = judge.comparer.finish()?;
    let visited = judge.differs.as_ref();
    Ok(JudgedLog {
        finding: difference.map(|difference| Finding {
            node: visited.map(|visited| describe(visited, problem)),
            ..finding(&difference, algorithm)
        }),
        forgiven: forgiven.into_iter().collect(),
        rows_right: judge.rows_right,
    })
}

/// Compares, and remembers where the search was when the first difference came.
struct Judge<R> {
    comparer: LogComparer<R>,
    path: SearchPath,
    differs: Option<LocatedVisit>,
    rows_right: u64,
}

impl<R: BufRead> Observer<Pit> for Judge<R> {
    type Stop = Stop;

    fn visit(&mut self, visit: &Visit<Pit>) -> ControlFlow<Stop> {
        // A wrong header belongs to no visit.
        if self.comparer.differs() {
            return self.comparer.visit(visit);
        }
        let flow = self.comparer.visit(visit);
        if self.comparer.differs() {
            self.differs = Some(self.path.visited(visit));
        } else {
            self.rows_right += 1;
            self.path.follow(visit);
        }
        flow
    }
}

fn finding(difference: &FirstDifference, algorithm: Algorithm) -> Finding {
    let lines = Excerpt::of(difference, |line| readable(line.trim_ascii_end()));
    let found = difference.found.first().map(Vec::as_slice);
    let expected = difference.computed.first().map(Vec::as_slice);
    let (verdict, column, message) = match (expected, found) {
        _ if difference.cause == Cause::TooManyBlanks => {
            let message = "The log has far too many spaces or empty lines up to here, and is not \
                           read any further.";
            (Verdict::PresentationError, None, message.to_owned())
        }
        (_, None) if difference.line == 1 => {
            let message = "The file is empty.".to_owned();
            (Verdict::PresentationError, Some(1), message)
        }
        (_, None) => {
            let message = "The log ends too early: the search goes on.".to_owned();
            (Verdict::WrongAnswer, None, message)
        }
        _ if difference.line == 1 => {
            let header = log_header(algorithm);
            let message = format!("Expected the header `{header}`.");
            (Verdict::PresentationError, Some(1), message)
        }
        (expected, Some(found)) => match (parse_row(found, algorithm), expected) {
            (Err(Unparsable { column, message }), _) => {
                (Verdict::PresentationError, Some(column), message)
            }
            (Ok(_), None) => {
                let message = "The log should end here: the search is over.".to_owned();
                (Verdict::WrongAnswer, None, message)
            }
            (Ok(found), Some(expected)) => {
                (Verdict::WrongAnswer, None, wrong_cell(expected, &found, algorithm))
            }
        },
    };
    Finding {
        file: OutputFile::TraverseLog,
        verdict,
        place: Some(Location { line: difference.line, column }),
        message,
        lines: Some(lines),
        node: None,
    }
}

/// Bytes of a log that [`exactly`] reads at once. They are compared while the processor's cache holds them.
const BLOCK: usize = 64 << 10;

/// The answer to `problem` and the number of rows of its log, if `file` holds exactly that log.
///
/// The file is read on a thread of its own, and not beyond its first difference.
pub fn exactly<P: HomeworkPosition>(
    problem: &Problem<P>,
    file: impl Read + Send + 'static,
) -> Option<(Answer<P>, u64)> {
    let compared = Expecting { file, block: vec![0; BLOCK] };
    let open = || Ok::<_, io::Error>(compared);
    let (answer, log) = answer_with_log(problem, OptionalRows::Omit, open).ok()?;
    let mut log = log?;
    log.out.is_at_end().then_some((answer, log.rows))
}

/// Takes what the file should hold, and fails where it holds something else.
struct Expecting<R> {
    file: R,
    block: Vec<u8>,
}

impl<R: Read> Expecting<R> {
    fn is_at_end(&mut self) -> bool {
        let beyond = self.file.by_ref().take(1).read_to_end(&mut self.block);
        beyond.is_ok_and(|bytes| bytes == 0)
    }
}

impl<R: Read> Write for Expecting<R> {
    fn write(&mut self, expected: &[u8]) -> io::Result<usize> {
        for expected in expected.chunks(BLOCK) {
            let found = &mut self.block[..expected.len()];
            self.file.read_exact(found)?;
            if found != expected {
                return Err(io::ErrorKind::InvalidData.into());
            }
        }
        Ok(expected.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::homework::{Input, read};

    /// A log of several blocks, more than the first buffer of a log holds.
    fn long_log() -> (Problem, Vec<u8>, u64) {
        let Ok(Input::Kalah(problem)) = read(b"2\n1\n5\n3 3 3 3 3 3\n3 3 3 3 3 3\n0\n0\n") else {
            panic!("the input is one of Kalah");
        };
        let memory = || Ok::<_, io::Error>(Vec::new());
        let (_, log) = answer_with_log(&problem, OptionalRows::Omit, memory).unwrap();
        let log = log.unwrap();
        assert!(log.out.len() > 8 * BLOCK);
        (problem, log.out, log.rows)
    }

    #[test]
    fn only_the_very_log_is_the_same() {
        let (problem, right, rows) = long_log();
        let counted = |log: Vec<u8>| exactly(&problem, Cursor::new(log)).map(|same| same.1);
        assert_eq!(counted(right.clone()), Some(rows));
        let last = right.len() - 1;
        for at in [0, BLOCK - 1, BLOCK, 5 * BLOCK + 7, last] {
            let mut wrong = right.clone();
            wrong[at] ^= 1;
            assert_eq!(counted(wrong), None, "byte {at} differs");
            assert_eq!(counted(right[..at].to_vec()), None, "only {at} bytes");
        }
        assert_eq!(counted([right, b"\n".to_vec()].concat()), None);
    }
}
