//! What a file says, against the search as it runs.
//!
//! In reading order: [`files`] (two texts, and a log against its search), [`verdict`], [`finding`]
//! (what is wrong, as data), [`state`] and [`log`] (the two outputs), `row` (a row of a submission's
//! log), [`node`] (where in the search a row belongs, in words), [`carried`] (a log as a difference),
//! `difference` (finding it), [`beside`] (that from the right log).
//!
//! ```
//! use mancala::homework::{OptionalRows, answer_and_log, parse};
//! use mancala::homework::compare;
//! use mancala::search::Algorithm;
//!
//! let problem = parse(b"2\n1\n1\n1 0 2\n2 0 1\n0\n0\n")?;
//! let (answer, log) = answer_and_log(&problem, OptionalRows::Omit)?;
//! let right = log.ok_or("minimax has a log")?;
//! let judged = compare::log::judge(&problem, Algorithm::Minimax, right.as_bytes())?;
//! assert!(judged.finding.is_none());
//!
//! let wrong = right.replacen("B2,1,0", "B2,1,7", 1);
//! let judged = compare::log::judge(&problem, Algorithm::Minimax, wrong.as_bytes())?;
//! let finding = judged.finding.ok_or("a wrong value is found")?;
//! assert_eq!(finding.place.map(|place| place.line), Some(3));
//!
//! // The boards agree, with a line end of another system forgiven.
//! let state = answer.next_state().replace('\n', "\r\n");
//! let (finding, forgiven) = compare::state::judge(&answer.board, state.as_bytes())?;
//! assert!(finding.is_none() && forgiven.len() == 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Left out: folders, and who wrote the files (the crate `grader`).

pub mod beside;
pub mod carried;
pub mod files;
pub mod finding;
pub mod log;
pub mod node;
pub mod state;
pub mod verdict;

pub mod difference;
mod row;
