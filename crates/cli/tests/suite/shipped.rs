//! The cases that the program carries: an installed one works where there is no clone.

use std::path::Path;

use crate::program::{ends_with, mancala, succeeds, text};

#[test]
fn an_installed_program_checks_the_cases_it_carries() {
    let folder = tempfile::tempdir().unwrap();
    let here = succeeds(mancala(Path::new(crate::ROOT)).arg("check"));
    let elsewhere = succeeds(mancala(folder.path()).arg("check"));
    assert_eq!(text(&elsewhere.stdout), text(&here.stdout), "all of them");
    // What lies on disk is taken first.
    assert!(!text(&here.stderr).contains("built-in cases"));
    assert!(text(&elsewhere.stderr).contains("built-in cases"));
    for name in ["usc", "inputs/usc/beyond", "nimcala"] {
        let output = succeeds(mancala(folder.path()).args(["check", name]));
        assert!(text(&output.stdout).contains(" passed, 0 failed"), "{name}");
    }
    ends_with(mancala(folder.path()).args(["check", "us"]), 2);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn every_command_that_takes_cases_takes_shipped_ones() {
    let folder = tempfile::tempdir().unwrap();
    let run = |code, line: &str| {
        let words = line.split(' ');
        text(&ends_with(mancala(folder.path()).args(words), code).stdout)
    };
    run(0, "run usc/statement -o mine --quiet");
    run(0, "compare mine --input usc/statement");
    run(0, "explain mine --cases usc/statement");
    run(0, "mutate ties-to-last -i usc/statement -o wrong");
    assert!(run(1, "explain wrong --cases usc/statement").contains("ties-to-last"));
    assert!(run(0, "mistakes --matrix uw").contains("ties-to-last"));
    run(0, "solve -i usc/statement/two-laps-player-1.txt");
}

/// Columns say whose line is whose.
#[test]
fn compare_has_expected_on_the_left_and_yours_on_the_right() {
    let folder = tempfile::tempdir().unwrap();
    let case = "usc/statement/two-laps-player-1.txt";
    succeeds(mancala(folder.path()).args(["run", case, "-o", "mine", "--quiet"]));
    succeeds(mancala(folder.path()).args(["compare", "mine", "-i", case]));
    let log = folder.path().join("mine/traverse_log.txt");
    let right = std::fs::read_to_string(&log).unwrap();
    std::fs::write(&log, right.replacen("root,0,-Infinity", "root,0,-99", 1)).unwrap();
    let output = ends_with(mancala(folder.path()).args(["compare", "mine", "-i", case]), 1);
    insta::assert_snapshot!(text(&output.stdout) + &text(&output.stderr));
}

/// What somebody mistyped is said in plain words, and what to type instead.
#[test]
fn a_number_out_of_range_is_refused_in_plain_words() {
    let folder = tempfile::tempdir().unwrap();
    for (line, sentence) in [
        ("generate --count x -o suite", "expected a whole number from 1 to 1000"),
        ("generate --count 1001 -o suite", "expected a whole number from 1 to 1000"),
        ("play --pits 0", "expected a whole number from 1 to 255"),
        ("play --seed -", "expected a whole number from 0 to 18446744073709551615"),
        (
            "run usc",
            "error: usc is a folder of inputs; give --output for the answers\nhelp: mancala run usc -o answers",
        ),
        ("compare mine -i usc", "error: there is no folder mine\nhelp: mancala run usc -o mine"),
        (
            "draw a.game -o a.PNG",
            "error: a.PNG: draw writes SVG, not PNG\nhelp: mancala draw a.game -o a.svg",
        ),
        ("cases us -o here", "error: there is no suite us; did you mean usc?"),
        ("solve --board 4/4,4", "help: mancala solve --board \"4 4 4 4 / 4 4 4 4\""),
        ("solve --board 4/4 --pits 1", "omit --pits and --seeds"),
        ("solve --board 4/4 --tokens 3", "cannot be used with '--tokens <N>'"),
    ] {
        let output = ends_with(mancala(folder.path()).args(line.split(' ')), 2);
        let said = text(&output.stderr);
        assert!(said.contains(sentence), "{line}: {said}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn built_in_cases_become_files() {
    let folder = tempfile::tempdir().unwrap();
    let run = |line: &str| text(&succeeds(mancala(folder.path()).args(line.split(' '))).stdout);
    run("cases usc/statement -o homework");
    let case = "usc/statement/two-laps-player-1";
    let shipped = Path::new(crate::ROOT).join("inputs").join(case).with_extension("txt");
    let written = folder.path().join("homework/inputs").join(case).with_extension("txt");
    assert_eq!(std::fs::read(&written).unwrap(), std::fs::read(shipped).unwrap());
    assert!(run("check homework/inputs homework/expected").contains(" passed, 0 failed"));
    // Never over files that somebody may have changed.
    ends_with(mancala(folder.path()).args(["cases", "usc/statement", "-o", "homework"]), 2);

    let input = written.to_str().unwrap();
    succeeds(mancala(folder.path()).args(["run", "-i", input, "-o", "mine", "--quiet"]));
    succeeds(mancala(folder.path()).args(["compare", "mine", "-i", input]));
}

#[test]
fn a_board_is_solved_from_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let solve = |words: &[&str]| {
        let output =
            succeeds(mancala(folder.path()).args(["solve", "--format", "json"]).args(words));
        text(&output.stdout)
    };
    let opening = solve(&["--pits", "3", "--seeds", "2"]);
    let values = |text: &str| -> serde_json::Value { serde_json::from_str(text).unwrap() };
    let board = solve(&["--board", "2 2 2 / 2 2 2"]);
    assert_eq!(values(&board)["value"], values(&opening)["value"]);
    assert_eq!(values(&board)["board"], values(&opening)["board"]);
    let ahead = solve(&["--board", "2 2 2 / 2 2 2 / 0 / 5"]);
    assert_ne!(values(&ahead)["value"], values(&opening)["value"], "{ahead}");
    assert!(values(&ahead)["value"].is_number(), "{ahead}");
}
