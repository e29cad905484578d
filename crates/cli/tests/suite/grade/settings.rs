//! The `grade.toml` files that results are graded with: they stay in force, and hidden cases hidden.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{copy, here, no_sandbox, open_folder};
use crate::program::{ends_with, mancala, text};
use crate::skip::skip;

/// A folder with a class of one, whose program goes wrong everywhere, and cases with their `grade.toml`.
fn class() -> tempfile::TempDir {
    let folder = open_folder();
    let run = folder.path().join("class/ann/run");
    fs::create_dir_all(run.parent().unwrap()).unwrap();
    fs::write(&run, "#!/bin/sh\necho '9 9 9' > next_state.txt\nexit 17\n").unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&run, mode).unwrap();
    copy(&here("cases"), &folder.path().join("cases"));
    folder
}

/// A command as a teacher types it.
fn typed(folder: &Path, line: &str) -> Command {
    let mut command = mancala(folder);
    command.args(line.split(' '));
    command
}

const GRADE: &str = "grade class --cases cases";

/// The folder of a class that is graded, or why nothing can be.
fn graded() -> Result<tempfile::TempDir, String> {
    match no_sandbox() {
        Some(reason) => Err(reason),
        None => {
            let folder = class();
            ends_with(&mut typed(folder.path(), GRADE), 1);
            Ok(folder)
        }
    }
}

/// Everything in the results, by name.
fn everything(results: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = walkdir::WalkDir::new(results).into_iter().map(Result::unwrap);
    let files = files.filter(|it| it.file_type().is_file());
    files.map(|it| (it.path().to_owned(), fs::read(it.path()).unwrap())).collect()
}

fn write(folder: &Path, name: &str, toml: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, toml).unwrap();
}

/// Whether all that a student gets keeps the hidden case back.
#[track_caller]
fn is_hidden(results: &Path) -> bool {
    let read = |name: &str| fs::read_to_string(results.join(name)).unwrap();
    let feedback = read("feedback/ann.md");
    let hidden = feedback.contains("hidden-alpha-beta (hidden)");
    let gradescope: serde_json::Value = serde_json::from_str(&read("gradescope/ann.json")).unwrap();
    let tests = gradescope["tests"].as_array().unwrap();
    let test = tests.iter().find(|it| it["name"] == "hidden-alpha-beta").unwrap();
    assert_eq!(test["visibility"] == "hidden", hidden);
    assert_eq!(test["output"].as_str().unwrap().contains("This case is hidden."), hidden);
    let data = read("feedback/ann.js");
    assert_eq!(data.contains("hidden-alpha-beta"), !hidden, "{data}");
    // An exit code can say what the input is.
    assert!(!hidden || !test["output"].as_str().unwrap().contains("17"), "{test}");
    hidden
}

/// What the first submission got and could get.
fn points(results: &Path) -> (String, String) {
    let grades = fs::read_to_string(results.join("grades.csv")).unwrap();
    let mut reader = csv::Reader::from_reader(grades.as_bytes());
    let first = reader.records().next().unwrap().unwrap();
    (first[3].to_owned(), first[4].to_owned())
}

/// A teacher lost 86 points of 100 in this way, and published the hidden cases.
#[test]
fn rescoring_without_the_cases_forgot_their_settings() {
    let folder = match graded() {
        Ok(folder) => folder,
        Err(reason) => return skip(reason),
    };
    let results = folder.path().join("results");
    let before = everything(&results);
    assert!(is_hidden(&results));
    for line in ["rescore results", "report results", "rescore results --cases cases"] {
        ends_with(&mut typed(folder.path(), line), 1);
        assert!(everything(&results) == before, "{line}");
    }
    // A file of the results adds to what there is.
    write(&results, "grade.toml", "[[group]]\ncases = \"greedy\"\npoints = 5\n");
    ends_with(&mut typed(folder.path(), "rescore results"), 1);
    assert!(is_hidden(&results));
    assert_eq!(points(&results).1, "9", "5 and 2 of the groups, 1 and 1");
    // A file that is not there any more says what it said; an empty one does not.
    fs::remove_file(results.join("grade.toml")).unwrap();
    fs::remove_file(folder.path().join("cases/grade.toml")).unwrap();
    for line in ["rescore results", GRADE] {
        let said = text(&ends_with(&mut typed(folder.path(), line), 1).stderr);
        let notes = said.matches("is gone; its settings stay in force").count();
        assert_eq!(notes, if line == GRADE { 2 } else { 0 }, "{said}");
        assert!(is_hidden(&results));
        assert_eq!(points(&results).1, "9", "{line}");
    }
    write(&results, "grade.toml", "");
    ends_with(&mut typed(folder.path(), "rescore results"), 1);
    assert_eq!(points(&results).1, "5");
    let mut misspelt = typed(folder.path(), "rescore results --cases caess");
    let said = text(&ends_with(&mut misspelt, 2).stderr);
    assert!(said.contains("--cases: there is no caess"), "{said}");
}

