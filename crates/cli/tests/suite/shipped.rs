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
    assert!(!text(&here.stderr).contains("come with mancala"));
    assert!(text(&elsewhere.stderr).contains("come with mancala"));
    for name in ["usc", "inputs/usc/beyond", "nimcala"] {
        let output = succeeds(mancala(folder.path()).args(["check", name]));
        assert!(text(&output.stdout).contains(" passed, 0 failed"), "{name}");
    }
    ends_with(mancala(folder.path()).args(["check", "--bless"]), 2);
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
    let output = ends_with(
        mancala(folder.path()).args(["compare", "mine", "-i", case]),
        1,
    );
    insta::assert_snapshot!(text(&output.stdout) + &text(&output.stderr));
}
