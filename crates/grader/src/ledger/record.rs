//! What a line of the ledger can be.
//!
//! Left out: the file.

use serde::{Deserialize, Serialize};

use crate::result::{
    CaseResult, Counterexamples, Explanation, Exported, Naming, Roster, SubmissionRecord, Suite,
};
use crate::scoring::Scoring;

/// A line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "snake_case")]
pub enum Record {
    /// Which cases there are.
    Suite(Suite),
    /// What results are worth.
    Scoring(Scoring),
    /// Who belongs to the class.
    Roster(Roster),
    /// A submission and its program.
    Submission(SubmissionRecord),
    /// What became of a case of a submission.
    Case(Box<CaseResult>),
    /// Which mistake explains the wrong results of a submission.
    Explanation(Explanation),
    /// What a teacher says of a cluster of wrong programs.
    Naming(Naming),
    /// The smallest inputs on which a submission goes wrong.
    Counterexamples(Counterexamples),
    /// Scores that were filled into a table.
    Exported(Exported),
}
