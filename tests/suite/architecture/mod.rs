//! The invariants of absence that `src/lib.rs` states: what must not be found on a floor.
//!
//! In reading order: `source` (the files), `imports` (who uses what), `circles` (none among rooms).

mod circles;
mod imports;
mod source;

use std::collections::BTreeSet;

use imports::{Use, uses};
use source::{code, sources};

#[track_caller]
fn absent(below: &str, words: &[&str], except: &[&str]) {
    for source in sources(below) {
        let path = source.path.to_string_lossy();
        if except.iter().any(|part| path.contains(part)) {
            continue;
        }
        for line in code(&source.text) {
            for word in words {
                assert!(!line.contains(word), "{path}: {word} in: {line}");
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

/// Whether `module` is `room` or inside it.
fn is_in(module: &str, room: &str) -> bool {
    module
        .strip_prefix(room)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// The uses that leave `room`.
fn uses_of(room: &str) -> BTreeSet<Use> {
    let mut uses = uses();
    uses.retain(|it| is_in(&it.from, room) && !is_in(&it.to, room));
    assert!(!uses.is_empty(), "{room} uses something");
    uses
}

#[test]
fn a_floor_uses_only_those_before_it() {
    let floors = floors();
    let floor = |module: &str| {
        let name = module.split("::").next().unwrap();
        floors.iter().position(|floor| floor == name)
    };
    let upward: Vec<_> = uses()
        .into_iter()
        .filter(|it| floor(&it.from) < floor(&it.to) && floor(&it.from).is_some())
        .collect();
    assert!(upward.is_empty(), "{upward:#?}");
}

#[test]
fn the_reference_shares_no_code_with_the_fast_engine() {
    for it in uses_of("explain::reference") {
        let is_rule_data = it.to == "game::rules" && !it.item.is_empty();
        let is_mistake = is_in(&it.to, "explain::mistakes");
        let is_question = it.to == "explain::assignment";
        let allowed = is_rule_data || is_mistake || is_question || it.to == "stack";
        assert!(allowed, "{it:?}");
    }
}

#[test]
fn the_sandbox_knows_no_game() {
    absent(
        "../crates/sandbox",
        &["mancala", "Kalah", "Nimcala", "Board"],
        &[],
    );
}

/// It is handled inside the sandbox, or by `sandbox::Tree`, which opens below a descriptor, follows no link and reads
/// within bounds.
#[test]
fn nothing_that_a_student_owns_is_touched_by_path() {
    let by_path = [
        "fs::read",
        "fs::write",
        "fs::copy",
        "fs::rename",
        "fs::remove",
        "fs::set_permissions",
        "fs::create_dir",
        "File::open",
        "File::create",
        "OpenOptions",
        "WalkDir",
    ];
    // Where version managers keep their tools.
    absent("grade/submission", &by_path, &["toolchain.rs"]);
    absent("grade/judgement", &by_path, &[]);
    // Those two handle the grader's own folders, of results and of what was built, too.
    absent("grade/run", &by_path, &["workspace.rs", "builds.rs"]);
    absent("grade/check.rs", &by_path, &[]);
}

#[test]
fn only_the_program_prints_and_exits() {
    absent("", &PRINTING, &["src/cli"]);
}

#[test]
fn no_room_for_odds_and_ends() {
    for source in sources("") {
        for name in [
            "utils", "util", "helpers", "helper", "common", "manager", "misc",
        ] {
            let is_odd = source.module.split("::").any(|room| room == name);
            assert!(!is_odd, "{}", source.path.display());
        }
    }
}

#[test]
fn every_room_says_what_it_is_for() {
    for source in sources("") {
        let path = source.path.display();
        assert!(
            source.text.starts_with("//! "),
            "{path} opens with what it is for"
        );
    }
}

#[test]
fn reports_see_only_results() {
    let results = [
        "grade::ledger",
        "grade::class",
        "grade::cluster",
        "grade::result",
        "grade::scoring",
        "grade::key",
        "judge",
        // Plurals, and signs that nobody sees; what the keys of results mean, and what tasks are called.
        "counted",
        "visible",
        "explain::mistakes",
        "homework::problem",
    ];
    for it in uses_of("grade::report") {
        assert!(results.iter().any(|room| is_in(&it.to, room)), "{it:?}");
    }
    absent("grade/report", &["sandbox::"], &[]);
    absent("grade/report", &IO[..2], &[]);
    absent("grade/report", &["Instant", "SystemTime"], &[]);
}
