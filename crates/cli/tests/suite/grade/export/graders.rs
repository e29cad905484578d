//! Graders for platforms that run one, and what graders answer.

use std::fs;

use serde_json::{Value, json};

use super::{results, unzipped};
use crate::program::{ends_with, mancala, succeeds, text};

/// The beginning of a static program for Linux, as far as it is looked at.
fn program(kind_of_segment: u8) -> Vec<u8> {
    let mut elf = b"\x7fELF\x02\x01\x01".to_vec();
    elf.resize(128, 0);
    (elf[32], elf[54], elf[56], elf[64]) = (64, 56, 1, kind_of_segment);
    elf
}

#[test]
fn only_a_program_that_runs_anywhere_is_bundled() {
    let folder = results();
    let input = "1\n1\n1\n1 0 4\n1 0 2\n0\n0\n";
    fs::write(folder.path().join("input.txt"), input).unwrap();
    fs::create_dir(folder.path().join("hidden")).unwrap();
    fs::write(folder.path().join("hidden/input.txt"), input).unwrap();
    let hides = "[[group]]\ncases = \"*\"\nvisible = false\n";
    fs::write(folder.path().join("hidden/grade.toml"), hides).unwrap();
    let export_to = |platform: &str, cases: &str, code: i32| {
        let rest = ["--program", "grader", "-o", "a.zip"];
        let mut command = mancala(folder.path());
        command.args(["export", platform, "--cases", cases]).args(rest);
        text(&ends_with(&mut command, code).stderr)
    };
    let export = |content: &[u8], code: i32| {
        fs::write(folder.path().join("grader"), content).unwrap();
        export_to("gradescope", "input.txt", code)
    };
    fs::write(folder.path().join("grader"), program(1)).unwrap();
    let published = "the hidden cases are for everybody to read";
    assert!(export_to("classroom50", "hidden", 0).contains(published));
    assert!(!export_to("classroom50", "input.txt", 0).contains(published));
    assert!(!export_to("gradescope", "hidden", 0).contains(published));
    assert!(export(&program(3), 2).contains("needs the libraries"));
    assert!(export(b"#!/bin/sh\n", 2).contains("is no program for Linux"));
    assert!(export(&program(1), 0).contains("a grader with 1 case in"));
    let files = unzipped(&folder.path().join("a.zip"));
    let listed: Vec<_> = files.iter().map(|(name, mode, _)| (name.as_str(), *mode)).collect();
    let programs = [("setup.sh", 0o755), ("run_autograder", 0o755), ("mancala", 0o755)];
    assert_eq!(listed, [programs.as_slice(), &[("cases/input.txt", 0o644)]].concat());
}

/// A folder with the container's grader, and a program that gets one of two cases right.
#[cfg(target_os = "linux")]
fn container(platform: &str, tests: &str, submission: &str) -> tempfile::TempDir {
    use std::os::unix::fs::PermissionsExt;
    let folder = super::super::open_folder();
    let here = folder.path();
    for (name, pits) in [("right", "1 0 4"), ("wrong", "1 0 5")] {
        let path = here.join("cases").join(name).with_extension("txt");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, format!("1\n1\n1\n{pits}\n1 0 2\n0\n0\n")).unwrap();
    }
    fs::write(here.join("static"), program(1)).unwrap();
    let arguments =
        ["export", platform, "--cases", "cases", "--program", "static", "-o", "grader.zip"];
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
    fs::write(&student, "#!/bin/sh\nprintf '1 0 4\\n0 0 2\\n0\\n1\\n' > next_state.txt\n").unwrap();
    fs::set_permissions(&student, fs::Permissions::from_mode(0o755)).unwrap();
    fs::create_dir_all(here.join("root/results")).unwrap();
    folder
}

