//! The front door: what a submission wrote, explained.
//!
//! Left out: running it, reading files, and the layout of reports.

use serde::{Deserialize, Serialize};

pub use super::diagnosis::Kind;
use super::diagnosis::{Diagnosis, diagnose};
use super::evidence::Evidence;
use super::mistakes::{Mistake, Switches};
use super::{description, run_fault, wording};

/// What is known of a submission, as data and in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explanation {
    /// What kind of an explanation it is.
    pub kind: Kind,
    /// Cases of which anything is known: an output, or how the run ended.
    pub cases: usize,
    /// Those of them that a right program would not have left behind.
    pub wrong: usize,
    /// Each a program that writes all that was written, as the keys of its mistakes and where they
    /// hold; several if no case tells them apart, none unless the kind is [`Kind::Named`] or
    /// [`Kind::Partly`].
    pub named: Vec<Vec<String>>,
    /// Faults of form, by key: in what is named they come on top.
    pub faults: Vec<String>,
    /// What the cases share in which runs ended badly, by key.
    pub run_faults: Vec<String>,
    /// Mistakes that come nearest where none is named: a hint.
    pub perhaps: Vec<String>,
    /// The explanation in words for the student, one sentence or two a line. It quotes no expected
    /// file, so that it may be shown for hidden cases.
    pub sentences: Vec<String>,
    /// Every wrong case.
    pub wrong_cases: Vec<WrongCase>,
}

/// A wrong case in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrongCase {
    /// The case.
    pub name: String,
    /// What is wrong, without a byte of the expected files.
    pub line: String,
    /// The first wrong row, what it should be, and the board there: for the first case of its kind.
    pub detail: Vec<String>,
}

/// Explains what a submission wrote; the same for the same evidence, in a bounded amount of work.
///
/// All cases together are evidence: an explanation must also say why the right ones are right.
#[must_use]
pub fn explain(cases: &[Evidence]) -> Explanation {
    let all: Vec<_> = Mistake::all().collect();
    explain_among(cases, &all)
}

/// The same as if only these mistakes were known.
#[must_use]
pub fn explain_among(cases: &[Evidence], known: &[Mistake]) -> Explanation {
    let diagnosis = diagnose(cases, known);
    let seen = cases.iter().filter(|case| case.says_something()).count();
    let kind = diagnosis.kind(seen);
    let keys = |switches: Switches| -> Vec<String> {
        switches.iter().map(|one| one.to_string()).collect()
    };
    let wrong_cases = wrong_cases(&diagnosis);
    Explanation {
        cases: seen,
        wrong: wrong_cases.len(),
        named: match kind {
            Kind::Named => diagnosis.found.exact.iter().map(|&it| keys(it)).collect(),
            Kind::Partly => wording::hint(&diagnosis).map(keys).into_iter().collect(),
            _ => Vec::new(),
        },
        faults: diagnosis
            .faults
            .keys()
            .map(|it| it.key().to_owned())
            .collect(),
        run_faults: diagnosis
            .run_faults
            .iter()
            .filter_map(run_fault::key)
            .collect(),
        perhaps: match kind {
            Kind::Described => match (wording::hint(&diagnosis), &diagnosis.found.first_difference)
            {
                (Some(hint), _) => keys(hint),
                (None, Some(first)) => keys(first.mistake.into()),
                (None, None) => Vec::new(),
            },
            _ => Vec::new(),
        },
        sentences: wording::sentences(&diagnosis, kind, seen, wrong_cases.len()),
        wrong_cases,
        kind,
    }
}

/// Every wrong case, the smallest first; the first of each kind in full.
fn wrong_cases(diagnosis: &Diagnosis<'_>) -> Vec<WrongCase> {
    let mut told = Vec::new();
    let mut cases = Vec::new();
    for judged in diagnosis.judged.iter().filter(|it| wording::is_wrong(it)) {
        let asked = &judged.case.assignment;
        let is_first = !told.contains(&asked.task);
        let detail = match is_first {
            true => description::first_wrong_row(judged),
            false => Vec::new(),
        };
        if !detail.is_empty() {
            told.push(asked.task);
        }
        cases.push(WrongCase {
            name: judged.case.name.clone(),
            line: description::line(judged),
            detail,
        });
    }
    let silent = diagnosis.failed.iter().filter(|case| !case.has_output());
    cases.extend(silent.map(|case| WrongCase {
        name: case.name.clone(),
        line: wording::failed(case),
        detail: Vec::new(),
    }));
    cases
}
