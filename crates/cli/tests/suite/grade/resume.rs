//! A grader that is killed at any moment goes on as if nothing had been.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{copy, here, no_sandbox, open_folder};
use crate::program::mancala;

const MOMENTS: u32 = 50;

/// Small programs that are soon done, and write what is wrong, missing or unreadable.
const PROGRAMS: [(&str, &str); 3] = [
    ("ann", "#!/bin/sh\necho '1 2 3' > next_state.txt\n"),
    ("bob", "#!/bin/sh\nexit 3\n"),
    ("carl", "#!/bin/sh\ncp input.txt next_state.txt\necho x > traverse_log.txt\n"),
];

fn grade(folder: &Path, results: &str) -> Command {
    let mut command = mancala(folder);
    command.args([
        "grade",
        "class",
        "--cases",
        "cases",
        "--jobs",
        "2",
        "--quiet",
        "--probe-budget",
        "4",
        "--results",
        results,
    ]);
    command.env("TMPDIR", folder.join("scratch"));
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// The lines without what differs from run to run.
fn lines(folder: &Path, results: &str) -> BTreeSet<String> {
    let ledger = fs::read_to_string(folder.join(results).join("ledger.jsonl")).unwrap();
    let mut all = BTreeSet::new();
    for line in ledger.lines() {
        let mut record: serde_json::Value = serde_json::from_str(line).unwrap();
        if let Some(record) = record.as_object_mut() {
            record.remove("used");
        }
        assert!(all.insert(record.to_string()), "no line is there twice: {line}");
    }
    all
}

/// Fixed, so that a failure comes again, as far as a clock lets it.
fn spread(moment: u32) -> f64 {
    f64::from(moment.wrapping_mul(2_654_435_769) >> 8) / f64::from(1_u32 << 24)
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn killed_at_fifty_moments() {
    if let Some(reason) = no_sandbox() {
        return crate::skip::skip(reason);
    }
    let folder = open_folder();
    let root = folder.path();
    copy(&here("cases"), &root.join("cases"));
    fs::create_dir(root.join("scratch")).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let open = fs::Permissions::from_mode(0o711);
        fs::set_permissions(root.join("scratch"), open).unwrap();
    }
    for (name, program) in PROGRAMS {
        let submission = root.join("class").join(name);
        fs::create_dir_all(&submission).unwrap();
        fs::write(submission.join("run"), program).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let executable = fs::Permissions::from_mode(0o755);
            fs::set_permissions(submission.join("run"), executable).unwrap();
        }
    }
    let begin = Instant::now();
    assert_eq!(grade(root, "whole").status().unwrap().code(), Some(1));
    let whole = begin.elapsed();
    let undisturbed = lines(root, "whole");
    let (mut early, mut late) = (0, 0);
    for moment in 0..MOMENTS {
        let results = format!("killed-{moment}");
        let mut grader = grade(root, &results).spawn().unwrap();
        std::thread::sleep(whole.mul_f64(spread(moment)) + Duration::from_millis(1));
        grader.kill().unwrap();
        match grader.wait().unwrap().code() {
            None => early += 1,
            Some(_) => late += 1,
        }
        let status = grade(root, &results).status().unwrap();
        let found = lines(root, &results);
        assert_eq!(found, undisturbed, "killed at moment {moment}");
        assert_eq!(status.code(), Some(1), "killed at moment {moment}");
    }
    println!("{early} killed on their way, {late} done before");
    let left = fs::read_dir(root.join("scratch")).unwrap().filter(|entry| {
        let name = entry.as_ref().unwrap().file_name();
        name.to_string_lossy().starts_with("mancala-grade-")
    });
    assert_eq!(left.count(), 0, "no workspace is left");
}

/// Ctrl-C keeps what is done, and says how to go on.
#[test]
#[cfg(unix)]
fn interrupted() {
    if let Some(reason) = no_sandbox() {
        return crate::skip::skip(reason);
    }
    let folder = open_folder();
    let root = folder.path();
    copy(&here("cases"), &root.join("cases"));
    fs::write(root.join("cases/grade.toml"), "[limits]\ncpu_seconds = 1\n").unwrap();
    copy(&here("submissions/never-ends"), &root.join("class"));
    fs::write(root.join("class/run"), "#!/bin/sh\nwhile :; do :; done\n").unwrap();
    let mut grader = mancala(root);
    grader.args(["grade", "class", "--cases", "cases", "--jobs", "1"]);
    grader.stdout(Stdio::piped()).stderr(Stdio::piped());
    let grader = grader.spawn().unwrap();
    let ledger = root.join("results/ledger.jsonl");
    let has_begun = || fs::read_to_string(&ledger).is_ok_and(|it| it.contains("\"submission\""));
    while !has_begun() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let killed = Command::new("kill").args(["-INT", &grader.id().to_string()]).status();
    assert!(killed.unwrap().success());
    let output = grader.wait_with_output().unwrap();
    let said = crate::program::text(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("run the same command again to continue"), "{said}");
    assert!(!root.join("results/index.html").exists(), "no report of half a run");
}

/// Half a line, as a crash leaves it, is cut off; any other line that is none of ours is an error.
#[test]
fn torn_and_foreign_lines() {
    use grader::ledger::{FILE, Ledger};
    use journal::WaitPolicy;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    let whole = "{\"record\":\"suite\",\"cases\":[]}\n";
    fs::write(&path, format!("{whole}{{\"record\":\"case\",\"key")).unwrap();
    drop(Ledger::open(folder.path(), WaitPolicy::NONE).unwrap());
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    fs::write(&path, format!("{whole}rubbish\n{whole}")).unwrap();
    let error = Ledger::open(folder.path(), WaitPolicy::NONE).unwrap_err().to_string();
    assert!(error.contains("ledger.jsonl, line 2: expected a result"), "{error}");
}

/// Two graders never write to one ledger.
#[test]
fn one_grader_at_a_time() {
    use grader::ledger::Ledger;
    use journal::WaitPolicy;
    let folder = tempfile::tempdir().unwrap();
    let first = Ledger::open(folder.path(), WaitPolicy::NONE).unwrap();
    let error = Ledger::open(folder.path(), WaitPolicy::NONE).unwrap_err().to_string();
    assert!(error.ends_with("is in use by another grader"), "{error}");
    drop(first);
    assert!(Ledger::open(folder.path(), WaitPolicy::NONE).is_ok());
}
