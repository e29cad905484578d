//! The assignment's files: `input.txt` in, `next_state.txt` and `traverse_log.txt` out.
//!
//! In reading order: [`Problem`] and [`Task`] (what is asked), [`HomeworkPosition`] and [`NodeName`] (what two
//! games share), [`input`] (text to problem), [`answer()`] and its forms that have a log, [`compete`] (task 4),
//! [`LogWriter`] and [`RowBuffer`] (a log as text), [`compare`] (files of others, against the answer).
//!
//! A long minimax log is made by several threads (`parallel`), any other log is written by a second one
//! (`write_behind`); rows are put together from preformatted cells (`row_text`).

mod answer;
pub mod compare;
pub mod input;
mod parallel;
mod problem;
mod row_text;
mod traverse_log;
mod write_behind;

pub use answer::{Answer, Lookahead, answer, answer_and_log, answer_to, answer_with_log, compete};
pub use input::{Input, parse, read};
pub use problem::{HomeworkPosition, MAX_CUTOFF, Problem, Searcher, Task, next_state};
pub use row_text::{NodeName, RowBuffer, RowValue, row_text};
pub use traverse_log::{Log, LogWriter, OptionalRows, log_header};

/// The file name of an input in a folder of its own.
pub const INPUT: &str = "input.txt";
/// The file name of the board after the chosen turn.
pub const NEXT_STATE: &str = "next_state.txt";
/// The file name of the traversal log.
pub const TRAVERSE_LOG: &str = "traverse_log.txt";
