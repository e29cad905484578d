//! Instructions for each node, counted by callgrind: see `benches/README.md`.
//!
//! Two runs of different depth are subtracted, so that starting the program does not count.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::path::Path;
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("instructions: skipped, there is no valgrind");
        let demanded = std::env::var_os("MANCALA_REQUIRE").is_some_and(|value| value == "all");
        return ExitCode::from(u8::from(demanded));
    }
    let folder = tempfile::tempdir().unwrap();
    let log = |cutoff: u8| {
        let row = "3 3 3 3 3 3";
        let input = folder.path().join("input.txt");
        std::fs::write(&input, format!("2\n1\n{cutoff}\n{row}\n{row}\n0\n0\n")).unwrap();
        count(folder.path(), &["-i", "input.txt", "--quiet"])
    };

    // Nodes of the deeper search minus those of the other.
    let search_nodes = 79_455 - 8_728;
    let within = [
        report("a node of minimax and its two rows", (log(5) - log(4)) / search_nodes, 180),
        report("a tiny case from start to end", log(0), 950_000),
    ];
    if within.contains(&Bound::Exceeded) {
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

#[derive(PartialEq)]
enum Bound {
    Kept,
    Exceeded,
}

fn report(what: &str, instructions: u64, bound: u64) -> Bound {
    println!("{what}: {instructions} instructions (bound {bound})");
    if instructions > bound {
        println!(
            "  more than the bound: something became slower, or the bound wants a reason to grow"
        );
        return Bound::Exceeded;
    }
    Bound::Kept
}

/// Instructions of a run of the program in `folder`.
fn count(folder: &Path, arguments: &[&str]) -> u64 {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(env!("CARGO_BIN_EXE_mancala"))
        .args(arguments)
        .current_dir(folder)
        // The dynamic linker reads the environment: another one takes another count.
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .output()
        .unwrap();
    assert!(output.status.success(), "the program succeeds under valgrind");
    let said = String::from_utf8_lossy(&output.stderr);
    let (_, count) = said.split_once("Collected : ").expect("callgrind says a count");
    count.split_whitespace().next().unwrap().parse().unwrap()
}
