//! What becomes of a print that nobody reads, or that fails.
#![cfg(unix)]

use std::fs::File;
use std::io::pipe;
use std::process::{Output, Stdio};

use crate::program::{mancala, text};

/// Command lines that print, and two that only say an error; each in a folder with an `input.txt`.
const PRINTING: &str = "
rules
mistakes
mistakes --format json
mistakes --matrix .
run
run --format json
run --output out --format json .
check . .
check . . --format json
match random:1 greedy --games 2
draw input.txt
solve --pits 2 --seeds 2
run none.txt
rules --rules none
";

/// Runs a command line in a folder of its own.
fn output(line: &str, set_up: impl FnOnce(&mut std::process::Command)) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let input = "2\n1\n1\n1 0 4\n1 0 2\n0\n0\n";
    std::fs::write(folder.path().join("input.txt"), input).unwrap();
    let mut command = mancala(folder.path());
    command.args(line.split(' '));
    set_up(&mut command);
    command.output().unwrap()
}

/// The way into a pipe from which nobody reads.
fn unread() -> Stdio {
    let (reader, writer) = pipe().unwrap();
    drop(reader);
    writer.into()
}

#[test]
fn who_stops_reading_changes_nothing_else() {
    for line in PRINTING.trim().lines() {
        let read = output(line, |_| {});
        let unprinted = output(line, |command| {
            command.stdout(unread());
        });
        assert_eq!(unprinted.status.code(), read.status.code(), "{line}");
        let said = text(&unprinted.stderr);
        assert!(!said.contains("panic"), "{line}: {said}");
        assert!(!said.contains("Broken pipe"), "{line}: {said}");
        let unheard = output(line, |command| {
            command.stdout(unread()).stderr(unread());
        });
        assert_eq!(unheard.status.code(), read.status.code(), "{line}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_result_that_cannot_be_printed_is_an_error() {
    let full = File::options().write(true).open("/dev/full").unwrap();
    let output = output("rules", |command| {
        command.stdout(full);
    });
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(
        text(&output.stderr),
        "error: cannot write to standard output: No space left on device (os error 28)\n"
    );
}
