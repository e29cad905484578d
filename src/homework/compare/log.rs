//! `traverse_log.txt` of a submission against the search as it runs.
//!
//! The log is read once, in memory that does not grow with it, and not beyond its first wrong row.
//!
//! Left out: opening the file, and the comparison itself ([`files`](crate::homework::compare::files)).

use std::io::{self, BufRead};
use std::ops::ControlFlow;

use super::finding::{Excerpt, Finding, OutputFile, Place, readable};
use super::node::{Path, Visited, describe};
use super::row::{Unparsable, parse_row, wrong_cell};
use crate::game::Pit;
use crate::homework::compare::files::{
    Cause, Compared, Difference, Forgiven, Leniency, LogComparer, Stop,
};
use crate::homework::compare::verdict::Verdict;
use crate::homework::traverse_log::header;
use crate::homework::{Problem, answer_to};
use crate::search::{Algorithm, Observer, Visit};

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
pub fn judge(problem: &Problem, algorithm: Algorithm, file: impl BufRead) -> io::Result<JudgedLog> {
    let mut listener = Listener {
        comparer: LogComparer::new(file, algorithm, Leniency::Course)?,
        path: Path::default(),
        differs: None,
        rows_right: 0,
    };
    if let ControlFlow::Break(Stop::Unreadable(error)) = answer_to(problem, &mut listener) {
        return Err(error);
    }
    let Compared {
        difference,
        forgiven,
    } = listener.comparer.finish()?;
    let visited = listener.differs.as_ref();
    Ok(JudgedLog {
        finding: difference.map(|difference| Finding {
            node: visited.map(|visited| describe(visited, problem)),
            ..finding(&difference, algorithm)
        }),
        forgiven: forgiven.into_iter().collect(),
        rows_right: listener.rows_right,
    })
}

/// Compares, and remembers where the search was when the first difference came.
struct Listener<R> {
    comparer: LogComparer<R>,
    path: Path,
    differs: Option<Visited>,
    rows_right: u64,
}

impl<R: BufRead> Observer<Pit> for Listener<R> {
    type Stop = Stop;

    fn visit(&mut self, visit: &Visit<Pit>) -> ControlFlow<Stop> {
        // A wrong header belongs to no visit.
        let right_so_far = !self.comparer.differs();
        let flow = self.comparer.visit(visit);
        if !right_so_far {
            return flow;
        }
        if self.comparer.differs() {
            self.differs = Some(self.path.visited(visit));
        } else {
            self.rows_right += 1;
            self.path.follow(visit);
        }
        flow
    }
}

fn finding(difference: &Difference, algorithm: Algorithm) -> Finding {
    let shown = |lines: &[Vec<u8>]| -> Vec<String> {
        let lines = lines.iter().map(|line| readable(line.trim_ascii_end()));
        lines.collect()
    };
    let lines = Excerpt {
        before: shown(&difference.before),
        expected: shown(&difference.computed),
        found: shown(&difference.found),
    };
    let found = difference.found.first().map(Vec::as_slice);
    let expected = difference.computed.first().map(Vec::as_slice);
    let (verdict, column, message) = match (expected, found) {
        _ if difference.cause == Cause::TooManyBlanks => {
            let message = "The log has many more blanks or empty lines than are forgiven up to \
                           here, and is not read any further.";
            (Verdict::PresentationError, None, message.to_owned())
        }
        (_, None) if difference.line == 1 => {
            let message = "The file is empty.".to_owned();
            (Verdict::PresentationError, Some(1), message)
        }
        (_, None) => {
            let message = "The log ends here, but the search goes on.".to_owned();
            (Verdict::WrongAnswer, None, message)
        }
        _ if difference.line == 1 => {
            let header = header(algorithm);
            let message = format!("Expected the header `{header}`.");
            (Verdict::PresentationError, Some(1), message)
        }
        (expected, Some(found)) => match (parse_row(found, algorithm), expected) {
            (Err(Unparsable { column, message }), _) => {
                (Verdict::PresentationError, Some(column), message)
            }
            (Ok(_), None) => {
                let message = "The search is over, but the log goes on.".to_owned();
                (Verdict::WrongAnswer, None, message)
            }
            (Ok(found), Some(expected)) => (
                Verdict::WrongAnswer,
                None,
                wrong_cell(expected, &found, algorithm),
            ),
        },
    };
    Finding {
        file: OutputFile::TraverseLog,
        verdict,
        place: Some(Place {
            line: difference.line,
            column,
        }),
        message,
        lines: Some(lines),
        node: None,
    }
}
