//! A class graded in parts, by several machines, is as if one had graded it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use grader::ledger::{self, Ledger};
use journal::WaitPolicy;

use super::{copy, here, no_sandbox, open_folder};
use crate::program::{ends_with, mancala, succeeds, text};
use crate::skip::skip;

const PROGRAMS: [(&str, &str); 4] = [
    ("ann", "#!/bin/sh\nsleep 0.1\necho '1 2 3' > next_state.txt\n"),
    ("bob", "#!/bin/sh\nsleep 0.1\nexit 3\n"),
    ("carl", "#!/bin/sh\nsleep 0.1\ncp input.txt next_state.txt\necho x > traverse_log.txt\n"),
    ("dora", "#!/bin/sh\nprintf '3 1 3\\n2 1 0\\n0\\n1\\n' > next_state.txt\n"),
];

/// A folder with a class and cases: those of these tests, each three times.
pub(super) fn class() -> tempfile::TempDir {
    let folder = open_folder();
    for (name, program) in PROGRAMS {
        let run = folder.path().join("class").join(name).join("run");
        fs::create_dir_all(run.parent().unwrap()).unwrap();
        fs::write(&run, program).unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(&run, mode).unwrap();
    }
    let cases = folder.path().join("cases");
    copy(&here("cases"), &cases);
    for name in ["greedy", "minimax", "alpha-beta"] {
        for number in 1..3 {
            let input = cases.join(format!("{name}.txt"));
            fs::copy(input, cases.join(format!("{name}-{number}.txt"))).unwrap();
        }
    }
    folder
}

pub(super) fn grade(folder: &Path, results: &str) -> Command {
    let mut command = mancala(folder);
    command.args(["grade", "class", "--cases", "cases", "--jobs", "2"]);
    command.args(["--results", results]);
    command
}

/// What a merged ledger says, but for times and memory.
fn said(results: &Path) -> BTreeSet<String> {
    let ledger = fs::read_to_string(results.join("ledger.jsonl")).unwrap();
    let lines = ledger.lines().map(|line| {
        let mut record: serde_json::Value = serde_json::from_str(line).unwrap();
        record.as_object_mut().unwrap().remove("used");
        record.to_string()
    });
    lines.collect()
}

/// Every report, by name.
fn reports(results: &Path) -> BTreeMap<PathBuf, String> {
    let files = walkdir::WalkDir::new(results).into_iter().map(Result::unwrap);
    let files = files.filter(|it| it.file_type().is_file());
    let named = files.map(|it| it.path().strip_prefix(results).unwrap().to_owned());
    named
        .filter(|it| !it.starts_with("outputs") && it != Path::new("ledger.jsonl"))
        .map(|it| (it.clone(), fs::read_to_string(results.join(it)).unwrap()))
        .collect()
}

