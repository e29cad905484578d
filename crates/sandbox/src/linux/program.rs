//! From init's child to the program: the last restrictions, then `execve`.
//!
//! The order matters. Limits come after whatever they would hinder, Landlock before the filter for
//! system calls, and the descriptors are closed by the execution itself.

#![allow(unsafe_code)]

use std::convert::Infallible;
use std::env::split_paths;
use std::ffi::{CString, OsStr, OsString};
use std::fs;
use std::io;
use std::num::NonZero;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::exit;
use std::thread;

use nix::errno::Errno;
use nix::sys::prctl;
use nix::sys::resource::{Resource, getrlimit, rlim_t, setrlimit};
use nix::sys::signal::{SigHandler, SigSet, SigmaskHow, Signal, signal, sigprocmask};
use nix::unistd::{chdir, execvpe, getuid, setsid};

use super::landlock::Rules;
use super::protocol::{InStep, Order, Refused, Reply, Task};
use super::{cgroup, changes, processes, seccomp, trial};
use crate::{Backend, Limits};

/// Processes of ours that the kernel counts as the program's.
const OWN_PROCESSES: u64 = 3;

/// In the backend `landlock` the kernel counts everything that the user runs, and if that is a plain user, it is not
/// this run alone. This is what others may start meanwhile, for each processor, without the program being refused a
/// thread. With much more, a fork bomb would keep the meter from its turn for minutes.
const OTHERS_PER_PROCESSOR: u64 = 64;

/// How much a kernel's guard allows beyond the limit that the meter enforces. The meter knows what
/// was passed and by whom; the guard only keeps it from being passed by far between two looks.
const GUARD: u64 = 2;

/// What was got ready while there was a right to it.
pub struct Restrictions {
    pub rules: Rules,
    pub groups: Vec<OwnedFd>,
}

/// Becomes the program. Returns only what to say when that fails.
///
/// Changes of files that init makes for it are asked for over `init`.
pub fn start(order: &Order, restrictions: Restrictions, init: &UnixStream) -> Reply {
    match restrict(order, restrictions, init) {
        Err(Refused(why)) => Reply::Refused(why),
        Ok(()) => match &order.task {
            Task::Try { outside } => match trial::inside(Path::new(outside)) {
                Ok(()) => exit(0),
                Err(Refused(why)) => Reply::Refused(why),
            },
            Task::Execute { program, args } => match execute(program, args, order) {
                Ok(never) => match never {},
                Err(error) => Reply::NotExecutable(error.to_string()),
            },
        },
    }
}

fn restrict(order: &Order, restrictions: Restrictions, init: &UnixStream) -> Result<(), Refused> {
    prctl::set_pdeathsig(Signal::SIGKILL).step("parent death signal")?;
    // Until the execution, for the file below. Nothing runs inside yet that could look.
    prctl::set_dumpable(true).step("dumpable")?;
    reset_signals()?;
    let _ = setsid(); // so that a signal to its own process group reaches no process of ours
    // Should memory run out, the program is to go first. Not every system lets us say so.
    let _ = fs::write("/proc/self/oom_score_adj", "1000");
    chdir(&order.dir).step(&format!("working directory {}", order.dir.display()))?;
    close_at_execution()?;
    let existing = match order.backend {
        Backend::Landlock => processes::threads_of(getuid()) + others_meanwhile(),
        _ => OWN_PROCESSES,
    };
    restrictions.rules.enforce()?;
    // Late, so that little of what is counted is ours.
    cgroup::enter(&restrictions.groups).step("control group")?;
    limit(&order.limits, existing)?;
    if order.backend == Backend::Landlock {
        changes::stop(init)?; // before the filter that lets no descriptor be passed
    }
    seccomp::lock(order)
}

fn others_meanwhile() -> u64 {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    OTHERS_PER_PROCESSOR.saturating_mul(processors as u64)
}

