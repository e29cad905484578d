//! Files and folders whose names are not UTF-8, for every subcommand that takes a path.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::program::{mancala, text};

const INPUT: &str = "2\n1\n1\n1 0 4\n1 0 2\n0\n0\n";

/// `text` with `?` for a byte that no text has.
fn odd(text: &str) -> OsString {
    let bytes: Vec<_> = text.bytes().map(|byte| if byte == b'?' { 0xff } else { byte }).collect();
    OsStr::from_bytes(&bytes).to_owned()
}

/// Runs the program; it may refuse the name, but not die of it.
#[track_caller]
fn survives(folder: &Path, arguments: &str) {
    let mut command = mancala(folder);
    command.args(arguments.split(' ').map(odd));
    let output = command.output().unwrap();
    let said = text(&output.stderr);
    let code = output.status.code();
    assert!(
        matches!(code, Some(0..=3)) && !said.contains("panicked"),
        "{arguments}: {code:?}\n{said}"
    );
}

#[test]
fn a_name_that_is_no_text_is_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for below in ["in?", "class?/ann?", "out?"] {
        std::fs::create_dir_all(path.join(odd(below))).unwrap();
    }
    for file in ["a?.txt", "in?/a?.txt"] {
        std::fs::write(path.join(odd(file)), INPUT).unwrap();
    }
    std::fs::write(path.join(odd("class?/ann?/mancala.py")), "print(1)\n").unwrap();
    for arguments in [
        "-i a?.txt -o o?",
        "run a?.txt -o o? --format json",
        "run in? -o out? --format json",
        "check in? out?",
        "check in? out? --format json",
        "mutate ties-to-last -i in? -o wrong?",
        "explain wrong? --cases in? --format json",
        "mistakes --matrix in?",
        "mistakes --matrix in? --format json",
        "generate --count 3 -o suite?",
        "draw a?.txt -o picture?.svg",
        "draw a?.txt --frames each -o pictures?",
        "solve -i a?.txt --format json",
        "trace a?.txt -o walk?.html",
        "page -o page?.html",
        "grade class? --cases in? -o results?",
        "report results?",
        "rescore results?",
        "merge results? -o merged?",
        "explain class? --cases in? --format json",
        "play --resume a?.txt",
    ] {
        survives(path, arguments);
    }
}
