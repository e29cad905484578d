//! Between the program and the world: files, standard output, errors, interrupts, the terminal.
//!
//! In reading order: [`failure`] (errors that are the surroundings' fault), `print` (the one place
//! that prints), `color` (whether in colour), `diagnostic` and `exit` (how errors look, and exit
//! codes), `input` (files that are read), `shipped` (cases that the program carries), `output` (files
//! that appear whole or not at all), `kept` and `contest` (finished games), `hashed_file` and
//! `endgame_file` (tables kept on disk), `difference` (two files side by side), `progress`, `watched` and `stopping` (work that takes long), `waiting` (for
//! another process), `terminal` (the whole screen).
//!
//! Left out: what is read, computed and written; that is for [`command`](super::command).

pub(crate) mod color;
pub(crate) mod contest;
pub(crate) mod diagnostic;
pub(crate) mod difference;
pub(crate) mod endgame_file;
pub(crate) mod exit;
pub(crate) mod failure;
pub(crate) mod hashed_file;
pub(crate) mod input;
pub(crate) mod kept;
pub(crate) mod output;
pub(crate) mod print;
pub(crate) mod progress;
pub(crate) mod shipped;
pub(crate) mod stopping;
#[cfg(feature = "tui")]
pub(crate) mod terminal;
pub(crate) mod waiting;
pub(crate) mod watched;
