//! Running a program without isolation, where there is no better way or the caller insists.
//!
//! The clock, the volume of output and the working directory are watched; a program that passes a limit is killed.
//!
//! This is what "unprotected" means: the program can read, write and signal whatever the caller can. Processor time,
//! memory and processes have no limit, and processes that the program started outlive it.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
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
    let mut command = command(job, scratch.path());
    let start = Instant::now();
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => {
            let outcome = Outcome::NotExecutable(error.to_string());
            return Ok(report(outcome, start, Default::default()));
        }
    };
    let streams = [Stream::of(child.stdout.take()), Stream::of(child.stderr.take())];
    let stopped = watch(&mut child, job, limits, cancel, start, &streams);
    let _ = child.kill(); // it may have ended already
    let status = child
        .wait()
        .map_err(|source| Fault::Spawn { program: PathBuf::from(&job.program), source })?;
    let last = Instant::now() + WAIT_FOR_OUTPUT;
    while streams.iter().any(|it| !it.reader.is_finished()) && Instant::now() < last {
        thread::sleep(Duration::from_millis(1));
    }
    let outcome = match stopped? {
        Some(outcome) => outcome,
        None if total(&streams) > limits.output_bytes => Outcome::OutputLimit(Output::Stdout),
        None => {
            DiskUse::of([job.dir.as_path()], limits).over(limits).unwrap_or_else(|| ended(status))
        }
    };
    Ok(report(outcome, start, streams.map(|it| it.captured().clone())))
}

fn command(job: &Job, scratch: &Path) -> Command {
    let mut command = Command::new(&job.program);
    command.args(&job.args).current_dir(&job.dir);
    command.env_clear().envs(super::environment(job, scratch));
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
    streams: &[Stream],
) -> Result<Option<Outcome>, Fault> {
    let mut next_look = start + TICK;
    while !matches!(child.try_wait(), Ok(Some(_))) {
        thread::sleep(Duration::from_millis(1));
        if total(streams) > limits.output_bytes {
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

/// What came out of a stream so far, and the thread that reads it.
struct Stream {
    captured: Arc<Mutex<Captured>>,
    reader: JoinHandle<()>,
}

impl Stream {
    fn of(from: Option<impl Read + Send + 'static>) -> Self {
        let captured = Arc::<Mutex<Captured>>::default();
        let into = Arc::clone(&captured);
        let reader = thread::spawn(move || from.map_or((), |from| pump(from, &into)));
        Self { captured, reader }
    }

    fn captured(&self) -> MutexGuard<'_, Captured> {
        self.captured.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn total(streams: &[Stream]) -> u64 {
    streams.iter().map(|it| it.captured().total).sum()
}

/// Reads until the end, or until nobody wants to know any more.
fn pump(mut from: impl Read, into: &Arc<Mutex<Captured>>) {
    let mut buffer = vec![0; 64 << 10];
    while Arc::strong_count(into) > 1 {
        match from.read(&mut buffer) {
            Ok(n) if n > 0 => {
                into.lock().unwrap_or_else(PoisonError::into_inner).push(&buffer[..n]);
            }
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

fn report(outcome: Outcome, start: Instant, [stdout, stderr]: [Captured; 2]) -> Report {
    Report {
        outcome,
        cpu: None,
        wall: start.elapsed(),
        peak_memory: None,
        stdout,
        stderr,
        backend: Backend::Unprotected,
    }
}
