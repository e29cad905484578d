//! The smallest inputs on which a submission goes wrong.
//!
//! Where a known mistake is named, the smallest board on which it shows is found without the program,
//! and one run confirms it. Whatever else goes wrong is shrunk from the smallest case on which it does,
//! by running the program on smaller and smaller inputs, within a budget.
//!
//! Nothing is drawn by lot: the same program has the same counterexamples, unless its time runs out.
//! An input of a hidden case is never one. `hunt` is the search.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::prepare::{Prepared, is_built};
use super::setup::{Setup, lock};
use crate::cases::GradingCase;
use crate::grading::Rerun;
use crate::ledger::State;
use crate::result::{CaseResult, Counterexamples, end_of};
use case_files::is_beyond;
use explain::assignment;
use explain::evidence::End;
use explain::mistakes::{Switch, Switches};
use explain::shrink::{Size, smallest_showing};
use hunt::Hunt;
use mancala::homework::Problem;
use mancala::homework::compare::Verdict;

mod hunt;

pub struct Shrinker<'a> {
    setup: &'a Setup<'a>,
    budget: Duration,
    /// The cases that are explained, the smallest first.
    cases: Vec<&'a GradingCase>,
    showable: Showable,
}

impl<'a> Shrinker<'a> {
    /// What looks for so long, for each submission.
    pub fn new(setup: &'a Setup<'a>, budget: Duration) -> Self {
        let scoring = setup.config.scoring();
        let is_hidden = |case: &&GradingCase| scoring.worth(&case.name).is_hidden;
        let hidden = setup.grading.cases.cases.iter().filter(is_hidden);
        let hidden = hidden.map(|case| case.expected.problem).collect();
        let sized = |case: &'a GradingCase| {
            let asked = assignment(&case.expected.problem)?;
            Some((Size::with_rows(&asked, case.expected.rows), case))
        };
        let within = setup.grading.cases.cases.iter().filter(|case| !is_beyond(&case.name));
        let mut cases: Vec<_> = within.filter_map(sized).collect();
        cases.sort_by(|a, b| a.0.cmp(&b.0));
        let cases: Vec<_> = cases.into_iter().map(|(_, case)| case).collect();
        let showable = Showable {
            given: cases.iter().map(|case| case.expected.problem).collect(),
            hidden,
            showing: Mutex::default(),
        };
        Self { setup, budget, cases, showable }
    }

    /// The counterexamples of a submission, as a line of the ledger; `None` if it has them already, or
    /// there are none to be found, or the run was cancelled.
    pub fn update(&self, prepared: &Prepared<'_>, known: &State) -> Option<Counterexamples> {
        let name = &prepared.record.name;
        let program = &prepared.record.program;
        let explained = known.present_explanation(&prepared.record)?;
        let budget_ms = self.budget.as_millis() as u64;
        let is_known = known.counterexamples.get(name).is_some_and(|it| {
            let is_of_this = (&it.program, &it.basis) == (program, &explained.basis);
            is_of_this && (it.is_complete || it.budget_ms >= budget_ms)
        }) && self.setup.grading.rerun != Rerun::Everything;
        let wrong = self.wrong(prepared, known);
        if is_known || wrong.is_empty() || !is_built(self.setup, prepared) {
            return None;
        }
        let mut hunt = Hunt {
            setup: self.setup,
            showable: &self.showable,
            prepared,
            graded: known.results().map(|it| it.key.as_str()).collect(),
            ends: Instant::now() + self.budget,
            runs: 0,
            is_complete: true,
            found: Vec::new(),
        };
        hunt.look(explained.facts.as_deref(), &wrong);
        (!self.setup.grading.is_cancelled()).then_some(Counterexamples {
            submission: name.clone(),
            program: program.clone(),
            basis: explained.basis.clone(),
            budget_ms,
            is_complete: hunt.is_complete,
            found: hunt.found,
        })
    }

    /// The wrong results of a submission, those of small cases first.
    fn wrong<'k>(&self, prepared: &Prepared<'_>, known: &'k State) -> Vec<Wrong<'a, 'k>> {
        let wrong = |case: &&'a GradingCase| {
            let result = known.present_result(&prepared.record, &case.name)?;
            Some(Wrong { case, result, way: Way::of(result.verdict)? })
        };
        self.cases.iter().filter_map(wrong).collect()
    }
}

pub struct Wrong<'a, 'k> {
    pub case: &'a GradingCase,
    pub result: &'k CaseResult,
    pub way: Way,
}

/// In which way a run goes wrong. It stays the same while an input is shrunk, so that no fault is lost for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// What it writes is wrong.
    Output,
    /// It ends by itself and writes nothing.
    Silent,
    Crash,
    /// A limit or the sandbox stops it.
    Stopped,
}

impl Way {
    pub const ALL: [Self; 4] = [Self::Output, Self::Silent, Self::Crash, Self::Stopped];

    /// `None` if nothing is wrong, or it is not the submission's fault.
    pub fn of(verdict: Verdict) -> Option<Self> {
        match (verdict, end_of(verdict)?) {
            (Verdict::Accepted, _) => None,
            (Verdict::NoOutput, _) => Some(Self::Silent),
            (_, End::Normal) => Some(Self::Output),
            (_, End::Crashed) => Some(Self::Crash),
            (_, End::Stopped | End::OverLimit) => Some(Self::Stopped),
        }
    }
}

/// The problems of a suite, as far as they matter here.
pub struct Showable {
    /// Those that are explained, the smallest first.
    pub given: Vec<Problem>,
    /// What nobody may be shown.
    pub hidden: Vec<Problem>,
    /// For the mistakes of a program, the smallest problem that shows one of them.
    pub showing: Mutex<HashMap<(Switches, Switch), Option<Problem>>>,
}

impl Showable {
    pub fn may_be_shown(&self, problem: &Problem) -> bool {
        !self.hidden.iter().any(|hidden| hidden.asks_the_same(problem))
    }

    pub fn smallest_showing(&self, switch: Switch, all: Switches) -> Option<Problem> {
        let mut showing = lock(&self.showing);
        let rules = self.given.first()?.rules();
        *showing.entry((all, switch)).or_insert_with(|| {
            smallest_showing(switch, all, rules, &self.given, &|it| self.may_be_shown(it))
        })
    }
}
