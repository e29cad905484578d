//! Running a program without isolation, where there is no better way or the caller insists.
//!
//! The clock, the volume of output and the working directory are watched, and the program itself is
//! killed when it passes a limit.
//!
//! This is what "unprotected" means: the program can read, write and signal whatever
//! the caller can. Processor time, memory and processes have no limit, and processes that the
//! program started outlive it.

use std::io::{self, Read};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use super::disk::DiskUse;
use super::{Backend, Captured, Fault, Job, Limits, Outcome, Output, Report};

/// How often the clock and the directory are looked at.
const TICK: Duration = Duration::from_millis(20);

/// How long output is waited for after the end: a process that was left behind may hold it open.
const WAIT_FOR_OUTPUT: Duration = Duration::from_millis(200);

pub(super) fn run(job: &Job, limits: &Limits, cancel: &AtomicBool) -> Result<Report, Fault> {
    let scratch =
        tempfile::tempdir().map_err(|source| Fault::Path { path: std::env::temp_dir(), source })?;
    let mut command = command(job);
    for name in ["HOME", "TMPDIR"] {
        if !job.env.iter().any(|(given, _)| given == name) {
            command.env(name, scratch.path());
        }
    }
    let start = Instant::now();
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => {
            return Ok(report(
                Outcome::NotExecutable(error.to_string()),
                start,
                Streams::default(),
            ));
        }
    };
    let mut streams = Streams::default();
    let output = streams_of(&mut child);
    let stopped = watch(&mut child, job, limits, cancel, start, &output, &mut streams);
    let _ = child.kill(); // it may have ended already
    let status = child
        .wait()
        .map_err(|source| Fault::Spawn { program: PathBuf::from(&job.program), source })?;
    streams.read_rest(&output);
    let outcome = match stopped? {
        Some(outcome) => outcome,
        None if streams.total() > limits.output_bytes => Outcome::OutputLimit(Output::Stdout),
        None => {
            DiskUse::of([job.dir.as_path()], limits).over(limits).unwrap_or_else(|| ended(status))
        }
    };
    Ok(report(outcome, start, streams))
}

fn command(job: &Job) -> Command {
    let mut command = Command::new(&job.program);
    command.args(&job.args).current_dir(&job.dir);
    command.env_clear().envs(super::default_env());
    command.envs(job.env.iter().map(|(name, value)| (name, value)));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Waits for the end, or for a limit; `None` if the program ended first.
fn watch(
    child: &mut Child,
    job: &Job,
    limits: &Limits,
    cancel: &AtomicBool,
    start: Instant,
    output: &Receiver<Piece>,
    streams: &mut Streams,
) -> Result<Option<Outcome>, Fault> {
    let mut next_look = start + TICK;
    while !matches!(child.try_wait(), Ok(Some(_))) {
        if let Ok(piece) = output.recv_timeout(Duration::from_millis(1)) {
            streams.push(piece);
        }
        if streams.total() > limits.output_bytes {
            return Ok(Some(Outcome::OutputLimit(Output::Stdout)));
        }
        if Instant::now() < next_look {
            continue;
        }
        if cancel.load(Ordering::Relaxed) {
            return Err(Fault::Interrupted);
        }
        if start.elapsed() > limits.wall {
            return Ok(Some(Outcome::WallLimit));
        }
        if let Some(outcome) = DiskUse::of([job.dir.as_path()], limits).over(limits) {
            return Ok(Some(outcome));
        }
        next_look = Instant::now() + TICK;
    }
    Ok(None)
}

/// What came out of which stream.
enum Piece {
    Stdout(Vec<u8>),
    Stderr(Vec<u8>),
}

#[derive(Default)]
struct Streams {
    stdout: Captured,
    stderr: Captured,
}

impl Streams {
    fn push(&mut self, piece: Piece) {
        match piece {
            Piece::Stdout(bytes) => self.stdout.push(&bytes),
            Piece::Stderr(bytes) => self.stderr.push(&bytes),
        }
    }

    fn total(&self) -> u64 {
        self.stdout.total + self.stderr.total
    }

    fn read_rest(&mut self, output: &Receiver<Piece>) {
        while let Ok(piece) = output.recv_timeout(WAIT_FOR_OUTPUT) {
            self.push(piece);
        }
    }
}

/// Reads both streams, each in a thread of its own, a bounded number of pieces ahead.
fn streams_of(child: &mut Child) -> Receiver<Piece> {
    let (stdout, output) = mpsc::sync_channel(4);
    let stderr = stdout.clone();
    if let Some(from) = child.stdout.take() {
        thread::spawn(move || pump(from, |bytes| stdout.send(Piece::Stdout(bytes)).is_ok()));
    }
    if let Some(from) = child.stderr.take() {
        thread::spawn(move || pump(from, |bytes| stderr.send(Piece::Stderr(bytes)).is_ok()));
    }
    output
}

fn pump(mut from: impl Read, mut into: impl FnMut(Vec<u8>) -> bool) {
    let mut buffer = vec![0; 64 << 10];
    loop {
        match from.read(&mut buffer) {
            Ok(0) => return,
            Ok(n) if into(buffer[..n].to_vec()) => {}
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Ok(_) | Err(_) => return,
        }
    }
}

#[cfg(unix)]
fn ended(status: ExitStatus) -> Outcome {
    use std::os::unix::process::ExitStatusExt;
    match (status.code(), status.signal()) {
        (Some(code), _) => Outcome::Exited(code),
        (None, signal) => Outcome::Signaled(format!("signal {}", signal.unwrap_or_default())),
    }
}

#[cfg(not(unix))]
fn ended(status: ExitStatus) -> Outcome {
    Outcome::Exited(status.code().unwrap_or_default())
}

fn report(outcome: Outcome, start: Instant, streams: Streams) -> Report {
    Report {
        outcome,
        cpu: None,
        wall: start.elapsed(),
        peak_memory: None,
        peak_processes: None,
        stdout: streams.stdout,
        stderr: streams.stderr,
        backend: Backend::Unprotected,
    }
}
