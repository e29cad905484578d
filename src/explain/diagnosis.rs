//! Which mistake it is: the hypothesis that reproduces what a submission wrote.
//!
//! First no mistake, then every single one, then every pair. A hypothesis is given up at its first
//! contradiction, and the smallest wrong case is asked first, so that most cost a few rows. A name is
//! given only on that evidence:
//!
//! - [`Explanation::Reproduces`]: everything that the submission wrote is what such a program writes;
//! - [`Explanation::Fits`]: it gets beyond the first difference in at least half of the wrong cases
//!   and contradicts no right one;
//! - otherwise [`Explanation::Unknown`].
//!
//! Left out: running the submission, and words for a report.

use super::evidence::{Evidence, FormatFault};
use super::hypothesis::{Fit, fit};
use super::mistakes::{CATALOGUE, Known, Mistake, Mistakes};

/// What is known of a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnosis {
    /// Cases with all the outputs that were asked for; only those are evidence.
    pub cases: usize,
    /// Those of them that a correct program would not have written.
    pub wrong: usize,
    /// Faults of form, which may come on top.
    pub faults: Vec<FormatFault>,
    /// The mistake.
    pub explanation: Explanation,
    /// The smallest wrong case.
    pub smallest: Option<String>,
}

/// What explains the wrong cases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Explanation {
    /// There is nothing to explain.
    Correct,
    /// A program with these mistakes writes exactly what the submission wrote, in every case.
    Reproduces {
        /// The first guess.
        mistakes: Mistakes,
        /// Others that write the same in all these cases.
        or: Vec<Mistakes>,
    },
    /// A program with these mistakes goes on like the submission where a correct one does not.
    Fits {
        /// The best guess.
        mistakes: Mistakes,
        /// Wrong cases that it reproduces whole.
        reproduced: usize,
        /// Wrong cases in which it explains the first difference.
        explained: usize,
    },
    /// Nothing in the catalogue does.
    Unknown,
}

/// Finds what explains the evidence; `pairs` says whether pairs of mistakes are tried too.
#[must_use]
pub fn diagnose(evidence: &[Evidence], pairs: Pairs) -> Diagnosis {
    let mut complete: Vec<_> = evidence.iter().filter(|case| case.is_complete()).collect();
    complete.sort_by_key(|case| (size(case), &case.name));
    let (right, wrong): (Vec<_>, Vec<_>) = complete
        .iter()
        .map(|&case| Correct {
            case,
            fit: fit(case, Mistakes::NONE),
        })
        .partition(|held| held.fit == Fit::Reproduced);
    let mut faults: Vec<_> = evidence
        .iter()
        .flat_map(|case| case.faults.clone())
        .collect();
    faults.sort();
    faults.dedup();
    Diagnosis {
        cases: complete.len(),
        wrong: wrong.len(),
        faults,
        smallest: wrong.first().map(|held| held.case.name.clone()),
        explanation: Suspects { right, wrong }.explain(pairs),
    }
}

/// Whether pairs of mistakes are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pairs {
    /// Only single mistakes.
    Skip,
    /// Every pair, after every single mistake.
    Try,
}

fn size(case: &Evidence) -> usize {
    case.traverse_log.as_ref().map_or(0, |log| log.lines.len())
}

/// A case and how far a correct program reproduces it.
struct Correct<'a> {
    case: &'a Evidence,
    fit: Fit,
}

/// The cases, each kind from the smallest to the largest.
struct Suspects<'a> {
    right: Vec<Correct<'a>>,
    wrong: Vec<Correct<'a>>,
}

impl Suspects<'_> {
    fn explain(&self, pairs: Pairs) -> Explanation {
        if self.wrong.is_empty() {
            return Explanation::Correct;
        }
        let singles: Vec<Mistakes> = by_likelihood().into_iter().map(Mistakes::from).collect();
        let doubles = match pairs {
            Pairs::Skip => Vec::new(),
            Pairs::Try => pairs_of(&singles),
        };
        for hypotheses in [&singles, &doubles] {
            let mut found = hypotheses
                .iter()
                .copied()
                .filter(|&mistakes| self.reproduces(mistakes));
            if let Some(mistakes) = found.next() {
                return Explanation::Reproduces {
                    mistakes,
                    or: found.collect(),
                };
            }
        }
        self.best_fit(&singles)
            .or_else(|| self.best_fit(&doubles))
            .unwrap_or(Explanation::Unknown)
    }

    fn reproduces(&self, mistakes: Mistakes) -> bool {
        let mut cases = self.wrong.iter().chain(&self.right);
        cases.all(|held| fit(held.case, mistakes) == Fit::Reproduced)
    }

    /// The hypothesis that explains most, if it explains enough to be named.
    fn best_fit(&self, hypotheses: &[Mistakes]) -> Option<Explanation> {
        let mut best = (0, 0, Mistakes::NONE);
        for &mistakes in hypotheses {
            let fits: Vec<_> = self
                .wrong
                .iter()
                .map(|held| (fit(held.case, mistakes), held.fit))
                .collect();
            let reproduced = fits
                .iter()
                .filter(|(fit, _)| *fit == Fit::Reproduced)
                .count();
            let explained = fits.iter().filter(|(fit, correct)| fit > correct).count();
            if (explained, reproduced) > (best.0, best.1) && self.contradicts_no_right(mistakes) {
                best = (explained, reproduced, mistakes);
            }
        }
        let (explained, reproduced, mistakes) = best;
        (explained > 0 && 2 * explained >= self.wrong.len()).then_some(Explanation::Fits {
            mistakes,
            reproduced,
            explained,
        })
    }

    fn contradicts_no_right(&self, mistakes: Mistakes) -> bool {
        self.right
            .iter()
            .all(|held| fit(held.case, mistakes) == Fit::Reproduced)
    }
}

/// Every mistake, those that were seen in real programs first.
fn by_likelihood() -> Vec<Mistake> {
    let mut entries: Vec<_> = CATALOGUE.iter().collect();
    entries.sort_by_key(|entry| entry.known != Known::Seen);
    entries.into_iter().map(|entry| entry.mistake).collect()
}

fn pairs_of(singles: &[Mistakes]) -> Vec<Mistakes> {
    let pair = |(at, &one): (usize, &Mistakes)| {
        singles[at + 1..]
            .iter()
            .map(move |other| one.iter().chain(other.iter()).collect())
    };
    singles.iter().enumerate().flat_map(pair).collect()
}
