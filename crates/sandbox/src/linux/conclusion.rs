//! What a run amounts to: from what the helper said, and from what the control groups counted.

use std::time::Duration;

use nix::sys::signal::Signal;

use super::cgroup::Groups;
use super::meter::GRAIN;
use super::protocol::{Ended, Exit, Reply};
use crate::{Breach, Fault, Limits, Outcome, Output};

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
            peak_processes: None,
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
        disk.add_bytes(Limits::default().disk_bytes + 1);
        let outcome = starved(None, disk);
        assert_eq!(outcome, Outcome::OutputLimit(Output::Disk));
    }

    /// A program that forked for ever was told that it took too much memory if its processes had used
    /// that up before init looked.
    #[test]
    fn who_forks_for_ever_did_not_pass_the_memory_limit() {
        let outcome = starved(Some(Outcome::ProcessLimit), DiskUse::default());
        assert_eq!(outcome, Outcome::ProcessLimit);
        assert_eq!(starved(None, DiskUse::default()), Outcome::MemoryLimit);
    }
}
