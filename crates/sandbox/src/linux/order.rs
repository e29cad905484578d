//! From a job to an order: real paths, the environment, a private directory.
//!
//! Left out: carrying it out.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::super::{Fault, Job, Limits, Sandbox, Tier, default_env, remove_tree, view};
use super::cgroup::Cell;
use super::protocol::{Counted, Order, Task};

/// The private temporary directory of a run.
pub(super) enum Scratch {
    /// The tier makes one, in memory, at `/tmp`.
    Inside,
    /// The tier cannot; it is one of the caller's.
    Outside(TempDir),
}

impl Scratch {
    pub(super) fn for_tier(tier: Tier) -> Result<Self, Fault> {
        if tier != Tier::Landlock {
            return Ok(Self::Inside);
        }
        let made = tempfile::tempdir().map_err(|source| Fault::Path {
            path: std::env::temp_dir(),
            source,
        })?;
        Ok(Self::Outside(made))
    }

    /// Where the program finds it.
    fn path(&self) -> PathBuf {
        match self {
            Self::Inside => PathBuf::from("/tmp"),
            Self::Outside(made) => made.path().to_owned(),
        }
    }

    /// Removes it, whatever the program made of it.
    pub(super) fn remove(self) -> Result<(), Fault> {
        let Self::Outside(made) = self else {
            return Ok(());
        };
        let path = made.keep();
        remove_tree(&path).map_err(|source| Fault::Path { path, source })
    }
}

/// Does all that has to be done outside before a run.
pub(super) fn prepare(
    sandbox: &Sandbox,
    job: &Job,
    task: Task,
    limits: &Limits,
    scratch: &Scratch,
    cell: &Cell,
) -> Result<Order, Fault> {
    let dir = working_dir(&job.dir)?;
    let view = view::of_job(job, &dir)?;
    let hidden = sandbox.hidden.iter().map(|it| it.clone().into());
    let scratch = scratch.path();
    Ok(Order {
        tier: sandbox.tier,
        task,
        env: environment(job, &scratch),
        dir,
        scratch,
        view,
        hidden: hidden.collect(),
        file_modes: job.file_modes,
        limits: limits.clone(),
        counted: Counted {
            cpu: cell.counts_cpu(),
            memory: cell.counts_memory(),
        },
    })
}

/// The real path of the working directory, if the program may have it.
fn working_dir(dir: &Path) -> Result<PathBuf, Fault> {
    let usable = || {
        let real = dir.canonicalize()?;
        if !fs::metadata(&real)?.is_dir() {
            return Err(io::Error::from(io::ErrorKind::NotADirectory));
        }
        if view::system().iter().any(|it| it.at.starts_with(&real)) {
            return Err(io::Error::other(
                "cannot be a working directory: it holds the system",
            ));
        }
        Ok(real)
    };
    usable().map_err(|source| Fault::Path {
        path: dir.to_owned(),
        source,
    })
}

/// The defaults, and what the job says instead or beside.
fn environment(job: &Job, scratch: &Path) -> Vec<(OsString, OsString)> {
    let private = ["HOME", "TMPDIR"].map(|name| (name.into(), scratch.as_os_str().to_owned()));
    let mut env: Vec<(OsString, OsString)> = default_env().into_iter().chain(private).collect();
    env.retain(|(name, _)| !job.env.iter().any(|(given, _)| given == name));
    env.extend(job.env.iter().cloned());
    env
}
