//! What runs in the helper's processes: a server that forks a helper for every run, and the helper, which
//! takes the order, isolates itself as its backend says, and becomes init.

#![allow(unsafe_code)]

use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::exit;

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::sys::stat::{Mode, umask};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{ForkResult, dup2_stderr, dup2_stdin, dup2_stdout, fork, setsid};
use rustix::process::{PidfdFlags, pidfd_open};

use super::namespaces::Entrance;
use super::program::Restrictions;
use super::protocol::{
    InStep, Order, Refused, Reply, receive_order, receive_with, send, send_with,
};
use super::{fork_server, identity, init, landlock};
use crate::Backend;

/// Turns this process into a fork server, for good, if that is what it was started for. What the server forks
/// are helpers, and end here as well.
pub fn main_if_requested() {
    let request = std::env::args_os().nth(1);
    if request.is_some_and(|it| it == fork_server::REQUEST) {
        close_inherited();
        let Ok(socket) = take_control() else { exit(2) };
        // In a helper no descriptor is open by now but the three.
        exit(fork_for_runs(socket).map_or(0, help));
    }
}

/// Forks until the caller is gone: `None`. In a helper, returns with its standard streams in place, and with
/// the entrance to the namespaces that it is in, if it is.
fn fork_for_runs(socket: UnixStream) -> Option<Option<Entrance>> {
    let mut known = None;
    loop {
        let mut is_inside = [0];
        let (_, streams) = receive_with(&socket, &mut is_inside).ok()?;
        // There are none at the end.
        let streams: [OwnedFd; 3] = streams.try_into().ok()?;
        reap();
        let entrance = (is_inside != [0]).then(|| *known.get_or_insert_with(Entrance::new));
        // SAFETY: this process has one thread, so the child finds every lock free and may do as it likes;
        // nobody here asks for the number of a thread.
        let forked = match entrance {
            Some(entrance) => unsafe { entrance.fork() },
            None => unsafe { fork() },
        };
        match forked.and_then(answer) {
            Ok(Some(process)) => send_with(&socket, &[0], &[process]).ok()?,
            Ok(None) => {
                let [stdin, stdout, stderr] = &streams;
                dup2_stdin(stdin).ok()?;
                dup2_stdout(stdout).ok()?;
                dup2_stderr(stderr).ok()?;
                return Some(entrance);
            }
            Err(errno) => {
                let number = u8::try_from(errno as i32).unwrap_or(u8::MAX);
                send_with::<OwnedFd>(&socket, &[number], &[]).ok()?;
            }
        }
    }
}

/// A descriptor of the process that was forked; `None` in that process.
fn answer(forked: ForkResult) -> nix::Result<Option<OwnedFd>> {
    let ForkResult::Parent { child } = forked else {
        return Ok(None);
    };
    let number = rustix::process::Pid::from_raw(child.as_raw()).ok_or(Errno::ESRCH)?;
    let descriptor = pidfd_open(number, PidfdFlags::empty());
    // Without it nobody could ask for its end.
    let descriptor = descriptor.inspect_err(|_| {
        let _ = kill(child, Signal::SIGKILL);
    });
    Ok(Some(descriptor.map_err(|errno| Errno::from_raw(errno.raw_os_error()))?))
}

/// Lets go of the helpers that have ended; who holds a descriptor of one can still ask for its end.
fn reap() {
    let ended = || waitpid(None, Some(WaitPidFlag::WNOHANG));
    while ended().is_ok_and(|status| status != WaitStatus::StillAlive) {}
}

/// The exit code matters to nobody; what went wrong is said on the socket, or, without one, nowhere.
/// To be called with nothing open but the standard streams; in new namespaces with the entrance to them.
fn help(entrance: Option<Entrance>) -> i32 {
    let Ok(control) = take_control() else {
        eprintln!("this is for the sandbox to call");
        return 2;
    };
    let received = receive_order(&control).step("order");
    match received.and_then(|(order, groups)| isolate(&control, &order, groups, entrance)) {
        Ok(()) => 0,
        Err(Refused(why)) => i32::from(send(&control, &Reply::Refused(why), &[]).is_err()),
    }
}

/// Closes all descriptors but the first three: one of them may be the helper's own file. To be called
/// before anything is opened.
fn close_inherited() {
    // SAFETY: nothing was opened yet, so no descriptor that Rust believes open is closed.
    unsafe { libc::syscall(libc::SYS_close_range, 3u32, u32::MAX, 0) };
}

/// Takes the socket from standard input, to close itself when a program is executed.
fn take_control() -> Result<UnixStream, Refused> {
    let stdin = std::io::stdin();
    let own: OwnedFd = stdin.as_fd().try_clone_to_owned().step("standard input")?;
    let null = std::fs::File::open("/dev/null").step("/dev/null")?;
    nix::unistd::dup2_stdin(null).step("standard input")?;
    let control = UnixStream::from(own);
    control.peer_addr().step("standard input")?;
    Ok(control)
}

/// Builds the isolation of the order's backend around this process, which then is init.
fn isolate(
    control: &UnixStream,
    order: &Order,
    groups: Vec<OwnedFd>,
    entrance: Option<Entrance>,
) -> Result<(), Refused> {
    // In a session of its own: no terminal, and no part in the terminal's Ctrl-C. Refused to the
    // leader of a session, which has neither.
    let _ = setsid();
    identity::die_with_parent(order.backend)?;
    let number = identity::number_outside()?;
    umask(Mode::S_IWGRP | Mode::S_IWOTH);
    match (order.backend, entrance) {
        (Backend::Namespaces, Some(entrance)) => entrance.set_up(order)?,
        (Backend::Landlock, None) => landlock::keep_signals_in()?,
        (backend, _) => return Err(Refused(format!("{backend}: not in its place"))),
    }
    let rules = landlock::plan(order)?;
    identity::give_up_root(order, number)?;
    init::run(control, order, Restrictions { rules, groups })
}
