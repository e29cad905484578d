//! A class against a suite: every submission built once, every case run once, each result into the
//! ledger as soon as it is known.
//!
//! In reading order: [`setup`] and [`event`] (what goes in, what is heard of it), [`workspace`] (where
//! it happens), [`prepare`] (a submission becomes a program), `case` (one run and its judgement),
//! `explain` (which mistake explains a submission), `pool` (the workers).
//!
//! Left out: points and reports, which need only the ledger, and showing progress.

pub mod event;
pub mod prepare;
pub mod setup;
pub mod workspace;

mod case;
mod excerpt;
pub mod explain;
mod pool;

use std::sync::{Mutex, PoisonError};

pub use event::{Event, Summary};
pub use prepare::Prepared;
pub use setup::{Filter, Rerun, Setup};
pub use workspace::Workspace;

use super::cases::GradingCase;
use super::ledger::{self, Ledger, LedgerError, Record};
use super::result::{Suite, SuiteCase};
use super::submission::Toolchains;
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
    ledger::append(ledger, Record::Suite(suite(setup.cases)))?;
    ledger::append(ledger, Record::Scoring(setup.config.scoring()))?;
    let toolchains = Toolchains::default();
    let prepared = in_parallel(setup.jobs, setup.cancel, setup.found, |found| {
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
    explain_all(setup, &prepared, ledger)?;
    let left = to_run - ran;
    Ok(Summary { reused, ran, left })
}

/// Explains every submission whose results are others than those that were explained before.
fn explain_all(
    setup: &Setup<'_>,
    prepared: &[Prepared<'_>],
    ledger: &Mutex<Ledger>,
) -> Result<(), LedgerError> {
    let explainer = explain::Explainer::new(setup.cases);
    in_parallel(setup.jobs, setup.cancel, prepared, |prepared| {
        let record = &prepared.record;
        let (known, basis) = {
            let ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
            let known = ledger.known().of_submission(&record.name);
            let Some(basis) = explainer.basis(record, &known) else {
                return Ok(());
            };
            let before = known.explanations.get(&record.name);
            if before.is_some_and(|it| it.program == record.program && it.basis == basis) {
                return Ok(());
            }
            (known, basis)
        };
        let explained = explainer.explain(record, &known, setup.workspace);
        let explanation = explain::in_ledger(record, basis, explained);
        ledger::append(ledger, Record::Explanation(explanation))
    })?;
    Ok(())
}

fn suite(cases: &[GradingCase]) -> Suite {
    let cases = cases.iter().map(|case| SuiteCase {
        name: case.name.clone(),
        task: case.expected.problem.task.name().to_owned(),
        rows: case.expected.rows,
        digest: case.digest(),
        input: String::from_utf8_lossy(&case.input).into_owned(),
    });
    Suite {
        cases: cases.collect(),
    }
}
