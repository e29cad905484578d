//! How fast and in how much memory a log of 1 GB is judged: `cargo bench --bench judge`.
//!
//! The log is written once, by the program itself, and judged as a submission's output is: against
//! the search as it runs, and in turn compared with a copy of itself by `cmp`. The figures are
//! megabytes (10^6 bytes) a second on the clock, how many times as long as `cmp` that is, and the most
//! resident memory that the process ever had, where the system tells it.

// A benchmark that cannot run has failed.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::process::Command;
use std::time::Instant;

use grader::judgement::judge;
use mancala::homework::compare::{OutputFile, Verdict};
use mancala::homework::{Input, answer, read};

/// Minimax that goes on to a log of at least this length, in bytes.
const LENGTH: u64 = 1_000_000_000;
/// The most resident memory, in kilobytes.
const MEMORY: u64 = 16 << 10;
/// How often the log is judged and compared.
const TIMES: usize = 3;

fn main() {
    let folder = tempfile::tempdir().expect("a folder for the log");
    let path = folder.path().join(OutputFile::TraverseLog.name());
    for cutoff in 6.. {
        let input = format!("2\n1\n{cutoff}\n4 4 4 4 4 4\n4 4 4 4 4 4\n0\n0\n");
        let place = folder.path().join("input.txt");
        std::fs::write(&place, &input).expect("space on the disk");
        // In a process of its own, whose memory is not that of judging.
        let written = Command::new(env!("CARGO_BIN_EXE_mancala"))
            .args(["run", "--format", "json", "--output"])
            .args([folder.path(), &place])
            .output()
            .expect("the program itself");
        assert!(written.status.success(), "{written:?}");
        let bytes = path.metadata().expect("the log's length").len();
        if bytes < LENGTH {
            continue;
        }
        let said: serde_json::Value = serde_json::from_slice(&written.stdout).expect("JSON");
        let rows = said["rows"].as_u64().expect("minimax has a log");
        let Ok(Input::Kalah(problem)) = read(input.as_bytes()) else {
            panic!("the input is one of Kalah");
        };
        let answer = answer(&problem);
        println!("{bytes} bytes, {rows} rows, cutoff {cutoff}");
        let copy = folder.path().join("copy.txt");
        std::fs::copy(&path, &copy).expect("space on the disk");
        for _ in 0..TIMES {
            let seconds = time(|| {
                let judged =
                    judge(&problem, &answer, folder.path(), u64::MAX).expect("readable outputs");
                assert_eq!(judged.verdict, Verdict::Accepted);
                assert_eq!(judged.rows_right, rows);
            });
            let compared = time(|| {
                let status = Command::new("cmp").args([&path, &copy]).status();
                assert!(status.expect("there is a cmp").success());
            });
            println!(
                "{:.0} MB/s, {:.2} times as long as cmp (goal 1.5)",
                bytes as f64 / 1e6 / seconds,
                seconds / compared
            );
        }
        match most_memory() {
            Some(kilobytes) => {
                println!("most memory: {kilobytes} kB (goal {MEMORY})");
                assert!(kilobytes <= MEMORY);
            }
            None => println!("most memory: not told by this system"),
        }
        return;
    }
}

/// How many seconds `work` takes.
fn time(work: impl FnOnce()) -> f64 {
    let begin = Instant::now();
    work();
    begin.elapsed().as_secs_f64()
}

/// In kilobytes, where Linux says it.
fn most_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}
