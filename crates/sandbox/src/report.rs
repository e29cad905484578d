//! What became of a run: the program's doing ([`Report`]) or the caller's own trouble ([`Fault`]). Nothing here
//! is a verdict.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Backend;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    pub outcome: Outcome,
    /// Processor time of the whole tree, user and system; `None` where it is not measured.
    pub cpu: Option<Duration>,
    /// Time on the clock, isolating included.
    pub wall: Duration,
    /// The most resident memory seen, in bytes: of the whole tree at the samples, and of any single
    /// process at any time. A few MB belong to the helper. `None` where it is not measured.
    pub peak_memory: Option<u64>,
    /// The most threads and processes seen at once; `None` for a run too short to be sampled.
    pub peak_processes: Option<u32>,
    /// What the program wrote to standard output.
    pub stdout: Captured,
    /// What the program wrote to standard error.
    pub stderr: Captured,
    pub backend: Backend,
}

/// How a run ended.
///
/// A limit that was passed is the outcome even if the program ended by itself afterwards.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// It ended by itself, with this exit code.
    Exited(i32),
    /// A signal killed it; the signal's name, for instance `SIGSEGV`.
    Signaled(String),
    /// It used more than [`Limits::cpu`](super::Limits::cpu).
    CpuLimit,
    /// It took longer than [`Limits::wall`](super::Limits::wall).
    WallLimit,
    /// It used more than [`Limits::memory_bytes`](super::Limits::memory_bytes).
    MemoryLimit,
    /// It was more than [`Limits::processes`](super::Limits::processes) threads and processes.
    ProcessLimit,
    OutputLimit(Output),
    /// It tried something that only an attack tries.
    Security(Breach),
    /// The kernel would not execute it: missing, not executable, or of the wrong format. Whose
    /// fault that is, only the caller knows.
    NotExecutable(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Output {
    /// [`Limits::file_bytes`](super::Limits::file_bytes).
    File,
    /// [`Limits::disk_bytes`](super::Limits::disk_bytes).
    Disk,
    /// [`Limits::files`](super::Limits::files).
    Files,
    /// [`Limits::output_bytes`](super::Limits::output_bytes).
    Stdout,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Breach {
    /// A system call that no ordinary program makes, for instance `mount` or `unshare`.
    SystemCall,
    /// A directory that cannot be listed, in which files could hide from the limits.
    HiddenFiles,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited(code) => write!(f, "exit code {code}"),
            Self::Signaled(name) => write!(f, "killed by {name}"),
            Self::CpuLimit => f.write_str("processor time limit"),
            Self::WallLimit => f.write_str("wall clock limit"),
            Self::MemoryLimit => f.write_str("memory limit"),
            Self::ProcessLimit => f.write_str("process limit"),
            Self::OutputLimit(Output::File) => f.write_str("file size limit"),
            Self::OutputLimit(Output::Disk) => f.write_str("disk limit"),
            Self::OutputLimit(Output::Files) => f.write_str("number of files limit"),
            Self::OutputLimit(Output::Stdout) => f.write_str("standard output limit"),
            Self::Security(Breach::SystemCall) => f.write_str("forbidden system call"),
            Self::Security(Breach::HiddenFiles) => f.write_str("directory that cannot be listed"),
            Self::NotExecutable(why) => write!(f, "cannot be executed: {why}"),
        }
    }
}

/// How much is kept of each end of a stream, in bytes.
const KEPT: usize = 8 << 10;

/// The beginning and the end of a stream of any length.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Captured {
    /// The first bytes, at most 8 KiB.
    pub head: Vec<u8>,
    /// The last bytes of what follows the head, at most 8 KiB.
    pub tail: Vec<u8>,
    /// The length of the whole stream in bytes, as far as it was read.
    pub total: u64,
}

impl Captured {
    pub(super) fn push(&mut self, mut bytes: &[u8]) {
        self.total += bytes.len() as u64;
        let room = (KEPT - self.head.len()).min(bytes.len());
        self.head.extend_from_slice(&bytes[..room]);
        bytes = &bytes[room..];
        bytes = &bytes[bytes.len().saturating_sub(KEPT)..];
        let surplus = (self.tail.len() + bytes.len()).saturating_sub(KEPT);
        self.tail.drain(..surplus);
        self.tail.extend_from_slice(bytes);
    }

    /// The bytes between head and tail that were not kept.
    #[must_use]
    pub fn omitted(&self) -> u64 {
        self.total - self.head.len() as u64 - self.tail.len() as u64
    }
}

impl fmt::Display for Captured {
    /// The text, what is not UTF-8 replaced, with a line in place of what was omitted.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.omitted() {
            0 => {
                let whole = [self.head.as_slice(), &self.tail].concat();
                f.write_str(&String::from_utf8_lossy(&whole))
            }
            omitted => write!(
                f,
                "{}\n[... {omitted} bytes omitted ...]\n{}",
                String::from_utf8_lossy(&self.head),
                String::from_utf8_lossy(&self.tail)
            ),
        }
    }
}

/// Why there is no report: the caller's own trouble, never the program's.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    #[error("{}: {source}", path.display())]
    Path {
        /// The working directory, or a path that was to be readable.
        path: PathBuf,
        source: io::Error,
    },
    #[error("cannot start {}: {source}", program.display())]
    Spawn { program: PathBuf, source: io::Error },
    #[error("cannot build the sandbox: {0}")]
    Isolation(String),
    #[error("the sandbox ended without a report{}{}", if .0.trim().is_empty() { "" } else { ": " }, .0.trim())]
    Lost(String),
    #[error("interrupted")]
    Interrupted,
}
