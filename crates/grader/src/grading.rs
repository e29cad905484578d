//! What is to be graded and how, what happens then, for whoever shows progress, and why nothing may be graded.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use thiserror::Error;

use crate::cases::Cases;
use crate::ledger::WouldShow;
use crate::result::ProbeBudget;
use crate::settings::{Settings, SettingsError};
use crate::submission::find::{FindError, Layout};
use explain::pluralize;
use journal::{JournalError, Shard};
use sandbox::{Backend, Unavailable};

/// By default nothing, one program at a time, in the strongest isolation that there is.
#[derive(Debug, Clone, Default)]
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
    /// How long the smallest inputs on which a submission goes wrong are looked for; not at all unless given.
    pub shrink: Option<Duration>,
    /// How much a wrong program is asked.
    pub probe_budget: ProbeBudget,
    /// Whether a program that answers only with a repair runs so, as every report says; else it is told what is wrong.
    pub adopt: bool,
    /// How many programs run at once; 0 is one.
    pub jobs: usize,
    /// Limits, commands and points, as far as there are files that set them. What the results were graded
    /// with before stays in force where there is none.
    pub settings: Settings,
    /// Whether nothing is done where a setting has no effect, such as an unmatched pattern; else a warning says so.
    pub strict: bool,
    /// Whether cases that were hidden and that the settings do not hide any more may be shown.
    pub publish: bool,
    pub backend: Option<Backend>,
    /// Set by somebody else to end the run early.
    pub cancel: Option<&'static AtomicBool>,
}

impl Grading {
    pub(crate) fn cancel(&self) -> &'static AtomicBool {
        static NEVER: AtomicBool = AtomicBool::new(false);
        self.cancel.unwrap_or(&NEVER)
    }

    /// Whether somebody has ended the run.
    pub fn is_cancelled(&self) -> bool {
        self.cancel().load(Relaxed)
    }

    pub fn takes_case(&self, case: &str) -> bool {
        self.filter.as_ref().is_none_or(|text| case.contains(text))
    }

    pub fn takes(&self, submission: &str) -> bool {
        self.shard.is_none_or(|it| it.takes(submission))
    }
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
pub type Observer<'a> = &'a (dyn Fn(Event) + Sync);

/// What happened, for whoever shows progress: sentences, and how far the work is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// What somebody wants to know who looks on.
    Note(String),
    /// What everybody is to know.
    Say(String),
    Warning(String),
    /// The next part of the work begins: so many of these.
    Part(&'static str, usize),
    /// One more of them is done.
    Step,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    pub reused: usize,
    pub ran: usize,
    /// Cases that were to be run and were not, because the run was ended early.
    pub left: usize,
}

/// Why nothing, or not everything, was graded.
#[derive(Debug, Error)]
pub enum GradeError {
    #[error("there is no ledger in any of these folders")]
    NoLedger,
    #[error("no case has a name that contains {0:?}")]
    NoCase(String),
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error("--strict: {} without effect; nothing was graded", pluralize(*.0, "setting"))]
    Unused(usize),
    #[error(transparent)]
    WouldShow(#[from] WouldShow),
    #[error(transparent)]
    Submissions(#[from] FindError),
    #[error(transparent)]
    Backend(#[from] Unavailable),
    /// Something secret lies where every program can read it.
    #[error("{0}, which every program can read: move them elsewhere")]
    Exposed(String),
    #[error("cannot write in {}: {}", .0.display(), .1)]
    Results(PathBuf, io::Error),
    #[error(transparent)]
    Ledger(#[from] JournalError),
    /// Somebody ended the run; what is done is in the ledger.
    #[error("interrupted")]
    Interrupted(Summary),
}
