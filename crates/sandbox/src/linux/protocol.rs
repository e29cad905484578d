//! What the supervisor and the helper say to each other: one [`Order`], one [`Reply`].
//!
//! Both are a line of JSON on a socket that the helper finds as its standard input. It closes
//! itself when the program starts, so that the program can neither read orders nor write replies.
//! When the supervisor closes its half, the helper kills everything and reports.
//!
//! Left out: the program's output, which goes to the supervisor directly.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::super::disk::DiskUse;
use super::super::view::{Visible, any_path, places_of};
use super::super::{FileModes, Limits, Outcome, Tier};

/// All that the helper needs to know.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Order {
    pub(super) tier: Tier,
    pub(super) task: Task,
    pub(super) env: Vec<(OsString, OsString)>,
    /// The working directory, without links in its path.
    #[serde(with = "any_path")]
    pub(super) dir: PathBuf,
    /// The private temporary directory as the program sees it.
    #[serde(with = "any_path")]
    pub(super) scratch: PathBuf,
    /// What the program can read, parents before children.
    pub(super) view: Vec<Visible>,
    /// Files that it cannot read all the same: their paths without links.
    pub(super) hidden: Vec<OsString>,
    pub(super) file_modes: FileModes,
    pub(super) limits: Limits,
}

impl Order {
    /// Every path at which the program would find a file that it must not.
    pub(super) fn masks(&self) -> Vec<PathBuf> {
        let hidden = self.hidden.iter().map(Path::new);
        hidden.flat_map(|it| places_of(it, &self.view)).collect()
    }
}

/// What to do behind the walls.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) enum Task {
    /// Execute a program.
    Execute {
        program: OsString,
        args: Vec<OsString>,
        /// What standard input reads; nothing if `None`.
        stdin: Option<OsString>,
    },
    /// Try the walls, and report whether they hold. `outside` is a file that must be out of reach.
    Try { outside: OsString },
}

/// How it went.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Reply {
    /// The walls could not be built, and no program was started: the step, and why.
    Refused(String),
    /// The kernel would not execute the program.
    NotExecutable(String),
    /// The program ran, and nothing of it is left.
    Ended(Ended),
}

/// What the helper knows of a run.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Ended {
    pub(super) exit: Exit,
    /// The limit for which the program was killed, if it was.
    pub(super) stopped: Option<Outcome>,
    pub(super) cpu: Duration,
    pub(super) peak_memory: u64,
    pub(super) peak_processes: Option<u32>,
    pub(super) disk: DiskUse,
}

/// How the program's first process ended.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) enum Exit {
    Code(i32),
    Signal(i32),
}

/// Why a wall could not be built: the step, and what the system said.
#[derive(Debug)]
pub(super) struct Refused(pub(super) String);

/// Names the step that went wrong.
pub(super) trait Step<T> {
    fn step(self, name: &str) -> Result<T, Refused>;
}

impl<T, E: Display> Step<T> for Result<T, E> {
    fn step(self, name: &str) -> Result<T, Refused> {
        self.map_err(|error| Refused(format!("{name}: {error}")))
    }
}

/// Writes one message.
pub(super) fn send(mut to: &UnixStream, message: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    to.write_all(&line)
}

/// Waits for the order.
pub(super) fn receive(from: &UnixStream) -> io::Result<Order> {
    let mut line = Vec::new();
    BufReader::new(from).read_until(b'\n', &mut line)?;
    Ok(serde_json::from_slice(&line)?)
}
