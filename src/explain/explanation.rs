//! The front door: what a submission wrote, explained.
//!
//! Left out: running it, reading files, and the layout of reports.

#[cfg(feature = "grade")]
use serde::{Deserialize, Serialize};

use super::diagnosis::{self, Diagnosis, Pairs, diagnose};
use super::evidence::{End, Evidence};

/// What is known of a submission, as data and in words.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "grade", derive(Serialize, Deserialize))]
pub struct Explanation {
    /// What kind of an explanation it is.
    pub kind: Kind,
    /// Cases of which anything is known: an output, or how the run ended.
    pub cases: usize,
    /// Those of them that a right program would not have left behind.
    pub wrong: usize,
    /// Each a program that writes all that was written, as the keys of its mistakes and where they
    /// hold; several if no case tells them apart, none unless the kind is [`Kind::Named`].
    pub named: Vec<Vec<String>>,
    /// The explanation in words for the student, one sentence or two a line. It quotes no expected
    /// file, so that it may be shown for hidden cases.
    pub sentences: Vec<String>,
}

/// How much is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "grade", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "grade", serde(rename_all = "snake_case"))]
pub enum Kind {
    /// No case has an output or an end to look at.
    NoEvidence,
    /// Every case is right.
    Right,
    /// Named mistakes reproduce everything that was written.
    Named,
    /// Nothing known reproduces it; the sentences say what is known.
    Described,
}

/// Explains what a submission wrote; the same for the same evidence, in a bounded amount of work.
///
/// All cases together are evidence: an explanation must also say why the right ones are right.
#[must_use]
pub fn explain(cases: &[Evidence]) -> Explanation {
    let known: Vec<_> = cases.iter().filter(|case| case.says_something()).collect();
    let ended_badly = known.iter().filter(|case| case.end != End::Normal).count();
    let diagnosis = diagnose(cases, Pairs::Try);
    let (kind, named) = kind_of(&diagnosis, known.len(), ended_badly);
    Explanation {
        kind,
        cases: known.len(),
        wrong: diagnosis.wrong + ended_badly,
        named,
        sentences: diagnosis.sentences(),
    }
}

fn kind_of(diagnosis: &Diagnosis, known: usize, ended_badly: usize) -> (Kind, Vec<Vec<String>>) {
    use diagnosis::Explanation as Found;
    let keys = |mistakes: super::mistakes::Mistakes| -> Vec<String> {
        mistakes.iter().map(|one| one.key().to_owned()).collect()
    };
    match &diagnosis.explanation {
        _ if known == 0 => (Kind::NoEvidence, Vec::new()),
        Found::Correct if ended_badly == 0 && diagnosis.faults.is_empty() => {
            (Kind::Right, Vec::new())
        }
        Found::Reproduces { mistakes, or } => {
            let all = std::iter::once(mistakes).chain(or);
            (Kind::Named, all.map(|&mistakes| keys(mistakes)).collect())
        }
        _ => (Kind::Described, Vec::new()),
    }
}
