//! What to run: a command line, an environment, a directory; and how much it may use. What became of it: the program's
//! doing ([`Report`]) or the caller's own trouble ([`Fault`]). Nothing here is a verdict.
//!
//! Every limit is for the whole tree of processes unless it says otherwise, and every limit is
//! always on. Where the caller itself has a lower one, that one holds.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;
use std::{fmt, io};

use serde::{Deserialize, Serialize};

use super::Backend;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Job {
    /// The program. Without a `/` it is looked for on the `PATH` of `env`; else it is absolute or relative to `dir`.
    pub program: OsString,
    pub args: Vec<OsString>,
    /// The environment, whole: nothing is inherited. `PATH`, `LANG`, `HOME` and `TMPDIR` have
    /// defaults, the last two a private directory that vanishes with the run.
    pub env: Vec<(OsString, OsString)>,
    /// The working directory, which must exist: the only lasting place where the program may write.
    /// Inside it has the same path, links resolved, in every backend. The directories around it may be closed
    /// to everybody but the caller, and should be: in it, the program makes what it likes.
    ///
    /// When the caller is root it changes hands for the time of the run, with all that is in it but files
    /// that have a second name elsewhere, to a user whom no other run has. Then it is root's, and everybody
    /// who gets there can read what the program could.
    pub dir: PathBuf,
    /// Files and directories that the program may read and execute beside the system's own, for
    /// instance the prefix of a toolchain or the directory of a build.
    pub readable: Vec<PathBuf>,
    /// What of the system's own files the program can read.
    pub system: System,
    pub locks: FileLocks,
}

impl Job {
    /// A job without arguments, in the default environment. Standard input is empty.
    pub fn new(program: impl Into<OsString>, dir: impl Into<PathBuf>) -> Self {
        Self { program: program.into(), dir: dir.into(), ..Self::default() }
    }

    #[must_use]
    pub fn args<A: Into<OsString>>(mut self, args: impl IntoIterator<Item = A>) -> Self {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    #[must_use]
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.env.push((name.into(), value.into()));
        self
    }

    /// Lets the program read and execute a file, or all that is below a directory.
    #[must_use]
    pub fn readable(mut self, path: impl Into<PathBuf>) -> Self {
        self.readable.push(path.into());
        self
    }
}

/// What of the system's own files (`/usr`, `/opt` and the like) a program can read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum System {
    /// All programs, libraries and their data, and what they need of `/etc`.
    #[default]
    Whole,
    /// Of that, what lies below these directories; those that do not exist are left out.
    Only(Vec<PathBuf>),
}

/// Whether a program may lock files.
///
/// A lock lies on the file itself, also on one that others can only read: there it would be a message to
/// another run, or keep somebody waiting.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileLocks {
    /// The program is told that it has the lock, since honest ones (a Java machine, for instance) print
    /// warnings otherwise. For the programs to be judged.
    #[default]
    Pretended,
    /// It has. For builds: their tools lock their caches.
    Allowed,
}

/// The wall clock is not the limit that counts: on a busy machine a program may wait longer than it computes.
const WALL_PER_CPU: u32 = 4;

/// How much a program may use before it is stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Processor time, user and system together. Checked every 50 ms or so, and once more at the
    /// end: a program that used more is over its limit even if it had already ended.
    pub cpu: Duration,
    /// Time on the clock, from the start of the run. The guard against programs that wait.
    pub wall: Duration,
    /// Resident memory in bytes, pages that processes share counted once. A single process cannot
    /// get more than twice as much writable memory even for an instant. A virtual machine that takes
    /// its measure from the machine must be told, for instance with `-Xmx`.
    pub memory_bytes: u64,
    /// Threads and processes that exist at once. The kernel refuses more than about twice as many even for an instant.
    pub processes: u32,
    /// The main stack of each process, in bytes.
    pub stack_bytes: u64,
    pub file_bytes: u64,
    /// What everything in the working directory and the private temporary directory may take on the
    /// disk, in bytes; files that were deleted but are still open count.
    pub disk_bytes: u64,
    /// Files, directories and links in the working and the temporary directory, also those there before.
    pub files: u64,
    /// Descriptors that one process may have open.
    pub open_files: u32,
    /// What may be written to standard output and standard error together, in bytes.
    pub output_bytes: u64,
}

impl Limits {
    /// The defaults with another limit on processor time, and four times as much on the clock.
    #[must_use]
    pub fn for_cpu(cpu: Duration) -> Self {
        Self {
            cpu,
            wall: cpu.saturating_mul(WALL_PER_CPU),
            memory_bytes: 1 << 30,
            processes: 256,
            stack_bytes: 64 << 20,
            file_bytes: 1 << 30,
            disk_bytes: 2 << 30,
            files: 4096,
            open_files: 256,
            output_bytes: 16 << 20,
        }
    }
}

impl Default for Limits {
    /// 10 s of processor time, 40 s on the clock, 1 GiB of memory, 256 threads and processes, stacks
    /// of 64 MiB, files of 1 GiB, 2 GiB on disk in 4096 files, 256 open at once, 16 MiB of output.
    fn default() -> Self {
        Self::for_cpu(Duration::from_secs(10))
    }
}

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
    /// The kernel would not execute it: missing, not executable, or of the wrong format. The caller knows whose fault.
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
    /// What the caller does around a run, such as writing its input.
    #[error(transparent)]
    Io(#[from] io::Error),
}
