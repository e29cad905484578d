//! What `explain` says of a program, of its outputs, and in grading: the same.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::{copy, here, no_sandbox, open_folder};
use crate::program::{ends_with, mancala, text};
use crate::skip::skip;

fn explained(folder: &Path, what: &str) -> Value {
    let mut command = mancala(folder);
    command.args(["explain", what, "--format", "json", "--cases"]);
    let output = ends_with(command.arg(here("cases")), 1);
    serde_json::from_slice(&output.stdout).unwrap()
}

/// What is wrong in each program: a mistake that is known, two of them, one that is not, and a fault
/// of form.
const EDITS: &[&[(&str, &str)]] = &[
    &[("value > best)", "value >= best)")],
    &[
        ("beta = min(beta, best)", "pass"),
        ("best >= beta", "best > beta"),
    ],
    &[("== 1:", "== 1 and column != 1:")],
    &[("\"-Infinity\"", "\"-inf\"")],
];

#[test]
fn the_same_of_a_program_of_its_outputs_and_in_grading() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    for (at, edits) in EDITS.iter().enumerate() {
        let place = folder.path().join(format!("program-{at}"));
        copy(&here("submissions/python-right"), &place.join("ann"));
        let file = place.join("ann/mancala.py");
        let mut source = fs::read_to_string(&file).unwrap();
        for (right, wrong) in *edits {
            assert!(source.contains(right), "{right}");
            source = source.replace(right, wrong);
        }
        fs::write(&file, source).unwrap();
        if let Err(reason) = same_everywhere(&place) {
            return skip(reason);
        }
    }
}

/// Explains the program `ann`, its outputs and its results.
fn same_everywhere(folder: &Path) -> Result<(), String> {
    for case in ["alpha-beta", "greedy", "hidden-alpha-beta", "minimax"] {
        let place = folder.join("outputs").join(case);
        fs::create_dir_all(&place).unwrap();
        let input = here("cases").join(case).with_extension("txt");
        fs::copy(input, place.join("input.txt")).unwrap();
        let mut run = Command::new("python3");
        run.arg(folder.join("ann/mancala.py"))
            .args(["-i", "input.txt"]);
        let ended = run.current_dir(&place).status();
        assert!(
            ended
                .map_err(|error| format!("python3: {error}"))?
                .success()
        );
    }
    let of_program = explained(folder, "ann");
    assert_eq!(of_program, explained(folder, "outputs"));
    assert_eq!(of_program["cases"], 4);
    let mut grade = mancala(folder);
    grade.args(["grade", "ann", "--quiet", "--cases"]);
    ends_with(grade.arg(here("cases")), 1);
    let ledger = fs::read_to_string(folder.join("results/ledger.jsonl")).unwrap();
    let records = ledger
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let records: Vec<Value> = records.collect();
    let explanation = records.iter().find(|it| it["record"] == "explanation");
    assert_eq!(explanation.unwrap()["explained"], of_program);
    Ok(())
}

#[test]
fn nothing_is_right_that_did_not_run() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    fs::create_dir(folder.path().join("empty")).unwrap();
    let broken = folder.path().join("broken");
    fs::create_dir(&broken).unwrap();
    fs::write(broken.join("run"), "no script and no binary\n").unwrap();
    let silent = folder.path().join("silent");
    fs::create_dir(&silent).unwrap();
    fs::write(silent.join("run"), "#!/bin/sh\n").unwrap();
    let unknown = folder.path().join("unknown");
    fs::create_dir(&unknown).unwrap();
    fs::write(unknown.join("mancala.txt"), "").unwrap();
    for (what, code) in [("empty", 2), ("broken", 1), ("silent", 1), ("unknown", 2)] {
        for format in ["text", "json"] {
            let mut command = mancala(folder.path());
            command.args(["explain", what, "--format", format, "--cases"]);
            let output = ends_with(command.arg(here("cases")), code);
            let said = text(&output.stdout);
            assert!(!said.to_lowercase().contains("right"), "{what}: {said}");
        }
    }
}

/// Half of the outputs are missing: what is there is right, and that is not all.
#[test]
fn what_is_missing_is_not_right() {
    let folder = tempfile::tempdir().unwrap();
    let mut run = mancala(folder.path());
    run.arg("run")
        .arg(here("cases"))
        .args(["--quiet", "-o", "outputs"]);
    ends_with(&mut run, 0);
    let explain = |code| {
        let mut command = mancala(folder.path());
        command.args(["explain", "outputs", "--cases"]);
        text(&ends_with(command.arg(here("cases")), code).stdout)
    };
    assert!(explain(0).contains("All 4 cases"));
    fs::remove_dir_all(folder.path().join("outputs/greedy")).unwrap();
    insta::assert_snapshot!(explain(1), @r"
    In 1 of 4 cases there is no output to look at: greedy.
    The other 3 cases are right.
    ");
}
