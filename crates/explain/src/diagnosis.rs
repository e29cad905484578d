//! What is known of a submission: which cases are wrong, how runs ended, and which mistakes
//! reproduce what was written.
//!
//! Left out: running the submission, and words.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::combine::{Combinations, combine};
use super::evidence::{End, Evidence};
use super::first_difference::{FirstDifference, first_difference};
use super::format_fault::FormatFault;
use super::mistakes::{Mistake, Switches};
use super::partly::{Exception, exception, surely, telling};
use super::parts::{PartTruth, part_truths};
use super::reach::{Reach, reach};
use super::run_fault::{RunFault, run_faults};
use super::strength::paid;
use super::trials::{Hypothesis, Judged, Trials};

/// How much is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// No case has an output or an end to look at.
    NoEvidence,
    /// Every case is right.
    Right,
    /// Named mistakes or faults reproduce everything that was written.
    Named,
    /// Named mistakes reproduce everything that was written but in the cases of one kind, where
    /// something else is wrong.
    Partly,
    /// Nothing known reproduces it; the sentences say what is known.
    Described,
}

/// More programs that all write the same are no name.
const MOST_NAMES: usize = 3;

/// What is known of a submission.
pub(super) struct Diagnosis<'a> {
    /// Cases with an output, the smallest first, as a right program would have answered them.
    pub(super) judged: Vec<Judged<'a>>,
    /// Cases whose run ended badly.
    pub(super) failed: Vec<&'a Evidence>,
    /// Cases that ended by themselves without an output that was asked for.
    pub(super) silent: usize,
    /// Faults of form, and in how many cases.
    pub(super) faults: BTreeMap<FormatFault, usize>,
    /// Kinds of run that ended badly.
    pub(super) run_faults: Vec<RunFault>,
    pub(super) found: Findings,
}

/// Finds out what is known.
pub(super) fn diagnose<'a>(cases: &'a [Evidence], known: &[Mistake]) -> Diagnosis<'a> {
    let mut judged: Vec<_> = cases
        .iter()
        .filter(|case| case.has_output())
        .map(Judged::new)
        .collect();
    judged.sort_by_key(|it| (it.case.rows(), &it.case.name));
    Diagnosis {
        failed: cases.iter().filter(|it| it.end != End::Normal).collect(),
        silent: cases.iter().filter(|it| is_silent(it)).count(),
        run_faults: run_faults(cases),
        faults: faults(cases),
        found: find(&judged, known),
        judged,
    }
}

/// The faults of form, and in how many cases each is.
fn faults(cases: &[Evidence]) -> BTreeMap<FormatFault, usize> {
    let mut faults = BTreeMap::new();
    let lost_commas = |case: &Evidence| case.faults.contains(&FormatFault::CommasMissing);
    let loses_commas = cases.iter().any(lost_commas);
    for case in cases {
        let told: BTreeSet<_> = case
            .faults
            .iter()
            .map(|&fault| match fault {
                // Two numbers without a comma between look like one.
                FormatFault::ColumnsMissing if loses_commas => FormatFault::CommasMissing,
                fault => fault,
            })
            .collect();
        for fault in told {
            *faults.entry(fault).or_default() += 1;
        }
    }
    faults
}

/// What the search for mistakes has found.
#[derive(Default)]
pub(super) struct Findings {
    /// Programs that write all that was written; the first is a right one if nothing is wrong.
    pub(super) exact: Vec<Switches>,
    /// Whether what is wrong says enough to name the mistakes of `exact`.
    pub(super) is_enough: bool,
    /// The program that comes nearest, if it comes near enough to be told.
    pub(super) nearest: Option<Hypothesis>,
    /// If that writes everything but a few cases: which cases those are.
    pub(super) exception: Option<Exception>,
    /// If it is no more than near: how far it goes.
    pub(super) reach: Option<Reach>,
    /// If nothing explains all but a few cases: what explains all of a part.
    pub(super) parts: Vec<PartTruth>,
    /// If nothing comes near: a mistake that makes most first differences, but not everything.
    pub(super) first_difference: Option<FirstDifference>,
}

fn find(judged: &[Judged<'_>], known: &[Mistake]) -> Findings {
    let mut findings = Findings {
        exact: vec![Switches::NONE],
        ..Findings::default()
    };
    if judged.iter().all(Judged::is_right) {
        return findings;
    }
    let mut trials = Trials::new(judged);
    let Combinations { exact, nearest, .. } = combine(&mut trials, known);
    match exact.first() {
        Some(&first) => {
            let mut paid = paid_of(&trials, first);
            if paid != first {
                trials.lead_wrong();
                paid = paid_of(&trials, first);
            }
            findings.is_enough = exact.len() <= MOST_NAMES && paid == first;
            if !findings.is_enough {
                (findings.nearest, findings.exception) = surely(&trials, paid, &exact).unzip();
            }
        }
        None => {
            let first = first_difference(&trials, known);
            trials.lead_wrong();
            let nearest = nearest.map(|it| trials.reviewed(it.switches));
            findings.exception = nearest.as_ref().and_then(|it| exception(&trials, it));
            findings.nearest = match findings.exception {
                Some(_) => nearest,
                None => nearest.and_then(|it| telling(&trials, it)),
            };
            let told = findings.nearest.as_ref().map_or(0, |it| it.later);
            findings.first_difference = first.filter(|it| it.count > told);
            if findings.exception.is_none() {
                findings.reach = findings.nearest.as_ref().map(|it| reach(&trials, it));
                findings.parts = part_truths(&trials, known);
            }
        }
    }
    findings.exact = exact;
    findings
}

fn paid_of(trials: &Trials<'_>, switches: Switches) -> Switches {
    paid(trials, &trials.reviewed(switches))
}

/// Whether a run left out something that was asked for, though it ended by itself.
pub(super) fn is_silent(case: &Evidence) -> bool {
    let is_logged = case.problem.task.logged_algorithm().is_some();
    let lacks = case.next_state.is_none() || is_logged && case.traverse_log.is_none();
    case.end == End::Normal && case.has_output() && lacks
}

impl Diagnosis<'_> {
    /// How much is known, of so many cases.
    pub(super) fn kind(&self, seen: usize) -> Kind {
        // A run that failed is explained if it is known where such runs fail.
        let runs_explained = self.run_faults.iter().all(|fault| fault.shared.is_some());
        let is_reproduced = match self.found.exact.first() {
            None => false,
            Some(switches) if switches.is_empty() => runs_explained,
            Some(_) => self.found.is_enough,
        };
        match () {
            () if seen == 0 => Kind::NoEvidence,
            () if self.is_right() => Kind::Right,
            () if is_reproduced && !self.judged.is_empty() => Kind::Named,
            () if self.found.exception.is_some() => Kind::Partly,
            () => Kind::Described,
        }
    }

    /// Whether nothing at all is wrong.
    pub(super) fn is_right(&self) -> bool {
        self.failed.is_empty()
            && self.silent == 0
            && self.faults.is_empty()
            && self.judged.iter().all(Judged::is_right)
    }
}
