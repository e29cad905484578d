//! A fork server: a helper that waits and forks for every run.
//!
//! To execute a large program and to link it takes longer than to build the walls. A server has done so
//! once; what it forks is a helper as good as new. It is started with the first run, and ends when the
//! caller's end of the socket closes, be it that the caller is killed.
//!
//! ```text
//! caller to server    a byte that says whether the helper is to be in namespaces of its own, and three
//!                     descriptors: what is to be its standard streams
//! server to caller    0, and a descriptor of the helper's process; or the number of the error, if it could
//!                     not be forked
//! ```
//!
//! Left out: what a helper does ([`helper`]).

#![allow(unsafe_code)]

use std::io;
use std::net::Shutdown;
use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{ForkResult, Pid, dup2_stderr, dup2_stdin, dup2_stdout, fork};

use super::super::{Backend, Fault};
use super::helper;
use super::namespaces::Entrance;
use super::protocol::{receive_with, send_with};

/// The argument that asks a program to be a fork server.
pub(super) const REQUEST: &str = "__sandbox-fork-server";

/// A helper that was forked, by a descriptor of its process.
#[derive(Debug)]
pub(super) struct Forked(OwnedFd);

/// The servers of a sandbox and of its clones: as many as there ever were threads at once that began a
/// run. They end with the last of these.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct ForkServers {
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
    pub(super) fn start(
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
        let (server, forked) = answered.map_err(|source| Fault::Spawn {
            program: helper.to_owned(),
            source,
        })?;
        idle().push(server);
        forked.map_err(|errno| Fault::Walls(format!("{backend}: {errno}")))
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
    pub(super) fn kill(&self) {
        // SAFETY: the descriptor is open, no pointer is read, and the process is the one that was forked:
        // a descriptor never means another.
        let _ = unsafe {
            libc::syscall(
                libc::SYS_pidfd_send_signal,
                self.0.as_raw_fd(),
                libc::SIGKILL,
                ptr::null::<libc::siginfo_t>(),
                0,
            )
        };
    }

    /// Waits until it has ended.
    pub(super) fn wait(&self) {
        let mut end = [PollFd::new(self.0.as_fd(), PollFlags::POLLIN)];
        while poll(&mut end, PollTimeout::NONE) == Err(Errno::EINTR) {}
    }
}

/// The life of a server, and of the helpers that it forks. Returns the exit code of either.
pub(super) fn main() -> i32 {
    helper::close_inherited();
    let Ok(socket) = helper::take_control() else {
        return 2;
    };
    // In a helper no descriptor is open by now but the three.
    serve(socket).map_or(0, helper::main)
}

/// Forks until the caller is gone: `None`. In a helper, returns with its standard streams in place, and with
/// the entrance to the namespaces that it is in, if it is.
fn serve(socket: UnixStream) -> Option<Option<Entrance>> {
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
    // Without it nobody could ask for its end.
    descriptor(child).map(Some).inspect_err(|_| {
        let _ = kill(child, Signal::SIGKILL);
    })
}

/// Lets go of the helpers that have ended; who holds a descriptor of one can still ask for its end.
fn reap() {
    let ended = || waitpid(None, Some(WaitPidFlag::WNOHANG));
    while ended().is_ok_and(|status| status != WaitStatus::StillAlive) {}
}

/// A descriptor of a child for which nobody has waited.
fn descriptor(child: Pid) -> nix::Result<OwnedFd> {
    // SAFETY: the call takes two numbers.
    let descriptor = unsafe { libc::syscall(libc::SYS_pidfd_open, child.as_raw(), 0) };
    let descriptor = Errno::result(descriptor)?;
    // SAFETY: the kernel has just made it for us, and nobody else has it.
    Ok(unsafe { OwnedFd::from_raw_fd(descriptor as RawFd) })
}
