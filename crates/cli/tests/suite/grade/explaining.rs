//! What `explain` says of a program, of its outputs, and in grading: the same.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::{copy, here, no_sandbox, open_folder};
use crate::program::{ends_with, mancala, text};
use crate::skip::skip;

fn explained(folder: &Path, what: &str, probe_budget: &str) -> Value {
    let mut command = mancala(folder);
    command.args(["explain", what, "--probe-budget", probe_budget, "--format", "json", "--cases"]);
    let output = ends_with(command.arg(here("cases")), 1);
    serde_json::from_slice(&output.stdout).unwrap()
}

/// What is wrong in each program: a mistake that is known, two of them, one that is not, and a fault
/// of form.
const EDITS: &[&[(&str, &str)]] = &[
    &[("value > best)", "value >= best)")],
    &[("beta = min(beta, best)", "pass"), ("best >= beta", "best > beta")],
    &[("== 1:", "== 1 and column != 1:")],
    &[("\"-Infinity\"", "\"-inf\"")],
];

#[test]
#[ignore = "takes long: .ci/run runs it"]
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
        run.arg(folder.join("ann/mancala.py")).args(["-i", "input.txt"]);
        let ended = run.current_dir(&place).status();
        assert!(ended.map_err(|error| format!("python3: {error}"))?.success());
    }
    let of_program = explained(folder, "ann", "0");
    let of_outputs = explained(folder, "outputs", "0");
    assert_eq!(of_program["cases"], 4);
    let mut grade = mancala(folder);
    grade.args(["grade", "ann", "--quiet", "--probe-budget", "0", "--cases"]);
    ends_with(grade.arg(here("cases")), 1);
    let ledger = fs::read_to_string(folder.join("results/ledger.jsonl")).unwrap();
    let records = ledger.lines().map(|line| serde_json::from_str(line).unwrap());
    let records: Vec<Value> = records.collect();
    let explanation = records.iter().find(|it| it["record"] == "explanation");
    let facts: explain::Facts =
        serde_json::from_value(explanation.unwrap()["facts"].clone()).unwrap();
    // One of the cases is hidden, which what is found of outputs cannot know.
    for (facts, expected) in [(&facts, of_outputs), (&facts.without_inputs(), of_program)] {
        let mut of_facts = serde_json::to_value(facts.in_words()).unwrap();
        of_facts["format_version"] = expected["format_version"].clone();
        assert_eq!(of_facts, expected);
    }
    Ok(())
}

/// The program itself is asked: what is named holds on new inputs, what is not named has its table all the same, and
/// the answers are kept.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_wrong_program_is_asked_rule_by_rule() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    let folder = folder.path();
    for (name, (correct, wrong)) in [("ties", EDITS[0][0]), ("first", EDITS[2][0])] {
        copy(&here("submissions/python-right"), &folder.join(name));
        let file = folder.join(name).join("mancala.py");
        let source = fs::read_to_string(&file).unwrap();
        fs::write(&file, source.replace(correct, wrong)).unwrap();
    }
    let ties = explained(folder, "ties", "300s");
    assert_eq!(ties["named"], serde_json::json!([["ties-to-last"]]), "{ties:#}");
    assert!(ties["confirmed"].as_u64().unwrap() >= 12, "{ties:#}");
    let rows = ties["profile"].as_array().unwrap();
    let row = rows.iter().find(|row| row["rule"] == "ties-first").unwrap();
    assert!(row["passed"].as_u64() < row["asked"].as_u64());
    assert_ne!(row["smallest"]["expected"], row["smallest"]["written"]);
    let first = explained(folder, "first", "100");
    assert_eq!((&first["named"], &first["perhaps"]), (&Value::from([0; 0]), &Value::from([0; 0])));
    assert!(first["profile"].as_array().unwrap().iter().any(|row| !row["smallest"].is_null()));

    // A single file is a program too.
    assert_eq!(explained(folder, "first/mancala.py", "off")["wrong"], first["wrong"]);

    let probed = || {
        let mut grade = mancala(folder);
        grade.args(["grade", "ties", "--quiet", "--probe-budget", "300s", "--cases"]);
        ends_with(grade.arg(here("cases")), 1);
        let ledger = fs::read_to_string(folder.join("results/ledger.jsonl")).unwrap();
        ledger.lines().filter(|line| line.contains("\"record\":\"probed\"")).count()
    };
    assert_eq!(probed(), 1);
    assert_eq!(probed(), 1);
    let feedback = fs::read_to_string(folder.join("results/feedback/ties.md")).unwrap();
    assert!(
        feedback.contains("## Rule by rule") && feedback.contains("| Ties | 0 of 3 |"),
        "{feedback}"
    );
}

