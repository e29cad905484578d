//! Fork servers, as their caller sees them: each waits, and forks a helper for every run.
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
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use rustix::process::{Signal, pidfd_send_signal};

use super::protocol::{receive_with, send_with};
use crate::{Backend, Fault};

/// The argument that asks a program to be a fork server.
pub const REQUEST: &str = "__sandbox-fork-server";

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
        let _ = pidfd_send_signal(&self.0, Signal::KILL); // it may have ended already
    }

    pub fn wait(&self) {
        let mut end = [PollFd::new(self.0.as_fd(), PollFlags::POLLIN)];
        while poll(&mut end, PollTimeout::NONE) == Err(Errno::EINTR) {}
    }
}
