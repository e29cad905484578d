//! The walk through a search on the terminal.

use std::path::Path;

use crate::program::{ends_with, mancala, succeeds, text};

const CASE: &str = "usc/statement/extra-turn-at-cutoff-player-1.txt";

fn trace(arguments: &[&str], code: i32) -> String {
    let mut command = mancala(Path::new("."));
    command.args(["trace", CASE]).args(arguments);
    text(&ends_with(&mut command, code).stdout)
}

#[test]
fn every_row_has_its_sentence() {
    insta::assert_snapshot!("trace_rows", trace(&[], 0));
    insta::assert_snapshot!("trace_boards", trace(&["--rows", "5..6", "--boards"], 0));
    assert_eq!(trace(&["--rows", "1000.."], 2).lines().count(), 1);
    let cuts = &mut mancala(Path::new("."));
    cuts.args(["trace", "usc/statement/equal-value-cuts-player-1.txt"]);
    insta::assert_snapshot!("trace_cuts", text(&succeeds(cuts).stdout));
    for wrong in ["0..3", "5..4", "x", "1-2"] {
        trace(&["--rows", wrong], 2);
    }
}

/// The rows are those of the log, in text and in JSON.
#[test]
fn the_rows_are_the_logs() {
    let log = format!("expected/{}", CASE.replace(".txt", "/traverse_log.txt"));
    let log = std::fs::read_to_string(Path::new(crate::ROOT).join(log)).unwrap();
    let json = trace(&["--format", "json"], 0);
    let rows = json.lines().enumerate().map(|(at, line)| {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(row["line"], at + 2, "the header is line 1");
        row["text"].as_str().unwrap().to_owned()
    });
    assert_eq!(rows.collect::<Vec<_>>(), log.lines().skip(1).collect::<Vec<_>>());
}

#[test]
fn a_log_of_ones_own_is_followed_to_where_it_parts() {
    let folder = tempfile::tempdir().unwrap();
    let right = folder.path().join("right");
    let mut command = mancala(folder.path());
    succeeds(command.args(["run", CASE, "--quiet", "-o", right.to_str().unwrap()]));
    let right = right.join("traverse_log.txt");
    assert_eq!(trace(&[right.to_str().unwrap()], 0), "The log is correct.\n");
    let text = std::fs::read_to_string(&right).unwrap();
    let mistaken = text.replacen("B4,1,4", "B4,1,5", 1);
    std::fs::write(&right, mistaken).unwrap();
    let log = right.to_str().unwrap();
    insta::assert_snapshot!("trace_parting", trace(&[log], 1));
    insta::assert_snapshot!("trace_hint", trace(&[log, "--hint-only"], 1));
    let json: serde_json::Value =
        serde_json::from_str(&trace(&[log, "--format", "json"], 1)).unwrap();
    assert_eq!(json["line"], 7);
    assert_eq!(json["path"][0], "player 1: B4");
}

/// Who reads no further is no fault.
#[test]
#[cfg(unix)]
fn a_pipe_may_end_early() {
    let program = env!("CARGO_BIN_EXE_mancala");
    let line = format!("{program} trace usc/statement/eight-pits-player-1.txt | head -2");
    let output =
        std::process::Command::new("bash").args(["-o", "pipefail", "-c", &line]).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
}