/// Whatever would show a hidden case is refused and changes nothing, unless it is said that it should.
#[test]
fn what_was_hidden_is_shown_only_on_purpose() {
    let folder = match graded() {
        Ok(folder) => folder,
        Err(reason) => return skip(reason),
    };
    let results = folder.path().join("results");
    copy(&results, &folder.path().join("part"));
    // The same cases, of which none is hidden; the hidden one under another name; a part that hides it no more.
    copy(&folder.path().join("cases"), &folder.path().join("open"));
    write(folder.path(), "open/grade.toml", "");
    write(folder.path(), "other/grade.toml", "title = \"Other\"\n");
    let hidden = folder.path().join("cases/hidden-alpha-beta.txt");
    fs::copy(hidden, folder.path().join("other/small.txt")).unwrap();
    let ledger = fs::read_to_string(results.join("ledger.jsonl")).unwrap();
    let shown =
        ledger.replace("visible = false", "").replace("\"visible\":false", "\"visible\":true");
    write(folder.path(), "shown/ledger.jsonl", &shown);
    let before = everything(&results);
    for line in [
        "grade class --cases open",
        "grade class --cases other",
        "grade class --cases open --filter greedy",
        "rescore results --cases open",
        "merge shown -o results",
        "merge part shown -o merged",
    ] {
        let said = text(&ends_with(&mut typed(folder.path(), line), 2).stderr);
        assert!(said.contains("students would see what was hidden from them"), "{line}: {said}");
        assert!(everything(&results) == before, "{line}");
        assert!(!folder.path().join("merged").exists());
    }
    let visible = "[[group]]\ncases = \"*\"\nvisible = true\n";
    write(&results, "grade.toml", visible);
    for line in ["rescore results", GRADE, "merge part -o results"] {
        let said = text(&ends_with(&mut typed(folder.path(), line), 2).stderr);
        assert!(said.contains("hidden-alpha-beta"), "{line}: {said}");
        assert!(is_hidden(&results), "{line}");
    }
    ends_with(&mut typed(folder.path(), "report results"), 1);
    assert!(is_hidden(&results));
    ends_with(&mut typed(folder.path(), "rescore results --publish-hidden"), 1);
    assert!(!is_hidden(&results));
    // Now students know it.
    for line in ["rescore results", GRADE] {
        ends_with(&mut typed(folder.path(), line), 1);
        assert!(!is_hidden(&results), "{line}");
    }
}

/// Parts that were graded with other files than the output's folder has.
#[test]
fn merging_keeps_points_and_hidden_cases() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = class();
    let parts = folder.path().join("parts");
    write(&parts, "grade.toml", "[[group]]\ncases = \"greedy\"\npoints = 5\n");
    for part in ["1/2", "2/2"] {
        let line = format!("{GRADE} --results parts --shard {part}");
        ends_with(&mut typed(folder.path(), &line), 0);
    }
    let line = "merge parts/shard-1-of-2 parts/shard-2-of-2 -o merged";
    ends_with(&mut typed(folder.path(), line), 1);
    let merged = folder.path().join("merged");
    assert!(is_hidden(&merged));
    assert_eq!(points(&merged).1, "9");
    ends_with(&mut typed(folder.path(), "rescore merged"), 1);
    assert!(is_hidden(&merged));
    assert_eq!(points(&merged).1, "9");
    // What lies there now counts before what the parts were graded with.
    write(&merged, "grade.toml", "[[group]]\ncases = \"greedy\"\npoints = 7\n");
    ends_with(&mut typed(folder.path(), line), 1);
    assert!(is_hidden(&merged));
    assert_eq!(points(&merged).1, "11");
}

