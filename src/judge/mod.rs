//! What a file says, against the search as it runs.
//!
//! In reading order: [`compare`] (two texts, and a log against its search), [`verdict`], [`finding`]
//! (what is wrong, as data), [`state`] and [`log`] (the two outputs), `row` (a row of a submission's
//! log), [`node`] (where in the search a row belongs, in words).
//!
//! Left out: folders, and who wrote the files ([`grade`](crate::grade)).

pub mod compare;
pub mod finding;
pub mod log;
pub mod node;
pub mod state;
pub mod verdict;

mod row;
