//! What is to be graded, and how; and what happens then, for whoever shows progress.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::cases::Cases;
use crate::settings::{Settings, Source};
use crate::submission::find::Layout;
use crate::unused::Unused;
use journal::shard::Shard;
use mancala::homework::compare::Verdict;
use sandbox::Backend;

#[derive(Debug, Clone)]
pub struct Grading {
    /// The submissions: a folder or an archive of them, or a single one.
    pub submissions: PathBuf,
    pub layout: Layout,
    pub cases: Cases,
    /// The folder of results, which is made if need be.
    pub results: PathBuf,
    /// Whether others may read that folder, in which every student's points and outputs lie, as far as the system
    /// says. A folder that is there already stays as it is, and a warning says if others may read it.
    pub shared: bool,
    /// How long another grader is waited for that has the results open.
    pub wait: Duration,
    /// A text that the names of all cases contain that are run.
    pub filter: Option<String>,
    /// The part of all submissions that is graded, if other machines grade the others.
    pub shard: Option<Shard>,
    pub rerun: Rerun,
    /// How long the smallest inputs on which a submission goes wrong are looked for; not at all unless
    /// given.
    pub shrink: Option<Duration>,
    /// How much a wrong program is asked.
    pub probe_budget: ProbeBudget,
    /// Whether a program that answers only with a repair is run so, which every report says; else it is told what
    /// is wrong.
    pub adopt: bool,
    pub jobs: usize,
    /// Limits, commands and points, as far as there are files that set them. What the results were graded
    /// with before stays in force where there is none.
    pub settings: Settings,
    /// Whether nothing is done where a setting has no effect, such as a pattern that matches nothing; else a
    /// warning says so.
    pub strict: bool,
    /// Whether cases that were hidden and that the settings do not hide any more may be shown.
    pub publish: bool,
    pub backend: Option<Backend>,
    /// Set by somebody else to end the run early.
    pub cancel: &'static AtomicBool,
}

/// Nothing, one program at a time, in the strongest isolation that there is.
impl Default for Grading {
    fn default() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self {
            submissions: PathBuf::new(),
            layout: Layout::AsItLooks,
            cases: Cases::default(),
            results: PathBuf::new(),
            shared: false,
            wait: Duration::ZERO,
            filter: None,
            shard: None,
            rerun: Rerun::default(),
            shrink: None,
            probe_budget: ProbeBudget::default(),
            adopt: false,
            jobs: 1,
            settings: Settings::default(),
            strict: false,
            publish: false,
            backend: None,
            cancel: &NEVER,
        }
    }
}

impl Grading {
    pub fn takes_case(&self, case: &str) -> bool {
        self.filter.as_ref().is_none_or(|text| case.contains(text))
    }

    pub fn takes(&self, submission: &str) -> bool {
        self.shard.is_none_or(|it| it.takes(submission))
    }
}

/// How much a wrong program is asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProbeBudget {
    /// So much that a suite takes hardly longer: what is found out does not depend on how fast the machine is.
    #[default]
    Auto,
    Count(usize),
    /// Everything, for so long.
    Time(Duration),
}

/// What is run although its result is known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Rerun {
    #[default]
    Nothing,
    /// Everything that was not all right.
    Failed,
    Everything,
}

/// Whoever shows progress.
pub type Observer<'a> = &'a (dyn Fn(Event<'_>) + Sync);

/// What happened, for whoever shows progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event<'a> {
    /// Another grader has the results open; it is waited for, so long and no longer.
    Waiting(Duration),
    /// Others may read this folder, in which the results are.
    Readable(&'a Path),
    /// This program is installed where the programs could execute it, and is hidden from them.
    Hidden(&'a Path),
    /// Something lies among the submissions that is none.
    PassedOver {
        name: &'a str,
        why: &'a str,
    },
    /// This file is not there now, and what it said stays in force.
    InForce(&'a Source),
    Unused(&'a Unused),
    /// Everything is found that is to be graded.
    Found {
        submissions: usize,
        cases: usize,
        backend: Backend,
    },
    /// A submission is built, or needs no building.
    Built(&'a str),
    /// The number of results that are known already, and of cases to be run.
    Planned {
        reused: usize,
        to_run: usize,
    },
    Done {
        submission: &'a str,
        case: &'a str,
        verdict: Verdict,
    },
    /// The smallest inputs on which so many submissions go wrong are looked for.
    Shrinking(usize),
    /// They were looked for, for the submission of this name.
    Shrunk(&'a str),
    Finished(Summary),
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    pub reused: usize,
    pub ran: usize,
    /// Cases that were to be run and were not, because the run was ended early.
    pub left: usize,
}
