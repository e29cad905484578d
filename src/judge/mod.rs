//! What a file says, against the search as it runs.
//!
//! In reading order: [`compare`] (two texts, and a log against its search), [`verdict`], [`finding`]
//! (what is wrong, as data), [`state`] and [`log`] (the two outputs), `row` and `node` (a row of the
//! log, and where in the search it belongs).
//!
//! Left out: folders, and who wrote the files ([`grade`](crate::grade)).

pub mod compare;
pub mod finding;
pub mod log;
pub mod state;
pub mod verdict;

mod node;
mod row;
