//! A class against a suite: every submission built once, every case run once, each result into the
//! ledger as soon as it is known.
//!
//! In reading order: [`workspace`] (where it happens), [`prepare`] (a submission becomes a program),
//! [`case`] (one run and its judgement), `explain` (which mistake explains a submission), and the pool
//! of workers below.
//!
//! Left out: points and reports, which need only the ledger, and showing progress.

pub mod case;
mod explain;
pub mod prepare;
pub mod workspace;

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

pub use case::GradingCase;
pub use prepare::Prepared;
pub use workspace::Workspace;

use super::config::Config;
use super::ledger::{Ledger, LedgerError, Record, Suite, SuiteCase};
use super::submission::{Found, Toolchains};
use crate::judge::verdict::Verdict;
use sandbox::Sandbox;

/// What is graded, and how.
#[derive(Debug)]
pub struct Setup<'a> {
    /// The submissions.
    pub found: &'a [Found],
    /// The whole suite.
    pub cases: &'a [GradingCase],
    /// The part of the suite that is run; a text that its names contain.
    pub filter: Option<&'a str>,
    /// What is run although its result is known.
    pub rerun: Rerun,
    /// How many programs run at once.
    pub jobs: usize,
    /// Limits and commands.
    pub config: &'a Config,
    /// The walls.
    pub sandbox: &'a Sandbox,
    /// The folder for files that nobody keeps.
    pub workspace: &'a Workspace,
    /// Set by somebody else to end the run early.
    pub cancel: &'a AtomicBool,
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

/// What happened, for whoever shows progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event<'a> {
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

/// Why a run ends early by itself.
#[derive(Debug)]
pub enum RunError {
    /// The ledger cannot be written.
    Ledger(LedgerError),
}

impl From<LedgerError> for RunError {
    fn from(error: LedgerError) -> Self {
        Self::Ledger(error)
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ledger(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RunError {}

/// Grades a class.
///
/// # Errors
/// [`RunError`]. A submission that cannot be graded is no error, but a result in the ledger.
pub fn run(
    setup: &Setup<'_>,
    ledger: &Mutex<Ledger>,
    listener: &(dyn Fn(Event<'_>) + Sync),
) -> Result<Summary, RunError> {
    append(ledger, Record::Suite(suite(setup.cases)))?;
    append(ledger, Record::Scoring(setup.config.scoring()))?;
    let toolchains = Toolchains::default();
    let prepared = in_parallel(setup, setup.found, |found| {
        let prepared = prepare::prepare(setup, found, &toolchains, ledger)?;
        listener(Event::Built(&found.name));
        Ok(prepared)
    })?;
    let prepared: Vec<Prepared<'_>> = prepared.into_iter().flatten().flatten().collect();
    let reused = prepared.iter().map(|it| it.reused).sum();
    let tasks: Vec<_> = prepared
        .iter()
        .flat_map(|prepared| prepared.to_run.iter().map(move |case| (prepared, *case)))
        .collect();
    let to_run = tasks.len();
    listener(Event::Planned { reused, to_run });
    let limits = setup.config.limits();
    let done = in_parallel(setup, &tasks, |(prepared, case)| {
        let Some(result) = case::run(setup, prepared, case, &limits) else {
            return Ok(None);
        };
        let verdict = result.verdict;
        append(ledger, Record::Case(Box::new(result)))?;
        listener(Event::Done {
            submission: &prepared.record.name,
            case: &case.name,
            verdict,
        });
        Ok(Some(()))
    })?;
    let ran = done.iter().flatten().flatten().count();
    explain_all(setup, &prepared, ledger)?;
    let left = to_run - ran;
    Ok(Summary { reused, ran, left })
}

/// Looks for the mistakes of every submission that has results for which nobody has looked yet.
fn explain_all(
    setup: &Setup<'_>,
    prepared: &[Prepared<'_>],
    ledger: &Mutex<Ledger>,
) -> Result<(), RunError> {
    let cases: Vec<_> = setup.cases.iter().map(explain::Explainable::new).collect();
    in_parallel(setup, prepared, |prepared| {
        let known = {
            let ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
            let explained = ledger.known().explanations.get(&prepared.record.name);
            let is_current = explained.is_some_and(|it| it.program == prepared.record.program);
            if prepared.to_run.is_empty() && is_current {
                return Ok(());
            }
            ledger.known().of_submission(&prepared.record.name)
        };
        match explain::explain(prepared, &cases, &known, setup.workspace) {
            Some(explanation) => append(ledger, Record::Explanation(explanation)),
            None => Ok(()),
        }
    })?;
    Ok(())
}

fn suite(cases: &[GradingCase]) -> Suite {
    let cases = cases.iter().map(|case| SuiteCase {
        name: case.name.clone(),
        task: case.expected.problem.task.name().to_owned(),
        rows: case.expected.rows,
        digest: case.digest(),
    });
    Suite {
        cases: cases.collect(),
    }
}

fn append(ledger: &Mutex<Ledger>, record: Record) -> Result<(), RunError> {
    // A ledger is whole after every call, also when a thread died holding it.
    let mut ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(ledger.append(record)?)
}

/// Works through `items` with as many threads as wanted, in order, until one fails or the run is
/// cancelled. The results lie where their items do; what was not begun has none.
fn in_parallel<T: Sync, R: Send>(
    setup: &Setup<'_>,
    items: &[T],
    work: impl Fn(&T) -> Result<R, RunError> + Sync,
) -> Result<Vec<Option<R>>, RunError> {
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    let worker = || {
        let mut results = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let stop = setup.cancel.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
            let Some(item) = items.get(index).filter(|_| !stop) else {
                return Ok(results);
            };
            match work(item) {
                Ok(result) => results.push((index, result)),
                Err(error) => {
                    failed.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
        }
    };
    let mut all: Vec<Option<R>> = items.iter().map(|_| None).collect();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..setup.jobs.max(1))
            .map(|_| scope.spawn(worker))
            .collect();
        for worker in workers {
            let results = match worker.join() {
                Ok(results) => results?,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            for (index, result) in results {
                all[index] = Some(result);
            }
        }
        Ok(())
    })
    .map(|()| all)
}
