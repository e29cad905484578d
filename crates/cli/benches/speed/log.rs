//! Writing logs, against copying them.

use std::path::Path;
use std::process::Command;

use super::files;
use super::measure::{TIMES, median, pair_after, time};

pub(super) struct Log {
    pub(super) name: &'static str,
    task: u8,
    pub(super) cutoff: u32,
    pub(super) seeds: u16,
    pub(super) nodes: u64,
    pub(super) rows: u64,
    goal: f64,
}

pub(super) const MINIMAX: Log = Log {
    name: "minimax 6 x 3 to depth 7",
    task: 2,
    cutoff: 7,
    seeds: 3,
    nodes: 10_397_882,
    rows: 20_795_763,
    goal: 1.2,
};

pub(super) const ALPHA_BETA: Log = Log {
    name: "alpha-beta 6 x 4 to depth 9",
    task: 3,
    cutoff: 9,
    seeds: 4,
    nodes: 2_652_730,
    rows: 5_305_459,
    goal: 1.3,
};

const LONG_MINIMAX: Log = Log {
    name: "minimax 6 x 3 to depth 8",
    cutoff: 8,
    nodes: 100_093_495,
    rows: 200_186_989,
    ..MINIMAX
};

const LONG_ALPHA_BETA: Log = Log {
    name: "alpha-beta 6 x 4 to depth 10",
    cutoff: 10,
    nodes: 8_551_634,
    rows: 17_103_267,
    ..ALPHA_BETA
};

pub(super) fn run() {
    if Command::new("cp").arg("--version").output().is_err() {
        return println!("skipped: there is no cp");
    }
    for log in [MINIMAX, ALPHA_BETA, LONG_MINIMAX, LONG_ALPHA_BETA] {
        let folder = files::folder();
        let input = files::input(folder.path(), log.task, log.cutoff, 6, log.seeds);
        let said = files::answer(&input, folder.path());
        assert_eq!(said["nodes"], log.nodes);
        assert_eq!(said["rows"], log.rows);
        let original = folder.path().join("original.txt");
        let answered = folder.path().join("traverse_log.txt");
        let copied = folder.path().join("copy.txt");
        std::fs::rename(&answered, &original).unwrap();
        let pair = pair_after(
            || [&answered, &copied].into_iter().for_each(|file| remove(file)),
            || assert_eq!(files::answer(&input, folder.path())["rows"], log.rows),
            || {
                let status = Command::new("cp").args([&original, &copied]).status();
                assert!(status.unwrap().success());
            },
        );
        println!(
            "{}: {:.2} times as long as cp (goal {}); {:.2} s against {:.2} s, {:.1} ns a row",
            log.name,
            pair.ratio,
            log.goal,
            pair.ours.as_secs_f64(),
            pair.theirs.as_secs_f64(),
            pair.ours.as_secs_f64() / log.rows as f64 * 1e9,
        );
    }
}

/// Removes a file if it is there: to overwrite it would take longer than to write a new one.
fn remove(file: &Path) {
    let _ = std::fs::remove_file(file);
}

/// Rows of minimax logs of 6 x 3 to depths 4 to 8.
const GROWTH: [u64; 5] = [17_455, 158_909, 1_765_055, 20_795_763, 200_186_989];

pub(super) fn growth() {
    for (cutoff, expected) in (4..).zip(GROWTH) {
        let folder = files::folder();
        let input = files::input(folder.path(), 2, cutoff, 6, 3);
        let times = (0..TIMES).map(|_| {
            remove(&folder.path().join("traverse_log.txt"));
            let (time, said) = time(|| files::answer(&input, folder.path()));
            assert_eq!(said["rows"], expected);
            // Without the start of the program, which it does not know of.
            (said["seconds"].as_f64().unwrap(), time.as_secs_f64())
        });
        let (inside, whole) = median(times.collect());
        println!(
            "{expected:>11} rows: {:6.1} ns a row, {:8.2} ms in all",
            inside / expected as f64 * 1e9,
            whole * 1e3
        );
    }
}
