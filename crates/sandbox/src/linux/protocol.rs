//! What the supervisor and the helper say to each other: one [`Order`], one [`Reply`].
//!
//! Both are a line of JSON on a socket that the helper finds as its standard input. It closes
//! itself when the program starts, so that the program can neither read orders nor write replies.
//! With the order come files of the run's control groups, open for writing. When the supervisor closes its
//! half, the helper kills everything and reports. The program's output goes to the supervisor directly.

#![allow(unsafe_code)]

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use nix::sys::socket::{ControlMessage, ControlMessageOwned, MsgFlags, recvmsg, sendmsg};
use serde::{Deserialize, Serialize};

use crate::disk::DiskUse;
use crate::view::{Visible, any_path, places_of};
use crate::{Accounting, Backend, FileLocks, Limits, Outcome};

/// The most descriptors that are passed along with a message.
const MAX_ALONG: usize = 3;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Order {
    pub backend: Backend,
    pub task: Task,
    pub env: Vec<(OsString, OsString)>,
    /// The working directory, without links in its path.
    #[serde(with = "any_path")]
    pub dir: PathBuf,
    /// The private temporary directory as the program sees it.
    #[serde(with = "any_path")]
    pub scratch: PathBuf,
    /// What the program can read, parents before children.
    pub view: Vec<Visible>,
    /// Files that it cannot read all the same: their paths without links.
    pub hidden: Vec<OsString>,
    pub locks: FileLocks,
    pub limits: Limits,
    /// What the supervisor reads from control groups, so that nobody inside need look.
    pub counted: Accounting,
}

impl Order {
    /// The directories that are the run's own.
    pub fn own(&self) -> Vec<&Path> {
        let mut own = vec![self.dir.as_path(), &self.scratch];
        if self.backend != Backend::Landlock {
            own.push(Path::new("/dev/shm"));
        }
        own
    }

    /// Every path at which the program would find a file that it must not.
    pub fn masks(&self) -> Vec<PathBuf> {
        let hidden = self.hidden.iter().map(Path::new);
        hidden.flat_map(|it| places_of(it, &self.view)).collect()
    }
}

/// What to do once isolated.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Task {
    Execute {
        program: OsString,
        args: Vec<OsString>,
    },
    /// Try the isolation, and report whether it holds. `outside` is a file that must be out of reach.
    Try {
        outside: OsString,
    },
}

#[derive(Debug, Serialize, Deserialize)]
pub enum Reply {
    /// The isolation failed, and no program was started: the step, and why.
    Refused(String),
    /// The kernel would not execute the program.
    NotExecutable(String),
    /// The program ran, and nothing of it is left.
    Ended(Ended),
}

/// What the helper knows of a run.
#[derive(Debug, Serialize, Deserialize)]
pub struct Ended {
    pub exit: Exit,
    /// The limit for which the program was killed, if it was.
    pub stopped: Option<Outcome>,
    pub cpu: Duration,
    pub peak_memory: u64,
    pub disk: DiskUse,
}

/// How the program's first process ended.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub enum Exit {
    Code(i32),
    Signal(i32),
}

/// Why isolating failed: the step, and what the system said.
#[derive(Debug)]
pub struct Refused(pub String);

/// Names the step that went wrong.
pub trait InStep<T> {
    fn step(self, name: &str) -> Result<T, Refused>;
}

impl<T, E: Display> InStep<T> for Result<T, E> {
    fn step(self, name: &str) -> Result<T, Refused> {
        self.map_err(|error| Refused(format!("{name}: {error}")))
    }
}

/// Writes one message, and passes descriptors along with it.
pub fn send(mut to: &UnixStream, message: &impl Serialize, along: &[OwnedFd]) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    match along {
        // What says why a program could not be executed may not do anything else any more.
        [] => to.write_all(&line),
        along => send_with(to, &line, along),
    }
}

/// Writes bytes, and passes descriptors along with the first of them.
pub fn send_with<D: AsRawFd>(mut to: &UnixStream, bytes: &[u8], along: &[D]) -> io::Result<()> {
    let along: Vec<RawFd> = along.iter().map(AsRawFd::as_raw_fd).collect();
    let message = [ControlMessage::ScmRights(&along)];
    let message = if along.is_empty() { &[][..] } else { &message };
    let text = [IoSlice::new(bytes)];
    // To a peer that is gone: an error, no signal.
    let flags = MsgFlags::MSG_NOSIGNAL;
    let sent = sendmsg::<()>(to.as_raw_fd(), &text, message, flags, None)?;
    to.write_all(&bytes[sent..])
}

/// Waits for bytes and for what is passed along with them; says how many there were.
pub fn receive_with(from: &UnixStream, bytes: &mut [u8]) -> io::Result<(usize, Vec<OwnedFd>)> {
    let mut space = nix::cmsg_space!([RawFd; MAX_ALONG]);
    let mut along = Vec::new();
    let mut text = [IoSliceMut::new(bytes)];
    let flags = MsgFlags::MSG_CMSG_CLOEXEC;
    let received = recvmsg::<()>(from.as_raw_fd(), &mut text, Some(&mut space), flags)?;
    for message in received.cmsgs()? {
        if let ControlMessageOwned::ScmRights(fds) = message {
            // SAFETY: the kernel has just made these descriptors for us, and nobody else has them.
            along.extend(fds.into_iter().map(|fd| unsafe { OwnedFd::from_raw_fd(fd) }));
        }
    }
    Ok((received.bytes, along))
}

/// Waits for the order, and for what is passed along.
pub fn receive_order(mut from: &UnixStream) -> io::Result<(Order, Vec<OwnedFd>)> {
    let mut line = vec![0; 1 << 16];
    let (mut end, along) = receive_with(from, &mut line)?;
    while line.get(end.wrapping_sub(1)) != Some(&b'\n') {
        line.resize(end + (1 << 16), 0);
        match from.read(&mut line[end..])? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            more => end += more,
        }
    }
    Ok((serde_json::from_slice(&line[..end])?, along))
}
