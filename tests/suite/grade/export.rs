//! Exports to platforms, read back as the platforms read them.

use std::fs;
use std::io::{Cursor, Read};
use std::path::Path;

use serde_json::{Value, json};

use crate::program::{ends_with, mancala, succeeds, text};

/// A folder of results with a class of three, as Canvas and Moodle name them; the last cannot be graded.
fn results() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let cases = ["one", "two"]
        .map(|name| json!({"name": name, "task": "greedy", "rows": 0, "digest": name}));
    let mut lines = vec![
        json!({"record": "suite", "cases": cases}),
        json!({"record": "scoring", "title": "Homework 2", "rule": {"points": 5.0, "credit": "all", "state_share": 0.5},
               "groups": [], "late": {"penalty_per_day": 0.1, "most_days": 3, "days": {}}}),
    ];
    for (name, late, verdicts) in [
        ("Jane Doe_123", 1, ["AC", "AC"]),
        ("roejohn_124", 0, ["AC", "WA"]),
        ("Zoe_9", 0, ["AC", "IE"]),
    ] {
        lines.push(
            json!({"record": "submission", "name": name, "program": name, "language": "python3",
                          "toolchain": "", "late_days": late, "build": "ready"}),
        );
        for (case, verdict) in ["one", "two"].into_iter().zip(verdicts) {
            lines.push(json!({"record": "case", "key": format!("{name}{case}"), "submission": name, "program": name,
                "case": case, "case_digest": case, "verdict": verdict, "state": verdict, "log": null, "rows_right": 0,
                "outcome": {"Exited": 0}, "tier": "namespaces", "used": {"cpu_ms": 1, "wall_ms": 1, "memory_bytes": 1}}));
        }
    }
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    fs::create_dir(folder.path().join("results")).unwrap();
    fs::write(folder.path().join("results/ledger.jsonl"), lines).unwrap();
    folder
}

/// As downloaded, and as filled in: `old` cells become `new` ones and nothing else changes.
#[track_caller]
fn fills(platform: &[&str], template: &str, changes: &[(&str, &str)], warnings: &[&str]) {
    let folder = results();
    fs::write(folder.path().join("template.csv"), template).unwrap();
    let mut command = mancala(folder.path());
    command.args(["export"]).args(platform).args([
        "--template",
        "template.csv",
        "-o",
        "filled.csv",
    ]);
    let said = text(&ends_with(&mut command, 1).stderr);
    let mut expected = template.to_owned();
    for (old, new) in changes {
        assert_eq!(expected.matches(old).count(), 1, "{old}");
        expected = expected.replace(old, new);
    }
    let filled = fs::read_to_string(folder.path().join("filled.csv")).unwrap();
    assert_eq!(filled, expected);
    for warning in warnings {
        assert!(said.contains(warning), "{said}");
    }
}

const OPEN: &str = "Zoe_9: not everything could be graded; its cell stays as it was";

/// With everything that such a file may have: a mark, quotes, CRLF, a line break in a cell, a formula.
#[test]
fn one_column_of_a_gradebook_and_no_other_byte() {
    let template = "\u{feff}Student,ID,SIS User ID,SIS Login ID,Section,\"Homework 2 (4711)\",Old (12),Final Score\r\n\
        \x20   Points Possible,,,,,10.0,3,(read only)\r\n\
        \"Doe, Jane\",123,s1,jane,\"A\nB\",,\"=1+1\",7\r\n\
        \"Roe, \"\"Jo\"\" \",124,s2,john,A,\"4\",,\r\n\
        \"Poe, Zoe\",9,s9,zoe,A,EX,-,\r\n\
        \"Student, Test\",5,,x,A,,,\r\n";
    let changes = [
        ("B\",,\"=1+1\"", "B\",9.00,\"=1+1\""),
        ("A,\"4\"", "A,\"5.00\""),
    ];
    fills(
        &["canvas", "--column", "Homework 2"],
        template,
        &changes,
        &[OPEN, "2 scores in"],
    );
    // With semicolons, names in two columns, and no numbers of Canvas to go by.
    let template = "LastName;FirstName;ID;Homework 2 (4711)\n    Points Possible;;;10\nx;y;124;\n";
    let changes = [("124;\n", "124;5.00\n")];
    let warnings = ["Jane Doe_123: no row of the table is about it"];
    fills(
        &["canvas", "--column", "Homework 2 (4711)"],
        template,
        &changes,
        &warnings,
    );
}

#[test]
fn a_worksheet_and_no_other_byte() {
    let template = "Identifier,Full name,Grade,Maximum Grade,Last modified (grade),Feedback comments\n\
        Participant 123,Jane Doe,,20.00,-,\"kept, as it is\"\nParticipant 124,John Roe,-,20.00,-,\n\
        Participant 9,Zoe,,20.00,-,\n";
    let changes = [("Jane Doe,,", "Jane Doe,18.00,"), ("Roe,-,", "Roe,10.00,")];
    fills(&["moodle", "--scale"], template, &changes, &[OPEN]);
}

