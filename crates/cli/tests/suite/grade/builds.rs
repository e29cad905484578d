//! What is built: of equal programs one, and each once for all parts of a class.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::{no_sandbox, open_folder};
use crate::program::{ends_with, mancala, succeeds};
use crate::skip::skip;
use grader::submission::Toolchains;

/// Says where it lies, and crashes.
const PROGRAM: &str = "#include <stdio.h>\nint main(int count, char **words) {\n  fputs(words[0], stderr);\n  return 3;\n}\n";

/// A class with equal programs and cases of one task; `None` if they cannot be built here.
fn class() -> Option<tempfile::TempDir> {
    if let Some(reason) = no_sandbox() {
        skip(reason);
        return None;
    }
    if let Err(reason) = Toolchains::default().tool("gcc") {
        skip(reason);
        return None;
    }
    let folder = open_folder();
    for name in ["ann", "bob"] {
        let place = folder.path().join("class").join(name);
        fs::create_dir_all(&place).unwrap();
        fs::write(place.join("mancala.c"), PROGRAM).unwrap();
    }
    fs::create_dir(folder.path().join("cases")).unwrap();
    for seeds in 0..4 {
        let input = format!("1\n1\n1\n1 0 4\n1 {seeds} 2\n0\n0\n");
        let path = folder.path().join(format!("cases/{seeds}.txt"));
        fs::write(path, input).unwrap();
    }
    Some(folder)
}

/// Where the programs of a ledger lay.
fn places(ledger: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(ledger).unwrap();
    let records = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let records = records.filter(|it: &serde_json::Value| it["record"] == "case");
    records.map(|it| it["stderr"].to_string()).collect()
}

#[test]
fn equal_programs_are_built_once() {
    let Some(folder) = class() else { return };
    let mut grade = mancala(folder.path());
    ends_with(grade.args(["grade", "class", "--cases", "cases"]), 1);
    let places = places(&folder.path().join("results/ledger.jsonl"));
    assert_eq!(places.len(), 1, "{places:?}");
    assert!(places.iter().all(|it| it.contains("/program")), "{places:?}");
}

/// What lies in the folder of the only program that was built for all parts.
fn kept(folder: &Path) -> Vec<PathBuf> {
    let only = |path: PathBuf| {
        let listed = fs::read_dir(path).unwrap();
        listed.map(|it| it.unwrap().path()).collect::<Vec<_>>()
    };
    let programs = only(folder.join("results/builds"));
    assert_eq!(programs.len(), 1);
    only(programs[0].clone())
}

#[test]
fn a_program_is_built_once_for_all_parts_unless_it_was_damaged() {
    let Some(folder) = class() else { return };
    let part = |shard: &str| {
        let mut grade = mancala(folder.path());
        grade.args(["grade", "class", "--cases", "cases", "--shard", shard]);
        succeeds(&mut grade);
        kept(folder.path())
    };
    let is_lock = |it: &&PathBuf| it.ends_with("lock");
    let first = part("1/3");
    assert_eq!(first.len(), 2, "{first:?}");
    // Who builds makes it.
    fs::remove_file(first.iter().find(is_lock).unwrap()).unwrap();
    let second = part("2/3");
    assert!(second.iter().all(|it| !is_lock(&it)), "built again: {second:?}");
    let program = second[0].join("program");
    let whole = fs::read(&program).unwrap();
    fs::write(&program, &whole[..whole.len() / 2]).unwrap();
    let third = part("3/3");
    assert_eq!(third.len(), 2, "not built again: {third:?}");
    assert_eq!(fs::read(&program).unwrap(), whole);
    let ledger = folder.path().join("results/shard-3-of-3/ledger.jsonl");
    assert!(places(&ledger).iter().all(|it| it.contains("/program")));
}
