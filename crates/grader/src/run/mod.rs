//! A class against a suite: every submission built once, every case run once, each result into the
//! ledger as soon as it is known.
//!
//! In reading order: [`setup`] and [`event`] (what goes in, what is heard of it), [`workspace`] (where
//! it happens), [`prepare`] (a submission becomes a program; `compile`: by which compiler, `builds`: each
//! once), `case` (one run and its judgement),
//! `explain` (which mistake explains a submission), `counterexamples` (the smallest inputs on which it
//! goes wrong), `pool` (the workers).
//!
//! Left out: points and reports, which need only the ledger, and showing progress.

pub mod event;
pub mod prepare;
pub mod setup;
pub mod workspace;

mod builds;
mod case;
mod compile;
mod counterexamples;
mod excerpt;
pub mod explain;
mod pool;

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

pub use event::{Event, Summary};
pub use prepare::Prepared;
pub use setup::{Filter, Rerun, Setup};
pub use workspace::Workspace;

use super::ledger::{self, Known, Ledger, LedgerError, Record};
use super::result::Build;
use builds::Builds;
use counterexamples::Shrinker;
use explain::Explainer;
use mancala::homework::parse;
use pool::in_parallel;

/// Grades a class.
///
/// # Errors
/// [`LedgerError`]. A submission that cannot be graded is no error, but a result in the ledger.
pub fn run(
    setup: &Setup<'_>,
    ledger: &Mutex<Ledger>,
    listener: &(dyn Fn(Event<'_>) + Sync),
) -> Result<Summary, LedgerError> {
    let builds = Builds::new(setup);
    let mut found: Vec<_> = setup.found.iter().collect();
    if let Some(shard) = setup.shard {
        // Each part begins with other programs, so that most are there when the others come to them.
        let first = shard.begins_with(found.len());
        found.rotate_left(first);
    }
    let prepared = in_parallel(setup.jobs, setup.cancel, &found, |found| {
        let prepared = prepare::prepare(setup, found, &builds, ledger)?;
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
    let done = in_parallel(setup.jobs, setup.cancel, &tasks, |(prepared, case)| {
        let Some(result) = case::run(setup, prepared, case, &limits) else {
            return Ok(None);
        };
        let verdict = result.verdict;
        ledger::append(ledger, Record::Case(Box::new(result)))?;
        listener(Event::Done {
            submission: &prepared.record.name,
            case: &case.name,
            verdict,
        });
        Ok(Some(()))
    })?;
    let ran = done.iter().flatten().flatten().count();
    // A part of the results would be explained in another way than all of them.
    if setup.shard.is_none() {
        explain_all(setup, &prepared, ledger)?;
        if let Some(budget) = setup.shrink {
            shrink_all(setup, budget, &prepared, ledger, listener)?;
        }
    }
    let left = to_run - ran;
    Ok(Summary { reused, ran, left })
}

/// Explains every submission whose results are others than those that were explained before.
fn explain_all(
    setup: &Setup<'_>,
    prepared: &[Prepared<'_>],
    ledger: &Mutex<Ledger>,
) -> Result<(), LedgerError> {
    let cases = setup.cases.iter();
    let cases = cases.map(|case| (case.name.clone(), case.expected.problem));
    let explainer = Explainer::new(cases);
    in_parallel(setup.jobs, setup.cancel, prepared, |prepared| {
        let record = &prepared.record;
        let known = {
            let ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
            ledger.known().of_submission(&record.name)
        };
        match explainer.news(record, &known, setup.workspace.results()) {
            Some(explanation) => ledger::append(ledger, Record::Explanation(explanation)),
            None => Ok(()),
        }
    })?;
    Ok(())
}

/// Looks for the smallest inputs on which each submission goes wrong, as far as they are not known.
fn shrink_all(
    setup: &Setup<'_>,
    budget: Duration,
    prepared: &[Prepared<'_>],
    ledger: &Mutex<Ledger>,
    listener: &(dyn Fn(Event<'_>) + Sync),
) -> Result<(), LedgerError> {
    let shrinker = Shrinker::new(setup, budget);
    listener(Event::Shrinking(prepared.len()));
    in_parallel(setup.jobs, setup.cancel, prepared, |prepared| {
        let name = &prepared.record.name;
        let known = {
            let ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
            ledger.known().of_submission(name)
        };
        if let Some(found) = shrinker.news(prepared, &known) {
            ledger::append(ledger, Record::Counterexamples(found))?;
        }
        listener(Event::Shrunk(name));
        Ok(())
    })?;
    Ok(())
}

/// Explains what several ledgers say together, as far as that is news. What was kept of outputs lies
/// in the folder `results`.
pub(super) fn explain_merged(known: &mut Known, results: &Path, jobs: usize, cancel: &AtomicBool) {
    let cases = known
        .suite
        .cases
        .iter()
        .filter_map(|case| match parse(case.input.as_bytes()) {
            Ok(problem) => Some((case.name.clone(), problem)),
            Err(_) => None,
        });
    let explainer = Explainer::new(cases);
    let submissions: Vec<_> = known
        .class()
        .filter(|it| it.build == Build::Ready)
        .collect();
    let news = in_parallel(jobs, cancel, &submissions, |record| {
        Ok(explainer.news(record, known, results))
    });
    // Nothing is written to a ledger here, so nothing can fail.
    let news: Vec<_> = news
        .unwrap_or_default()
        .into_iter()
        .flatten()
        .flatten()
        .collect();
    for explanation in news {
        let name = explanation.submission.clone();
        known.explanations.insert(name, explanation);
    }
}
