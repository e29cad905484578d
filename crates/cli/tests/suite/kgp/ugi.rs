//! Our engine, driven by a manager in Python.

use super::{Running, no_python, python};
use crate::skip::skip;

#[test]
fn a_manager_lets_engines_play_and_stops_them() {
    if let Some(reason) = no_python() {
        return skip(reason);
    }
    let mancala = env!("CARGO_BIN_EXE_mancala");
    let mut manager = python("manager.py");
    let manager = Running::start(manager.args([mancala, "ugi", "--pits", "6", "--seeds", "3"]));
    let (code, said) = manager.ends();
    assert_eq!(code, Some(0), "{said}");
}

/// What a pipe asked before it closed is answered; a search without an end is stopped.
#[test]
fn an_engine_ends_with_its_input() {
    for (asked, expected) in [
        ("position startpos moves B2\ngo depth 1\n", "bestmove A"),
        ("go infinite\n", "bestmove B"),
        (
            "position fen 0 0 / 0 0 / 1 / 2 / 1\nquery result\ngo depth 3\n",
            "response p1win\nbestmove none",
        ),
    ] {
        let mut command = crate::program::mancala(std::path::Path::new("."));
        command.args(["ugi", "--pits", "3", "--seeds", "2"]);
        let output = crate::program::typing(&mut command, asked);
        let said = crate::program::text(&output.stdout);
        assert!(output.status.success() && said.contains(expected), "{said}");
    }
}
