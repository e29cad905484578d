//! What all lines of a ledger say together.
//!
//! Left out: the file.

use std::collections::BTreeMap;

use super::record::Record;
use crate::grade::result::{CaseResult, Explanation, SubmissionRecord, Suite};
use crate::grade::scoring::Scoring;

/// Everything that the lines say, later ones over earlier ones.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// Which cases there are.
    pub suite: Suite,
    /// What results are worth.
    pub scoring: Scoring,
    /// By name.
    pub submissions: BTreeMap<String, SubmissionRecord>,
    /// By submission and case, the last result.
    pub results: BTreeMap<(String, String), CaseResult>,
    /// By submission.
    pub explanations: BTreeMap<String, Explanation>,
    /// Results that can be reused, superseded or not, by key.
    reusable: BTreeMap<String, CaseResult>,
    /// Submissions as they once were, by name and program.
    earlier: BTreeMap<(String, String), SubmissionRecord>,
}

impl Known {
    pub(super) fn learn(&mut self, record: Record) {
        match record {
            Record::Suite(suite) => self.suite = suite,
            Record::Scoring(scoring) => self.scoring = scoring,
            Record::Submission(it) => {
                let program = (it.name.clone(), it.program.clone());
                self.earlier.insert(program, it.clone());
                self.submissions.insert(it.name.clone(), it);
            }
            Record::Case(result) => {
                if result.is_reusable() {
                    self.reusable.insert(result.key.clone(), (*result).clone());
                }
                let place = (result.submission.clone(), result.case.clone());
                self.results.insert(place, *result);
            }
            Record::Explanation(it) => _ = self.explanations.insert(it.submission.clone(), it),
        }
    }

    /// The result of this key, if it can be reused.
    #[must_use]
    pub fn reusable(&self, key: &str) -> Option<&CaseResult> {
        self.reusable.get(key)
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
            Record::Submission(it) => self.submissions.get(&it.name) == Some(it),
            Record::Case(it) => {
                let place = (it.submission.clone(), it.case.clone());
                self.results.get(&place) == Some(it)
            }
            Record::Explanation(it) => self.explanations.get(&it.submission) == Some(it),
        }
    }
}
