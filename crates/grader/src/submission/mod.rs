//! Submissions: finding them, taking them out of their archives, telling the language, building.
//!
//! In reading order: [`find`](mod@find) (one class, many layouts), [`collect`](mod@collect) (each into a folder of its own,
//! unpacked by `unpack`, with `java_files` as the compiler wants them), [`language`] and [`recognise`] (which program it is, by each `source` and its `code`, and which names which by `references`; `java` and `python` have rules
//! of their own, [`headers`] belong to it, `left_out` is what is none), [`toolchain`] (what is
//! installed), [`command`] (what builds and runs it).
//!
//! Nothing here trusts a submission: names, archives and links may be anything.
//!
//! Left out: running a program on a case ([`run`](super::run)).

pub mod collect;
pub mod command;
pub mod find;
pub mod headers;
pub mod language;
pub mod recognise;
pub mod toolchain;

mod archive_kind;
mod code;
mod entry;
mod exported;
mod files;
mod java;
mod java_files;
mod left_out;
mod python;
mod references;
mod source;
mod unpack;

pub use collect::{Collected, collect};
pub use command::{Command, Program};
pub use find::{Found, find};
pub use language::Language;
pub use toolchain::Toolchains;
