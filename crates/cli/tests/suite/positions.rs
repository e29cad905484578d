//! `mancala moves` and `mancala regret`: what programs of others ask.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::program::{ends_with, mancala, succeeds, text};
use crate::schemas::fits;

/// What `command` prints for the file `text`, which a person may read.
fn printed(command: &[&str], content: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file.txt"), content).unwrap();
    text(&succeeds(mancala(folder.path()).args(command).arg("file.txt")).stdout)
}

/// The sentence for a file that is wrong.
fn refused(command: &str, content: impl AsRef<[u8]>) -> String {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file.txt"), content).unwrap();
    text(&ends_with(mancala(folder.path()).args([command, "file.txt"]), 2).stderr)
}

#[test]
fn moves_have_the_positions_after_them() {
    let positions = "1 0 2 / 2 0 1 / 0 / 0 / 1\n\n0 0 1/3 0 0/4/5/2\n0 0 0 / 1 2 0 / 4 / 5 / 2\n";
    insta::assert_snapshot!(printed(&["moves", "--rules", "cits3001"], positions), @r"
    1 0 2 / 2 0 1 / 0 / 0 / 1
      B2   1 0 2 / 0 1 2 / 0 / 0 / 2
      B4   1 0 2 / 2 0 0 / 0 / 1 / 1
    0 0 1 / 3 0 0 / 4 / 5 / 2
      A4   0 1 0 / 3 0 0 / 4 / 5 / 1
    0 0 0 / 0 0 0 / 4 / 8 / 2  game over
    ");
    let json = printed(&["moves", "--format", "json"], positions);
    fits(std::path::Path::new("."), "moves", &json);
    let lines: Vec<u64> = json
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["line"].as_u64().unwrap())
        .collect();
    assert_eq!(lines, [1, 3, 4], "numbers are those of the file");
}

#[test]
fn a_position_is_answered_before_the_next_one_is_asked() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mancala"))
        .args(["moves", "--format", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut asked = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for mover in ["1", "2"] {
        writeln!(asked, "1 1 / 1 1 / 0 / 0 / {mover}").unwrap();
        let answer = answers.next().unwrap().unwrap();
        assert!(answer.contains(&format!("\"mover\":{mover},")), "{answer}");
    }
    drop(asked);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_line_that_is_no_position_is_shown() {
    let no_player = "expected the player to move at the end: / 1 or / 2";
    for (wrong, expected) in [
        ("1 1 / 1 1 / 0 / 0", no_player),
        ("1 1 / 1 1 / 0 / 0 / 3", no_player),
        ("x", no_player),
        (
            "1 1 / 1 / 0 / 0 / 1",
            "North has 2 pits and South 1: expected two rows of the same length",
        ),
        ("1 1 / 1 1 / 0 / 1", "expected North's row / South's row / North's store / South's store"),
        (
            "1 x / 1 1 / 0 / 0 / 1",
            "North's row: expected a whole number from 0 to 20000, found \"x\"",
        ),
        (
            "1 1 / 1 1 / 0 / -1 / 1",
            "South's store: expected a whole number from 0 to 1020000, found \"-1\"",
        ),
    ] {
        let said = refused("moves", format!("1 1 / 1 1 / 0 / 0 / 1\n{wrong}\n"));
        assert!(said.contains(&format!("error: {expected}")), "{said}");
        assert!(said.contains("file.txt:2:1"), "{said}");
    }
}

/// The error once counted bytes of the file in a text where three stand for each bad one.
#[test]
fn a_line_that_is_not_utf_8_is_shown() {
    let said = refused("moves", b"\xc3\xa9\xc3\xa9\xff\n");
    assert!(said.contains("1 | éé\u{fffd}\n  | ^^^"), "{said}");
}

/// A game of OpenSpiel 2.0.2, which player 2 won by 24.
const GAME: &str = "[1, 9, 6, 8, 4, 8, 6, 3, 11, 6, 4, 9, 1, 12, 1, 13, 4, 11, 1, 10, 3, 2, 8, 5, 1, 9, 3, 11, 6]\n";

/// A game as Kaggle keeps it, where each action is a text.
fn replay(actions: &str) -> String {
    let actions = actions.trim().replace('[', "[\"").replace(", ", "\", \"").replace(']', "\"]");
    format!(r#"{{"name": "open_spiel_mancala", "info": {{"actionHistory": {actions}}}}}"#)
}

/// The opening is worth 8 to player 1, as Irving, Donkers and Uiterwijk and others published.
#[test]
#[ignore = "solves six pits with four seeds, which takes long without optimization"]
fn what_is_lost_leads_from_the_value_of_the_opening_to_the_result() {
    let json = printed(&["regret", "--format", "json"], &replay(GAME));
    fits(std::path::Path::new("."), "regret", &json);
    let game: Value = serde_json::from_str(&json).unwrap();
    let moves = game["moves"].as_array().unwrap();
    assert_eq!(
        (moves.len(), &game["over"], &moves[0]["value"]),
        (29, &Value::Bool(true), &8.into())
    );
    let lost = |player: usize| game["lost"][player - 1].as_i64().unwrap();
    assert_eq!(8 - lost(1) + lost(2), -24);
    // Each move goes on from what the one before has left.
    let mut lead = 8;
    for it in moves {
        let sign = if it["player"] == 1 { 1 } else { -1 };
        assert_eq!(it["value"].as_i64().unwrap() * sign, lead, "{it}");
        let lost = it["lost"].as_i64().unwrap();
        assert!(lost >= 0, "{it}");
        lead -= sign * lost;
    }
}

#[test]
fn an_action_that_is_not_legal_is_shown() {
    let said = refused("regret", "1 9\n1, 2, 3");
    assert!(
        said.contains(
            "error: expected an action of OpenSpiel that is legal here: 13, 12, 11, 10, 9, 8"
        ),
        "{said}"
    );
    assert!(said.contains("file.txt:2:4"), "{said}");
}

#[test]
fn a_replay_that_is_none_is_shown() {
    let said = refused("regret", replay("[1, 2, 6]"));
    assert!(said.contains("file.txt:1:65"), "{said}");
    // A text that ends within a letter of two bytes, and a mistake after letters of two bytes.
    assert!(refused("regret", "{\"\u{e9}").contains("file.txt:1:3"));
    assert!(refused("regret", "{\"\u{e9}\u{e9}\": x}").contains("file.txt:1:8"));
    let said = refused("regret", r#"{"name": "open_spiel_chess", "info": {}}"#);
    assert!(
        said.contains(
            "error: expected a replay of Kaggle's open_spiel_mancala: missing field `actionHistory`\n"
        ),
        "{said}"
    );
}
