//! Work that several processes share: who has a file, and which part of the work is whose.
//!
//! In reading order: [`digest()`] (texts as one hash), [`shard`] (a part of the work), [`lock`] (a file
//! for one process alone).
//!
//! Left out: what the work is. The files of results themselves are those of the grader and of the
//! program's contests; what the two have in common is to come here.

mod digest;
pub mod lock;
pub mod shard;

pub use digest::digest;