/// What was found out by an older program, in its words or as facts of its catalogue, is found out anew from the
/// outputs that were kept, and stays as it is without them.
#[test]
fn reports_explain_with_the_catalogue_of_today() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    let folder = folder.path();
    copy(&here("submissions/python-right"), &folder.join("ann"));
    let file = folder.join("ann/mancala.py");
    let source = fs::read_to_string(&file).unwrap();
    fs::write(&file, source.replace("value > best)", "value >= best)")).unwrap();
    // What was asked is not asked again by a report, so nothing is asked here.
    let mut grade = mancala(folder);
    grade.args(["grade", "ann", "--quiet", "--probe-budget", "0", "--cases"]);
    ends_with(grade.arg(here("cases")), 1);
    let path = folder.join("results/ledger.jsonl");
    let today = fs::read_to_string(&path).unwrap();
    let feedback = || fs::read_to_string(folder.join("results/feedback/ann.md")).unwrap();
    let said = feedback();
    assert!(said.contains("ties-to-last"), "{said}");

    let of_old = serde_json::json!({ "kind": "described", "cases": 4, "wrong": 3, "named": [], "faults": [],
        "run_faults": [], "perhaps": [], "sentences": ["Words of old."], "wrong_cases": [] });
    let older = |change: &dyn Fn(&mut Value)| {
        fs::write(&path, with_explanations(&today, change)).unwrap();
        ends_with(mancala(folder).args(["report", "results"]), 1);
        feedback()
    };
    let changes: [&dyn Fn(&mut Value); 3] = [
        &|line| {
            line["facts"] = Value::Null;
            line["explained"] = of_old.clone();
        },
        &|line| {
            line["facts"] =
                serde_json::json!({ "catalogue": "of old", "exact": ["a-mistake-of-old"] })
        },
        &|line| {
            line["facts"]["catalogue"] = "of old".into();
            line["facts"]["exact"] = serde_json::json!([["no-capture"]]);
        },
    ];
    for change in changes {
        assert_eq!(older(change), said);
        let kept = fs::read_to_string(&path).unwrap();
        assert_eq!(kept.lines().count(), today.lines().count() + 1, "it is kept");
    }
    fs::remove_dir_all(folder.join("results/outputs")).unwrap();
    assert!(older(changes[0]).contains("Words of old."));
}

/// A ledger with its explanations changed.
fn with_explanations(ledger: &str, change: &dyn Fn(&mut Value)) -> String {
    let lines = ledger.lines().map(|line| {
        let mut line: Value = serde_json::from_str(line).unwrap();
        if line["record"] == "explanation" {
            change(&mut line);
        }
        format!("{line}\n")
    });
    lines.collect()
}

