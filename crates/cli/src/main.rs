//! The program: arguments, files, messages, exit codes.
//!
//! In reading order: `command` (one file for each name that is typed), `options` (what several
//! commands take), `io` (files, printing, errors, interrupts). Only this crate prints, and only [`main`] turns an outcome
//! into an exit code. Results go to standard output, everything about the run to standard error.

// Some of what commands share is for those alone that a first build leaves out.
#![cfg_attr(not(feature = "full"), allow(dead_code, unused_imports))]
// Doc comments of arguments are help text, in which brackets mean what they mean there.
#![allow(rustdoc::broken_intra_doc_links)]
// A print that fails must not be a panic.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod command;
mod io;
mod options;

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(feature = "full")]
    sandbox::helper_main_if_requested();
    let arguments = command::parse();
    io::output::clean_up_on_interrupt();
    match command::run(&arguments) {
        Ok(exit) => exit.into(),
        Err(error) => io::report(&error).into(),
    }
}
