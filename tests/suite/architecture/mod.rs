//! The invariants of absence that `src/lib.rs` states: what must not be found in a crate or a module.
//!
//! Which crate uses which is for the manifests to say, and for the compiler to keep.

mod source;

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

/// Every path from the root of a crate of ours begins with one of these.
#[track_caller]
fn uses_only(below: &str, allowed: &[&str]) {
    let roots = ["crate::", "mancala::", "explain::", "journal::", "sandbox::"];
    for source in sources(below) {
        let path = source.path.display();
        for line in code(&source.text) {
            for (at, root) in roots.iter().filter_map(|it| Some((line.find(it)?, it))) {
                let is_allowed = allowed.iter().any(|it| line[at..].starts_with(it));
                assert!(is_allowed, "{path}: {root} in: {line}");
            }
            assert!(!line.contains("super::super::super"), "{path}: {line}");
        }
    }
}

const IO: [&str; 6] = ["std::fs", "std::io", "std::time", "std::net", "std::process", "std::env"];
const PRINTING: [&str; 6] =
    ["println!", "eprintln!", "print!(", "eprint!(", "process::exit", "dbg!"];

#[test]
fn game_and_search_do_no_io() {
    absent("src/game", &IO, &[]);
    absent("src/search", &IO, &[]);
}

#[test]
fn whole_games_and_pictures_touch_no_files() {
    let files = ["std::fs", "std::process", "std::env", "std::io"];
    absent("crates/arena/src", &files, &[]);
    // Sockets are read and written with the traits of `std::io`.
    absent("crates/kgp/src", &files[..3], &[]);
}

#[test]
fn search_names_no_game() {
    absent("src/search", &["Kalah", "Nimcala", "Board", "Rules", "Pit"], &[]);
}

#[test]
fn the_reference_shares_no_code_with_the_fast_engine() {
    let allowed = ["crate::mistakes::", "mancala::game::rules::", "mancala::stack::"];
    uses_only("crates/explain/src/reference", &allowed);
}

#[test]
fn the_sandbox_knows_no_game() {
    absent("crates/sandbox", &["mancala", "Kalah", "Nimcala", "Board"], &[]);
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
    // Where version managers keep their tools, and a course its wheels.
    absent("crates/grader/src/submission", &by_path, &["toolchain.rs"]);
    absent("crates/grader/src/judgement.rs", &by_path, &[]);
    // It handles the grader's own folder of results too.
    absent("crates/grader/src/run", &by_path, &["workspace.rs"]);
}

#[test]
fn only_the_program_prints_and_exits() {
    absent("src", &PRINTING, &[]);
    for name in ["arena", "explain", "grader", "journal", "kgp", "page"] {
        absent(&format!("crates/{name}"), &PRINTING, &["build.rs"]);
    }
}

/// Sources of the library and of all crates, without those of their tests and benchmarks.
fn all_sources() -> impl Iterator<Item = source::Source> {
    let is_tested = |path: &str| ["/tests/", "/benches/"].iter().any(|it| path.contains(it));
    let crates = sources("crates").into_iter();
    let crates = crates.filter(move |it| !is_tested(&it.path.to_string_lossy()));
    sources("src").into_iter().chain(crates)
}

#[test]
fn no_module_for_odds_and_ends() {
    let names = ["utils", "util", "helpers", "helper", "common", "manager", "misc"];
    for source in all_sources() {
        let mut parts = source.path.iter().map(|it| it.to_string_lossy());
        let is_odd = parts.any(|it| names.contains(&it.trim_end_matches(".rs")));
        // The process that the sandbox starts inside is called so by everybody.
        let is_sandbox = source.path.to_string_lossy().contains("crates/sandbox");
        assert!(!is_odd || is_sandbox, "{}", source.path.display());
    }
}

#[test]
fn every_module_says_what_it_is_for() {
    for source in all_sources() {
        let path = source.path.display();
        let begins = ["//! ", "#![doc = "];
        assert!(
            begins.iter().any(|it| source.text.starts_with(it)),
            "{path} opens with what it is for"
        );
    }
}

#[test]
fn reports_see_only_results() {
    let allowed = [
        "crate::class::",
        "crate::changes::",
        "crate::result::",
        "crate::settings::scoring::",
        "crate::sheet::text",
        "mancala::homework::compare::",
        // Plurals, what the keys of results mean, and what the page has of a wrong log.
        "explain::comparison::WrongLog",
        "explain::pluralize",
        "explain::mistakes::",
        // The table of the rules that a program keeps.
        "explain::profile::words::",
        // A name for a file where a submission's own cannot be one.
        "journal::digest",
        // What tasks are called.
        "mancala::homework::problem::",
        // Text that others wrote.
        "mancala::visible",
    ];
    uses_only("crates/grader/src/report", &allowed);
    absent("crates/grader/src/report", &["sandbox::"], &[]);
    absent("crates/grader/src/report", &["std::fs"], &[]);
    absent("crates/grader/src/report", &["std::io"], &[]);
    absent("crates/grader/src/report", &["Instant", "SystemTime"], &[]);
}
