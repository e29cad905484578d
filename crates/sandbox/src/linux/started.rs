//! A helper from outside: started, waited for, killed.
//!
//! Left out: what is said to it ([`supervise`](super::supervise)).

use std::ffi::OsStr;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Child;

use super::super::{Fault, Sandbox, Tier};
use super::bwrap;
use super::fork_server::Forked;
use super::protocol::Order;

/// A helper that was started.
pub(super) enum Started {
    Forked(Forked),
    Executed(Child),
}

impl Started {
    /// Starts a helper with these standard streams.
    pub(super) fn new(
        sandbox: &Sandbox,
        order: &Order,
        streams: [OwnedFd; 3],
    ) -> Result<Self, Fault> {
        let helper = sandbox.helper.as_path();
        if order.tier != Tier::Bwrap {
            let streams = streams.each_ref().map(AsFd::as_fd);
            let forked = sandbox.servers.start(helper, order.tier, streams);
            return forked.map(Self::Forked);
        }
        let fault = |program: &OsStr, source| Fault::Spawn {
            program: PathBuf::from(program),
            source,
        };
        let mut command =
            bwrap::command(helper, order).map_err(|source| fault(helper.as_ref(), source))?;
        let [stdin, stdout, stderr] = streams;
        command
            .stdin(stdin)
            .stdout(stdout)
            .stderr(stderr)
            .process_group(0); // so that a Ctrl-C in the terminal is ours alone
        let started = command.spawn();
        started
            .map(Self::Executed)
            .map_err(|source| fault(command.get_program(), source))
    }

    pub(super) fn kill(&mut self) {
        match self {
            Self::Forked(helper) => helper.kill(),
            Self::Executed(helper) => drop(helper.kill()),
        }
    }

    /// Waits until it has ended.
    pub(super) fn wait(&mut self) {
        match self {
            Self::Forked(helper) => helper.wait(),
            Self::Executed(helper) => drop(helper.wait()),
        }
    }
}
