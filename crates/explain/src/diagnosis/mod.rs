//! What is known of a submission: which cases are wrong, how runs ended, and which mistakes reproduce what was written.

pub(crate) mod first_rows;
pub(crate) mod own_rows;
pub(crate) mod partial;
pub(crate) mod run_fault;
pub(crate) mod state_fault;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::diagnosis::partial::{
    Exception, Part, PartTruth, exception, part_truths, programs_of_tasks, put_together, surely,
    suspects, telling,
};
use crate::diagnosis::run_fault::{RunFault, run_faults};
use crate::evidence::{End, Evidence, FormatFault};
use crate::hypothesis::beam::{Combinations, combine};
use crate::hypothesis::cache::{Cache, Hypothesis, Judged};
use crate::hypothesis::features::Features;
use crate::hypothesis::refuting;
use crate::hypothesis::threshold::paid;
use crate::mistakes::{Mistake, Switches};

/// How much is known.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// No case has an output or an end to look at.
    #[default]
    NoEvidence,
    /// Every case is right.
    Right,
    /// Named mistakes or faults reproduce everything that was written.
    Named,
    /// Named mistakes reproduce all but the cases of one kind, where something else is wrong.
    Partly,
    /// Nothing known reproduces it; the sentences say what is known.
    Described,
}

/// More programs that all write the same are no name.
const MAX_NAMES: usize = 3;

/// What is known of a submission.
pub(crate) struct Diagnosis<'a> {
    /// Cases with an output, the smallest first, as a right program would have answered them.
    pub judged: Vec<Judged<'a>>,
    /// Cases whose run ended badly.
    pub failed: Vec<&'a Evidence>,
    /// Cases that ended by themselves without an output that was asked for.
    pub silent: usize,
    /// Faults of form, and in how many cases.
    pub faults: BTreeMap<FormatFault, usize>,
    /// Kinds of run that ended badly.
    pub run_faults: Vec<RunFault>,
    pub found: Findings,
}

/// Finds out what is known.
pub(crate) fn diagnose(cases: &[Evidence]) -> Diagnosis<'_> {
    let judged = judged(cases);
    Diagnosis {
        failed: cases.iter().filter(|it| it.is_case && it.end != End::Normal).collect(),
        silent: cases.iter().filter(|it| it.is_case && is_silent(it)).count(),
        run_faults: run_faults(cases),
        faults: faults(cases),
        found: find(&judged),
        judged,
    }
}

/// Whether mistakes that explain these cases are found in a short time.
pub(crate) fn is_explained_soon(cases: &[Evidence]) -> bool {
    let judged = judged(cases);
    let mut cache = Cache::of_short_search(&judged);
    !combine(&mut cache).exact.is_empty()
}

fn judged(cases: &[Evidence]) -> Vec<Judged<'_>> {
    let mut judged: Vec<_> =
        cases.iter().filter(|case| case.has_output()).map(Judged::new).collect();
    judged.sort_by_key(|it| (it.case.rows(), &it.case.name));
    judged
}

