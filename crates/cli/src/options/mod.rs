//! Options that several commands share.
//!
//! `amounts` (bytes, times, threads), `format` (text or JSON), `look` (of a picture), `refused` (options of
//! another game), `shard` (a part of the work), `shrinking` (small counterexamples), `start` (where a
//! game begins), `tokens` (where one of Nimcala does), `waiting` (for another
//! process), `walls` (the sandbox for players that are programs).

pub(crate) mod amounts;
pub(crate) mod format;
pub(crate) mod look;
pub(crate) mod refused;
pub(crate) mod settling;
pub(crate) mod shard;
pub(crate) mod shrinking;
pub(crate) mod start;
pub(crate) mod tokens;
pub(crate) mod waiting;
pub(crate) mod walls;
