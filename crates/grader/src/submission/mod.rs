//! Submissions: finding them, taking them out of their archives, telling the language, building.
//!
//! In reading order: [`find`] (one class, many layouts), [`collect`] (each into a folder of its own,
//! unpacked by `unpack`), [`language`] and [`recognise`] (which program it is, by each `source` and which names which;
//! `java` has rules of its own), [`toolchain`] (what is installed, and what of packages a course lets it use), [`command`]
//! (what builds and runs it), [`advice`] (why it does not answer).
//!
//! Nothing here trusts a submission: names, archives and links may be anything.

pub mod advice;
pub mod collect;
pub mod command;
pub(crate) mod exported;
pub mod files;
pub mod find;
pub mod language;
pub mod recognise;
pub mod toolchain;

mod java;
mod source;
mod unpack;
