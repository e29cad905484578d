//! The assignment's files: `input.txt` in, `next_state.txt` and `traverse_log.txt` out.
//!
//! In reading order: [`Problem`] and [`Task`] (what is asked), [`input`] (text to problem),
//! [`answer()`], [`answer_and_log`], [`answer_with_log`] and [`answer_to`] (problem to answer), [`next_state`],
//! [`RowBuffer`] and [`traverse_log`] (answer to text), [`competition`] (task 4), [`compare`] (files of
//! others, against the answer); [`HomeworkPosition`] and [`NodeName`] are what two games share.
//!
//! Left out: folders of cases and opening files (the program), other people's outputs
//! (the crate `grader`).

mod ahead;
mod answer;
pub mod compare;
pub mod competition;
pub mod input;
mod log_rows;
pub mod next_state;
mod nimcala;
mod piece;
mod position;
mod problem;
mod row_text;
pub mod traverse_log;
mod write_behind;

pub use answer::{Answer, answer, answer_and_log, answer_to, answer_with_log};
pub use input::{Input, parse, read};
pub use position::{HomeworkPosition, NodeName, Searcher};
pub use problem::{Problem, Task};
pub use row_text::{RowBuffer, RowValue};
pub use traverse_log::{Log, LogWriter, OptionalRows};

/// The file name of an input in a folder of its own.
pub const INPUT: &str = "input.txt";
/// The file name of the board after the chosen turn.
pub const NEXT_STATE: &str = "next_state.txt";
/// The file name of the traversal log.
pub const TRAVERSE_LOG: &str = "traverse_log.txt";