/// The faults of form, and in how many cases each is.
fn faults(cases: &[Evidence]) -> BTreeMap<FormatFault, usize> {
    let mut faults = BTreeMap::new();
    let lost_commas = |case: &Evidence| case.faults.contains(&FormatFault::CommasMissing);
    let loses_commas = cases.iter().any(lost_commas);
    for case in cases.iter().filter(|it| it.is_case) {
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
pub(crate) struct Findings {
    /// Programs that write all that was written; the first is a right one if nothing is wrong.
    pub exact: Vec<Switches>,
    /// Whether what is wrong says enough to name the mistakes of `exact`.
    pub is_enough: bool,
    /// The program that comes nearest, if it comes near enough to be told.
    pub nearest: Option<Hypothesis>,
    /// If that writes everything but a few cases: which cases those are.
    pub exception: Option<Exception>,
    /// If nothing explains all but a few cases: what explains all of a part.
    pub parts: Vec<PartTruth>,
    /// The mistakes that are named, or else those that change what is first wrong in a case.
    pub suspects: Vec<Mistake>,
}

impl Findings {
    /// The programs that are said to write a part of what was written, and which.
    pub(crate) fn of_parts(&self) -> impl Iterator<Item = (Option<Part>, Switches)> {
        let nearest = self.nearest.as_ref().filter(|_| self.exception.is_some());
        let parts = self.parts.iter().map(|it| (Some(it.part), it.switches));
        parts.chain(nearest.map(|it| (None, it.switches)))
    }

    /// Drops what was found of a part where the program has answered otherwise.
    pub(crate) fn keep_parts(&mut self, answers: &[Evidence]) {
        self.parts.retain_mut(|it| it.keeps(answers));
    }

    /// Whether the program answered as the nearest one does, but for inputs of the kind where something else is wrong.
    pub(crate) fn holds_in_part(&self, answers: &[Evidence]) -> bool {
        let (Some(exception), Some(nearest)) = (&self.exception, &self.nearest) else {
            return true;
        };
        let is_excepted = |answer: &Evidence| {
            let features = Features::of(&answer.assignment);
            exception.shared.as_ref().is_some_and(|it| it.has(&features))
        };
        refuting(answers, nearest.switches).all(is_excepted)
    }
}

fn find(judged: &[Judged<'_>]) -> Findings {
    let mut findings = Findings { exact: vec![Switches::NONE], ..Findings::default() };
    if judged.iter().all(Judged::is_right) {
        return findings;
    }
    let mut cache = Cache::new(judged);
    let Combinations { mut exact, nearest, .. } = combine(&mut cache);
    let mut of_tasks = Default::default();
    if exact.is_empty() {
        of_tasks = programs_of_tasks(&cache);
        exact.extend(put_together(&cache, &of_tasks, nearest.as_ref()));
    }
    match exact.first() {
        Some(&first) => {
            findings.suspects = first.mistakes().collect();
            let mut paid = paid_of(&cache, first);
            if paid != first {
                cache.lead_wrong(|_| true);
                paid = paid_of(&cache, first);
            }
            findings.is_enough = exact.len() <= MAX_NAMES && paid == first;
            if !findings.is_enough {
                (findings.nearest, findings.exception) = surely(&cache, paid, &exact).unzip();
            }
        }
        None => {
            cache.lead_wrong(|it| it.is_light());
            findings.suspects = suspects(&cache);
            cache.lead_wrong(|_| true);
            let nearest = nearest.map(|it| cache.reviewed(it.switches));
            findings.exception = nearest.as_ref().and_then(|it| exception(&cache, it));
            findings.nearest = match findings.exception {
                Some(_) => nearest,
                None => nearest.and_then(|it| telling(&cache, it)),
            };
            if findings.exception.is_none() {
                findings.parts = part_truths(&cache, &of_tasks);
            }
        }
    }
    findings.exact = exact;
    findings
}

fn paid_of(cache: &Cache<'_>, switches: Switches) -> Switches {
    paid(cache, &cache.reviewed(switches))
}

/// Whether a run left out something that was asked for, though it ended by itself.
pub(crate) fn is_silent(case: &Evidence) -> bool {
    let is_logged = case.problem.task.logged_algorithm().is_some();
    let lacks = case.next_state.is_none() || is_logged && case.traverse_log.is_none();
    case.end == End::Normal && case.has_output() && lacks
}

impl Diagnosis<'_> {
    /// How much is known, of so many cases.
    pub(crate) fn kind(&self, seen: usize) -> Kind {
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
    pub(crate) fn is_right(&self) -> bool {
        self.faults.is_empty() && self.is_right_but_for_form()
    }

    /// Whether nothing is wrong but the form, if that.
    pub(crate) fn is_right_but_for_form(&self) -> bool {
        self.failed.is_empty() && self.silent == 0 && self.judged.iter().all(Judged::is_right)
    }
}
