//! A class against a suite: every submission built once, every case run once, each result at once in the ledger.
//!
//! In reading order: [`workspace`] (where it happens), [`setup`] (what a run needs, and what it builds), `execution`
//! (one run, with its judgement, and whether a program answers), [`prepare`] (a submission becomes a program),
//! [`explain`] (which mistake explains a submission, if need be by questions), `counterexamples` (the smallest inputs on
//! which it goes wrong). [`plan`] says what all this would be.

pub mod explain;
pub mod plan;
pub mod prepare;
pub mod setup;
pub mod workspace;

mod counterexamples;
mod execution;

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelIterator, ParallelBridge, ParallelIterator};

use super::cases::GradingCase;
use super::grading::{Event, Observer, Summary};
use super::ledger::{self, Ledger, Record, State};
use super::result::{Build, Explanation, SubmissionRecord, problem};
use counterexamples::Shrinker;
use explain::{Asker, Explainer, is_of_today};
use journal::JournalError;
use mancala::homework::compare::Verdict;
use prepare::Prepared;
use setup::{Setup, lock};

/// Works through `items` in order, in as many threads as wanted, until one fails or the run is cancelled. The results
/// are in the order of their items; what was not begun has none.
fn in_parallel<T: Sync, R: Send>(
    jobs: usize,
    cancel: &AtomicBool,
    items: &[T],
    work: impl Fn(&T) -> Result<R, JournalError> + Sync,
) -> Result<Vec<R>, JournalError> {
    let failed = AtomicBool::new(false);
    let work = |(at, item): (usize, &T)| {
        if cancel.load(Relaxed) || failed.load(Relaxed) {
            return None;
        }
        let result = work(item).map(|it| (at, it));
        failed.fetch_or(result.is_err(), Relaxed);
        Some(result)
    };
    // Taken one by one, since the first are to be done first.
    let work = || items.iter().enumerate().par_bridge().filter_map(work).collect();
    let pool = ThreadPoolBuilder::new().num_threads(jobs.max(1)).build();
    // A machine that gives no threads of their own lends those of the program.
    let results: Result<Vec<_>, _> = pool.map_or_else(|_| work(), |it| it.install(work));
    let mut results = results?;
    results.sort_unstable_by_key(|(at, _)| *at);
    Ok(results.into_iter().map(|(_, it)| it).collect())
}

/// Grades a class.
///
/// # Errors
/// [`JournalError`]. A submission that cannot be graded is no error, but a result in the ledger.
pub fn run(
    setup: &Setup<'_>,
    ledger: &Mutex<Ledger>,
    observer: Observer<'_>,
) -> Result<Summary, JournalError> {
    let (jobs, cancel) = (setup.grading.jobs, setup.grading.cancel());
    let found = setup.submissions.found.iter();
    let found: Vec<_> = found.filter(|it| setup.grading.takes(&it.name)).collect();
    let prepared = in_parallel(jobs, cancel, &found, |found| {
        let prepared = prepare::prepare(setup, found, ledger)?;
        observer(Event::Step);
        Ok(prepared)
    })?;
    let prepared: Vec<Prepared<'_>> = prepared.into_iter().flatten().collect();
    let reused = prepared.iter().map(|it| it.reused).sum();
    let tasks: Vec<_> = prepared
        .iter()
        .flat_map(|prepared| prepared.to_run.iter().map(move |case| (prepared, *case)))
        .collect();
    let to_run = tasks.len();
    observer(Event::Part("cases", to_run));
    let limits = setup.config.limits();
    let smallest = smallest(setup);
    let run = |(prepared, case): &(&Prepared<'_>, &GradingCase)| {
        let it = prepared.run_of(setup, case, &limits);
        let result = match is_endless(prepared, case, &smallest, ledger) {
            true => Some(execution::given_up(&it)),
            false => execution::run(&it),
        };
        let Some(result) = result else { return Ok(None) };
        ledger::append(ledger, Record::Case(Box::new(result)))?;
        observer(Event::Step);
        Ok(Some(()))
    };
    let is_small = |(_, case): &(_, &GradingCase)| smallest.iter().any(|it| it.name == case.name);
    let (first, others): (Vec<_>, Vec<_>) = tasks.into_iter().partition(is_small);
    let mut ran = 0;
    for tasks in [first, others] {
        ran += in_parallel(jobs, cancel, &tasks, run)?.iter().flatten().count();
    }
    find_out(setup, &prepared, ledger, observer)?;
    let (names, ledger) = (found.iter().map(|it| &it.name), lock(ledger));
    let is_prepared = |name: &&String| prepared.iter().any(|it| it.record.name == **name);
    let others = names.filter(|it| !is_prepared(it));
    let not_built: usize = others.map(|it| prepare::left(setup, it, ledger.state())).sum();
    Ok(Summary { reused, ran, left: to_run - ran + not_built })
}

/// A program that does not end in so many cases of a task, the smallest, is not run on the others.
const SMALLEST: usize = 3;

/// The smallest cases of each task.
fn smallest<'a>(setup: &Setup<'a>) -> Vec<&'a GradingCase> {
    let grading = setup.grading;
    let mut cases: Vec<_> = grading.cases.cases.iter().collect();
    cases.retain(|case| grading.takes_case(&case.name));
    cases.sort_by_key(|case| (case.expected.rows, &case.name));
    let mut smallest: Vec<&GradingCase> = Vec::new();
    for case in cases {
        if smallest.iter().filter(|it| is_of_task(it, case)).count() < SMALLEST {
            smallest.push(case);
        }
    }
    smallest
}