/// What the grader writes.
#[cfg(target_os = "linux")]
fn graded_in_a_container(
    platform: &str,
    tests: &str,
    submission: &str,
    script: &str,
    root: &str,
) -> Value {
    let folder = container(platform, tests, submission);
    let here = folder.path().join("root");
    succeeds(std::process::Command::new(here.join(tests).join(script)).env(root, &here));
    serde_json::from_slice(&fs::read(here.join("results/results.json")).unwrap()).unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn gradescopes_container_gets_its_results() {
    if let Some(reason) = super::super::no_sandbox() {
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
    if let Some(reason) = super::super::no_sandbox() {
        return crate::skip::skip(reason);
    }
    let results = graded_in_a_container("prairielearn", "tests", "student", "run.sh", "GRADE_ROOT");
    assert_eq!((&results["gradable"], &results["score"]), (&json!(true), &json!(0.5)));
    let tests = results["tests"].as_array().unwrap();
    assert_eq!(tests.len(), 2);
    for test in tests {
        for key in ["name", "description", "message", "output"] {
            assert!(test[key].is_string(), "{test}");
        }
        assert!(test["points"].as_f64().unwrap() <= test["max_points"].as_f64().unwrap());
    }
}

/// Its runner gives the identity by the environment, and reads result.json where the submission lies.
#[cfg(target_os = "linux")]
#[test]
fn classroom50s_runner_gets_its_result() {
    if let Some(reason) = super::super::no_sandbox() {
        return crate::skip::skip(reason);
    }
    let folder = container("classroom50", "autograders/mancala", "submission");
    let here = folder.path().join("root");
    let run = |variables: &[(&str, &str)]| {
        let mut command = std::process::Command::new("python3");
        command.arg(here.join("autograders/mancala/autograder.py"));
        command.current_dir(here.join("submission")).envs(variables.iter().copied());
        command.output().unwrap()
    };
    let identity = [
        ("CLASSROOM", "cs-101"),
        ("ASSIGNMENT", "mancala"),
        ("OWNER", "alice"),
        ("SUBMISSION_TAG", "submit/1"),
        ("COMMIT_URL", "https://example.org/commit"),
        ("RELEASE_URL", "https://example.org/release"),
    ];
    let output = run(&identity);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let result = fs::read(here.join("submission/result.json")).unwrap();
    let mut result: Value = serde_json::from_slice(&result).unwrap();
    result["datetime"] = json!("a time");
    insta::assert_snapshot!(format!("{result:#}"));
    // What could not be graded is the grader's fault, and no result.
    fs::write(
        here.join("autograders/mancala/cases/grade.toml"),
        "[language.executable]\nrun = \"/none\"\n",
    )
    .unwrap();
    let output = run(&identity);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(!here.join("submission/result.json").exists());
    assert_eq!(run(&identity[1..]).status.code(), Some(1));
}

/// As Autolab does it: both files and the submission in one folder, then `make`.
#[cfg(target_os = "linux")]
#[test]
fn autolabs_makefile_ends_with_the_score() {
    use crate::skip::{missing, skip};
    if let Some(reason) = super::super::no_sandbox().or_else(|| missing("make")) {
        return skip(reason);
    }
    let folder = super::super::open_folder();
    let here = folder.path();
    fs::write(here.join("input.txt"), "1\n1\n1\n1 0 4\n1 0 2\n0\n0\n").unwrap();
    fs::write(here.join("static"), program(1)).unwrap();
    let arguments =
        ["autolab-grader", "--cases", "input.txt", "--program", "static", "-o", "a.zip"];
    succeeds(mancala(here).arg("export").args(arguments));
    let machine = here.join("machine");
    fs::create_dir(&machine).unwrap();
    for (name, _, bytes) in unzipped(&here.join("a.zip")) {
        fs::write(machine.join(name.replace("autograde-", "")), bytes).unwrap();
    }
    let tar = fs::read(machine.join("autograde.tar")).unwrap();
    // In the place of the static one.
    let mut archive = tar::Archive::new(&tar[..]);
    let mut own = tar::Builder::new(fs::File::create(machine.join("autograde.tar")).unwrap());
    for entry in archive.entries().unwrap() {
        let mut entry = entry.unwrap();
        let path = entry.path().unwrap().into_owned();
        let mut header = entry.header().clone();
        if path.ends_with("mancala") {
            assert_eq!(header.mode().unwrap(), 0o755);
            let program = fs::read(env!("CARGO_BIN_EXE_mancala")).unwrap();
            header.set_size(program.len() as u64);
            own.append_data(&mut header, path, &program[..]).unwrap();
        } else {
            own.append_data(&mut header, path, &mut entry).unwrap();
        }
    }
    own.into_inner().unwrap();
    let right = "import sys\nopen('next_state.txt', 'w').write('1 0 4\\n0 0 2\\n0\\n1\\n')\n";
    fs::write(machine.join("mancala.py"), right).unwrap();
    let output = succeeds(std::process::Command::new("make").current_dir(&machine));
    let said = text(&output.stdout);
    let last: Value = serde_json::from_str(said.lines().last().unwrap()).unwrap();
    assert_eq!(last, json!({"scores": {"mancala": 1.0}}), "{said}");
    assert!(said.contains("## All cases"), "{said}");
}

/// One submission of the class alone, by its place in the ledger.
fn alone(name: &str) -> tempfile::TempDir {
    let folder = results();
    let path = folder.path().join("results/ledger.jsonl");
    let lines = fs::read_to_string(&path).unwrap();
    let belongs = |line: &&str| line.contains(name) || !line.contains("\"program\"");
    let kept: String = lines.lines().filter(belongs).map(|line| format!("{line}\n")).collect();
    fs::write(path, kept).unwrap();
    folder
}

#[test]
fn a_fault_of_the_grader_costs_no_student_anything() {
    let folder = alone("Zoe_9");
    let mut report = mancala(folder.path());
    ends_with(report.args(["report", "results", "--prairielearn", "results.json"]), 3);
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
    let output =
        ends_with(mancala(class.path()).args(["export", "autolab", "--problem", "hw2"]), 2);
    assert!(text(&output.stderr).contains("expected one submission, the ledger has 3"));
}
