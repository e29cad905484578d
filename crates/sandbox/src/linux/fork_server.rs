//! A fork server: a helper that waits and forks for every run.
//!
//! To execute a large program and to link it takes longer than to build the walls. A server has done so
//! once; what it forks is a helper as good as new. It is started with the first run, and ends when the
//! caller's end of the socket closes, be it that the caller is killed.
//!
//! ```text
//! caller to server    a byte, and three descriptors: what is to be the helper's standard streams
//! server to caller    a byte, and a descriptor of the helper's process; none if it could not be forked
//! ```
//!
//! Left out: what a helper does ([`helper`]), and helpers inside bubblewrap, which that
//! executes.

#![allow(unsafe_code)]

use std::io;
use std::net::Shutdown;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Stdio};
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{ForkResult, Pid, dup2_stderr, dup2_stdin, dup2_stdout, fork};

use super::helper;
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
    /// Has a server fork a helper with these standard streams; `None` if that cannot be done.
    pub(super) fn start(&self, helper: &Path, streams: [BorrowedFd<'_>; 3]) -> Option<Forked> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = idle().pop();
        // One that somebody killed does not answer; a new one does.
        let (server, forked) = taken
            .and_then(|server| server.fork(streams))
            .or_else(|| Server::new(helper).ok()?.fork(streams))?;
        idle().push(server);
        Some(forked)
    }
}

impl Server {
    fn new(helper: &Path) -> io::Result<Self> {
        let (socket, theirs) = UnixStream::pair()?;
        let process = helper::command(helper, REQUEST)
            .stdin(OwnedFd::from(theirs))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0) // so that a Ctrl-C in the terminal is the caller's alone
            .spawn()?;
        Ok(Self { socket, process })
    }

    fn fork(self, streams: [BorrowedFd<'_>; 3]) -> Option<(Self, Forked)> {
        send_with(&self.socket, b"f", &streams).ok()?;
        let (_, process) = receive_with(&self.socket, &mut [0]).ok()?;
        let process = process.into_iter().next()?;
        Some((self, Forked(process)))
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
    match serve(socket) {
        None => 0,
        // No descriptor is open by now but the three.
        Some(()) => helper::main(),
    }
}

/// Forks until the caller is gone. In a helper, returns with its standard streams in place.
fn serve(socket: UnixStream) -> Option<()> {
    loop {
        let (_, streams) = receive_with(&socket, &mut [0]).ok()?;
        // There are none at the end.
        let streams: [OwnedFd; 3] = streams.try_into().ok()?;
        reap();
        // SAFETY: this process has one thread, so the child finds every lock free and may do as it likes.
        match unsafe { fork() } {
            Ok(ForkResult::Child) => {
                let [stdin, stdout, stderr] = &streams;
                dup2_stdin(stdin).ok()?;
                dup2_stdout(stdout).ok()?;
                dup2_stderr(stderr).ok()?;
                return Some(());
            }
            Ok(ForkResult::Parent { child }) => {
                let process = descriptor(child).ok();
                if process.is_none() {
                    // Nobody could ask for its end.
                    let _ = kill(child, Signal::SIGKILL);
                }
                send_with(&socket, b"f", process.as_slice()).ok()?;
            }
            Err(_) => send_with::<OwnedFd>(&socket, b"f", &[]).ok()?,
        }
    }
}

/// Lets go of the helpers that have ended; who holds a descriptor of one can still ask for its end.
fn reap() {
    let ended = || waitpid(None, Some(WaitPidFlag::WNOHANG));
    while ended().is_ok_and(|status| status != WaitStatus::StillAlive) {}
}

/// A descriptor of a child for which nobody has waited.
fn descriptor(child: Pid) -> io::Result<OwnedFd> {
    // SAFETY: the call takes two numbers.
    let descriptor = unsafe { libc::syscall(libc::SYS_pidfd_open, child.as_raw(), 0) };
    match i32::try_from(descriptor) {
        // SAFETY: the kernel has just made it for us, and nobody else has it.
        Ok(descriptor) if descriptor >= 0 => Ok(unsafe { OwnedFd::from_raw_fd(descriptor) }),
        _ => Err(io::Error::last_os_error()),
    }
}
