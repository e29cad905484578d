//! The integration tests: one binary, one file per room.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod reference;
