//! The integration tests: one binary, one file per room.

// A test that meets what it does not expect has failed.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod architecture;
mod bad_inputs;
mod cases;
mod engines;
mod explain;
mod perft;
mod program;
mod readme;
mod reference;
#[cfg(target_os = "linux")]
mod sandbox;
