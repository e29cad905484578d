//! A class of wrong programs, written by hand and without a look at the reference engine: what
//! `mancala explain` says of each.
//!
//! Every folder of `tests/students` holds a program and `mistake.txt`, a line for the reader on what
//! its author did. The programs began as six right ones in different styles. What is said of each is
//! a snapshot; the table says whether its mistake was named.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use mancala::explain::{Explanation, Kind};

use crate::grade::copy;
use crate::program::{ends_with, mancala, text};
use crate::skip::skip;

/// Each student and the names of what the program does wrong, as an explanation should give them;
/// none if there is no name for what the author did, so that it may only be described.
const CLASS: &[(&str, &[&str])] = &[
    ("always-first-pit", &["first-pit"]),
    ("best-turn-by-sow", &["state-of-mixed-turns"]),
    ("best-turn-in-a-global", &["state-of-last-pass"]),
    ("beta-never-lowered", &["window-not-narrowed"]),
    ("beta-overwritten", &["window-set-to-child"]),
    (
        "blanks-and-lower-case",
        &["blanks-in-rows", "lower-case-names"],
    ),
    ("captures-small-heaps", &[]),
    ("commas-missing-at-end", &["commas-missing"]),
    ("counts-pits-too", &[]),
    ("crash-at-end-of-game", &["start-pit-counted-full"]),
    ("crash-on-two-digits", &["ties-to-last"]),
    ("cutoff-comes-first", &["cutoff-before-end"]),
    ("debug-behind-rows", &["text-after-columns"]),
    ("depth-from-one", &["depth-from-1"]),
    ("endless-when-game-ends", &["capture-needs-stones-opposite"]),
    ("fail-hard", &["fail-hard"]),
    ("fail-hard-return", &["fail-hard-returned"]),
    (
        "first-sow-and-bare-capture",
        &["capture-needs-stones-opposite", "state-after-first-sow"],
    ),
    ("floats-in-log", &["fractions"]),
    (
        "game-over-and-ties-in-greedy",
        &["game-over-is-inner", "ties-to-last"],
    ),
    ("game-over-has-no-row", &["game-over-is-inner"]),
    ("game-over-mid-turn-has-no-row", &["game-over-is-inner"]),
    ("game-over-without-extra-turn", &["game-over-is-inner"]),
    ("greedy-sees-one-sow", &["turn-sow-by-sow"]),
    ("greedy-state-not-swept", &["state-not-swept"]),
    ("greedy-two-takes-last", &["ties-to-last"]),
    ("int-min-for-infinity", &["infinity-text-number"]),
    (
        "lap-next-and-root",
        &[
            "start-pit-counted-full",
            "end-tested-for-next-player-only",
            "window-not-narrowed",
        ],
    ),
    (
        "lap-window-and-sweep",
        &[
            "start-pit-counted-full",
            "sweep-leaves-movers-row",
            "window-set-to-child",
        ],
    ),
    ("leaf-after-its-value", &["leaf-in-own-window-unless-cut"]),
    ("leaf-shows-own-window", &["leaf-narrows-its-window"]),
    ("leaf-window-and-crash-at-end", &["leaf-in-own-window"]),
    ("long-laps-lose-a-stone", &[]),
    ("missing-columns-at-end", &["columns-missing"]),
    ("nested-list", &["state-as-list"]),
    (
        "nested-list-and-tie-by-text",
        &["state-as-list", "ties-by-text"],
    ),
    ("no-capture-beside-mancala", &[]),
    (
        "no-extra-turn-after-lap",
        &["no-extra-turn-after-going-round"],
    ),
    ("no-root-row", &["no-entry-rows"]),
    ("one-extra-sow-in-state", &["state-after-one-extra-sow"]),
    (
        "opponent-chain-stops-at-cutoff",
        &["extra-turn-at-cutoff-is-leaf"],
    ),
    ("opponent-has-one-sow", &["no-extra-turn"]),
    ("order-by-text", &["children-by-text"]),
    ("remembers-boards", &["remembers-positions"]),
    (
        "root-keeps-alpha",
        &["start-pit-counted-full", "window-not-narrowed"],
    ),
    (
        "second-player-feeds-both-stores",
        &["sows-into-opponents-store"],
    ),
    ("second-player-one-deeper", &["cutoff-one-more"]),
    ("sorts-moves-by-value", &[]),
    ("stale-beta", &[]),
    ("sweeps-opponent-only", &["sweep-leaves-own-row"]),
    ("text-order-and-ties", &["children-by-text", "ties-by-text"]),
    (
        "three-at-once",
        &["lap-skips-start-pit", "ties-to-last", "strict-cut"],
    ),
    ("three-extra-turns-at-most", &[]),
    ("tie-by-text", &["ties-by-text"]),
    (
        "two-players-one-value",
        &["end-tested-for-mover-only", "evaluates-for-player-1"],
    ),
    ("wrong-at-eight-pits", &[]),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn students() -> PathBuf {
    root().join("tests/students")
}

/// The programs of the class that are written in one language, by the ending of their names.
fn written_in(ending: &str) -> Vec<&'static str> {
    let names = CLASS.iter().map(|&(name, _)| name);
    names
        .filter(|name| {
            students()
                .join(name)
                .join(format!("mancala.{ending}"))
                .is_file()
        })
        .collect()
}

