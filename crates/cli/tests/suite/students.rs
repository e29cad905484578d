//! A class of wrong programs, written by hand and without a look at the reference engine: what
//! `mancala explain` says of each.
//!
//! `crates/cli/tests/students/right` holds a right program in each of ten styles. A student is a file beside
//! it: a line for the reader on what the author did; the mistakes that an explanation should name,
//! where the catalogue has them; and the difference from one of the right programs, as
//! `diff --suppress-blank-empty -U1 --label ring.py --label mancala.py right/ring.py mine.py`
//! writes it. What is said of each is a snapshot.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use explain::{Explanation, Kind};

use crate::program::{ends_with, mancala};
use crate::skip::{missing, skip};

/// The languages that students write in, by the ending of their files; each has its test.
const LANGUAGES: [&str; 3] = ["py", "cpp", "java"];

/// A wrong program.
struct Student {
    /// What its author did.
    mistake: String,
    /// What an explanation should name; none if it may only be described.
    named: Vec<String>,
    ending: String,
    source: String,
}

impl Student {
    /// Reads what the first lines of this module describe, and makes the program of it.
    ///
    /// # Panics
    /// If the file has anything but this, or a hunk does not apply.
    fn read(file: &Path) -> Self {
        let text = std::fs::read_to_string(file).unwrap();
        let file = file.display();
        let patch = diffy::Patch::from_str(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
        let head = text.strip_suffix(&patch.to_string());
        let head = head.unwrap_or_else(|| panic!("{file}: lines belong to no hunk"));
        let (mistake, named) = head.split_once('\n').unwrap();
        let named = match named {
            "" => Vec::new(),
            line => {
                let names = line.strip_prefix("Named: ").unwrap().trim_end();
                names.split(", ").map(String::from).collect()
            }
        };
        let right = students().join("right").join(patch.original().unwrap());
        let ending = right.extension().unwrap().to_str().unwrap().to_owned();
        assert!(LANGUAGES.contains(&ending.as_str()), "{file}: {ending}");
        let right = std::fs::read_to_string(right).unwrap();
        Self {
            mistake: mistake.to_owned(),
            named,
            ending,
            source: diffy::apply(&right, &patch).unwrap_or_else(|error| panic!("{file}: {error}")),
        }
    }
}

fn root() -> &'static Path {
    Path::new(crate::ROOT)
}

fn students() -> PathBuf {
    root().join("crates/cli/tests/students")
}

/// The files of a folder, by name without ending.
fn files(folder: &Path) -> impl Iterator<Item = (String, PathBuf)> {
    let paths = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    paths.filter(|path| path.is_file()).map(|path| {
        let name = path.file_stem().unwrap().to_str().unwrap();
        (name.to_owned(), path)
    })
}

/// What is said of programs in one language, given as names and sources, by name.
fn explained<'a>(
    programs: impl Iterator<Item = (&'a String, &'a String)>,
    ending: &str,
) -> BTreeMap<String, Explanation> {
    let class = tempfile::tempdir().unwrap();
    for (name, source) in programs {
        let folder = class.path().join(name);
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join(format!("mancala.{ending}")), source).unwrap();
    }
    let mut explain = mancala(root());
    // What is asked besides depends on the time that there is.
    explain.arg("explain").arg(class.path()).args([
        "--probe-budget",
        "0",
        "--cases",
        "crates/cli/tests/suite/students/cases",
        "--format",
        "json",
    ]);
    let said: serde_json::Value =
        serde_json::from_slice(&ends_with(&mut explain, 1).stdout).unwrap();
    serde_json::from_value(said["submissions"].clone()).unwrap()
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

fn told(made: &[String], said: &Explanation) -> Told {
    fn bare(named: &[String]) -> impl Iterator<Item = &str> {
        named.iter().map(|it| it.split('@').next().unwrap())
    }
    let is_made = |faults: &[String], named: &[String]| {
        let named = bare(named);
        let mut all: Vec<_> = faults.iter().map(String::as_str).chain(named).collect();
        all.sort_unstable();
        let mut made: Vec<_> = made.iter().map(String::as_str).collect();
        made.sort_unstable();
        all == made
    };
    match said.kind {
        Kind::Named if said.named.iter().any(|it| is_made(&said.faults, it)) => Told::Named,
        Kind::Partly
            if said
                .named
                .iter()
                .any(|it| bare(it).all(|it| made.iter().any(|made| made == it))) =>
        {
            Told::Partly
        }
        Kind::Named | Kind::Partly | Kind::Right => Told::False,
        Kind::Described | Kind::NoEvidence => Told::Described,
    }
}

/// Explains the programs in one language, which this tool builds or runs, prints the table and keeps the sentences as a snapshot.
fn explain_all(ending: &str, tool: &str) {
    if let Some(reason) = missing(tool) {
        return skip(reason);
    }
    let right: BTreeMap<_, _> = files(&students().join("right"))
        .filter(|(_, path)| path.extension().is_some_and(|it| it == ending))
        .map(|(name, path)| (name, std::fs::read_to_string(path).unwrap()))
        .collect();
    let class: BTreeMap<_, _> = files(&students())
        .map(|(name, path)| (name, Student::read(&path)))
        .filter(|(_, student)| student.ending == ending)
        .collect();
    let wrong = class.iter().map(|(name, student)| (name, &student.source));
    let said = explained(right.iter().chain(wrong), ending);
    for name in right.keys() {
        let said = &said[name];
        assert_eq!(said.kind, Kind::Right, "{name}: {:?}", said.sentences);
    }
    let (mut all, mut wrongly) = (String::new(), Vec::new());
    for (name, Student { mistake, named, .. }) in &class {
        let said = &said[name];
        let told = told(named, said);
        println!("{name:34} {told:?} {:?}", said.named);
        if told == Told::False {
            wrongly.push(name);
        }
        let sentences = said.sentences.join("\n");
        writeln!(all, "== {name}\n{mistake}\n-- {told:?}\n{sentences}\n").unwrap();
    }
    insta::assert_snapshot!(format!("students_{ending}"), all);
    assert!(wrongly.is_empty(), "a false name: {wrongly:?}");
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn programs_in_python_are_explained() {
    explain_all("py", "python3");
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn programs_in_cpp_are_explained() {
    explain_all("cpp", "g++");
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn programs_in_java_are_explained() {
    explain_all("java", "javac");
}
