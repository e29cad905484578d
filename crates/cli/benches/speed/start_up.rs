//! Small cases: one alone, and thousands.

use std::path::Path;
use std::process::{Command, Stdio};

use super::files;
use super::measure::{TIMES, median, pair, time};

/// Starts for one measurement.
const STARTS: u32 = 100;

pub(super) fn run() {
    if Command::new("true").status().is_err() {
        return println!("skipped: there is no true");
    }
    let folder = files::folder();
    let input = files::input(folder.path(), 2, 2, 3, 3);
    assert_eq!(files::answer(&input, folder.path())["rows"], 35);
    let ours = || {
        for _ in 0..STARTS {
            let mut command = files::mancala();
            command.args(["run", "--quiet", "--output"]);
            assert!(command.args([folder.path(), &input]).status().unwrap().success());
        }
    };
    let theirs = || {
        for _ in 0..STARTS {
            let mut command = Command::new("true");
            assert!(command.stdin(Stdio::null()).status().unwrap().success());
        }
    };
    let pair = pair(ours, theirs);
    let each = |time: std::time::Duration| time.as_secs_f64() / f64::from(STARTS) * 1e3;
    println!(
        "a tiny case: {:.2} ms, true: {:.2} ms; {:.2} ms more (goal 2)",
        each(pair.ours),
        each(pair.theirs),
        each(pair.ours) - each(pair.theirs)
    );
}

const CASES: u32 = 10_000;

pub(super) fn check() {
    let folder = files::folder();
    let (inputs, expected) = (folder.path().join("inputs"), folder.path().join("expected"));
    std::fs::create_dir(&inputs).unwrap();
    write_cases(&inputs);
    let mut write = files::mancala();
    write.args(["run", "--quiet", "--output"]);
    assert!(write.args([&expected, &inputs]).status().unwrap().success());

    let check = || {
        let output = files::mancala().arg("check").args([&inputs, &expected]).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(said, format!("{CASES} passed, 0 failed, 0 unmatched files\n"));
    };
    let seconds = median((0..TIMES).map(|_| time(check).0.as_secs_f64()).collect());
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    println!(
        "{CASES} cases in {seconds:.2} s on {cores} cores: {:.0} a second on each (goal 5000)",
        f64::from(CASES) / seconds / cores as f64
    );
}

/// Small boards that differ, from a fixed sequence of numbers.
fn write_cases(folder: &Path) {
    let mut state: u64 = 1;
    let mut number = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % below
    };
    for case in 0..CASES {
        let width = 3 + number(4);
        let (task, player, cutoff) = (1 + number(3), 1 + number(2), 1 + number(2));
        let mut row = || {
            let pits: Vec<_> = (0..width).map(|_| number(5).to_string()).collect();
            pits.join(" ")
        };
        let text = format!("{task}\n{player}\n{cutoff}\n{}\n{}\n0\n0\n", row(), row());
        std::fs::write(folder.join(format!("{case}.txt")), text).unwrap();
    }
}