#[test]
fn a_table_that_cannot_be_meant_is_refused() {
    let refused = |arguments: &[&str], template: &str, expected: &str| {
        let folder = results();
        fs::write(folder.path().join("template.csv"), template).unwrap();
        let mut command = mancala(folder.path());
        command.arg("export").args(arguments).args([
            "--template",
            "template.csv",
            "-o",
            "filled.csv",
        ]);
        let said = text(&ends_with(&mut command, 2).stderr);
        assert!(said.contains(expected), "{said}");
        assert!(!folder.path().join("filled.csv").exists());
    };
    let heading = "Student,ID,Homework 2 (1),Total\n    Points Possible,,10,(read only)\n";
    let canvas = |title: &'static str| ["canvas", "--column", title];
    refused(
        &canvas("Homework 3"),
        heading,
        "no column \"Homework 3\"; there are: Homework 2 (1)",
    );
    refused(
        &canvas("Total"),
        heading,
        "the platform only shows the column \"Total\"",
    );
    refused(
        &canvas("Homework 2"),
        "a,b\n",
        "expected a gradebook of Canvas",
    );
    refused(
        &canvas("Homework 2"),
        "Student,ID\n\"x\n",
        "line 2: a quote begins and does not end",
    );
    let other = heading.replace(",10,", ",100,") + "\"Doe, Jane\",123,,\n";
    refused(
        &canvas("Homework 2"),
        &other,
        "gives 100 points, the results 10: --scale converts",
    );
    refused(
        &["moodle"],
        heading,
        "expected a grading worksheet of Moodle",
    );
}

/// What is in an archive: name, permissions, content.
fn unzipped(path: &Path) -> Vec<(String, u32, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(Cursor::new(fs::read(path).unwrap())).unwrap();
    let files = (0..archive.len()).map(|at| {
        let mut file = archive.by_index(at).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        (
            file.name().unwrap().into_owned(),
            file.unix_mode().unwrap() & 0o777,
            bytes,
        )
    });
    files.collect()
}

#[test]
fn feedback_files_split_as_moodle_splits_them() {
    let folder = results();
    succeeds(mancala(folder.path()).args(["export", "moodle-feedback", "-o", "feedback.zip"]));
    let files = unzipped(&folder.path().join("feedback.zip"));
    let owners: Vec<_> = files
        .iter()
        .map(|(name, ..)| {
            let (folder, file) = name.split_once('/').unwrap();
            let parts: Vec<_> = folder.split('_').collect();
            assert_eq!(
                (parts.len(), &parts[2..], file),
                (4, ["assignfeedback", "file"].as_slice(), "feedback.md")
            );
            (parts[0], parts[1].parse::<u32>().unwrap())
        })
        .collect();
    assert_eq!(owners, [("Jane Doe", 123), ("Zoe", 9), ("roejohn", 124)]);
    assert!(text(&files[0].2).starts_with("# Homework 2: Jane Doe"));
    // The same class, the same bytes.
    succeeds(mancala(folder.path()).args(["export", "moodle-feedback", "-o", "again.zip"]));
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert_eq!(read("feedback.zip"), read("again.zip"));
}

/// The beginning of a static program for Linux, as far as it is looked at.
fn program(kind_of_segment: u8) -> Vec<u8> {
    let mut elf = b"\x7fELF\x02\x01".to_vec();
    elf.resize(128, 0);
    (elf[32], elf[54], elf[56], elf[64]) = (64, 56, 1, kind_of_segment);
    elf
}

#[test]
fn only_a_program_that_runs_anywhere_is_bundled() {
    let folder = results();
    let input = "1\n1\n1\n1 0 4\n1 0 2\n0\n0\n";
    fs::write(folder.path().join("input.txt"), input).unwrap();
    let export = |content: &[u8], code: i32| {
        fs::write(folder.path().join("grader"), content).unwrap();
        let mut command = mancala(folder.path());
        command.args([
            "export",
            "gradescope",
            "--cases",
            "input.txt",
            "--program",
            "grader",
            "-o",
            "a.zip",
        ]);
        text(&ends_with(&mut command, code).stderr)
    };
    assert!(export(&program(3), 2).contains("needs the libraries"));
    assert!(export(b"#!/bin/sh\n", 2).contains("is no program for Linux"));
    assert!(export(&program(1), 0).contains("a grader with 1 cases"));
    let files = unzipped(&folder.path().join("a.zip"));
    let listed: Vec<_> = files
        .iter()
        .map(|(name, mode, _)| (name.as_str(), *mode))
        .collect();
    let programs = [
        ("setup.sh", 0o755),
        ("run_autograder", 0o755),
        ("mancala", 0o755),
    ];
    assert_eq!(
        listed,
        [programs.as_slice(), &[("cases/input.txt", 0o644)]].concat()
    );
}

