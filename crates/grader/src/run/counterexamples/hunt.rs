//! The search for the counterexamples of one submission.

use std::collections::BTreeSet;
use std::time::Instant;

use super::{Showable, Way, Wrong};
use crate::cases::{Expected, GradingCase};
use crate::result::{CaseResult, Counterexample, Used};
use crate::run::execution::{self, short};
use crate::run::explain::written;
use crate::run::prepare::Prepared;
use crate::run::setup::Setup;
use crate::run::workspace::kept_outputs;
use explain::evidence::{End, Evidence};
use explain::mistakes::{Switch, Switches};
use explain::shrink::{Size, shrink};
use explain::{Facts, Fit, assignment, hold};
use mancala::homework::Problem;
use sandbox::Limits;

const MAX_RUNS: u32 = 500;

pub struct Hunt<'h, 'a> {
    pub setup: &'h Setup<'a>,
    pub showable: &'h Showable,
    pub prepared: &'h Prepared<'a>,
    /// The keys of results whose outputs are kept for others.
    pub graded: BTreeSet<&'h str>,
    pub ends: Instant,
    pub runs: u32,
    pub is_complete: bool,
    pub found: Vec<Counterexample>,
}

impl Hunt<'_, '_> {
    pub fn look(&mut self, facts: Option<&Facts>, wrong: &[Wrong<'_, '_>]) {
        let named = facts.map_or(Switches::NONE, Facts::named);
        let shown = named.iter().filter(|&switch| self.show(switch, named)).count();
        let whole = facts.is_some_and(|it| it.written_by().is_some());
        let confirmed = if shown == 0 { Switches::NONE } else { named };
        for way in Way::ALL {
            let is_told = way == Way::Output && whole && shown > 0 && shown == named.len();
            if !is_told {
                self.shrink(way, confirmed, wrong);
            }
        }
    }

    /// Runs the program on the smallest problem that shows one of its mistakes; whether it does.
    fn show(&mut self, switch: Switch, all: Switches) -> bool {
        let Some(problem) = self.showable.smallest_showing(switch, all) else { return false };
        let Some(result) = self.run_shortly(&problem) else { return false };
        let is_so = Way::of(result.verdict) == Some(Way::Output)
            && self.evidence(&problem, &result).is_some_and(|it| writes(&it, all));
        self.forget(&result);
        is_so && self.keep(&problem, Some(switch), &result)
    }

    /// Shrinks the smallest case that goes wrong in this way, and not only by the mistakes that are told already.
    fn shrink(&mut self, way: Way, told: Switches, wrong: &[Wrong<'_, '_>]) {
        let untold = |it: &&Wrong<'_, '_>| {
            it.way == way && self.is_untold(&it.case.expected.problem, it.result, told)
        };
        let shown = |it: &&Wrong<'_, '_>| self.showable.may_be_shown(&it.case.expected.problem);
        let Some(start) = wrong.iter().filter(shown).chain(wrong).find(untold) else { return };
        let problem = start.case.expected.problem;
        let Some(asked) = assignment(&problem) else { return };
        let size = Size::with_rows(&asked, start.case.expected.rows);
        let mut last = start.result.clone();
        let mut holds = |problem: &Problem| {
            if !self.showable.may_be_shown(problem) {
                return Some(false);
            }
            let result = self.run_shortly(problem)?;
            let is_so =
                Way::of(result.verdict) == Some(way) && self.is_untold(problem, &result, told);
            self.forget(&result);
            if is_so {
                last = result;
            }
            Some(is_so)
        };
        let shrunk = shrink(problem, size, &mut holds);
        self.is_complete &= shrunk.is_smallest;
        if self.showable.may_be_shown(&shrunk.problem) {
            self.keep(&shrunk.problem, None, &last);
        }
    }

    /// Whether a wrong result is not what a program with these mistakes gives.
    fn is_untold(&self, problem: &Problem, result: &CaseResult, told: Switches) -> bool {
        told.is_empty()
            || Way::of(result.verdict) != Some(Way::Output)
            || self
                .evidence(problem, result)
                .is_none_or(|it| !it.faults.is_empty() || !writes(&it, told))
    }

    fn evidence(&self, problem: &Problem, result: &CaseResult) -> Option<Evidence> {
        let folder = kept_outputs(&self.setup.workspace.results, &result.key);
        written(&result.case, problem, End::Normal, &folder)
    }

    /// Runs the program once more and keeps what it does, if that is wrong; whether it is.
    fn keep(&mut self, problem: &Problem, mistake: Option<Switch>, before: &CaseResult) -> bool {
        let limits = self.setup.config.limits();
        let case = case_of(problem, self.found.len() + 1);
        let Some(now) = self.run(&case, &limits) else { return false };
        self.forget(&now);
        let goes_wrong_alike = Way::of(now.verdict) == Way::of(before.verdict);
        let mut result = if goes_wrong_alike { now.clone() } else { before.clone() };
        result.used = Used::default();
        result.case = case.name.as_str().into();
        self.found.push(Counterexample {
            mistake,
            is_steady: goes_wrong_alike
                && (now.verdict, &now.findings) == (before.verdict, &before.findings),
            case: case.record(),
            result,
        });
        true
    }

    /// What the program does in a short time; `None` if there is none left to look, or the run was cancelled.
    fn run_shortly(&mut self, problem: &Problem) -> Option<CaseResult> {
        if self.runs == MAX_RUNS || Instant::now() >= self.ends {
            self.is_complete = false;
            return None;
        }
        self.runs += 1;
        self.run(&case_of(problem, 1), &short(self.setup))
    }

    fn run(&self, case: &GradingCase, limits: &Limits) -> Option<CaseResult> {
        execution::run(&self.prepared.run_of(self.setup, case, limits))
    }

    /// Removes what was kept of a run's outputs, unless it is kept for a case of the suite.
    fn forget(&self, result: &CaseResult) {
        if !self.graded.contains(result.key.as_str()) {
            self.setup.workspace.forget_outputs(&result.key);
        }
    }
}

/// Whether a program with these mistakes writes the same, faults of form aside.
fn writes(evidence: &Evidence, switches: Switches) -> bool {
    hold(evidence, switches, &mut u64::MAX.clone()).fit == Fit::Reproduced
}

fn case_of(problem: &Problem, number: usize) -> GradingCase {
    GradingCase {
        name: format!("counterexample-{number}"),
        input: problem.to_string().into_bytes(),
        expected: Expected::compute(*problem),
    }
}
