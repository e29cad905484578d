//! Fork servers: each waits, and forks a helper for every run. First what their caller sees of them, then what runs in
//! the processes: the server, and the helper, which takes the order, isolates itself as its backend says, and becomes
//! init.
//!
//! To execute a large program and to link it takes longer than to isolate it. A server has done so
//! once; what it forks is a helper as good as new. It is started with the first run, and ends when the
//! caller's end of the socket closes, be it that the caller is killed.
//!
//! ```text
//! caller to server    a byte that says whether the helper is to be in namespaces of its own, and three
//!                     descriptors: what is to be its standard streams
//! server to caller    0, and a descriptor of the helper's process; or the number of the error, if it could
//!                     not be forked
//! ```

use std::io;
use std::net::Shutdown;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio, exit};
use std::sync::{Arc, Mutex, PoisonError};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, kill};
use nix::sys::stat::{Mode, umask};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{ForkResult, dup2_stderr, dup2_stdin, dup2_stdout, fork, setsid};
use rustix::process::{PidfdFlags, pidfd_open, pidfd_send_signal};

use super::namespaces::Entrance;
use super::program::Restrictions;
use super::protocol::{
    InStep, Order, Refused, Reply, receive_order, receive_with, send, send_with,
};
use super::{identity, init, landlock};
use crate::{Backend, Fault};

/// The argument that asks a program to be a fork server.
const REQUEST: &str = "__sandbox-fork-server";

/// A helper that was forked, by a descriptor of its process.
#[derive(Debug)]
pub struct Forked(OwnedFd);

/// The servers of a sandbox and of its clones: as many as there ever were threads at once that began a
/// run. They end with the last of these.
#[derive(Debug, Clone, Default)]
pub struct ForkServers {
    /// Those that nobody is talking to.
    idle: Arc<Mutex<Vec<Server>>>,
}

#[derive(Debug)]
struct Server {
    socket: UnixStream,
    process: Child,
}

impl ForkServers {
    /// Has a server fork a helper with these standard streams.
    pub fn start(
        &self,
        helper: &Path,
        backend: Backend,
        streams: &[OwnedFd; 3],
    ) -> Result<Forked, Fault> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = idle().pop();
        // One that somebody killed does not answer; a new one does.
        let answered = match taken.and_then(|server| server.fork(backend, streams).ok()) {
            Some(answered) => Ok(answered),
            None => Server::new(helper).and_then(|server| server.fork(backend, streams)),
        };
        let (server, forked) =
            answered.map_err(|source| Fault::Spawn { program: helper.to_owned(), source })?;
        idle().push(server);
        forked.map_err(|errno| Fault::Isolation(format!("{backend}: {errno}")))
    }
}

impl Server {
    fn new(helper: &Path) -> io::Result<Self> {
        let (socket, theirs) = UnixStream::pair()?;
        let process = Command::new(helper)
            .arg(REQUEST)
            .env_clear()
            .stdin(OwnedFd::from(theirs))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0) // so that a Ctrl-C in the terminal is the caller's alone
            .spawn()?;
        Ok(Self { socket, process })
    }

    /// What the server answers; an error if it does not.
    fn fork(
        self,
        backend: Backend,
        streams: &[OwnedFd; 3],
    ) -> io::Result<(Self, nix::Result<Forked>)> {
        let is_inside = u8::from(backend == Backend::Namespaces);
        send_with(&self.socket, &[is_inside], streams)?;
        let mut errno = [0];
        let (length, process) = receive_with(&self.socket, &mut errno)?;
        if length == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let forked = match process.into_iter().next() {
            Some(process) => Ok(Forked(process)),
            None => Err(Errno::from_raw(errno[0].into())),
        };
        Ok((self, forked))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Then it ends by itself, if it has not yet; what its helpers took is counted as its caller's.
        let _ = self.socket.shutdown(Shutdown::Both);
        let _ = self.process.wait();
    }
}

impl Forked {
    pub fn kill(&self) {
        let _ = pidfd_send_signal(&self.0, rustix::process::Signal::KILL); // it may have ended already
    }

    pub fn wait(&self) {
        let mut end = [PollFd::new(self.0.as_fd(), PollFlags::POLLIN)];
        while poll(&mut end, PollTimeout::NONE) == Err(Errno::EINTR) {}
    }
}

/// Turns this process into a fork server, for good, if that is what it was started for. What the server forks
/// are helpers, and end here as well.
pub fn main_if_requested() {
    let request = std::env::args_os().nth(1);
    if request.is_some_and(|it| it == REQUEST) {
        close_inherited();
        let Ok(socket) = take_control() else { exit(2) };
        // In a helper no descriptor is open by now but the three.
        exit(fork_for_runs(socket).map_or(0, help));
    }
}

/// Forks until the caller is gone: `None`. In a helper, returns with its standard streams in place, and with
/// the entrance to the namespaces that it is in, if it is.
#[allow(unsafe_code)]
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
    let ForkResult::Parent { child } = forked else { return Ok(None) };
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

/// Closes all descriptors but the first three, before anything is opened: one may be the helper's own file.
#[allow(unsafe_code)]
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
    // In a session of its own, without a terminal's Ctrl-C. Refused to the leader of a session, which has neither.
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
