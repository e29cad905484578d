//! Before and after a run: from a job to an order (real paths, the environment, a private directory), and from what the
//! helper said and the control groups counted to what the run amounts to.

use std::fs::Permissions;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::time::Duration;
use std::{fs, io, process};

use nix::sys::signal::Signal;
use tempfile::TempDir;

use super::cgroup::Groups;
use super::meter::GRAIN;
use super::protocol::{Ended, Exit, Order, Reply, Task};
use super::{identity, processes};
use crate::{
    Backend, Breach, Fault, Job, Limits, Outcome, Output, Sandbox, accounting, environment,
    remove_tree, view,
};

/// The private temporary directory of a run, which is the caller's; `None` if the backend makes one, in memory, at `/tmp`.
pub struct Scratch(Option<TempDir>);

impl Scratch {
    pub fn for_backend(backend: Backend) -> Result<Self, Fault> {
        if backend != Backend::Landlock {
            return Ok(Self(None));
        }
        static SWEPT: Once = Once::new();
        SWEPT.call_once(|| sweep(&std::env::temp_dir()));
        let prefix = format!("{PREFIX}{}-", processes::identity(process::id()));
        let fault = |source| Fault::Path { path: std::env::temp_dir(), source };
        let made = tempfile::Builder::new()
            .prefix(&prefix)
            .permissions(Permissions::from_mode(0o700))
            .tempdir()
            .map_err(fault)?;
        // The program may open this one to everybody, but not the one around it.
        fs::create_dir(made.path().join(INSIDE)).map_err(fault)?;
        Ok(Self(Some(made)))
    }

    fn path(&self) -> PathBuf {
        self.0.as_ref().map_or_else(|| PathBuf::from("/tmp"), |made| made.path().join(INSIDE))
    }

    /// Removes it, whatever the program made of it.
    pub fn remove(self) -> Result<(), Fault> {
        let Some(made) = self.0 else { return Ok(()) };
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

/// What a run amounts to by what the helper said, and by the limit for which it was stopped.
pub fn conclude(
    reply: Result<Reply, Fault>,
    stopped: Option<Outcome>,
    limits: &Limits,
) -> Result<(Outcome, Option<Ended>), Fault> {
    match (reply, stopped) {
        (Ok(Reply::Refused(why)), _) => Err(Fault::Isolation(why)),
        (Ok(Reply::NotExecutable(why)), _) => Ok((Outcome::NotExecutable(why), None)),
        (Ok(Reply::Ended(ended)), None) => Ok((outcome(&ended, limits), Some(ended))),
        // Whatever there is too much of takes memory: processes, and the cache of files if the disk is
        // slow. So what init saw says more than that the kernel killed for memory.
        (Ok(Reply::Ended(ended)), Some(Outcome::MemoryLimit)) => {
            let stopped = ended.stopped.clone();
            let seen = stopped.or_else(|| ended.disk.over(limits));
            Ok((seen.unwrap_or(Outcome::MemoryLimit), Some(ended)))
        }
        (Ok(Reply::Ended(ended)), Some(limit)) => Ok((limit, Some(ended))),
        (Err(_), Some(limit)) => Ok((limit, None)),
        (Err(lost), None) => Err(lost),
    }
}

/// The limit that a run passed by what its groups counted, if any. `cpu` is what they counted of that.
pub fn passed(cpu: Option<Duration>, groups: &Groups, limits: &Limits) -> Option<Outcome> {
    if cpu.is_some_and(|cpu| cpu > limits.cpu.saturating_add(GRAIN)) {
        Some(Outcome::CpuLimit)
    } else if groups.is_starved() {
        Some(Outcome::MemoryLimit)
    } else {
        None
    }
}

/// What the end of a run amounts to that nobody stopped from outside.
fn outcome(ended: &Ended, limits: &Limits) -> Outcome {
    if let Some(stopped) = &ended.stopped {
        return stopped.clone();
    }
    let signal = match ended.exit {
        Exit::Signal(number) => Signal::try_from(number).ok(),
        Exit::Code(_) => None,
    };
    match signal {
        Some(Signal::SIGSYS) => return Outcome::Security(Breach::SystemCall),
        Some(Signal::SIGXCPU) => return Outcome::CpuLimit,
        Some(Signal::SIGXFSZ) => return Outcome::OutputLimit(Output::File),
        _ if ended.cpu > limits.cpu => return Outcome::CpuLimit,
        _ if ended.peak_memory > limits.memory_bytes => return Outcome::MemoryLimit,
        _ => {}
    }
    ended.disk.over(limits).unwrap_or_else(|| match ended.exit {
        Exit::Code(code) => Outcome::Exited(code),
        Exit::Signal(number) => Outcome::Signaled(match signal {
            Some(signal) => signal.as_str().to_owned(),
            None => format!("signal {number}"),
        }),
    })
}

/// The limit that a running program is over by what its groups count, if any.
pub fn over(groups: &mut Groups, limits: &Limits) -> Option<Outcome> {
    let memory = groups.memory().is_some_and(|memory| memory > limits.memory_bytes);
    passed(groups.cpu(), groups, limits).or(memory.then_some(Outcome::MemoryLimit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::DiskUse;

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

    /// A program that keeps the helper from its report gains nothing by it.
    #[test]
    fn a_limit_that_was_passed_wins_over_a_lost_helper() {
        let lost = || Err(Fault::Lost("killed".to_owned()));
        let limits = Limits::default();
        for limit in [Outcome::MemoryLimit, Outcome::WallLimit] {
            let concluded = conclude(lost(), Some(limit.clone()), &limits);
            assert!(matches!(concluded, Ok((outcome, None)) if outcome == limit));
        }
        assert!(matches!(conclude(lost(), None, &limits), Err(Fault::Lost(_))));
        let refused = Ok(Reply::Refused("no".to_owned()));
        let concluded = conclude(refused, Some(Outcome::WallLimit), &limits);
        assert!(matches!(concluded, Err(Fault::Isolation(_))));
    }

    /// What a program amounts to that was killed for memory, and of which init saw this.
    fn starved(stopped: Option<Outcome>, disk: DiskUse) -> Outcome {
        let ended = Reply::Ended(Ended {
            exit: Exit::Signal(Signal::SIGKILL as i32),
            stopped,
            cpu: Duration::ZERO,
            peak_memory: 0,
            disk,
        });
        let concluded = conclude(Ok(ended), Some(Outcome::MemoryLimit), &Limits::default());
        let Ok((outcome, Some(_))) = concluded else {
            panic!("what init said is lost: {concluded:?}");
        };
        outcome
    }

    /// A program that wrote faster than the disk takes it was killed for the cache of its files, and told
    /// that it took too much memory.
    #[test]
    fn who_fills_the_disk_did_not_pass_the_memory_limit() {
        let mut disk = DiskUse::default();
        disk.bytes = Limits::default().disk_bytes + 1;
        let outcome = starved(None, disk);
        assert_eq!(outcome, Outcome::OutputLimit(Output::Disk));
    }

    /// A program that forked for ever was told that it took too much memory, if it had that before init looked.
    #[test]
    fn who_forks_for_ever_did_not_pass_the_memory_limit() {
        let outcome = starved(Some(Outcome::ProcessLimit), DiskUse::default());
        assert_eq!(outcome, Outcome::ProcessLimit);
        assert_eq!(starved(None, DiskUse::default()), Outcome::MemoryLimit);
    }
}
