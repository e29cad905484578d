//! What all lines of a ledger say together.

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Record;
use crate::result::{
    Annotation, CaseResult, Counterexamples, Explanation, Exported, Probed, Roster,
    SubmissionRecord, Suite,
};
use crate::scoring::Scoring;

/// Everything that the lines say, later ones over earlier ones.
#[derive(Debug, Clone, Default)]
pub struct State {
    pub suite: Suite,
    pub scoring: Scoring,
    /// By source, who was found there last.
    pub rosters: BTreeMap<String, Vec<String>>,
    /// By name, also those that were taken away since.
    pub submissions: BTreeMap<String, SubmissionRecord>,
    /// By submission and case, the last result. Those who want one share it: a class has very many.
    results: BTreeMap<Arc<str>, BTreeMap<Arc<str>, Arc<CaseResult>>>,
    /// By submission.
    pub explanations: BTreeMap<String, Explanation>,
    /// By submission.
    pub probed: BTreeMap<String, Probed>,
    /// By submission.
    pub counterexamples: BTreeMap<String, Counterexamples>,
    /// By cluster, what a teacher says of it.
    pub annotations: BTreeMap<String, Annotation>,
    /// By a column's title and submission, the score that was exported there last.
    pub exported: BTreeMap<String, BTreeMap<String, String>>,
    /// What results are called by: each text once.
    names: BTreeSet<Arc<str>>,
}

impl State {
    pub fn learn(&mut self, record: Record) {
        match record {
            Record::Suite(suite) => self.suite = suite,
            Record::Scoring(scoring) => self.scoring = scoring,
            Record::Roster(it) => _ = self.rosters.insert(it.source, it.submissions),
            Record::Submission(it) => _ = self.submissions.insert(it.name.clone(), it),
            Record::Case(result) => self.learn_result(*result),
            Record::Explanation(it) => _ = self.explanations.insert(it.submission.clone(), it),
            Record::Annotation(it) => _ = self.annotations.insert(it.cluster.clone(), it),
            Record::Probed(it) => _ = self.probed.insert(it.submission.clone(), it),
            Record::Counterexamples(it) => {
                self.counterexamples.insert(it.submission.clone(), it);
            }
            Record::Exported(it) => self.exported.entry(it.column).or_default().extend(it.scores),
        }
    }

    fn learn_result(&mut self, mut result: CaseResult) {
        for name in
            [&mut result.submission, &mut result.program, &mut result.case, &mut result.case_digest]
        {
            match self.names.get(name) {
                Some(known) => *name = Arc::clone(known),
                None => _ = self.names.insert(Arc::clone(name)),
            }
        }
        let of_submission = self.results.entry(Arc::clone(&result.submission)).or_default();
        of_submission.insert(Arc::clone(&result.case), Arc::new(result));
    }

    /// The last result of every case of every submission, in the order of their names.
    pub fn results(&self) -> impl Iterator<Item = &Arc<CaseResult>> {
        self.results.values().flat_map(BTreeMap::values)
    }

    /// All of it as lines, in an order of its own.
    pub fn records(&self) -> impl Iterator<Item = Record> {
        let first = [Record::Suite(self.suite.clone()), Record::Scoring(self.scoring.clone())];
        let rosters = self.rosters.iter().map(|(source, submissions)| {
            Record::Roster(Roster { source: source.clone(), submissions: submissions.clone() })
        });
        let exported = self.exported.iter().map(|(column, scores)| {
            Record::Exported(Exported { column: column.clone(), scores: scores.clone() })
        });
        first
            .into_iter()
            .chain(rosters)
            .chain(self.submissions.values().cloned().map(Record::Submission))
            .chain(self.results().map(|it| Record::Case(Box::new((**it).clone()))))
            .chain(self.explanations.values().cloned().map(Record::Explanation))
            .chain(self.annotations.values().cloned().map(Record::Annotation))
            .chain(self.probed.values().cloned().map(Record::Probed))
            .chain(self.counterexamples.values().cloned().map(Record::Counterexamples))
            .chain(exported)
    }

    /// What a teacher says of a submission that belongs to this cluster, or that belonged to one with
    /// the program that it still has.
    pub fn sentence(&self, cluster: &str, submission: &SubmissionRecord) -> Option<&str> {
        let is_member = |annotation: &&Annotation| {
            let mut members = annotation.members.iter();
            members
                .any(|(name, program)| (name, program) == (&submission.name, &submission.program))
        };
        let annotation = self.annotations.get(cluster);
        let annotation = annotation.or_else(|| self.annotations.values().find(is_member))?;
        (!annotation.sentence.is_empty()).then_some(&annotation.sentence)
    }

    /// The last result of a case of a submission.
    pub fn result(&self, submission: &str, case: &str) -> Option<&Arc<CaseResult>> {
        self.results.get(submission)?.get(case)
    }

    /// The submissions that belong to the class, sorted by name: all, where nobody says which.
    pub fn class(&self) -> impl Iterator<Item = &SubmissionRecord> {
        let belongs = |it: &&SubmissionRecord| {
            self.rosters.is_empty() || self.rosters.values().any(|names| names.contains(&it.name))
        };
        self.submissions.values().filter(belongs)
    }

    /// The results, the explanation and the counterexamples of one submission.
    pub fn of_submission(&self, name: &str) -> Self {
        Self {
            results: only(&self.results, name),
            explanations: only(&self.explanations, name),
            probed: only(&self.probed, name),
            counterexamples: only(&self.counterexamples, name),
            ..Self::default()
        }
    }

    pub fn has(&self, record: &Record) -> bool {
        match record {
            Record::Suite(suite) => *suite == self.suite,
            Record::Scoring(scoring) => *scoring == self.scoring,
            Record::Roster(Roster { source, submissions }) => {
                self.rosters.get(source) == Some(submissions)
            }
            Record::Submission(it) => self.submissions.get(&it.name) == Some(it),
            Record::Case(it) => self.result(&it.submission, &it.case).map(Arc::as_ref) == Some(it),
            Record::Explanation(it) => self.explanations.get(&it.submission) == Some(it),
            Record::Annotation(it) => self.annotations.get(&it.cluster) == Some(it),
            Record::Probed(it) => self.probed.get(&it.submission) == Some(it),
            Record::Counterexamples(it) => self.counterexamples.get(&it.submission) == Some(it),
            Record::Exported(it) => {
                let known = self.exported.get(&it.column);
                let is_known = |(name, score)| known.and_then(|it| it.get(name)) == Some(score);
                it.scores.iter().all(is_known)
            }
        }
    }
}

/// What a table has of one name.
fn only<K: Clone + Ord + Borrow<str>, V: Clone>(
    all: &BTreeMap<K, V>,
    name: &str,
) -> BTreeMap<K, V> {
    let found = all.get_key_value(name);
    found.map(|(name, it)| (name.clone(), it.clone())).into_iter().collect()
}
