//! Programs as students hand them in, graded end to end.

use std::fs;
use std::path::Path;

use grader::submission::toolchain::Toolchains;

use super::{copy, here, no_sandbox, open_folder};
use crate::program::{ends_with, mancala, text};
use crate::skip::skip;

/// Submissions that differ from a right one in a piece of text: name, from what, from which text, to
/// which.
const MUTANTS: [(&str, &str, &str, &str); 3] = [
    (
        "python-captures-less",
        "python-right/mancala.py",
        "and board.pits[row][column] == 1:",
        "and board.pits[row][column] == 1 and board.pits[1 - player][column]:",
    ),
    (
        "cpp-last-child-wins",
        "cpp-right/mancala.cpp",
        "largest ? value > best : value < best",
        "largest ? value >= best : value <= best",
    ),
    (
        "java-other-names",
        "java-right/mancala.java",
        "mover == 0 ? \"B\" : \"A\"",
        "mover == 0 ? \"A\" : \"B\"",
    ),
];

/// The tools that a submission needs, by how its name begins.
const TOOLS: [(&str, &[&str]); 4] = [
    ("cpp", &["g++"]),
    ("does-not-compile", &["g++"]),
    ("java", &["javac", "java"]),
    ("", &["python3"]),
];

/// Why a submission cannot be graded here, if so.
fn missing_tool(submission: &str, toolchains: &Toolchains) -> Option<String> {
    let (_, tools) = TOOLS.iter().find(|(prefix, _)| submission.starts_with(prefix))?;
    tools.iter().find_map(|tool| toolchains.tool(tool).err())
}

/// The class, without those that cannot be graded here.
fn class(target: &Path) -> Vec<String> {
    let toolchains = Toolchains::default();
    copy(&here("submissions"), target);
    for (name, from, old, new) in MUTANTS {
        let program = fs::read_to_string(here("submissions").join(from)).unwrap();
        assert!(program.contains(old), "{from} contains {old}");
        let path = target.join(from.replace(from.split('/').next().unwrap(), name));
        fs::create_dir(path.parent().unwrap()).unwrap();
        fs::write(path, program.replace(old, new)).unwrap();
    }
    let mut graded = Vec::new();
    for entry in fs::read_dir(target).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        match missing_tool(&name, &toolchains) {
            Some(reason) => {
                skip(format_args!("{name}: {reason}"));
                fs::remove_dir_all(target.join(name)).unwrap();
            }
            None => graded.push(name),
        }
    }
    graded
}

