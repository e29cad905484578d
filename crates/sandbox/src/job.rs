//! What to run: a command line, an environment, a directory.

use std::ffi::OsString;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Job {
    /// The program. Without a `/` it is looked for on the `PATH` of `env`; with one it is absolute or
    /// relative to `dir`.
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
