//! The integration tests: one binary, one file per room.

mod record;
