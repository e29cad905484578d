//! What a sandboxed run costs above a bare one: `cargo bench --bench sandbox`.
//!
//! Runs `/bin/true` bare and in each available backend in turn, so that all see the same machine, and
//! prints the median and the fastest time of each. "Bare" is `std::process::Command` with piped
//! output, which is the least that anybody could do.

use std::error::Error;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use sandbox::{Backend, Job, Limits, Outcome, Sandbox};

const ROUNDS: usize = 300;

const PROGRAM: &str = "/bin/true";

fn main() -> Result<(), Box<dyn Error>> {
    let helper = Path::new(env!("CARGO_BIN_EXE_sandbox-helper"));
    let mut sandboxes = Vec::new();
    for backend in [Backend::Namespaces, Backend::Landlock] {
        match Sandbox::with_helper(Some(backend), helper) {
            Ok(sandbox) => sandboxes.push((sandbox, Vec::new())),
            Err(reason) => println!("{backend}: skipped, {reason}"),
        }
    }
    let dir = tempfile::tempdir()?;
    let mut bare = Vec::new();
    for _ in 0..ROUNDS {
        bare.push(time(run_bare)?);
        for (sandbox, times) in &mut sandboxes {
            times.push(time(|| run_in(sandbox, dir.path()))?);
        }
    }
    bare.sort();
    println!("{:12} median {}  fastest {}", "bare", ms(bare[ROUNDS / 2]), ms(bare[0]));
    for (sandbox, times) in &mut sandboxes {
        times.sort();
        let above = times[ROUNDS / 2].saturating_sub(bare[ROUNDS / 2]);
        println!(
            "{:12} median {}  fastest {}  median above bare {}",
            sandbox.backend(),
            ms(times[ROUNDS / 2]),
            ms(times[0]),
            ms(above)
        );
    }
    Ok(())
}

fn run_bare() -> Result<(), Box<dyn Error>> {
    let mut command = Command::new(PROGRAM);
    command.stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = command.spawn()?.wait_with_output()?;
    match output.status.success() {
        true => Ok(()),
        false => Err(output.status.to_string().into()),
    }
}

fn run_in(sandbox: &Sandbox, dir: &Path) -> Result<(), Box<dyn Error>> {
    let job = Job::new(PROGRAM, dir);
    let report = sandbox.run(&job, &Limits::default(), &AtomicBool::new(false))?;
    match report.outcome {
        Outcome::Exited(0) => Ok(()),
        other => Err(other.to_string().into()),
    }
}

fn time(run: impl FnOnce() -> Result<(), Box<dyn Error>>) -> Result<Duration, Box<dyn Error>> {
    let start = Instant::now();
    run()?;
    Ok(start.elapsed())
}

fn ms(time: Duration) -> String {
    format!("{:6.2} ms", time.as_secs_f64() * 1e3)
}
