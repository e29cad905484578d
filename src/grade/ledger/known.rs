//! What all lines of a ledger say together.
//!
//! Left out: the file.

use std::collections::BTreeMap;

use super::record::Record;
use crate::grade::result::{CaseResult, Explanation, Roster, SubmissionRecord, Suite};
use crate::grade::scoring::Scoring;

/// Everything that the lines say, later ones over earlier ones.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// Which cases there are.
    pub suite: Suite,
    /// What results are worth.
    pub scoring: Scoring,
    /// By source, who was found there last.
    pub rosters: BTreeMap<String, Vec<String>>,
    /// By name, also those that were taken away since.
    pub submissions: BTreeMap<String, SubmissionRecord>,
    /// By submission and case, the last result.
    pub results: BTreeMap<(String, String), CaseResult>,
    /// By submission.
    pub explanations: BTreeMap<String, Explanation>,
    /// Results that can be reused, superseded or not, by submission and key.
    reusable: BTreeMap<(String, String), CaseResult>,
    /// Submissions as they once were, by name and program.
    earlier: BTreeMap<(String, String), SubmissionRecord>,
}

impl Known {
    pub(super) fn learn(&mut self, record: Record) {
        match record {
            Record::Suite(suite) => self.suite = suite,
            Record::Scoring(scoring) => self.scoring = scoring,
            Record::Roster(it) => _ = self.rosters.insert(it.source, it.submissions),
            Record::Submission(it) => {
                let program = (it.name.clone(), it.program.clone());
                self.earlier.insert(program, it.clone());
                self.submissions.insert(it.name.clone(), it);
            }
            Record::Case(result) => {
                if result.is_reusable() {
                    let key = (result.submission.clone(), result.key.clone());
                    self.reusable.insert(key, (*result).clone());
                }
                let place = (result.submission.clone(), result.case.clone());
                self.results.insert(place, *result);
            }
            Record::Explanation(it) => _ = self.explanations.insert(it.submission.clone(), it),
        }
    }

    /// The submission's result of this key, if it can be reused.
    #[must_use]
    pub fn reusable(&self, submission: &str, key: &str) -> Option<&CaseResult> {
        self.reusable.get(&(submission.to_owned(), key.to_owned()))
    }

    /// The submissions that belong to the class, sorted by name.
    pub fn class(&self) -> impl Iterator<Item = &SubmissionRecord> {
        let belongs = |it: &&SubmissionRecord| {
            // Ledgers of old have no roster.
            self.rosters.is_empty() || self.rosters.values().any(|names| names.contains(&it.name))
        };
        self.submissions.values().filter(belongs)
    }

    /// The submission as it was with this program, if it ever was.
    #[must_use]
    pub fn submission(&self, name: &str, program: &str) -> Option<&SubmissionRecord> {
        self.earlier.get(&(name.to_owned(), program.to_owned()))
    }

    /// The results and the explanation of one submission.
    #[must_use]
    pub fn of_submission(&self, name: &str) -> Self {
        let place = |case: &str| (name.to_owned(), case.to_owned());
        let results = self.results.range(place("")..);
        let results = results.take_while(|((submission, _), _)| submission == name);
        let explanation = self.explanations.get_key_value(name);
        Self {
            results: results
                .map(|(place, it)| (place.clone(), it.clone()))
                .collect(),
            explanations: explanation
                .map(|(name, it)| (name.clone(), it.clone()))
                .into_iter()
                .collect(),
            ..Self::default()
        }
    }

    /// Whether a record says nothing new.
    pub(super) fn has(&self, record: &Record) -> bool {
        match record {
            Record::Suite(suite) => *suite == self.suite,
            Record::Scoring(scoring) => *scoring == self.scoring,
            Record::Roster(Roster {
                source,
                submissions,
            }) => self.rosters.get(source) == Some(submissions),
            Record::Submission(it) => self.submissions.get(&it.name) == Some(it),
            Record::Case(it) => {
                let place = (it.submission.clone(), it.case.clone());
                self.results.get(&place) == Some(it)
            }
            Record::Explanation(it) => self.explanations.get(&it.submission) == Some(it),
        }
    }
}
