//! What a file says, against the search as it runs.
//!
//! In reading order: `text` (two texts line by line), [`Verdict`] and [`Forgiven`], [`Finding`] (what is
//! wrong, as data), `row` (a row of a log, read), [`judge_state`] and [`judge_log`] (the two outputs),
//! `node` (where in the search a row belongs, in words), [`LogDiff`] and [`LogDiffer`] (all of a log as its
//! difference from another).
//!
//! ```
//! use mancala::homework::{OptionalRows, answer_and_log, parse};
//! use mancala::homework::compare;
//! use mancala::search::Algorithm;
//!
//! let problem = parse(b"2\n1\n1\n1 0 2\n2 0 1\n0\n0\n")?;
//! let (answer, log) = answer_and_log(&problem, OptionalRows::Omit)?;
//! let right = log.ok_or("minimax has a log")?;
//! let judged = compare::judge_log(&problem, Algorithm::Minimax, right.as_bytes())?;
//! assert!(judged.finding.is_none());
//!
//! let wrong = right.replacen("B2,1,0", "B2,1,7", 1);
//! let judged = compare::judge_log(&problem, Algorithm::Minimax, wrong.as_bytes())?;
//! let finding = judged.finding.ok_or("a wrong value is found")?;
//! assert_eq!(finding.place.map(|place| place.line), Some(3));
//!
//! // The boards agree, with a line end of another system forgiven.
//! let state = answer.next_state().replace('\n', "\r\n");
//! let (finding, forgiven) = compare::judge_state(&answer.board, state.as_bytes())?;
//! assert!(finding.is_none() && forgiven.len() == 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod diff;
mod differ;
mod finding;
mod log;
mod node;
mod row;
mod state;
mod text;
mod verdict;

pub use diff::{Hunk, LinePair, LogDiff};
pub use differ::{LogDiffer, MAX_DIFF_BYTES, MAX_LINE_CHARS, diff_against_search};
pub use finding::{
    Excerpt, Finding, Location, NamedTurn, NodeDescription, OutputFile, side_by_side,
};
pub use log::{JudgedLog, LogComparer, Stop, exactly, judge_log};
pub use node::{LocatedVisit, Returned, SearchPath, Step, describe, draw};
pub use row::{LogRow, is_cell, is_optional_form, without_mark};
pub use state::judge_state;
pub use text::{CONTEXT, Cause, Compared, FirstDifference, MAX_BLANKS, compare_text};
pub use verdict::{Forgiven, Leniency, Verdict};
