//! The caller's side of a run: starts the helper, listens, watches the clock.
//!
//! One thread waits for all that can happen: output, the reply, the clock, a cancelled run. To stop a run it closes its
//! half of the socket and lets init do the killing, so that the usage of a stopped run is known too. Only a helper that
//! does not answer is killed. Limits that need a look inside are watched there ([`meter`](super::meter)).

use std::io::{self, ErrorKind, PipeReader, Read};
use std::net::Shutdown;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::cgroup::Groups;
use super::fork_server::Forked;
use super::identity;
use super::meter::GRAIN;
use super::order::{Scratch, conclude, over, passed, prepare};
use super::protocol::{Order, Reply, Task, send};
use crate::{Backend, Captured, Fault, Job, Limits, Outcome, Output, Report, Sandbox};

/// How often a cancelled run is looked for, and what its control groups count.
const TICK: Duration = Duration::from_millis(50);

/// How long init may take to kill everything and report, if the kernel kills everything along with
/// init. Where it does not, nobody but init can, and however long it takes is waited for.
const GRACE: Duration = Duration::from_secs(10);

pub fn run(
    sandbox: &Sandbox,
    job: &Job,
    limits: &Limits,
    cancel: &AtomicBool,
) -> Result<Report, Fault> {
    let task = Task::Execute { program: job.program.clone(), args: job.args.clone() };
    run_task(sandbox, job, task, limits, cancel)
}

/// Does `task` where and how the job says.
pub fn run_task(
    sandbox: &Sandbox,
    job: &Job,
    task: Task,
    limits: &Limits,
    cancel: &AtomicBool,
) -> Result<Report, Fault> {
    let start = Instant::now();
    let backend = sandbox.backend;
    let scratch = Scratch::for_backend(backend)?;
    let mut groups = Groups::new(backend, limits)
        .map_err(|error| Fault::Isolation(format!("control group: {error}")))?;
    let order = prepare(sandbox, job, task, limits, &scratch)?;
    let mut run = Run::start(sandbox, &order, &groups, start)?;
    let stop = run.listen(limits, cancel, &mut groups);
    // The helper has closed its streams, or was killed: it ends now.
    run.helper.wait();
    let wall = start.elapsed();
    identity::take_back(&order);
    scratch.remove()?;
    let counted = groups.cpu();
    // What the program brought about counts, whatever became of the helper meanwhile.
    let stopped = stop?.or_else(|| passed(counted, &groups, limits));
    let (outcome, ended) = conclude(run.reply(), stopped, limits)?;
    let known = ended.as_ref().map(|ended| ended.cpu);
    let peak = ended.as_ref().map(|ended| ended.peak_memory.max(groups.peak()));
    Ok(Report {
        outcome,
        // What the group counts includes a little of our own, so a small difference is none.
        cpu: match (known, counted) {
            (Some(known), Some(counted)) if counted <= known.saturating_add(GRAIN) => Some(known),
            (known, counted) => counted.or(known),
        },
        wall,
        peak_memory: peak,
        stdout: run.stdout.captured,
        stderr: run.stderr.captured,
        backend,
    })
}

struct Run {
    helper: Forked,
    start: Instant,
    grace: Duration,
    control: UnixStream,
    /// The same socket, as long as init may still say something.
    said: Stream<UnixStream>,
    stdout: Stream<PipeReader>,
    stderr: Stream<PipeReader>,
}

impl Run {
    fn start(
        sandbox: &Sandbox,
        order: &Order,
        groups: &Groups,
        start: Instant,
    ) -> Result<Self, Fault> {
        let fault = |source| Fault::Spawn { program: sandbox.helper.clone(), source };
        let errno = |errno| fault(io::Error::from(errno));
        let (control, theirs) = UnixStream::pair().map_err(fault)?;
        let said = control.try_clone().map_err(fault)?;
        let (stdout, their_stdout) = io::pipe().map_err(fault)?;
        let (stderr, their_stderr) = io::pipe().map_err(fault)?;
        let streams: [OwnedFd; 3] = [theirs.into(), their_stdout.into(), their_stderr.into()];
        let helper = sandbox.servers.start(&sandbox.helper, order.backend, &streams)?;
        // A helper that is gone already is noticed by its silence.
        let entries = groups.entries().map_err(fault)?;
        let _ = send(&control, order, &entries);
        Ok(Self {
            start,
            grace: match order.backend {
                Backend::Landlock => Duration::MAX,
                _ => GRACE,
            },
            control,
            said: Stream::new(said).map_err(errno)?,
            stdout: Stream::new(stdout).map_err(errno)?,
            stderr: Stream::new(stderr).map_err(errno)?,
            helper,
        })
    }

