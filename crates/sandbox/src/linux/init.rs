//! The parent of the program: starts it, watches it, kills what is left of it, reports.
//!
//! In the backends with a process tree of its own this is pid 1. In the other it is a subreaper: either
//! way every process that loses its parent becomes a child of this one, so that none is lost.
//! The clock and the volume of output are watched by the supervisor outside.

#![allow(unsafe_code)]

use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::process::{self, exit};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::prctl;
use nix::sys::signal::{SigSet, Signal, kill};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::unistd::{ForkResult, Pid, fork};

use super::changes::Changes;
use super::landlock;
use super::meter::Meter;
use super::program::{self, Restrictions};
use super::protocol::{Ended, Exit, InStep, Order, Refused, Reply, send};
use crate::Backend;

/// How many dead processes are taken note of before the meter has its turn.
const MANY: usize = 256;

/// Runs the program and reports.
pub fn run(control: &UnixStream, order: &Order, restrictions: Restrictions) -> Result<(), Refused> {
    prctl::set_no_new_privs().step("no new privileges")?;
    let mut children = SigSet::empty();
    children.add(Signal::SIGCHLD);
    children.thread_block().step("signal mask")?;
    let flags = SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK;
    let ends = SignalFd::with_flags(&children, flags).step("signalfd")?;
    // Not even a process of the same user is to look into this one, from before there is any.
    prctl::set_dumpable(false).step("dumpable")?;
    // Before the program is there, so that it descends from a process with a clock.
    let mut meter = Meter::new(order);
    let (told, init) = UnixStream::pair().step("socket")?;
    // SAFETY: this process has one thread, so the child finds every lock free and may do as it likes.
    match unsafe { fork() }.step("fork")? {
        ForkResult::Child => {
            let failure = program::start(order, restrictions, &init);
            exit(i32::from(send(control, &failure, &[]).is_err()))
        }
        ForkResult::Parent { child } => {
            drop((restrictions, init));
            let mut changes = Changes::new(told, order);
            let ended = supervise(control, order, child, &ends, &mut meter, &mut changes)?;
            // If the program never started, the child has said why, and that was the reply.
            send(control, &Reply::Ended(ended), &[]).step("reply")
        }
    }
}

fn supervise(
    control: &UnixStream,
    order: &Order,
    program: Pid,
    ends: &SignalFd,
    meter: &mut Meter<'_>,
    changes: &mut Changes,
) -> Result<Ended, Refused> {
    let mut stopped = None;
    let mut exit = None;
    while exit.is_none() && stopped.is_none() {
        let [is_over, is_asked] = wait(control, ends, meter, changes)?;
        // Not until there are none: a program can see to it that there always is another one.
        for (pid, how) in std::iter::from_fn(|| reap(libc::WNOHANG)).take(MANY) {
            exit = exit.or((pid == program).then_some(how));
        }
        if is_over {
            break;
        }
        if is_asked {
            changes.attend();
        }
        // Not only when nothing else happens: something could be made to happen all the time.
        if exit.is_none() && meter.pause().is_zero() {
            stopped = meter.look();
        }
    }
    kill_all(order.backend)?;
    while let Some((pid, how)) = reap(0) {
        exit = exit.or((pid == program).then_some(how));
    }
    Ok(Ended {
        exit: exit.ok_or("the program vanished").step("wait")?,
        stopped,
        cpu: meter.cpu_at_end(),
        peak_memory: meter.peak_memory(),
        disk: meter.disk(),
    })
}

/// Waits until something ended, or it is time for a look: whether we are to stop, and whether the program asks
/// for a change.
fn wait(
    control: &UnixStream,
    ends: &SignalFd,
    meter: &Meter<'_>,
    changes: &Changes,
) -> Result<[bool; 2], Refused> {
    let readable = |it| PollFd::new(it, PollFlags::POLLIN);
    let mut events = vec![readable(ends.as_fd()), readable(control.as_fd())];
    events.extend(changes.event().map(readable));
    let pause = meter.pause().as_millis() + 1; // in whole milliseconds, rounded up
    let pause = PollTimeout::try_from(pause).unwrap_or(PollTimeout::MAX);
    match poll(&mut events, pause) {
        Ok(_) | Err(Errno::EINTR) => {}
        Err(error) => return Err(error).step("poll"),
    }
    while let Ok(Some(_)) = ends.read_signal() {}
    // Nothing is sent after the order, so what there is to read is the end.
    let happened = |at: usize| events.get(at).and_then(PollFd::any) == Some(true);
    Ok([happened(1), happened(2)])
}

/// Takes note of one dead child. `None` if there is none: with `WNOHANG` no dead one, without it none at all.
fn reap(options: libc::c_int) -> Option<(Pid, Exit)> {
    let mut status = 0;
    loop {
        // SAFETY: `status` is an integer of ours, which the call fills in. (Not nix's `waitpid`: it
        // takes a death by a real-time signal for an error.)
        match unsafe { libc::waitpid(-1, &raw mut status, options) } {
            -1 if Errno::last() == Errno::EINTR => {}
            -1 | 0 => return None,
            pid if libc::WIFEXITED(status) => {
                return Some((Pid::from_raw(pid), Exit::Code(libc::WEXITSTATUS(status))));
            }
            pid => return Some((Pid::from_raw(pid), Exit::Signal(libc::WTERMSIG(status)))),
        }
    }
}

/// Kills everything but this process, in one stroke: nothing can fork its way out of it.
fn kill_all(backend: Backend) -> Result<(), Refused> {
    match backend {
        // The signal below goes to every process that we may signal. Without the outer domain, that
        // would be all that the user runs.
        Backend::Landlock => landlock::check_signals()?,
        _ if process::id() != 1 => return Err(Refused("kill: this is not pid 1".to_owned())),
        _ => {}
    }
    match kill(Pid::from_raw(-1), Signal::SIGKILL) {
        Ok(()) | Err(Errno::ESRCH) => Ok(()),
        Err(Errno::EPERM) if backend == Backend::Landlock => Ok(()),
        Err(error) => Err(error).step("kill"),
    }
}