/// A program that is right in all cases, and wrong when it was asked: a report by another catalogue looks at its
/// answers too.
#[test]
fn answers_of_a_program_right_in_all_cases_were_forgotten() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    let folder = folder.path();
    fs::create_dir(folder.join("cases")).unwrap();
    fs::copy(here("cases/greedy.txt"), folder.join("cases/greedy.txt")).unwrap();
    copy(&here("submissions/python-right"), &folder.join("ann"));
    let file = folder.join("ann/mancala.py");
    let source = fs::read_to_string(&file).unwrap();
    let captures = "board.pits[row][column] == 1:";
    let source =
        source.replace(captures, &captures.replace(':', " and board.pits[1 - row][column]:"));
    fs::write(&file, source).unwrap();
    let mut grade = mancala(folder);
    grade.args(["grade", "ann", "--quiet", "--probe-budget", "40", "--cases", "cases"]);
    ends_with(&mut grade, 0);
    let path = folder.join("results/ledger.jsonl");
    let today = fs::read_to_string(&path).unwrap();
    let is_told = || {
        let feedback = fs::read_to_string(folder.join("results/feedback/ann.md")).unwrap();
        assert!(feedback.contains("capture-needs-stones-opposite"), "{feedback}");
    };
    is_told();
    let of_old = with_explanations(&today, &|line| line["facts"]["catalogue"] = "of old".into());
    fs::write(&path, of_old).unwrap();
    ends_with(mancala(folder).args(["report", "results"]), 0);
    is_told();
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
    run.arg("run").arg(here("cases")).args(["--quiet", "-o", "outputs"]);
    ends_with(&mut run, 0);
    let explain = |code| {
        let mut command = mancala(folder.path());
        command.args(["explain", "outputs", "--cases"]);
        text(&ends_with(command.arg(here("cases")), code).stdout)
    };
    assert!(explain(0).contains("All 4 cases"));
    fs::remove_dir_all(folder.path().join("outputs/greedy")).unwrap();
    insta::assert_snapshot!(explain(1), @r"
    In 1 of 4 cases your program wrote no output: greedy.
    The other 3 cases are correct.
    ");
}

/// Outputs without a line are outputs all the same, and no programs.
#[test]
fn empty_outputs_are_no_programs() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("outputs/greedy")).unwrap();
    fs::write(folder.path().join("outputs/greedy/next_state.txt"), "").unwrap();
    let mut command = mancala(folder.path());
    let output = ends_with(command.args(["explain", "outputs", "--cases"]).arg(here("cases")), 1);
    assert_eq!(text(&output.stdout), "There is no output, so nothing can be said.\n");
}

/// A program that writes no answer is told what it does instead, and its results are nobody else's.
#[test]
fn a_program_that_does_not_answer_is_told_what_it_does() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    let mut said = String::new();
    for (name, line) in [
        ("ann", "read task < input.txt; echo $task"),
        ("bob", ": > next_state.txt"),
        ("cid", "true"),
    ] {
        let program = folder.path().join(name);
        fs::create_dir(&program).unwrap();
        fs::write(program.join("run"), format!("#!/bin/sh\n{line}\n")).unwrap();
        let mut command = mancala(folder.path());
        command.args(["explain", name, "--cases"]);
        let output = ends_with(command.arg(here("cases")), 1);
        assert_eq!(text(&output.stderr), "");
        said += &text(&output.stdout);
    }
    insta::assert_snapshot!(said, @r"
    There is no output, so nothing can be said.
    Note: run is not marked as executable, but was run anyway.
    Note: the program prints to the screen, beginning with: 1.
    There is no output, so nothing can be said.
    Note: run is not marked as executable, but was run anyway.
    Note: the program leaves next_state.txt empty; close a file after writing it.
    There is no output, so nothing can be said.
    Note: run is not marked as executable, but was run anyway.
    Note: the program ends without an error and writes no next_state.txt.
    ");
}

#[test]
fn one_answer_is_no_folder_of_outputs() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("out")).unwrap();
    fs::write(folder.path().join("out/next_state.txt"), "0\n").unwrap();
    let mut command = mancala(folder.path());
    command.args(["explain", "out", "--cases"]);
    let output = ends_with(command.arg(here("cases")), 2);
    insta::assert_snapshot!(text(&output.stderr), @r"
    error: out contains next_state.txt itself, not a folder for each case
    help: mancala compare out -i INPUT
    ");
}