/// What the container's grader writes for a program that gets one of two cases right.
#[cfg(target_os = "linux")]
fn graded_in_a_container(
    platform: &str,
    tests: &str,
    submission: &str,
    script: &str,
    root: &str,
) -> Value {
    use std::os::unix::fs::PermissionsExt;
    let folder = super::open_folder();
    let here = folder.path();
    for (name, pits) in [("right", "1 0 4"), ("wrong", "1 0 5")] {
        let path = here.join("cases").join(name).with_extension("txt");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, format!("1\n1\n1\n{pits}\n1 0 2\n0\n0\n")).unwrap();
    }
    fs::write(here.join("static"), program(1)).unwrap();
    let arguments = [
        "export",
        platform,
        "--cases",
        "cases",
        "--program",
        "static",
        "-o",
        "grader.zip",
    ];
    succeeds(mancala(here).args(arguments));
    for (name, mode, bytes) in unzipped(&here.join("grader.zip")) {
        let path = here.join("root").join(tests).join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
    // In the place of the static one.
    let grader = here.join("root").join(tests).join("mancala");
    fs::copy(env!("CARGO_BIN_EXE_mancala"), grader).unwrap();
    let student = here.join("root").join(submission).join("run");
    fs::create_dir_all(student.parent().unwrap()).unwrap();
    fs::write(
        &student,
        "#!/bin/sh\nprintf '1 0 4\\n0 0 2\\n0\\n1\\n' > next_state.txt\n",
    )
    .unwrap();
    fs::set_permissions(&student, fs::Permissions::from_mode(0o755)).unwrap();
    fs::create_dir_all(here.join("root/results")).unwrap();
    let run = here.join("root").join(tests).join(script);
    succeeds(std::process::Command::new(run).env(root, here.join("root")));
    serde_json::from_slice(&fs::read(here.join("root/results/results.json")).unwrap()).unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn gradescopes_container_gets_its_results() {
    if let Some(reason) = super::no_sandbox() {
        return crate::skip::skip(reason);
    }
    let results = graded_in_a_container(
        "gradescope",
        "source",
        "submission",
        "run_autograder",
        "AUTOGRADER_ROOT",
    );
    assert_eq!(results["score"], 1.0);
    assert_eq!(results["tests"][0]["status"], "passed");
    assert_eq!(results["tests"][1]["status"], "failed");
}

#[cfg(target_os = "linux")]
#[test]
fn prairielearns_container_gets_its_results() {
    if let Some(reason) = super::no_sandbox() {
        return crate::skip::skip(reason);
    }
    let results = graded_in_a_container("prairielearn", "tests", "student", "run.sh", "GRADE_ROOT");
    assert_eq!(
        (&results["gradable"], &results["score"]),
        (&json!(true), &json!(0.5))
    );
    let tests = results["tests"].as_array().unwrap();
    assert_eq!(tests.len(), 2);
    for test in tests {
        for key in ["name", "description", "message", "output"] {
            assert!(test[key].is_string(), "{test}");
        }
        assert!(test["points"].as_f64().unwrap() <= test["max_points"].as_f64().unwrap());
    }
}

/// One submission of the class alone, by its place in the ledger.
fn alone(name: &str) -> tempfile::TempDir {
    let folder = results();
    let path = folder.path().join("results/ledger.jsonl");
    let lines = fs::read_to_string(&path).unwrap();
    let belongs = |line: &&str| line.contains(name) || !line.contains("\"program\"");
    let kept: String = lines
        .lines()
        .filter(belongs)
        .map(|line| format!("{line}\n"))
        .collect();
    fs::write(path, kept).unwrap();
    folder
}

#[test]
fn a_fault_of_the_grader_costs_no_student_anything() {
    let folder = alone("Zoe_9");
    let mut report = mancala(folder.path());
    ends_with(
        report.args(["report", "results", "--prairielearn", "results.json"]),
        3,
    );
    let results = fs::read(folder.path().join("results.json")).unwrap();
    let results: Value = serde_json::from_slice(&results).unwrap();
    assert_eq!(results["gradable"], false);
    let mut autolab = mancala(folder.path());
    let output = ends_with(autolab.args(["export", "autolab", "--problem", "hw2"]), 3);
    assert_eq!(text(&output.stdout), "");
}

#[test]
fn autolab_reads_the_last_line() {
    let folder = alone("roejohn_124");
    let output = succeeds(mancala(folder.path()).args(["export", "autolab", "--problem", "hw2"]));
    let last: Value = serde_json::from_str(text(&output.stdout).lines().last().unwrap()).unwrap();
    assert_eq!(last, json!({"scores": {"hw2": 5.0}}));
    let class = results();
    let output = ends_with(
        mancala(class.path()).args(["export", "autolab", "--problem", "hw2"]),
        2,
    );
    assert!(text(&output.stderr).contains("expected one submission, the ledger has 3"));
}
