//! Grading that nobody looks at: what would be run, what arrives meanwhile, what a course's programs may use.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;

use super::{no_sandbox, open_folder};
use crate::program::{ends_with, mancala, text};
use crate::skip::skip;

/// Two cases of greedy, and a program that gets the first right.
fn class() -> tempfile::TempDir {
    let folder = open_folder();
    for (name, pits) in [("one", "1 0 4"), ("two", "1 0 5")] {
        let path = folder.path().join("cases").join(name).with_extension("txt");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, format!("1\n1\n1\n{pits}\n1 0 2\n0\n0\n")).unwrap();
    }
    fs::create_dir(folder.path().join("class")).unwrap();
    folder
}

/// A submission that writes this state.
fn hand_in(folder: &Path, name: &str, first: &str, state: &str) {
    let text = format!("#!/bin/sh\n{first}printf '{state}' > next_state.txt\n");
    let own = folder.join("class").join(name);
    fs::create_dir_all(&own).unwrap();
    // Whole or not at all, as whoever takes files from students does.
    fs::write(folder.join("new"), text).unwrap();
    fs::set_permissions(folder.join("new"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::rename(folder.join("new"), own.join("run")).unwrap();
}

const RIGHT: &str = "1 0 4\\n0 0 2\\n0\\n1\\n";

#[track_caller]
fn says(folder: &Path, line: &str, code: i32) -> String {
    let output = ends_with(mancala(folder).args(line.split(' ')), code);
    text(&output.stdout)
}

/// A run that took a night was started at noon.
#[test]
fn a_plan_says_what_would_be_run_and_runs_nothing() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = class();
    let at = folder.path();
    let marked = "touch ../ran 2> /dev/null; ";
    hand_in(at, "ann", marked, RIGHT);
    hand_in(at, "bob", marked, "nothing");
    const PLAN: &str = "grade class --cases cases --plan --jobs 2";
    let first = says(at, PLAN, 0);
    assert!(!at.join("results").exists());
    says(at, "grade class --cases cases --quiet", 1);
    let ledger = fs::read(at.join("results/ledger.jsonl")).unwrap();
    let nothing = says(at, PLAN, 0);
    hand_in(at, "bob", "", RIGHT);
    let again = says(at, PLAN, 0);
    assert!(ledger == fs::read(at.join("results/ledger.jsonl")).unwrap());
    // How long it takes depends on the machine.
    let (again, time) = again.split_once("About ").unwrap();
    assert!(time.contains(" with 2 jobs, without builds: until 20"), "{time}");
    let (before, after) = again.split_once(" cases, ").unwrap();
    let (_, after) = after.split_once(" s, ").unwrap();
    let again = format!("{before} cases, TIME, {after}");
    insta::assert_snapshot!([first, nothing, again].join("\n"));
}

/// Somebody typed the command again for every upload, and for one that came meanwhile twice.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn what_arrives_or_changes_is_graded() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = class();
    let at = folder.path();
    let mut command = mancala(at);
    command.args(["grade", "--watch", "class", "--cases", "cases", "--probe-budget", "off"]);
    let mut watching = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(watching.stdout.take().unwrap()).lines();
    let mut next = || {
        let line = lines.next().unwrap().unwrap();
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    hand_in(at, "ann", "", "nothing");
    assert_eq!(next(), "ann executable 0 / 2 2 PE");
    assert!(fs::read_to_string(at.join("results/grades.csv")).unwrap().contains("ann"));
    // It is running when it is replaced: it is built, and takes a while.
    hand_in(at, "bob", "sleep 1; ", "nothing");
    let built = "\"record\":\"submission\",\"name\":\"bob\"";
    while !fs::read_to_string(at.join("results/ledger.jsonl")).unwrap().contains(built) {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    hand_in(at, "bob", "", RIGHT);
    assert_eq!(next(), "bob executable 0 / 2 2 PE");
    assert_eq!(next(), "bob executable 1 / 2 1 AC, 1 WA");
    let pid = watching.id().to_string();
    let ended = std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap();
    assert!(ended.success());
    assert_eq!(watching.wait().unwrap().code(), Some(0));
    assert!(fs::read_to_string(at.join("results/grades.csv")).unwrap().contains("bob"));
}

/// A wheel of Python with one module.
fn wheel(path: &Path) {
    let about = "course_helper-1.0.dist-info/";
    let files = [
        ("course_helper.py".to_owned(), format!("STATE = '{RIGHT}'\n")),
        (
            format!("{about}METADATA"),
            "Metadata-Version: 2.1\nName: course-helper\nVersion: 1.0\n".to_owned(),
        ),
        (
            format!("{about}WHEEL"),
            "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n".to_owned(),
        ),
        (format!("{about}RECORD"), "course_helper.py,,\n".to_owned()),
    ];
    let files: Vec<_> = files.iter().map(|(name, text)| (name.as_str(), text)).collect();
    fs::write(path, super::layouts::zip(&files)).unwrap();
}

/// Who needed numpy was run outside of the sandbox, by hand.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn packages_are_installed_once_and_what_fails_is_nobodys_fault() {
    let has_pip = std::process::Command::new("python3").args(["-m", "pip", "--version"]).output();
    if !has_pip.is_ok_and(|it| it.status.success()) {
        return skip("python3 has no pip".to_owned());
    }
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = class();
    let at = folder.path();
    fs::create_dir(at.join("cases/wheels")).unwrap();
    wheel(&at.join("cases/wheels/course_helper-1.0-py3-none-any.whl"));
    let program = "import course_helper\nopen('next_state.txt', 'w').write(course_helper.STATE)\n";
    for name in ["ann.py", "bob.py"] {
        fs::write(at.join("class").join(name), format!("# {name}\n{program}")).unwrap();
    }
    let settings = |packages: &str| {
        let text = format!("[language.python3]\npackages = [{packages}]\nwheels = \"wheels\"\n");
        fs::write(at.join("cases/grade.toml"), text).unwrap();
    };
    settings("\"course-helper\"");
    const GRADE: &str = "grade class --cases cases --probe-budget off";
    let said = says(at, GRADE, 1);
    assert!(said.contains("2 submissions, 2 of 4 cases fully correct"), "{said}");
    settings("\"course-helper\", \"missing\"");
    let said = says(at, GRADE, 3);
    assert!(
        said.contains("The packages of grade.toml (course-helper, missing) are not installed"),
        "{said}"
    );
    let table = fs::read_to_string(at.join("results/grades.csv")).unwrap();
    assert_eq!(table.matches(",incomplete,").count(), 2, "{table}");
}
