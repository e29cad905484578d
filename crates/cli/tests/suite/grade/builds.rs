//! What is built: of equal programs one.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::{no_sandbox, open_folder};
use crate::program::{ends_with, mancala};
use crate::skip::skip;
use grader::submission::toolchain::Toolchains;

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
