//! The integration tests: one binary, one file for each subject.

// A test that meets what it does not expect has failed.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod bad_inputs;
mod cases;
mod draw;
mod engines;
mod examples;
mod explain;
#[cfg(target_os = "linux")]
mod file_names;
mod games;
mod grade;
mod kgp;
mod matches;
mod nimcala;
mod page;
mod play;
mod positions;
mod printing;
mod program;
mod random_programs;
mod readme;
mod record;
mod reference;
mod rule_sets;
mod schemas;
mod sentences;
mod shipped;
mod skip;
mod solve;
#[cfg(target_os = "linux")]
mod students;
#[cfg(unix)]
mod tournament;
mod trace;
mod walks;

/// The top of the workspace, which has `inputs/` and `expected/`.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
