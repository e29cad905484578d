//! The assignment's files: `input.txt` in, `next_state.txt` and `traverse_log.txt` out.
//!
//! In reading order: [`problem`] (what is asked), [`input`] (text to problem),
//! [`answer`](mod@answer) (problem to answer), [`pit_name`], [`next_state`], [`row_text`] and
//! [`traverse_log`] (answer to text); [`nimcala`] (the same for the other game) and [`question`]
//! (what both games share); [`engine`] and [`best_play`] (exact values and the strongest turn).
//!
//! Left out: folders of cases and opening files ([`cli`](crate::cli)), other people's outputs
//! ([`grade`](crate::grade)).

pub mod answer;
pub mod input;
pub mod next_state;
pub mod nimcala;
pub mod problem;
pub mod question;
pub mod row_text;
pub mod traverse_log;
mod write_behind;

pub use answer::{Answer, answer};
pub use input::{Input, parse, read};
pub use nimcala::NimcalaProblem;
pub use problem::{Problem, Task};
pub use question::{Filed, NodeName, Question};
pub use traverse_log::{LogWriter, OptionalRows};

/// The file name of an input in a folder of its own.
pub const INPUT: &str = "input.txt";
/// The file name of the board after the chosen turn.
pub const NEXT_STATE: &str = "next_state.txt";
/// The file name of the traversal log.
pub const TRAVERSE_LOG: &str = "traverse_log.txt";