fn is_of_task(case: &GradingCase, other: &GradingCase) -> bool {
    case.expected.problem.task == other.expected.problem.task
}

/// Whether a program took too long in all of the smallest cases of this one's task.
fn is_endless(
    prepared: &Prepared<'_>,
    case: &GradingCase,
    smallest: &[&GradingCase],
    ledger: &Mutex<Ledger>,
) -> bool {
    let mut of_task = smallest.iter().filter(|it| is_of_task(it, case));
    if of_task.clone().count() < SMALLEST || of_task.clone().any(|it| it.name == case.name) {
        return false;
    }
    let ledger = lock(ledger);
    of_task.all(|it| {
        let result = ledger.state().present_result(&prepared.record, &it.name);
        result.is_some_and(|it| it.verdict == Verdict::TimeLimit)
    })
}

/// Finds out of every submission what more than its results is to be known, as far as that is not known: which
/// mistakes explain it, what it answers to the battery of probes, the smallest inputs on which it goes wrong.
fn find_out(
    setup: &Setup<'_>,
    prepared: &[Prepared<'_>],
    ledger: &Mutex<Ledger>,
    observer: Observer<'_>,
) -> Result<(), JournalError> {
    let cases = setup.grading.cases.cases.iter();
    let explainer = Explainer::new(cases.map(|it| (it.name.clone(), it.expected.problem)));
    observer(Event::Part("explained", prepared.len()));
    learn_of_each(setup, prepared, ledger, observer, |prepared, known| {
        let asker = Asker::new(setup, prepared, known);
        let results = &setup.workspace.results;
        let (probed, explained) = explainer.update(&prepared.record, known, results, asker);
        [probed.map(Record::Probed), explained.map(Record::Explanation)].into_iter().flatten()
    })?;
    let Some(budget) = setup.grading.shrink else { return Ok(()) };
    let shrinker = Shrinker::new(setup, budget);
    observer(Event::Part("looked at for a counterexample", prepared.len()));
    learn_of_each(setup, prepared, ledger, observer, |prepared, known| {
        shrinker.update(prepared, known).map(Record::Counterexamples)
    })
}

/// Adds to the ledger what is found out of each submission, from what the ledger knows of it.
fn learn_of_each<I: IntoIterator<Item = Record>>(
    setup: &Setup<'_>,
    prepared: &[Prepared<'_>],
    ledger: &Mutex<Ledger>,
    observer: Observer<'_>,
    find_out: impl Fn(&Prepared<'_>, &State) -> I + Sync,
) -> Result<(), JournalError> {
    let (jobs, cancel) = (setup.grading.jobs, setup.grading.cancel());
    in_parallel(jobs, cancel, prepared, |prepared| {
        let known = lock(ledger).state().of_submission(&prepared.record.name);
        let mut found = find_out(prepared, &known).into_iter();
        observer(Event::Step);
        found.try_for_each(|record| ledger::append(ledger, record))
    })?;
    Ok(())
}

/// Explains what several ledgers say together, as far as that is new. Outputs were kept in the folder `results`.
pub fn explain_merged(known: &mut State, results: &Path, cancel: &AtomicBool) {
    for explanation in updates(known, |_, _| true, results, cancel) {
        known.learn(Record::Explanation(explanation));
    }
}

/// Reads a ledger, and explains anew from the outputs that were kept what was explained with another catalogue of
/// mistakes. No program is run.
pub fn explain_again(results: &Path, cancel: &AtomicBool) -> Result<State, JournalError> {
    let mut known = ledger::read(results)?;
    let is_wanted = |explainer: &Explainer, record: &SubmissionRecord| {
        let before = known.explanations.get(&record.name);
        before.is_some_and(|it| !is_of_today(it)) && !explainer.is_lost(record, &known, results)
    };
    let updates = updates(&known, is_wanted, results, cancel).into_iter();
    let updates: Vec<_> = updates.map(Record::Explanation).collect();
    // Where it cannot be kept now, as when somebody grades, it is found out again the next time.
    if !updates.is_empty()
        && let Ok(mut ledger) = Ledger::existing(results)
    {
        let _ = updates.iter().try_for_each(|it| ledger.append(it.clone()));
    }
    updates.into_iter().for_each(|it| _ = known.learn(it));
    Ok(known)
}

/// The explanations that are not known, of the submissions that are wanted.
fn updates(
    known: &State,
    is_wanted: impl Fn(&Explainer, &SubmissionRecord) -> bool,
    results: &Path,
    cancel: &AtomicBool,
) -> Vec<Explanation> {
    let cases = known.suite.cases.iter();
    let cases = cases.filter_map(|it| Some((it.name.clone(), problem(&it.input)?)));
    let explainer = Explainer::new(cases);
    let submissions: Vec<_> =
        known.class().filter(|it| it.build == Build::Ready && is_wanted(&explainer, it)).collect();
    let submissions = submissions.into_par_iter().filter(|_| !cancel.load(Relaxed));
    submissions.filter_map(|it| explainer.update(it, known, results, None).1).collect()
}