/// Every signal to its default, none blocked: what a program expects when it starts.
fn reset_signals() -> Result<(), Refused> {
    for number in Signal::iterator() {
        // SAFETY: no handler is installed, only taken away. SIGKILL and SIGSTOP have none, and say so.
        let _ = unsafe { signal(number, SigHandler::SigDfl) };
    }
    sigprocmask(SigmaskHow::SIG_SETMASK, Some(&SigSet::empty()), None).step("signal mask")
}

/// Marks all descriptors but the first three, whoever left them open, to be closed at execution.
fn close_at_execution() -> Result<(), Refused> {
    // SAFETY: the call changes a flag of descriptors and touches no memory. No descriptor is closed
    // before the execution, so none that Rust believes open is.
    let status =
        unsafe { libc::syscall(libc::SYS_close_range, 3u32, u32::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    match status {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()).step("close_range"),
    }
}

fn limit(limits: &Limits, existing: u64) -> Result<(), Refused> {
    let guarded = |limit: u64| limit.saturating_mul(GUARD);
    let processes = existing.saturating_add(guarded(limits.processes.into()));
    let fixed: [(Resource, rlim_t); 7] = [
        (Resource::RLIMIT_CORE, 0),
        // Not RLIMIT_AS: virtual machines reserve far more addresses than they ever use.
        (Resource::RLIMIT_DATA, guarded(limits.memory_bytes)),
        (Resource::RLIMIT_STACK, limits.stack_bytes),
        // One more, so that a file that was cut off at the limit can be told from one that fits.
        (Resource::RLIMIT_FSIZE, limits.file_bytes.saturating_add(1)),
        (Resource::RLIMIT_NOFILE, limits.open_files.into()),
        (Resource::RLIMIT_NPROC, processes),
        (Resource::RLIMIT_MSGQUEUE, 0),
    ];
    for (resource, most) in fixed {
        lower(resource, most, most)?;
    }
    let seconds = limits.cpu.as_secs().saturating_add(2);
    lower(Resource::RLIMIT_CPU, seconds, seconds.saturating_add(1))
}

/// Sets a limit as far as it is one: what the caller may not, the program may not either.
fn lower(resource: Resource, soft: rlim_t, hard: rlim_t) -> Result<(), Refused> {
    let name = format!("{resource:?}");
    let (_, most) = getrlimit(resource).step(&name)?;
    setrlimit(resource, soft.min(most), hard.min(most)).step(&name)
}

fn execute(program: &OsStr, args: &[OsString], order: &Order) -> io::Result<Infallible> {
    let argv = [program].into_iter().chain(args.iter().map(OsString::as_os_str));
    let argv: Vec<_> = argv.map(|it| CString::new(it.as_bytes())).collect::<Result<_, _>>()?;
    let env = order.env.iter();
    let env = env.map(|(name, value)| [name.as_bytes(), b"=", value.as_bytes()].concat());
    let env: Vec<_> = env.map(CString::new).collect::<Result<_, _>>()?;
    let mut failure = Errno::ENOENT;
    for place in places(program, order) {
        let Err(errno) = execvpe(&CString::new(place.into_encoded_bytes())?, &argv, &env);
        match errno {
            Errno::ENOENT | Errno::ENOTDIR => {}
            // Another one may do.
            Errno::EACCES => failure = errno,
            _ => return Err(errno.into()),
        }
    }
    Err(failure.into())
}

/// Where a program may be: a name without `/` in each directory of the `PATH` that the program will have.
/// (The C library looks into that of whoever asks.)
fn places(program: &OsStr, order: &Order) -> Vec<OsString> {
    if program.as_bytes().contains(&b'/') {
        return vec![program.to_owned()];
    }
    let path = order.env.iter().find(|(name, _)| name == "PATH");
    let dirs = path.into_iter().flat_map(|(_, dirs)| split_paths(dirs));
    dirs.map(|dir| Path::new(".").join(dir).join(program).into()).collect()
}