/// Takes the lines of a ledger out that `keep` does not keep.
fn thin_out(results: &Path, mut keep: impl FnMut(&str) -> bool) {
    let path = results.join("ledger.jsonl");
    let ledger = fs::read_to_string(&path).unwrap();
    let kept = ledger.lines().filter(|line| keep(line));
    let kept: Vec<_> = kept.map(|line| format!("{line}\n")).collect();
    fs::write(path, kept.concat()).unwrap();
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn reports_of_merged_parts_are_those_of_one_machine() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = class();
    let at = |name: &str| folder.path().join(name);
    ends_with(&mut grade(folder.path(), "one"), 1);

    // Thirds of its ledger, each with the next one's lines too, without any explanation. The first is
    // lost, the second there twice.
    for part in 0..3 {
        let name = at(&format!("part-{part}"));
        copy(&at("one"), &name);
        let mut number = 0;
        thin_out(&name, |line| {
            let is_case = line.starts_with("{\"record\":\"case\"");
            number += usize::from(is_case);
            let is_ours = [part, (part + 1) % 3].contains(&(number % 3));
            !line.starts_with("{\"record\":\"explanation\"") && (!is_case || is_ours)
        });
    }
    let merge = |parts: &str, output: &str| {
        let mut command = mancala(folder.path());
        command.arg("merge").args(parts.split(' ')).args(["-o", output]);
        command
    };
    let merged = ends_with(&mut merge("part-1 lost part-2 part-1", "merged"), 1);
    assert!(text(&merged.stderr).contains("warning: lost: no ledger"));
    assert_eq!(reports(&at("merged")), reports(&at("one")));
    let once = fs::read(at("merged/ledger.jsonl")).unwrap();
    // The other way round, and once more into the same folder.
    ends_with(&mut merge("part-2 part-1", "other"), 1);
    assert_eq!(fs::read(at("other/ledger.jsonl")).unwrap(), once);
    ends_with(&mut merge("part-1", "other"), 1);
    assert_eq!(fs::read(at("other/ledger.jsonl")).unwrap(), once);
    // Everything is there to go on from.
    let again = ends_with(&mut grade(folder.path(), "merged"), 1);
    assert!(text(&again.stderr).contains("0 cases run"));

    // A part is missing.
    let missing = ends_with(&mut merge("part-1", "part"), 3);
    assert!(text(&missing.stderr).contains("cases have no result"));

    // Two machines disagree, whichever comes first.
    copy(&at("part-1"), &at("contrary"));
    let path = at("contrary/ledger.jsonl");
    let ledger = fs::read_to_string(&path).unwrap();
    fs::write(&path, ledger.replace("\"verdict\":\"AC\"", "\"verdict\":\"RTE\"")).unwrap();
    let orders = ["part-1 contrary part-2", "contrary part-2 part-1"];
    let ledgers = orders.map(|parts| {
        let output = parts.replace(' ', "-");
        let merged = ends_with(&mut merge(parts, &output), 1);
        let told = text(&merged.stderr);
        assert!(told.contains("AC here, RTE there; AC is kept"), "{told}");
        fs::read(at(&output).join("ledger.jsonl")).unwrap()
    });
    assert_eq!(ledgers[0], ledgers[1]);
    ends_with(&mut merge("nothing", "x"), 2);
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn parts_graded_apart_make_the_whole() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = class();
    ends_with(&mut grade(folder.path(), "one"), 1);
    let mut ran = 0;
    for part in ["1/3", "2/3", "3/3"] {
        let done = succeeds(grade(folder.path(), "parts").args(["--shard", part]));
        ran += cases_run(&text(&done.stderr));
    }
    let all = PROGRAMS.len() * fs::read_dir(folder.path().join("cases")).unwrap().count();
    assert_eq!(ran, all - PROGRAMS.len(), "all but the grade.toml, each once");
    // Once and again, they are merged into the folder that they lie in.
    for _ in 0..2 {
        ends_with(mancala(folder.path()).args(["merge", "parts"]), 1);
        assert!(!folder.path().join("results").exists());
    }
    let two = "parts/shard-1-of-3 parts/shard-3-of-3 -o two";
    let merged = ends_with(mancala(folder.path()).arg("merge").args(two.split(' ')), 3);
    let told = text(&merged.stderr);
    assert!(told.contains("warning: part 2 of 3 is missing: its submissions"), "{told}");
    merged_as_one(folder.path(), "parts");
}

/// The number before "cases run".
fn cases_run(said: &str) -> usize {
    let before = said.split(" cases run").next().unwrap();
    before.rsplit('\n').next().unwrap().parse().unwrap()
}

/// The parts below `parts`, merged, say what the results in `one` say.
#[track_caller]
pub(super) fn merged_as_one(folder: &Path, parts: &str) {
    let listed = fs::read_dir(folder.join(parts)).unwrap();
    let listed = listed.map(|it| it.unwrap().path());
    let (merged, one) = (format!("{parts}-merged"), format!("{parts}-one"));
    ends_with(mancala(folder).arg("merge").args(listed).args(["-o", &merged]), 1);
    ends_with(mancala(folder).args(["merge", "one", "-o", &one]), 1);
    assert_eq!(said(&folder.join(merged)), said(&folder.join(one)));
}

/// A task that a batch system queues again may begin before its predecessor has ended.
#[test]
fn a_part_waits_for_the_grader_that_has_its_results() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = class();
    let results = folder.path().join("parts/shard-1-of-2");
    fs::create_dir_all(&results).unwrap();
    // Others' right to read it would be told first.
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o700);
    fs::set_permissions(&results, mode).unwrap();
    let part = || {
        let mut command = grade(folder.path(), "parts");
        command.args(["--shard", "1/2", "--filter", "greedy", "--probe-budget", "off"]);
        command
    };
    let waiting = || {
        let mut grader = part().stderr(Stdio::piped()).spawn().unwrap();
        let mut said = BufReader::new(grader.stderr.take().unwrap());
        let mut first = String::new();
        said.read_line(&mut first).unwrap();
        assert!(first.contains("is in use by another process; waiting"), "{first}");
        (grader, said)
    };
    let first = Ledger::open(&results, WaitPolicy::NONE).unwrap();
    let (mut second, _said) = waiting();
    let (mut third, _said) = waiting();
    succeeds(Command::new("kill").args(["-INT", &third.id().to_string()]));
    assert_eq!(third.wait().unwrap().code(), Some(130));
    let refused = text(&ends_with(part().args(["--wait", "0"]), 2).stderr);
    assert!(refused.contains("is in use by another grader"), "{refused}");
    drop(first);
    assert!(second.wait().unwrap().success());
    assert!(ledger::read(&results).unwrap().results().count() > 0);
}
