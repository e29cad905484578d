//! What happens in a run, for whoever shows progress.
//!
//! Left out: showing it.

use std::path::Path;
use std::time::Duration;

use crate::settings::Source;
use crate::unused::Unused;
use mancala::homework::compare::verdict::Verdict;
use sandbox::Backend;

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
        /// Its name.
        name: &'a str,
        /// Why it is none.
        why: &'a str,
    },
    /// This file is not there now, and what it said stays in force.
    InForce(&'a Source),
    /// A setting has no effect.
    Unused(&'a Unused),
    /// Everything is found that is to be graded.
    Found {
        /// Submissions.
        submissions: usize,
        /// Cases that are to be graded of each.
        cases: usize,
        /// The walls that programs run behind.
        backend: Backend,
    },
    /// A submission is built, or needs no building.
    Built(&'a str),
    /// So many results are known already, and so many cases are to be run.
    Planned {
        /// Results that are reused.
        reused: usize,
        /// Cases to be run.
        to_run: usize,
    },
    /// A case was run.
    Done {
        /// The submission's name.
        submission: &'a str,
        /// The case's name.
        case: &'a str,
        /// What became of it.
        verdict: Verdict,
    },
    /// The smallest inputs on which so many submissions go wrong are looked for.
    Shrinking(usize),
    /// They were looked for, for the submission of this name.
    Shrunk(&'a str),
    /// Nothing is left to be done.
    Finished(Summary),
}

/// How a run went.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    /// Results that were known.
    pub reused: usize,
    /// Cases that were run.
    pub ran: usize,
    /// Cases that were to be run and were not, because the run was ended early.
    pub left: usize,
}