/// What is said of each of these students, by name.
fn explained(names: &[&str]) -> BTreeMap<String, Explanation> {
    let class = tempfile::tempdir().unwrap();
    for name in names {
        copy(&students().join(name), &class.path().join(name));
    }
    let mut explain = mancala(root());
    explain.arg("explain").arg(class.path()).args([
        "--cases",
        "tests/suite/students/cases",
        "--format",
        "json",
    ]);
    serde_json::from_slice(&ends_with(&mut explain, 1).stdout).unwrap()
}

/// Whether a program's mistake was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Told {
    /// By its name in the catalogue, as reproducing everything.
    Named,
    /// Some of it by its name, the rest as what it may be.
    Partly,
    /// In other words, or with "perhaps".
    Described,
    /// By the name of another.
    False,
}

fn told(made: &[&str], said: &Explanation) -> Told {
    fn bare(named: &[String]) -> impl Iterator<Item = &str> {
        named.iter().map(|it| it.split('@').next().unwrap())
    }
    let is_made = |faults: &[String], named: &[String]| {
        let named = bare(named);
        let mut all: Vec<_> = faults.iter().map(String::as_str).chain(named).collect();
        all.sort_unstable();
        let mut made = made.to_vec();
        made.sort_unstable();
        all == made
    };
    match said.kind {
        Kind::Named if said.named.iter().any(|it| is_made(&said.faults, it)) => Told::Named,
        Kind::Partly
            if said
                .named
                .iter()
                .any(|it| bare(it).all(|it| made.contains(&it))) =>
        {
            Told::Partly
        }
        Kind::Named | Kind::Partly | Kind::Right => Told::False,
        Kind::Described | Kind::NoEvidence => Told::Described,
    }
}

/// Explains the programs in one language, prints the table and keeps the sentences as a snapshot.
fn explain_all(ending: &str) {
    let names = written_in(ending);
    let said = explained(&names);
    let (mut all, mut wrongly) = (String::new(), Vec::new());
    for &name in &names {
        let said = &said[name];
        let made = CLASS
            .iter()
            .find(|it| it.0 == name)
            .map_or(&[][..], |it| it.1);
        let told = told(made, said);
        println!("{name:34} {told:?} {:?}", said.named);
        if told == Told::False {
            wrongly.push(name);
        }
        let mistake = std::fs::read_to_string(students().join(name).join("mistake.txt")).unwrap();
        writeln!(
            all,
            "== {name}\n{mistake}-- {told:?}\n{}\n",
            said.sentences.join("\n")
        )
        .unwrap();
    }
    insta::assert_snapshot!(format!("students_{ending}"), all);
    assert!(wrongly.is_empty(), "a false name: {wrongly:?}");
}

/// Whether this machine has a tool; says so if not.
fn has(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").output();
    let works = found.is_ok_and(|it| it.status.success());
    if !works {
        skip(format!("there is no {tool}"));
    }
    works
}

#[test]
fn programs_in_python_are_explained() {
    if has("python3") {
        explain_all("py");
    }
}

#[test]
fn programs_in_cpp_are_explained() {
    if has("g++") {
        explain_all("cpp");
    }
}

#[test]
fn programs_in_java_are_explained() {
    if has("javac") {
        explain_all("java");
    }
}

#[test]
fn every_student_is_in_the_class() {
    let folders = std::fs::read_dir(students()).unwrap();
    let mut names: Vec<_> = folders
        .map(|folder| text(folder.unwrap().file_name().as_encoded_bytes()))
        .collect();
    names.sort();
    let class: Vec<_> = CLASS.iter().map(|it| it.0).collect();
    assert_eq!(names, class);
    let known: usize = ["py", "cpp", "java"]
        .map(|it| written_in(it).len())
        .iter()
        .sum();
    assert_eq!(
        known,
        class.len(),
        "each is called mancala.py, mancala.cpp or mancala.java"
    );
}
