//! The results of several machines become those of one.
//!
//! The ledgers are brought together, what was kept of outputs is copied, and what is wrong is
//! explained anew from all of it: a machine that saw a part of a submission's results could not.
//!
//! Of the files that the parts were graded with, the last of its kind is in force, under one that lies in the
//! folder of results. What a part hid stays hidden.
//!
//! Results of the same key are results of the same thing: one of them is kept. It is the same one in
//! whatever order the ledgers come. Of different keys, as of everything else, the later ledger counts.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::class::{Class, Decision};
use super::grading::GradeError;
use super::ledger::{self, FILE, Record, State, keep_hidden};
use super::result::{Build, CaseResult, SubmissionRecord};
use super::run::{explain_merged, workspace::copy_kept};
use super::settings::Settings;
use super::settings::config::Config;
use journal::{keep_one, text};
use mancala::homework::compare::Verdict;

#[derive(Debug)]
pub struct Merged {
    pub class: Class,
    pub conflicts: Vec<Conflict>,
    /// Decisions by hand that no `grade.toml` in force has.
    pub dropped: Vec<Decision>,
    pub empty: Vec<PathBuf>,
}

/// Two machines found something else out about the same thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    pub submission: String,
    /// The case's name; `None` for the build.
    pub case: Option<String>,
    pub kept: Verdict,
    pub other: Verdict,
}

/// Merges the results in `folders` into those in `results`, which stay as far as nothing is newer.
/// `settings` count before those that the parts were graded with.
///
/// # Errors
/// [`GradeError`]; then the ledger in `results` is as it was.
pub fn merge(
    folders: &[PathBuf],
    results: &Path,
    settings: &Settings,
    publish: bool,
    cancel: &AtomicBool,
) -> Result<Merged, GradeError> {
    let has_ledger = |folder: &&Path| folder.join(FILE).exists();
    let given = folders.iter().map(PathBuf::as_path);
    let (present, empty): (Vec<_>, Vec<_>) = given.partition(has_ledger);
    if present.is_empty() {
        return Err(GradeError::NoLedger);
    }
    // What was merged before is older than what is now.
    let before = Some(results).filter(has_ledger);
    let folders: Vec<&Path> = before.into_iter().chain(present).collect();
    let ledgers = folders.iter().map(|folder| ledger::read(folder));
    let ledgers = ledgers.collect::<Result<Vec<_>, _>>()?;
    let Together { mut known, from, conflicts } = together(&ledgers);
    let recorded = ledgers.iter().map(|it| &it.scoring.settings);
    let recorded = recorded.fold(Settings::default(), |before, it| it.over(&before));
    let scoring = Config::of(&settings.over(&recorded))?.scoring();
    known.scoring = keep_hidden(&ledgers, &known.suite, scoring, publish)?;
    let cannot_copy = |error| GradeError::Results(results.to_owned(), error);
    std::fs::create_dir_all(results).map_err(cannot_copy)?;
    for (key, &ledger) in &from {
        if let Some(folder) = folders.get(ledger) {
            copy_kept(folder, results, key).map_err(cannot_copy)?;
        }
    }
    explain_merged(&mut known, results, cancel);
    ledger::write(results, &known)?;
    let class = Class::of(&known);
    let theirs = ledgers.iter().map(Class::of).flat_map(|it| it.submissions);
    let mut dropped: Vec<_> = theirs.flat_map(|it| it.decisions).collect();
    dropped.retain(|it| !known.scoring.overrides.contains(&it.entry));
    Ok(Merged { class, dropped, conflicts, empty: empty.into_iter().map(Path::to_owned).collect() })
}

#[derive(Debug, Default)]
struct Together {
    known: State,
    /// From which of the ledgers each result is, by the result's key.
    from: BTreeMap<String, usize>,
    conflicts: Vec<Conflict>,
}

type Candidate = (usize, Arc<CaseResult>);

fn together(ledgers: &[State]) -> Together {
    let mut all = Together::default();
    for record in ledgers.iter().flat_map(State::records) {
        match record {
            Record::Suite(suite) if suite.cases.is_empty() => {}
            // What results are worth depends on the settings too.
            Record::Case(_) | Record::Scoring(_) => {}
            Record::Submission(submission) => all.take_submission(submission),
            other => _ = all.known.learn(other),
        }
    }
    // Which program counts is known only now.
    let mut results: BTreeMap<(Arc<str>, Arc<str>), Candidate> = BTreeMap::new();
    for (ledger, known) in ledgers.iter().enumerate() {
        for result in known.results() {
            let place = (Arc::clone(&result.submission), Arc::clone(&result.case));
            let new = (ledger, Arc::clone(result));
            match results.remove(&place) {
                None => _ = results.insert(place, new),
                Some(before) => _ = results.insert(place, all.choose(before, new)),
            }
        }
    }
    for (ledger, result) in results.into_values() {
        all.from.insert(result.key.clone(), ledger);
        all.known.learn(Record::Case(Box::new(Arc::unwrap_or_clone(result))));
    }
    all.conflicts.sort_by(|a, b| (&a.submission, &a.case).cmp(&(&b.submission, &b.case)));
    all.conflicts.dedup();
    all
}

impl Together {
    fn take_submission(&mut self, new: SubmissionRecord) {
        let before = self.known.submissions.get(&new.name);
        let Some(before) = before.filter(|it| it.program == new.program).cloned() else {
            self.known.learn(Record::Submission(new));
            return;
        };
        let (kept, left) = keep_one(before, new, |it| (of_build(&it.build), text(it)));
        let [kept_as, left_as] = [&kept, &left].map(|it| of_build(&it.build));
        // A program that was built somewhere can be built, and trouble of a machine says nothing.
        if kept_as != left_as && left_as != Verdict::InternalError {
            self.note_conflict(&kept.name, None, [kept_as, left_as]);
        }
        self.known.learn(Record::Submission(kept));
    }

    fn note_conflict(&mut self, of: &str, case: Option<&str>, [kept, other]: [Verdict; 2]) {
        let (submission, case) = (of.to_owned(), case.map(str::to_owned));
        self.conflicts.push(Conflict { submission, case, kept, other });
    }

    /// Which of two results of a case counts.
    fn choose(&mut self, before: Candidate, new: Candidate) -> Candidate {
        let worth = |it: &CaseResult| (self.is_current(it), it.is_reusable());
        match worth(&before.1).cmp(&worth(&new.1)) {
            Ordering::Less => return new,
            Ordering::Greater => return before,
            Ordering::Equal if before.1.key != new.1.key => return new,
            Ordering::Equal => {}
        }
        let (kept, left) = keep_one(before, new, |it| (it.1.verdict, text(&*it.1)));
        if kept.1.verdict != left.1.verdict {
            let (of, verdicts) = (&kept.1, [kept.1.verdict, left.1.verdict]);
            self.note_conflict(&of.submission, Some(&of.case), verdicts);
        }
        kept
    }

    /// Whether it is of the program and the case that count.
    fn is_current(&self, result: &CaseResult) -> bool {
        let submission = self.known.submissions.get(&*result.submission);
        let mut cases = self.known.suite.cases.iter();
        submission.is_some_and(|it| *result.program == it.program)
            && cases.any(|it| it.name == *result.case && it.digest == *result.case_digest)
    }
}

/// A build's end as a verdict; a better one is less.
const fn of_build(build: &Build) -> Verdict {
    match build {
        Build::Ready => Verdict::Accepted,
        Build::Failed(_) => Verdict::CompileError,
        Build::Fault(_) => Verdict::InternalError,
    }
}