    /// Listens until all is said: the limit for which it was cut short, if it was.
    fn listen(
        &mut self,
        limits: &Limits,
        cancel: &AtomicBool,
        groups: &mut Groups,
    ) -> Result<Option<Outcome>, Fault> {
        let mut next_look = Instant::now() + TICK;
        let mut buffer = vec![0; 64 << 10];
        let mut stop = Ok(None);
        let mut ending: Option<Instant> = None;
        while self.said.is_open() || self.stdout.is_open() || self.stderr.is_open() {
            self.wait(limits);
            self.said.read(&mut buffer);
            self.stdout.read(&mut buffer);
            self.stderr.read(&mut buffer);
            if ending.is_none() {
                stop = self.why_stop(limits, cancel);
                let goes_on = matches!(stop, Ok(None)) && self.said.is_open();
                if goes_on && Instant::now() >= next_look {
                    stop = Ok(over(groups, limits));
                    next_look = Instant::now() + TICK;
                }
                if !matches!(stop, Ok(None)) || !self.said.is_open() {
                    ending = Some(Instant::now());
                    let _ = self.control.shutdown(Shutdown::Write); // init may be gone already
                }
            } else if ending.is_some_and(|since| since.elapsed() > self.grace) {
                self.helper.kill();
                return match stop {
                    Ok(Some(_)) => stop,
                    _ => Err(Fault::Lost("it did not end when told to".to_owned())),
                };
            }
        }
        stop
    }

    fn why_stop(&self, limits: &Limits, cancel: &AtomicBool) -> Result<Option<Outcome>, Fault> {
        let output = self.stdout.captured.total + self.stderr.captured.total;
        if cancel.load(Ordering::Relaxed) {
            Err(Fault::Interrupted)
        } else if output > limits.output_bytes {
            Ok(Some(Outcome::OutputLimit(Output::Stdout)))
        } else if self.said.is_open() && self.start.elapsed() > limits.wall {
            Ok(Some(Outcome::WallLimit))
        } else {
            Ok(None)
        }
    }

    /// Waits until there is something to read, or it is time to look at the clock.
    fn wait(&self, limits: &Limits) {
        let left = limits.wall.saturating_sub(self.start.elapsed()).min(TICK);
        let pause = PollTimeout::try_from(left.as_millis() + 1).unwrap_or(PollTimeout::ZERO);
        let streams = [self.said.event(), self.stdout.event(), self.stderr.event()];
        let mut events: Vec<PollFd> = streams.into_iter().flatten().collect();
        let _ = poll(&mut events, pause); // whatever happened, it is found by trying to read
    }

    /// What init said, or why it did not.
    fn reply(&self) -> Result<Reply, Fault> {
        let said = &self.said.captured.head;
        let line = said.split(|&byte| byte == b'\n').next().unwrap_or_default();
        serde_json::from_slice(line).map_err(|_| {
            // It may be the program that wrote this, and a terminal that shows it.
            let text = self.stderr.captured.to_string();
            Fault::Lost(text.replace(|c: char| c.is_control() && c != '\n', "?"))
        })
    }
}

/// One of the things to listen to.
struct Stream<T> {
    /// `None` once it has ended.
    from: Option<T>,
    captured: Captured,
}

impl<T: Read + AsFd> Stream<T> {
    /// A stream that is read without waiting.
    fn new(from: T) -> nix::Result<Self> {
        fcntl(&from, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
        Ok(Self { from: Some(from), captured: Captured::default() })
    }

    fn is_open(&self) -> bool {
        self.from.is_some()
    }

    fn event(&self) -> Option<PollFd<'_>> {
        let from = self.from.as_ref()?;
        Some(PollFd::new(from.as_fd(), PollFlags::POLLIN))
    }

    /// Reads what is there, at most one buffer of it.
    fn read(&mut self, buffer: &mut [u8]) {
        let Some(from) = &mut self.from else { return };
        match from.read(buffer) {
            Ok(n) if n > 0 => self.captured.push(&buffer[..n]),
            Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
            Ok(_) | Err(_) => self.from = None,
        }
    }
}
