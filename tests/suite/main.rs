//! The integration tests: one binary, one file per room.

#[cfg(target_os = "linux")]
mod sandbox;
