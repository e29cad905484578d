//! What is known of a submission: which cases are wrong, how runs ended, and which mistakes
//! reproduce what was written.
//!
//! Left out: running the submission, and words.

use std::collections::{BTreeMap, BTreeSet};

#[cfg(feature = "grade")]
use serde::{Deserialize, Serialize};

use super::combine::{Combinations, combine};
use super::evidence::{End, Evidence};
use super::facts::{Facts, Shared, shared};
use super::format_fault::FormatFault;
use super::hypothesis::hold;
use super::mistakes::{Mistake, Switches};
use super::strength::is_enough;
use super::trials::{Hypothesis, Judged, Trials};

/// How much is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "grade", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "grade", serde(rename_all = "snake_case"))]
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

/// Wrong cases that have to be explained for each one that is not.
const LEAST_RATIO: usize = 3;

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
    /// Programs that write all that was written; the first is a right one if nothing is wrong.
    pub(super) exact: Vec<Switches>,
    /// Whether what is wrong says enough to name the mistakes of `exact`.
    pub(super) is_enough: bool,
    /// The program that comes nearest, if it comes near enough to be told.
    pub(super) nearest: Option<Hypothesis>,
    /// If that writes everything but the cases of one kind: which cases those are.
    pub(super) exception: Option<Exception>,
}

/// Cases of one kind that the nearest program does not explain, though it does all others.
pub(super) struct Exception {
    pub(super) count: usize,
    pub(super) shared: Shared,
}

/// Runs that ended badly in the same way.
pub(super) struct RunFault {
    pub(super) end: End,
    /// How many.
    pub(super) count: usize,
    /// Other runs.
    pub(super) others: usize,
    /// The kind of case in which all of them are.
    pub(super) shared: Option<Shared>,
}

/// Finds out what is known.
pub(super) fn diagnose<'a>(cases: &'a [Evidence], known: &[Mistake]) -> Diagnosis<'a> {
    let mut judged: Vec<_> = cases
        .iter()
        .filter(|case| case.has_output())
        .map(|case| Judged {
            case,
            right: hold(case, Switches::NONE, &mut u64::MAX.clone()),
        })
        .collect();
    judged.sort_by_key(|it| (it.case.rows(), &it.case.name));
    let Findings {
        exact,
        is_enough,
        nearest,
        exception,
    } = find(&judged, known);
    let faults = faults(cases);
    Diagnosis {
        failed: cases.iter().filter(|it| it.end != End::Normal).collect(),
        silent: cases.iter().filter(|it| is_silent(it)).count(),
        run_faults: run_faults(cases),
        judged,
        faults,
        exact,
        is_enough,
        nearest,
        exception,
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

/// What the search for mistakes has found; as in [`Diagnosis`].
struct Findings {
    exact: Vec<Switches>,
    is_enough: bool,
    nearest: Option<Hypothesis>,
    exception: Option<Exception>,
}

fn find(judged: &[Judged<'_>], known: &[Mistake]) -> Findings {
    let mut findings = Findings {
        exact: vec![Switches::NONE],
        is_enough: false,
        nearest: None,
        exception: None,
    };
    if judged.iter().all(Judged::is_right) {
        return findings;
    }
    let trials = Trials::new(judged);
    let Combinations { exact, nearest } = combine(&trials, known);
    match exact.first() {
        Some(&first) => {
            findings.is_enough =
                exact.len() <= MOST_NAMES && is_enough(&trials, &trials.reviewed(first));
        }
        None => {
            findings.exception = nearest.as_ref().and_then(|it| exception(&trials, it));
            findings.nearest = match findings.exception {
                Some(_) => nearest,
                None => nearest.and_then(|it| telling(&trials, it)),
            };
        }
    }
    findings.exact = exact;
    findings
}

/// What of the nearest program is worth a hint: the mistakes that help in more cases than they have
/// conditions, if with them a third of the wrong cases goes on like it.
fn telling(trials: &Trials<'_>, nearest: Hypothesis) -> Option<Hypothesis> {
    let helps = |it: &Hypothesis, without: &Hypothesis| {
        let pairs = it.held.iter().zip(&without.held);
        pairs
            .filter(|(with, without)| with.fit > without.fit)
            .count()
    };
    let mut nearest = nearest;
    for switch in nearest.switches.iter() {
        let without = trials.reviewed(nearest.switches.without(switch));
        if helps(&nearest, &without) <= switch.scope.conditions() {
            nearest = without;
        }
    }
    (!nearest.switches.is_empty() && 3 * nearest.later >= trials.wrong().count()).then_some(nearest)
}

/// What the cases have in common that a program does not explain, and no other case has; `None` if
/// it spoils a right case, if there are many, or what it explains is too little for a name.
fn exception(trials: &Trials<'_>, nearest: &Hypothesis) -> Option<Exception> {
    let missed = trials.missed(nearest);
    let count = missed.len();
    let is_missed = |it: &&Judged<'_>| missed.iter().any(|case| std::ptr::eq(case.case, it.case));
    if missed.iter().any(|it| it.is_right())
        || nearest.whole < LEAST_RATIO * count
        || !is_enough(trials, nearest)
    {
        return None;
    }
    let facts = |cases: &mut dyn Iterator<Item = &Judged<'_>>| -> Vec<_> {
        cases.map(|it| Facts::of(&it.case.assignment)).collect()
    };
    let rest = &mut trials.all().iter().filter(|it| !is_missed(it));
    let shared = shared(&facts(&mut missed.iter().copied()), &facts(rest))?;
    (shared.of_kind == count && shared.kinds.len() == 1).then_some(Exception { count, shared })
}

/// Whether a run left out something that was asked for, though it ended by itself.
pub(super) fn is_silent(case: &Evidence) -> bool {
    let is_logged = case.problem.task.logged_algorithm().is_some();
    let lacks = case.next_state.is_none() || is_logged && case.traverse_log.is_none();
    case.end == End::Normal && case.has_output() && lacks
}

fn run_faults(cases: &[Evidence]) -> Vec<RunFault> {
    if cases.iter().all(|case| case.end == End::Normal) {
        return Vec::new();
    }
    let facts: Vec<_> = cases
        .iter()
        .map(|case| (case.end, Facts::of(&case.assignment)))
        .collect();
    let of = |is_of: &dyn Fn(End) -> bool| -> Vec<Facts> {
        let chosen = facts.iter().filter(|(end, _)| is_of(*end));
        chosen.map(|(_, facts)| *facts).collect()
    };
    let ends = [End::Crashed, End::Stopped].into_iter();
    let faults = ends.map(|end| {
        let (some, others) = (of(&|it| it == end), of(&|it| it == End::Normal));
        RunFault {
            end,
            count: some.len(),
            others: others.len(),
            shared: shared(&some, &others),
        }
    });
    faults.filter(|fault| fault.count > 0).collect()
}

impl Diagnosis<'_> {
    /// How much is known, of so many cases.
    pub(super) fn kind(&self, seen: usize) -> Kind {
        // A run that failed is explained if it is known where such runs fail.
        let runs_explained = self.run_faults.iter().all(|fault| fault.shared.is_some());
        let is_reproduced = match self.exact.first() {
            None => false,
            Some(switches) if switches.is_empty() => runs_explained,
            Some(_) => self.is_enough,
        };
        match () {
            () if seen == 0 => Kind::NoEvidence,
            () if self.is_right() => Kind::Right,
            () if is_reproduced && !self.judged.is_empty() => Kind::Named,
            () if self.exception.is_some() => Kind::Partly,
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
