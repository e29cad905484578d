#![doc = include_str!("../README.md")]
//!
//! ## Who runs what
//! ```text
//!   the caller              Sandbox::run: the clock, the volume of output, cancelling
//!     └─ fork server        this program again, or another: waits, and forks for each run
//!          └─ helper        isolates itself, and is init then, pid 1 inside them: processor time,
//!               │           memory, processes, disk; reaps, reports
//!               └─ the program and whatever it starts
//! ```
//! The program is not pid 1, because pid 1 ignores the signal that ends a process over its limit.
//! Helper and init may be a program that knows what the one inside must not (a grader, say), so
//! nothing inside can execute or read them: no path leads to their file, they are closed to
//! `/proc/PID/exe` and its like before the program begins, and no descriptor of theirs is passed on.
//!
//! ## In reading order
//! [`job`] (and what became of it), [`backend`] (how strong), [`view`] (what can be read),
//! [`tree`] (reading what was written), `disk` (measuring and removing it), `linux` (isolation) and
//! `unprotected` (none). What is run and why, and what an outcome is worth, is the caller's.

#![allow(missing_docs, reason = "no sentence repeats a name that says it all")]

pub mod backend;
pub mod job;
pub mod tree;
pub mod view;

mod copies;
mod disk;
#[cfg(target_os = "linux")]
mod linux;
mod unprotected;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

pub use backend::{Accounting, Backend, BackendStatus, Counted, Unavailable, accounting};
pub use copies::{find_copies, is_executable};
pub use disk::{Free, free_space, remove_tree};
pub use job::{Breach, Captured, Fault, FileLocks, Job, Limits, Outcome, Output, Report, System};
pub use tree::{NotAnOutput, Tree, open_output};

/// A way to run programs, of known strength.
#[derive(Debug, Clone)]
pub struct Sandbox {
    backend: Backend,
    helper: PathBuf,
    /// Files that no program can read, without links in their paths.
    hidden: Vec<PathBuf>,
    #[cfg(target_os = "linux")]
    servers: linux::ForkServers,
}

impl Sandbox {
    /// A sandbox with this backend, or with the strongest that is available (on Linux never
    /// [`Backend::Unprotected`]). Its helper is this very program, which must begin with [`helper_main_if_requested`].
    pub fn new(backend: Option<Backend>) -> Result<Self, Unavailable> {
        Self::with_helper(backend, &this_program())
    }

    /// A sandbox with another program as its helper: one that begins with
    /// [`helper_main_if_requested`], of the same version as this library.
    pub fn with_helper(backend: Option<Backend>, helper: &Path) -> Result<Self, Unavailable> {
        Ok(Self::of(backend::choose(backend, helper)?, helper))
    }

    /// A sandbox that nobody has tried.
    fn of(backend: Backend, helper: &Path) -> Self {
        Self {
            backend,
            helper: helper.to_owned(),
            hidden: Vec::new(),
            #[cfg(target_os = "linux")]
            servers: linux::ForkServers::default(),
        }
    }

    /// Hides files: no program can read or execute them, wherever its view would show them (in every
    /// backend but [`Backend::Unprotected`]). What does not exist needs no hiding.
    ///
    /// For a caller whose own program could do what those that it runs are to do by themselves; see [`find_copies`].
    #[must_use]
    pub fn hiding(mut self, files: impl IntoIterator<Item = PathBuf>) -> Self {
        let real = files.into_iter().filter_map(|it| it.canonicalize().ok());
        self.hidden.extend(real);
        self
    }

    #[must_use]
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// Runs a program to its end, or to the first limit that it passes.
    ///
    /// Once `cancel` is true the program is killed within 50 ms or so and the result is
    /// [`Fault::Interrupted`]. May be called from several threads at once.
    ///
    /// # Errors
    /// [`Fault`], if it cannot be said what the program would have done.
    pub fn run(&self, job: &Job, limits: &Limits, cancel: &AtomicBool) -> Result<Report, Fault> {
        match self.backend {
            Backend::Unprotected => unprotected::run(job, limits, cancel),
            #[cfg(target_os = "linux")]
            _ => linux::run(self, job, limits, cancel),
            #[cfg(not(target_os = "linux"))]
            _ => Err(Fault::Spawn {
                program: self.helper.clone(),
                source: std::io::ErrorKind::Unsupported.into(),
            }),
        }
    }
}

/// This very program, to be given as a helper.
///
/// On Linux not by its name: what runs now is meant, even if the file was replaced since.
#[must_use]
pub fn this_program() -> PathBuf {
    match cfg!(target_os = "linux") {
        true => PathBuf::from("/proc/self/exe"),
        // Should it fail, every backend says that it cannot start a helper of no name.
        false => std::env::current_exe().unwrap_or_default(),
    }
}

/// Whether each backend is available, with the reason for each that is not.
///
/// `helper` as in [`Sandbox::with_helper`].
#[must_use]
pub fn probe_all(helper: &Path) -> Vec<BackendStatus> {
    Backend::ALL.map(|backend| backend::probe(backend, helper)).to_vec()
}

/// Turns this process into the sandbox's helper, for good, if that is what it was started for.
///
/// To be the first thing in `main`: a helper must have one thread and no open files.
pub fn helper_main_if_requested() {
    copies::mark();
    #[cfg(target_os = "linux")]
    linux::helper_main_if_requested();
}

/// What every program finds in its environment, and what the job says instead or beside.
fn environment(job: &Job, scratch: &Path) -> Vec<(OsString, OsString)> {
    let usual = [("PATH", "/usr/local/bin:/usr/bin:/bin"), ("LANG", "C.UTF-8")];
    let usual = usual.map(|(name, value)| (name, OsStr::new(value)));
    let private = ["HOME", "TMPDIR"].map(|name| (name, scratch.as_os_str()));
    let usual = usual.into_iter().chain(private);
    let kept = usual.filter(|(name, _)| !job.env.iter().any(|(given, _)| given == name));
    let kept = kept.map(|(name, value)| (name.into(), value.to_owned()));
    kept.chain(job.env.iter().cloned()).collect()
}
