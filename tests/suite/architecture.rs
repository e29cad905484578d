//! The invariants of absence that `src/lib.rs` states: what must not be found on a floor.

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

fn sources(below: &str) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src")
        .join(below);
    let files: Vec<_> = WalkDir::new(&root)
        .into_iter()
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .map(|path| (path.clone(), std::fs::read_to_string(path).unwrap()))
        .collect();
    assert!(!files.is_empty(), "{below} has sources");
    files
}

/// The lines of code of a file: no comments, no docs.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
}

#[track_caller]
fn absent(below: &str, words: &[&str], except: &[&str]) {
    for (path, text) in sources(below) {
        if except
            .iter()
            .any(|part| path.to_string_lossy().contains(part))
        {
            continue;
        }
        for line in code(&text) {
            for word in words {
                assert!(
                    !line.contains(word),
                    "{}: {word} in: {line}",
                    path.display()
                );
            }
        }
    }
}

const IO: [&str; 6] = [
    "std::fs",
    "std::io",
    "std::time",
    "std::net",
    "std::process",
    "std::env",
];
const PRINTING: [&str; 6] = [
    "println!",
    "eprintln!",
    "print!(",
    "eprint!(",
    "process::exit",
    "dbg!",
];

#[test]
fn game_and_search_do_no_io() {
    absent("game", &IO, &[]);
    absent("search", &IO, &[]);
}

#[test]
fn whole_games_and_pictures_touch_no_files() {
    let files = ["std::fs", "std::process", "std::env", "std::io"];
    absent("play", &files, &[]);
    absent("draw", &files, &[]);
}

#[test]
fn search_names_no_game() {
    absent(
        "search",
        &["Kalah", "Nimcala", "Board", "Rules", "Pit"],
        &[],
    );
}

/// The floors in the order of the table in `src/lib.rs`.
fn floors() -> Vec<String> {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/src/lib.rs")).unwrap();
    let rows = text
        .lines()
        .filter_map(|line| line.strip_prefix("//! | [`"));
    rows.map(|row| row[..row.find('`').unwrap()].to_owned())
        .collect()
}

#[test]
fn a_floor_uses_only_those_before_it() {
    let floors = floors();
    for (at, floor) in floors.iter().enumerate() {
        let later: Vec<_> = floors[at + 1..]
            .iter()
            .map(|later| format!("crate::{later}"))
            .collect();
        let later: Vec<_> = later
            .iter()
            .map(String::as_str)
            .chain(["crate::{"])
            .collect();
        absent(floor, &later, &[]);
    }
}

/// The paths that a file's `use` lines name, groups taken apart: `a::b::c` for each name.
fn used(text: &str) -> Vec<String> {
    let code: String = code(text).collect::<Vec<_>>().join("\n");
    let statements = code.split("use ").skip(1);
    let statements = statements.filter_map(|rest| rest.split(';').next());
    let flat = statements.map(|it| it.split_whitespace().collect::<String>());
    flat.flat_map(|it| match it.split_once('{') {
        None => vec![it],
        Some((head, group)) => group
            .trim_end_matches('}')
            .split(',')
            .map(|name| format!("{head}{name}"))
            .collect(),
    })
    .collect()
}

/// The room in which a used path ends, as a path of modules below `floor`.
fn room_of(path: &str, from: &[String], rooms: &[Vec<String>]) -> Option<Vec<String>> {
    let parts: Vec<_> = path.split("::").map(str::to_owned).collect();
    let ups = parts.iter().take_while(|part| *part == "super").count();
    let full = match parts[0].as_str() {
        "crate" => parts[1..].to_vec(),
        "super" => [&from[..from.len().checked_sub(ups)?], &parts[ups..]].concat(),
        _ => [from, &parts].concat(),
    };
    let ends = (1..=full.len()).rev().map(|end| full[..end].to_vec());
    ends.into_iter().find(|end| rooms.contains(end))
}

#[test]
fn no_room_imports_in_a_circle() {
    for floor in ["grade"] {
        let module = |path: &Path| -> Vec<String> {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
            let path = path.strip_prefix(root).unwrap().with_extension("");
            let parts = path.iter().map(|part| part.to_str().unwrap().to_owned());
            parts.filter(|part| part != "mod").collect()
        };
        let sources = sources(floor);
        let rooms: Vec<_> = sources.iter().map(|(path, _)| module(path)).collect();
        let edges = sources.iter().zip(&rooms).flat_map(|((_, text), from)| {
            let to = used(text).into_iter();
            to.filter_map(|path| room_of(&path, from, &rooms))
                .map(|to| (from.clone(), to))
        });
        // What uses nothing that is left is taken away, until nothing is left.
        let mut edges: Vec<_> = edges.filter(|(from, to)| from != to).collect();
        assert!(edges.len() > rooms.len(), "{floor}: the edges are found");
        let mut left = usize::MAX;
        while edges.len() < left {
            left = edges.len();
            let users: Vec<_> = edges.iter().map(|(from, _)| from.clone()).collect();
            edges.retain(|(_, to)| users.contains(to));
        }
        assert!(edges.is_empty(), "{floor}: a circle among {edges:#?}");
    }
}

#[test]
fn the_reference_shares_no_code_with_the_fast_engine() {
    let words = [
        "crate::search",
        "crate::homework",
        "game::kalah",
        "game::Kalah",
        "game::board",
    ];
    absent("explain/reference", &words, &[]);
}

#[test]
fn the_sandbox_knows_no_game() {
    absent(
        "../crates/sandbox",
        &["mancala", "Kalah", "Nimcala", "Board"],
        &[],
    );
}

#[test]
fn only_the_program_prints_and_exits() {
    absent("", &PRINTING, &["src/cli"]);
}

#[test]
fn no_room_for_odds_and_ends() {
    for (path, _) in sources("") {
        for name in [
            "utils", "util", "helpers", "helper", "common", "manager", "misc",
        ] {
            // A process that helps is a helper indeed.
            let sandboxed = path.to_string_lossy().contains("sandbox");
            assert!(
                sandboxed || path.file_stem().unwrap() != name,
                "{}",
                path.display()
            );
        }
    }
}

#[test]
fn every_room_says_what_it_is_for() {
    for (path, text) in sources("") {
        assert!(
            text.starts_with("//! "),
            "{} opens with what it is for",
            path.display()
        );
    }
}

#[test]
fn reports_see_only_results() {
    let running = [
        "grade::run",
        "grade::submission",
        "sandbox::",
        "crate::game",
        "crate::search",
    ];
    absent("grade/report", &running, &[]);
    absent("grade/report", &IO[..2], &[]);
    absent("grade/report", &["Instant", "SystemTime"], &[]);
}
