//! `--shrink`: the smallest input on which a program goes wrong, in grading and in `explain`.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::Value;

use super::{copy, here, no_sandbox, open_folder, unpacked_page};
use crate::program::{ends_with, mancala, succeeds, text};
use crate::skip::skip;

/// A folder with the cases of these tests and a class of scripts called `run`.
fn class(programs: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = open_folder();
    copy(&here("cases"), &folder.path().join("cases"));
    for (name, script) in programs {
        let run = folder.path().join("class").join(name).join("run");
        fs::create_dir_all(run.parent().unwrap()).unwrap();
        fs::write(&run, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&run, fs::Permissions::from_mode(0o755)).unwrap();
    }
    folder
}

fn grade(folder: &Path, results: &str) {
    let mut command = mancala(folder);
    command.args(["grade", "class", "--cases", "cases", "--quiet", "--shrink"]);
    ends_with(command.args(["--results", results]), 1);
}

/// The lines of a ledger on counterexamples, by submission.
fn records(results: &Path) -> Vec<Value> {
    let ledger = fs::read_to_string(results.join("ledger.jsonl")).unwrap();
    let records = ledger.lines().map(|line| serde_json::from_str(line).unwrap());
    let mut records: Vec<Value> = records.collect();
    records.retain(|it| it["record"] == "counterexamples");
    records.sort_by_key(|it| it["submission"].to_string());
    records
}

fn read(folder: &Path, path: &str) -> String {
    fs::read_to_string(folder.join(path)).unwrap()
}

const CRASHES: &str = "exit 3";
const NEVER_THE_SAME: &str = "date +%N%N > next_state.txt";

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn every_report_has_it_and_it_is_looked_for_once() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = class(&[("ann", CRASHES), ("bob", NEVER_THE_SAME)]);
    let folder = folder.path();
    grade(folder, "results");
    let results = folder.join("results");
    let found = records(&results);
    let ann = &found[0]["found"][0];
    assert_eq!(ann["case"]["input"], "1\n1\n1\n0 0 1\n0 0 1\n0\n0\n");
    assert_eq!(ann["result"]["verdict"], "RTE");
    assert_eq!(ann["is_steady"], true);
    assert_eq!(found[0]["is_complete"], true);
    let bob = &found[1]["found"][0];
    assert_eq!(bob["is_steady"], false, "it wrote another time");
    insta::assert_snapshot!("counterexample-of-ann", read(&results, "feedback/ann.md"));
    assert!(read(&results, "feedback/bob.md").contains("behaves differently from run to run"));
    let headline = "The smallest input found on which the program crashes:";
    assert!(unpacked_page(&results).contains(headline));
    assert!(read(&results, "gradescope/ann.json").contains(headline));
    // What was kept of the runs that led there is gone.
    let kept = walkdir::WalkDir::new(results.join("outputs"));
    let kept = kept.into_iter().filter(|it| it.as_ref().unwrap().file_type().is_file());
    assert_eq!(kept.count(), 4, "bob's states of the four cases");

    // Nothing is looked for again, a report needs the ledger alone, and merging keeps it.
    let before = read(&results, "ledger.jsonl");
    let page = read(&results, "index.html");
    grade(folder, "results");
    assert_eq!(read(&results, "ledger.jsonl"), before);
    ends_with(mancala(folder).args(["merge", "results", "-o", "merged", "--quiet"]), 1);
    assert_eq!(records(&folder.join("merged")), found);
    assert_eq!(read(folder, "merged/index.html"), page);

    // The same program has the same counterexample, wherever it is graded.
    grade(folder, "again");
    assert_eq!(records(&folder.join("again"))[0], found[0]);
}

/// The hidden case asks what would be the smallest; so something else is shown.
#[test]
fn a_hidden_case_is_never_shown() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = class(&[("ann", CRASHES)]);
    let folder = folder.path();
    let hidden = "1\n1\n5\n0 0 1\n0 0 1\n0\n0\n";
    fs::write(folder.join("cases/hidden-smallest.txt"), hidden).unwrap();
    let rules = "[[group]]\ncases = \"hidden-*\"\nvisible = false\n";
    fs::write(folder.join("cases/grade.toml"), rules).unwrap();
    grade(folder, "results");
    let results = folder.join("results");
    let found = records(&results);
    // It becomes one of a hidden case afterwards: then nobody but the staff is told.
    let input = found[0]["found"][0]["case"]["input"].as_str().unwrap();
    assert!(!input.contains("\n0 0 1\n0 0 1\n"), "{input}");
    assert!(read(&results, "feedback/ann.md").contains("## A small input"));
    fs::write(folder.join("cases/hidden-other.txt"), input).unwrap();
    let mut command = mancala(folder);
    command.args(["grade", "class", "--cases", "cases", "--quiet"]);
    ends_with(&mut command, 1);
    assert!(!read(&results, "feedback/ann.md").contains("## A small input"));
    assert!(unpacked_page(&results).contains("The smallest input found"));
}

#[test]
fn explain_shows_the_one_mistake_on_a_small_board() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    let program = folder.path().join("ann");
    copy(&here("submissions/python-right"), &program);
    let source = read(&program, "mancala.py");
    let wrong = source.replace("value > best)", "value >= best)");
    assert_ne!(source, wrong);
    fs::write(program.join("mancala.py"), wrong).unwrap();
    let explain = |more: &[&str]| {
        let mut command = mancala(folder.path());
        command.args(["explain", "ann", "--shrink", "--probe-budget", "0", "--cases"]);
        command.arg(here("cases")).args(more);
        text(&ends_with(&mut command, 1).stdout)
    };
    let said = explain(&[]);
    let small = said.split_once("\n\n").unwrap().1;
    insta::assert_snapshot!("explained-on-a-small-board", small);
    let json: Value = serde_json::from_str(&explain(&["--format", "json"])).unwrap();
    let small = &json["counterexamples"][0];
    assert_eq!(small["verdict"], "WA");
    assert_eq!(small["is_steady"], true);
}

#[test]
fn a_search_that_is_cut_short_says_so_and_goes_on_with_more_time() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = class(&[("ann", CRASHES)]);
    let look = |budget: &str| {
        let mut command = mancala(folder.path());
        command.args(["grade", "class", "--cases", "cases", "--quiet", "--shrink"]);
        ends_with(command.args(["--budget", budget]), 1);
        records(&folder.path().join("results"))
    };
    let first = look("0.000001");
    assert_eq!(first[0]["is_complete"], false);
    let feedback = read(folder.path(), "results/feedback/ann.md");
    assert!(feedback.contains("There was no time to try every smaller input"), "{feedback}");
    let last = look("60").pop().unwrap();
    assert_eq!(last["is_complete"], true);
    assert_eq!(look("1").len(), 2, "what is complete stays, whatever the budget");
}

#[test]
fn what_cannot_be_shrunk_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut run = mancala(folder.path());
    run.arg("run").arg(here("cases")).args(["--quiet", "-o", "outputs"]);
    succeeds(&mut run);
    let refused = |arguments: &[&str], expected: &str| {
        let mut command = mancala(folder.path());
        command.args(arguments).arg("--cases").arg(here("cases"));
        let said = text(&ends_with(&mut command, 2).stderr);
        assert!(said.contains(expected), "{said}");
    };
    refused(&["explain", "outputs", "--shrink"], "needs the program itself");
    refused(&["grade", "outputs", "--budget", "5"], "--shrink");
}
