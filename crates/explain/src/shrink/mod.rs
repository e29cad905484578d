//! From a problem on which a program goes wrong to the smallest one on which it does.
//!
//! Two ways lead there. Where a known mistake is to be seen, no program has to be run: small problems
//! are tried one after the other until a program with that mistake answers otherwise than a right one
//! ([`smallest_showing`]). Where nothing is known but that a program goes wrong, a large problem is
//! made smaller as long as it still does ([`shrink`]).
//!
//! In reading order: [`size`] (which of two problems is smaller), `smaller` (what a problem can become),
//! `descend` (one step after the other), `showing` (the search for a known mistake).
//!
//! Problems are given only as the homework's statement has them: both players can move, and the cutoff is at least 1.

mod descend;
mod showing;
pub mod size;
mod smaller;

pub use descend::{Shrunk, shrink};
pub use showing::smallest_showing;
pub use size::Size;
