//! Judging: answers against expected files, and other people's programs.
//!
//! In reading order: [`suite`] (which input belongs to which expected files), [`compare`] (a file
//! against the search as it runs), [`check`] (one case), [`explain`] (which mistake it is).

pub mod check;
pub mod compare;
pub mod explain;
pub mod sandbox;
pub mod suite;
