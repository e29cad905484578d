//! What a sandboxed run costs above a bare one: `cargo bench --bench sandbox`.
//!
//! Runs `/bin/true` bare and in each available tier in turn, so that all see the same machine, and
//! prints the median time of each. "Bare" is `std::process::Command` with piped output, which is
//! the least that anybody could do.

// A benchmark that cannot run has failed.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use mancala::grade::sandbox::{Job, Limits, Outcome, Sandbox, Tier, TierRequest};

const ROUNDS: usize = 300;

const PROGRAM: &str = "/bin/true";

fn main() {
    let helper = Path::new(env!("CARGO_BIN_EXE_mancala"));
    let mut sandboxes = Vec::new();
    for tier in [Tier::Namespaces, Tier::Bwrap, Tier::Landlock] {
        match Sandbox::with_helper(TierRequest::Exactly(tier), helper) {
            Ok(sandbox) => sandboxes.push(sandbox),
            Err(reason) => println!("{tier}: skipped, {reason}"),
        }
    }
    let mut bare = Vec::new();
    let mut walled = vec![Vec::new(); sandboxes.len()];
    for _ in 0..ROUNDS {
        bare.push(time(run_bare));
        for (sandbox, times) in sandboxes.iter().zip(&mut walled) {
            times.push(time(|| run_in(sandbox)));
        }
    }
    let bare = median(&mut bare);
    println!("{:12} {}", "bare", ms(bare));
    for (sandbox, times) in sandboxes.iter().zip(&mut walled) {
        let whole = median(times);
        let above = whole.saturating_sub(bare);
        println!(
            "{:12} {}, {} above bare",
            sandbox.tier(),
            ms(whole),
            ms(above)
        );
    }
}

fn run_bare() {
    let mut command = Command::new(PROGRAM);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let output = command.spawn().and_then(|child| child.wait_with_output());
    assert!(output.is_ok_and(|it| it.status.success()));
}

fn run_in(sandbox: &Sandbox) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let job = Job::new(PROGRAM, dir.path());
    let report = sandbox.run(&job, &Limits::default(), &AtomicBool::new(false));
    assert_eq!(report.map(|it| it.outcome).ok(), Some(Outcome::Exited(0)));
}

fn time(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn ms(time: Duration) -> String {
    format!("{:6.2} ms", time.as_secs_f64() * 1e3)
}
