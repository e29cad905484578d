//! The tests of the library: one binary, one file per subject. What needs the program is tested in
//! `crates/cli/tests`.

// A test that meets what it does not expect has failed.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod architecture;
mod best_play;
mod lanes;
mod packages;
mod perft;
mod solver;
