//! The program: arguments, files, messages, exit codes.
//!
//! In reading order: `command` (one file for each name that is typed), `options` (what several
//! commands take), `io` (files, printing, errors, interrupts), `names` (what was meant by one that is
//! none). Only this crate prints, and only [`main`] turns an outcome into an exit code. Results go to standard
//! output, everything about the run to standard error.
//!
//! Left out: every rule, search and judgement; the crates that this one uses have them.

// A print that fails must not be a panic.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod command;
mod io;
mod names;
mod options;

use std::process::ExitCode;

use io::exit::Exit;

/// Runs the program on the process's arguments.
fn main() -> ExitCode {
    sandbox::helper_main_if_requested();
    let arguments = command::parse();
    io::output::clean_up_on_interrupt();
    match command::run(&arguments) {
        Ok(exit) => exit.into(),
        Err(error) => io::exit::report(&error).into(),
    }
}
