//! From a job to an order: real paths, the environment, a private directory.

use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Once;

use tempfile::TempDir;

use super::protocol::{Order, Task};
use super::{identity, processes};
use crate::{Backend, Fault, Job, Limits, Sandbox, accounting, default_env, remove_tree, view};

/// The private temporary directory of a run.
pub enum Scratch {
    /// The backend makes one, in memory, at `/tmp`.
    Inside,
    /// The backend cannot; it is one of the caller's.
    Outside(TempDir),
}

impl Scratch {
    pub fn for_backend(backend: Backend) -> Result<Self, Fault> {
        if backend != Backend::Landlock {
            return Ok(Self::Inside);
        }
        static SWEPT: Once = Once::new();
        SWEPT.call_once(|| sweep(&std::env::temp_dir()));
        let prefix = format!("{PREFIX}{}-", processes::identity(process::id()));
        let made = tempfile::Builder::new()
            .prefix(&prefix)
            .permissions(Permissions::from_mode(0o700))
            .tempdir();
        let made = made.and_then(|made| {
            // The program may open this one to everybody, but not the one around it.
            fs::create_dir(made.path().join(INSIDE))?;
            Ok(made)
        });
        let made = made.map_err(|source| Fault::Path { path: std::env::temp_dir(), source })?;
        Ok(Self::Outside(made))
    }

    fn path(&self) -> PathBuf {
        match self {
            Self::Inside => PathBuf::from("/tmp"),
            Self::Outside(made) => made.path().join(INSIDE),
        }
    }

    /// Removes it, whatever the program made of it.
    pub fn remove(self) -> Result<(), Fault> {
        let Self::Outside(made) = self else {
            return Ok(());
        };
        let path = made.keep();
        remove_tree(&path).map_err(|source| Fault::Path { path, source })
    }
}

/// How the names of temporary directories begin; the maker's identity follows.
const PREFIX: &str = "sandbox-run-";

/// The temporary directory in one that nobody else gets through.
const INSIDE: &str = "tmp";

/// Removes the temporary directories of callers that were killed.
fn sweep(home: &Path) {
    for entry in fs::read_dir(home).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let maker = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
        let Some((pid, start)) = maker.and_then(|rest| {
            let mut parts = rest.split('-');
            Some((parts.next()?.parse::<u32>().ok()?, parts.next()?))
        }) else {
            continue;
        };
        let is_alive = processes::identity(pid) == format!("{pid}-{start}");
        let is_ours =
            entry.metadata().is_ok_and(|it| it.is_dir() && identity::may_be_ours(it.uid()));
        if is_ours && !is_alive {
            let _ = remove_tree(&entry.path()); // what cannot be removed now, the next one tries
        }
    }
}

/// Does all that has to be done outside before a run.
pub fn prepare(
    sandbox: &Sandbox,
    job: &Job,
    task: Task,
    limits: &Limits,
    scratch: &Scratch,
) -> Result<Order, Fault> {
    let dir = working_dir(&job.dir)?;
    let view = view::of_job(job, &dir)?;
    // One that was removed since needs no hiding, and nothing can be mounted over it.
    let hidden = sandbox.hidden.iter().filter(|it| it.exists());
    let hidden = hidden.map(|it| it.clone().into());
    let scratch = scratch.path();
    Ok(Order {
        backend: sandbox.backend,
        task,
        env: environment(job, &scratch),
        dir,
        scratch,
        view,
        hidden: hidden.collect(),
        locks: job.locks,
        limits: limits.clone(),
        counted: accounting(),
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
            return Err(io::Error::other("cannot be a working directory: it holds the system"));
        }
        Ok(real)
    };
    usable().map_err(|source| Fault::Path { path: dir.to_owned(), source })
}

/// The defaults, and what the job says instead or beside.
fn environment(job: &Job, scratch: &Path) -> Vec<(OsString, OsString)> {
    let private = ["HOME", "TMPDIR"].map(|name| (name.into(), scratch.as_os_str().to_owned()));
    let mut env: Vec<(OsString, OsString)> = default_env().into_iter().chain(private).collect();
    env.retain(|(name, _)| !job.env.iter().any(|(given, _)| given == name));
    env.extend(job.env.iter().cloned());
    env
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_caller_left_is_removed_and_nothing_else() {
        let home = tempfile::tempdir().unwrap();
        let alive = format!("{PREFIX}{}-x", processes::identity(process::id()));
        let reborn = format!("{PREFIX}{}-1-x", process::id());
        let dead = format!("{PREFIX}4194305-17-x");
        for name in [alive.as_str(), &reborn, &dead, "sandbox-run-", "sandbox-run-x-1", "other"] {
            fs::create_dir_all(home.path().join(name).join("below")).unwrap();
        }
        sweep(home.path());
        let left = fs::read_dir(home.path()).unwrap();
        let mut left: Vec<_> =
            left.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        left.sort();
        assert_eq!(left, ["other", "sandbox-run-", &alive, "sandbox-run-x-1"]);
    }
}
