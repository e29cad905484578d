//! Judging other people's programs.

pub mod explain;
