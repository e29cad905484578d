//! Test cases as students write them: valid, right, and what they catch.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::{ends_with, mancala, succeeds, text};

fn put(path: &Path, content: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

const INPUT: &str = "2\n1\n1\n1 0 4\n1 0 2\n0\n0\n";
const STATE: &str = "1 0 4\n0 0 2\n0\n1\n";
const LOG: &str = "Node,Depth,Value\nroot,0,-Infinity\nB2,1,1\nroot,0,1\nB4,1,1\nroot,0,1\n";

#[test]
fn a_case_is_valid_right_and_catches_something_or_it_is_said_why_not() {
    let folder = tempfile::tempdir().unwrap();
    let case = |name: &str, input: &str, state: &str, log: &str| {
        put(&folder.path().join(format!("cases/{name}.txt")), input);
        put(&folder.path().join(format!("cases/{name}/next_state.txt")), state);
        put(&folder.path().join(format!("cases/{name}/traverse_log.txt")), log);
    };
    case("good", INPUT, STATE, LOG);
    let examples = |code: i32, arguments: &[&str]| {
        let mut command = mancala(folder.path());
        text(&ends_with(command.args(["examples", "cases"]).args(arguments), code).stdout)
    };
    let said = examples(0, &[]);
    assert!(
        said.contains("good: correct; catches ") && said.contains("1 of 1 cases correct"),
        "{said}"
    );
    assert!(said.contains("None of your cases tests this rule yet: "), "{said}");
    assert!(!said.contains("missed: "), "a hint is no answer");
    assert!(examples(0, &["--missed"]).contains("missed: "));

    case("bad-input", "2\n1\nmany\n1 0 4\n1 0 2\n0\n0\n", STATE, LOG);
    case("bad-log", INPUT, STATE, &LOG.replace("B2,1,1", "B2,1,2"));
    put(&folder.path().join("cases/no-output.txt"), INPUT);
    put(&folder.path().join("cases/task-4.txt"), &INPUT.replacen('2', "4", 1));
    let said = examples(1, &[]);
    let line = |name: &str| said.lines().find(|line| line.starts_with(name)).unwrap();
    assert!(line("bad-input:").contains("not an input: "), "{said}");
    assert!(line("bad-log:").contains("traverse_log.txt, line 3: "), "{said}");
    assert!(line("no-output:").contains("next_state.txt: "), "{said}");
    assert!(line("task-4:").contains("no single correct answer"), "{said}");
    assert!(said.contains("1 of 5 cases correct"), "{said}");
}

/// The project's own cases catch what `mistakes --matrix` says that they catch.
#[test]
fn what_is_caught_is_what_the_matrix_says() {
    let root = Path::new(crate::ROOT);
    let arguments =
        ["inputs/usc/statement", "--expected", "expected/usc/statement", "--format", "json"];
    let output = succeeds(mancala(root).arg("examples").args(arguments));
    let judged: Value = serde_json::from_slice(&output.stdout).unwrap();
    let output = succeeds(mancala(root).args([
        "mistakes",
        "--matrix",
        "inputs/usc/statement",
        "--format",
        "json",
    ]));
    let matrix: Value = serde_json::from_slice(&output.stdout).unwrap();
    for (mistake, cases) in matrix["caught_by"].as_object().unwrap() {
        let catches = |case: &&Value| {
            case["catches"].as_array().unwrap().contains(&Value::from(mistake.as_str()))
        };
        let caught = judged["cases"].as_array().unwrap().iter().filter(catches);
        let caught: Vec<_> = caught.map(|case| case["case"].clone()).collect();
        assert_eq!(Value::from(caught), *cases, "{mistake}");
    }
}