#[test]
fn a_ledger_of_another_version_is_refused_with_the_command_that_makes_a_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = fs::read_to_string(here("ledger.jsonl")).unwrap();
    let settings = "\"settings\"";
    assert!(ledger.contains(settings));
    let old = ledger.replace(settings, "\"unknown\"");
    write(folder.path(), "ledger.jsonl", &old);
    let said = text(&ends_with(&mut typed(folder.path(), "report ."), 2).stderr);
    assert!(said.contains("ledger.jsonl, line 2: expected a result of a grader"), "{said}");
    assert!(said.contains("`mancala grade` with another --results"), "{said}");
}

#[test]
fn settings_add_to_those_of_the_ledger() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(here("ledger.jsonl"), folder.path().join("ledger.jsonl")).unwrap();
    ends_with(&mut typed(folder.path(), "report ."), 3);
    let before = fs::read(folder.path().join("grades.csv")).unwrap();
    ends_with(&mut typed(folder.path(), "rescore ."), 3);
    assert_eq!(fs::read(folder.path().join("grades.csv")).unwrap(), before);
    write(folder.path(), "grade.toml", "[[group]]\ncases = \"greedy-*\"\npoints = 5\n");
    ends_with(&mut typed(folder.path(), "rescore ."), 3);
    let grades = fs::read_to_string(folder.path().join("grades.csv")).unwrap();
    assert!(grades.contains("ann,Ann Example,python3,8,8,8,1"), "{grades}");
    let feedback = fs::read_to_string(folder.path().join("feedback/=bob.md")).unwrap();
    assert!(feedback.contains("hidden-minimax (hidden)") && !feedback.contains("SECRET"));
}

#[test]
fn a_slip_of_the_pen_is_told_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(here("ledger.jsonl"), folder.path().join("ledger.jsonl")).unwrap();
    let toml = "[[group]]\ncases = \"hiden-*\"\nvisible = false\n\n\
        [[override]]\nsubmission = \"an\"\nlate = 3\nreason = \"ill\"\n\n\
        [[override]]\nsubmission = \"eve\"\ncase = \"greedy\"\nexcuse = true\nreason = \"ill\"\n\n\
        [[override]]\nsubmission = \"Ann Example\"\nlate = 2\nreason = \"ill\"\n";
    write(folder.path(), "grade.toml", toml);
    let said = text(&ends_with(&mut typed(folder.path(), "rescore ."), 3).stderr);
    insta::assert_snapshot!(said, @r#"
    warning: ./grade.toml, line 2: no case is called "hiden-*"
    warning: ./grade.toml, line 6: no submission and nobody is called "an"
    warning: ./grade.toml, line 12: no case is called "greedy"
    "#);
    let said = text(&ends_with(&mut typed(folder.path(), "rescore . --format json"), 3).stderr);
    crate::schemas::fits(folder.path(), "warning", &said);
    // Who is meant by the name of a person is late.
    let grades = fs::read_to_string(folder.path().join("grades.csv")).unwrap();
    assert!(grades.contains("ann,Ann Example,python3,3.2,4,4,0.8"), "{grades}");
    let ledger = fs::read(folder.path().join("ledger.jsonl")).unwrap();
    write(folder.path(), "grade.toml", &format!("title = \"x\"\n{toml}"));
    let said = text(&ends_with(&mut typed(folder.path(), "rescore . --strict"), 2).stderr);
    assert!(said.contains("error: --strict: 3 settings without effect"), "{said}");
    assert_eq!(fs::read(folder.path().join("ledger.jsonl")).unwrap(), ledger);
}

#[test]
fn a_slip_of_the_pen_is_told_before_anything_is_graded() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = class();
    write(
        folder.path(),
        "results/grade.toml",
        "[late]\nextensions = { anne = \"2026-11-30 12:00\" }\n",
    );
    let strict = format!("{GRADE} --strict");
    let said = text(&ends_with(&mut typed(folder.path(), &strict), 2).stderr);
    assert!(
        said.contains("results/grade.toml, line 2: no submission and nobody is called \"anne\""),
        "{said}"
    );
    let ledger = folder.path().join("results/ledger.jsonl");
    assert_eq!(fs::read_to_string(&ledger).unwrap(), "");
    let said = text(&ends_with(&mut typed(folder.path(), GRADE), 1).stderr);
    assert!(said.contains("warning: results/grade.toml, line 2"), "{said}");
    write(
        folder.path(),
        "results/grade.toml",
        "[late]\nextensions = { ann = \"2026-11-30 12:00\" }\n",
    );
    ends_with(&mut typed(folder.path(), &strict), 1);
    // A part of the cases leaves behind what is said of all.
    fs::create_dir(folder.path().join("cases/part")).unwrap();
    let at = |name: &str| folder.path().join("cases").join(name);
    fs::rename(at("minimax.txt"), at("part/minimax.txt")).unwrap();
    let part = "grade class --cases cases/part --results other";
    let said = text(&ends_with(&mut typed(folder.path(), part), 1).stderr);
    assert!(said.contains("grade.toml, line 1: is not read"), "{said}");
}