/// "submission case verdict state log", sorted.
fn verdicts(results: &Path) -> Vec<String> {
    let table = fs::read_to_string(results.join("cases.csv")).unwrap();
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let records = reader.records().map(|record| {
        let record = record.unwrap();
        let cell = |at: usize| if record[at].is_empty() { "-" } else { &record[at] }.to_owned();
        [0, 1, 3, 4, 5, 6].map(cell).join(" ")
    });
    records.collect()
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn each_gets_what_it_deserves() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    let submissions = folder.path().join("submissions");
    let graded = class(&submissions);
    let grade = || {
        let mut command = mancala(folder.path());
        command.args(["grade", "submissions", "--results", "results", "--cases"]);
        command.arg(here("cases")).args(["--jobs", "2"]);
        command
    };
    ends_with(&mut grade(), 1);
    let wanted = include_str!("verdicts.txt").lines().filter(|line| {
        let name = line.split(' ').next().unwrap();
        graded.iter().any(|it| it == name)
    });
    let found = verdicts(&folder.path().join("results"));
    assert_eq!(found.join("\n"), wanted.collect::<Vec<_>>().join("\n"));

    // Once more: everything is known.
    let again = ends_with(&mut grade(), 1);
    assert!(text(&again.stderr).contains("0 cases run"), "{}", text(&again.stderr));
    // A changed submission is built and run again, and no other.
    let changed = submissions.join("never-ends/mancala.py");
    if changed.exists() {
        fs::write(changed, "1 / 0\n").unwrap();
        let again = ends_with(&mut grade(), 1);
        assert!(text(&again.stderr).contains("4 cases run"), "{}", text(&again.stderr));
        let found = verdicts(&folder.path().join("results"));
        assert!(found.contains(&"never-ends greedy RTE NO - 0".to_owned()), "{found:?}");
    }
    let left: Vec<_> = fs::read_dir(folder.path().join("results"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with('.'))
        .collect();
    assert!(left.is_empty(), "nothing is left behind: {left:?}");
}

/// A folder with a right submission, `ann`, and `cases` with this `grade.toml`.
fn ann_under(config: &str) -> tempfile::TempDir {
    let folder = open_folder();
    copy(&here("submissions/python-right"), &folder.path().join("ann"));
    copy(&here("cases"), &folder.path().join("cases"));
    fs::write(folder.path().join("cases/grade.toml"), config).unwrap();
    folder
}

/// The grader's trouble is never the submission's.
#[test]
fn a_missing_toolchain_is_the_graders_fault() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = ann_under("[language.python3]\nrun = \"no-such-python {program}\"\n");
    let mut command = mancala(folder.path());
    command.args(["grade", "ann", "--cases", "cases", "--gradescope", "results.json"]);
    let output = ends_with(&mut command, 3);
    insta::assert_snapshot!(text(&output.stdout), @r"
    ann         python3            0 / 4  4 IE
    Could not be graded; the points stay open until you decide:
      ann  all 4 cases: No program: grade.toml has `no-such-python {program}`, and no-such-python is not installed.
    1 submission, 0 of 4 cases fully correct
    ");
    assert!(!folder.path().join("results.json").exists());
}

/// Expected files that contradict the answer are not the submission's fault either.
#[test]
fn contradicting_expected_files_leave_the_case_ungraded() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    copy(&here("submissions/names-wrong"), &folder.path().join("ann"));
    copy(&here("outputs/state-wrong"), &folder.path().join("cases/one"));
    let mut command = mancala(folder.path());
    command.args(["grade", "ann", "--cases", "cases"]);
    let output = ends_with(&mut command, 3);
    insta::assert_snapshot!(text(&output.stdout), @r"
    ann         python3            0 / 1  1 IE
    Could not be graded; the points stay open until you decide:
      ann  one: IE, could not be graded (next_state.txt beside the input contradicts the answer; `mancala check` shows where)
    1 submission, 0 of 1 cases fully correct
    ");
}

#[test]
fn a_bad_grade_toml_is_shown_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let toml = "[scoring]\ncredit = \"some\"\n";
    fs::write(folder.path().join("grade.toml"), toml).unwrap();
    let mut command = mancala(folder.path());
    let output = ends_with(command.args(["grade", ".", "--cases", "."]), 2);
    insta::assert_snapshot!(text(&output.stderr), @r#"
    error: ./grade.toml: TOML parse error at line 2, column 10
      |
    2 | credit = "some"
      |          ^^^^^^
    unknown variant `some`, expected one of `all`, `files`, `rows`
    "#);
}

/// What a hostile program leaves behind is judged, or not even looked at. How it is held in is
/// the sandbox's space.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn the_hostile_get_what_they_deserve() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    if let Some(reason) = missing_tool("", &Toolchains::default()) {
        return skip(reason);
    }
    let folder = open_folder();
    copy(&here("hostile"), &folder.path().join("hostile"));
    copy(&here("cases"), &folder.path().join("cases"));
    let limits = "[limits]\ncpu_seconds = 20\nmemory_mb = 100\nfile_mb = 40\n";
    fs::write(folder.path().join("cases/grade.toml"), limits).unwrap();
    let mut command = mancala(folder.path());
    command.args(["grade", "hostile", "--cases", "cases", "--results", "results"]);
    ends_with(command.args(["--filter", "minimax"]), 1);
    let mut found = verdicts(&folder.path().join("results"));
    found.retain(|line| line.split(' ').nth(1) == Some("minimax"));
    assert_eq!(found.join("\n"), include_str!("hostile.txt").trim_end());
}

/// Only C++: what is in a home directory, as Python may be, is out of reach in one of the backends.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn every_backend_gives_the_same_verdicts() {
    use sandbox::{Backend, Sandbox};
    let folder = open_folder();
    let submissions = folder.path().join("submissions");
    let graded = class(&submissions);
    for other in graded.iter().filter(|name| !name.starts_with("cpp")) {
        fs::remove_dir_all(submissions.join(other)).unwrap();
    }
    if !graded.iter().any(|name| name.starts_with("cpp")) {
        return skip("no C++ compiler");
    }
    let wanted: Vec<_> =
        include_str!("verdicts.txt").lines().filter(|line| line.starts_with("cpp")).collect();
    let helper = Path::new(env!("CARGO_BIN_EXE_mancala"));
    for backend in [Backend::Namespaces, Backend::Landlock] {
        if let Err(reason) = Sandbox::with_helper(Some(backend), helper) {
            skip(reason);
            continue;
        }
        let results = folder.path().join(backend.name());
        let mut command = mancala(folder.path());
        command.args(["grade", "submissions", "--require-backend", backend.name()]);
        command.arg("--results").arg(&results);
        command.arg("--cases").arg(here("cases"));
        ends_with(&mut command, 1);
        assert_eq!(verdicts(&results).join("\n"), wanted.join("\n"), "{backend}");
        let ledger = fs::read_to_string(results.join("ledger.jsonl")).unwrap();
        let recorded = format!("\"backend\":\"{backend}\"");
        assert!(ledger.contains(&recorded), "{backend} is recorded");
    }
}

/// The clock depends on what else the machine has to do; but nobody gains by waiting.
#[test]
fn a_build_that_only_waits_does_not_compile() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = ann_under(
        "[language.python3]\nbuild = \"sleep 1000\"\n[build_limits]\nwall_seconds = 0.3\n",
    );
    let mut command = mancala(folder.path());
    command.args(["grade", "ann", "--cases", "cases"]);
    let output = ends_with(&mut command, 1);
    let said = text(&output.stdout);
    assert!(said.contains("4 CE"), "{said}");
}
