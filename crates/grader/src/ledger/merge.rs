//! What several ledgers say together.
//!
//! Results of the same key are results of the same thing: one of them is kept. It is the same one in
//! whatever order the ledgers come. Of different keys, as of everything else, the later ledger counts.
//!
//! Left out: reading ledgers, the outputs that lie beside them, and what the results are worth, which
//! nobody's results depend on ([`merge`](crate::merge)).

use std::collections::BTreeMap;
use std::sync::Arc;

use super::known::Known;
use crate::result::{Build, CaseResult, SubmissionRecord};
use mancala::homework::compare::verdict::Verdict;

/// What several ledgers say together.
#[derive(Debug, Default)]
pub struct Together {
    /// All of it.
    pub known: Known,
    /// From which of the ledgers each result is, by the result's key.
    pub from: BTreeMap<String, usize>,
    /// Where they contradict each other.
    pub conflicts: Vec<Conflict>,
}

/// Two machines found something else out about the same thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The submission's name.
    pub submission: String,
    /// The case's name; `None` for the build.
    pub case: Option<String>,
    /// What counts from now on.
    pub kept: Verdict,
    /// What does not.
    pub other: Verdict,
}

/// A result, and from which ledger it is.
type Candidate = (usize, Arc<CaseResult>);

/// Brings ledgers together.
#[must_use]
pub fn together(ledgers: &[Known]) -> Together {
    let mut all = Together::default();
    for ledger in ledgers {
        if !ledger.suite.cases.is_empty() {
            all.known.suite = ledger.suite.clone();
        }
        all.known.rosters.extend(ledger.rosters.clone());
        all.known.explanations.extend(ledger.explanations.clone());
        all.known.namings.extend(ledger.namings.clone());
        let counterexamples = ledger.counterexamples.clone();
        all.known.counterexamples.extend(counterexamples);
        for (column, scores) in &ledger.exported {
            let column = column.clone();
            all.known.learn_exported(column, scores.clone());
        }
        for submission in ledger.submissions.values() {
            all.take_submission(submission);
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
        all.known.learn_result(Arc::unwrap_or_clone(result));
    }
    all.conflicts
        .sort_by(|a, b| (&a.submission, &a.case).cmp(&(&b.submission, &b.case)));
    all.conflicts.dedup();
    all
}

impl Together {
    fn take_submission(&mut self, new: &SubmissionRecord) {
        let known = &mut self.known.submissions;
        let Some(before) = known.get(&new.name).filter(|it| it.program == new.program) else {
            known.insert(new.name.clone(), new.clone());
            return;
        };
        let (old, other) = (of_build(&before.build), of_build(&new.build));
        // A program that was built somewhere can be built, and trouble of a machine says nothing.
        if old != other && old.max(other) != Verdict::InternalError {
            self.conflicts.push(Conflict {
                submission: new.name.clone(),
                case: None,
                kept: old.min(other),
                other: old.max(other),
            });
        }
        if (other, text(new)) < (old, text(before)) {
            known.insert(new.name.clone(), new.clone());
        }
    }

    /// Which of two results of a case counts.
    fn choose(&mut self, before: Candidate, new: Candidate) -> Candidate {
        let (old, other) = (&before.1, &new.1);
        let worth = |it: &CaseResult| (self.is_current(it), it.is_reusable());
        match worth(old).cmp(&worth(other)) {
            std::cmp::Ordering::Less => return new,
            std::cmp::Ordering::Greater => return before,
            std::cmp::Ordering::Equal if old.key != other.key => return new,
            std::cmp::Ordering::Equal => {}
        }
        let (kept, left) =
            match (old.verdict, text(old.as_ref())) <= (other.verdict, text(other.as_ref())) {
                true => (before, new),
                false => (new, before),
            };
        if kept.1.verdict != left.1.verdict {
            self.conflicts.push(Conflict {
                submission: kept.1.submission.to_string(),
                case: Some(kept.1.case.to_string()),
                kept: kept.1.verdict,
                other: left.1.verdict,
            });
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

/// What decides where nothing else does.
fn text(of: &impl serde::Serialize) -> String {
    serde_json::to_string(of).unwrap_or_default()
}