/// A case that was meant to be hidden became a sample, which students read.
#[test]
fn a_slip_of_the_pen_is_told_where_cases_are_exported() {
    let folder = tempfile::tempdir().unwrap();
    copy(&here("cases"), &folder.path().join("cases"));
    let hiding = "[[group]]\ncases = \"hiden-*\"\nvisible = false\n";
    write(folder.path(), "cases/grade.toml", hiding);
    let line = "export domjudge --cases cases -o hw2.zip";
    let said = text(&ends_with(&mut typed(folder.path(), line), 0).stderr);
    let warning = "warning: cases/grade.toml, line 2: no case is called \"hiden-*\"";
    assert!(said.contains(warning), "{said}");
}

/// Students lost all points where a command of the staff's could not be executed.
#[test]
fn a_command_of_the_staffs_that_cannot_be_executed_is_nobodys_fault() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = class();
    // It works for the staff, whose interpreter no program can see.
    let wrapper = folder.path().join("wrapper/bin/w");
    let shell = folder.path().join("shell/sh");
    fs::create_dir_all(shell.parent().unwrap()).unwrap();
    fs::copy("/bin/sh", &shell).unwrap();
    let script =
        format!("#!{}\n[ \"$1\" = --version ] && exit 0\nexec sh \"$1\"\n", shell.display());
    write(folder.path(), "wrapper/bin/w", &script);
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&wrapper, mode).unwrap();
    let broken = folder.path().join("broken.py");
    for (command, reason) in [
        ("{folder}/program -i input.txt".to_owned(), "there is no such file in the submission"),
        ("env no-such-command {program}".to_owned(), "exit code 127"),
        (format!("sh {} {{program}}", broken.display()), "there is no /"),
        (format!("{} {{program}}", wrapper.display()), "all 4 cases: `/"),
    ] {
        let toml = format!("[language.executable]\nrun = \"{command}\"\n");
        write(folder.path(), "results/grade.toml", &toml);
        let output = ends_with(&mut typed(folder.path(), GRADE), 3);
        let (said, summary) = (text(&output.stderr), text(&output.stdout));
        assert!(summary.contains("4 IE") && summary.contains(reason), "{command}: {summary}{said}");
    }
    // A program that is there and is executed by such a command may end as it likes.
    write(
        folder.path(),
        "results/grade.toml",
        "[language.executable]\nrun = \"env sh {program}\"\n",
    );
    let said = text(&ends_with(&mut typed(folder.path(), GRADE), 1).stdout);
    assert!(said.contains("4 RTE"), "{said}");
    // A script of the staff's is seen by the program that runs it.
    fs::write(&broken, "exec sh \"$1\"\n").unwrap();
    let toml =
        format!("[language.executable]\nrun = \"env sh {} {{program}}\"\n", broken.display());
    write(folder.path(), "results/grade.toml", &toml);
    let said = text(&ends_with(&mut typed(folder.path(), GRADE), 1).stdout);
    assert!(said.contains("4 RTE"), "{said}");
}

/// `{prog}` was handed to the program as it is, and every submission crashed.
#[test]
fn commands_with_what_is_not_filled_in_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("class/ann")).unwrap();
    copy(&here("cases"), &folder.path().join("cases"));
    for (run, expected) in [
        ("python3 {prog}", "expected one of {program}, {sources}, {folder}, {class}, not {prog}"),
        ("python3 {program} > out", "no shell reads >; one does in sh -c '...'"),
    ] {
        let toml = format!("[language.python3]\nrun = \"{run}\"\n");
        write(folder.path(), "cases/grade.toml", &toml);
        let grade = &mut typed(folder.path(), "grade class --cases cases");
        let said = text(&ends_with(grade, 2).stderr);
        assert!(said.contains(expected), "{said}");
        assert!(!folder.path().join("results").exists());
    }
}
