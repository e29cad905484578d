//! What is graded, and how.
//!
//! Left out: finding it.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::workspace::Workspace;
use crate::cases::GradingCase;
use crate::config::Config;
use crate::submission::{Found, Toolchains};
use journal::shard::Shard;
use sandbox::Sandbox;

/// What is graded, and how.
#[derive(Debug)]
pub struct Setup<'a> {
    /// The submissions.
    pub found: &'a [Found],
    /// The whole suite.
    pub cases: &'a [GradingCase],
    /// The part of the suite that is run.
    pub filter: Filter<'a>,
    /// The part of all pairs of a submission and a case that is run; all unless one is given.
    pub shard: Option<Shard>,
    /// What is run although its result is known.
    pub rerun: Rerun,
    /// How long the smallest inputs on which a submission goes wrong are looked for; not at all unless
    /// given.
    pub shrink: Option<Duration>,
    /// How many programs run at once.
    pub jobs: usize,
    /// Limits and commands.
    pub config: &'a Config,
    /// The walls.
    pub sandbox: &'a Sandbox,
    /// Compilers and interpreters.
    pub toolchains: &'a Toolchains,
    /// The folder for files that nobody keeps.
    pub workspace: &'a Workspace,
    /// Set by somebody else to end the run early.
    pub cancel: &'a AtomicBool,
}

impl Setup<'_> {
    /// Whether a case of a submission is to be graded here and now.
    pub(super) fn takes(&self, submission: &str, case: &str) -> bool {
        self.filter.takes(case) && self.shard.is_none_or(|it| it.takes(submission, case))
    }
}

/// What is run although its result is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rerun {
    /// Nothing.
    Nothing,
    /// Everything that was not all right.
    Failed,
    /// Everything.
    Everything,
}

/// A part of a suite.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Filter<'a>(pub Option<&'a str>);

impl Filter<'_> {
    /// Whether the case of this name belongs to it: its name contains the text, if there is one.
    #[must_use]
    pub fn takes(self, case: &str) -> bool {
        self.0.is_none_or(|text| case.contains(text))
    }
}
