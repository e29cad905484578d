//! The smallest inputs on which a submission goes wrong.
//!
//! Where a known mistake is named, the smallest board on which it shows is found without the program,
//! and one run confirms it. Whatever else goes wrong is shrunk from the smallest case on which it does,
//! by running the program on smaller and smaller inputs, within a budget.
//!
//! Nothing is drawn by lot: the same program has the same counterexamples, unless its time runs out.
//! An input of a hidden case is never one.
//!
//! In reading order: `way` (what goes wrong), `showable` (what a student may see), `hunt` (the search).
//!
//! Left out: what is smaller ([`shrink`](explain::shrink)).

mod hunt;
mod showable;
mod way;

use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use super::prepare::{Prepared, is_built};
use super::setup::{Rerun, Setup};
use crate::cases::GradingCase;
use crate::ledger::Known;
use crate::result::Counterexamples;
use crate::scoring::Visibility;
use crate::suite::is_beyond;
use explain::assignment;
use explain::shrink::Size;
use hunt::Hunt;
use showable::Showable;
use way::{Way, Wrong};

/// What looks for counterexamples.
pub(super) struct Shrinker<'a> {
    setup: &'a Setup<'a>,
    budget: Duration,
    /// The cases that are explained, the smallest first.
    cases: Vec<&'a GradingCase>,
    showable: Showable,
}

impl<'a> Shrinker<'a> {
    /// What looks for so long, for each submission.
    pub(super) fn new(setup: &'a Setup<'a>, budget: Duration) -> Self {
        let scoring = setup.config.scoring();
        let is_hidden =
            |case: &&GradingCase| scoring.worth(&case.name).visibility == Visibility::Hidden;
        let hidden = setup.cases.iter().filter(is_hidden);
        let hidden = hidden.map(|case| case.expected.problem).collect();
        let sized = |case: &'a GradingCase| {
            let asked = assignment(&case.expected.problem)?;
            Some((Size::with_rows(&asked, case.expected.rows), case))
        };
        let within = setup.cases.iter().filter(|case| !is_beyond(&case.name));
        let mut cases: Vec<_> = within.filter_map(sized).collect();
        cases.sort_by(|a, b| a.0.cmp(&b.0));
        let cases: Vec<_> = cases.into_iter().map(|(_, case)| case).collect();
        let showable = Showable {
            given: cases.iter().map(|case| case.expected.problem).collect(),
            hidden,
            showing: Mutex::default(),
        };
        Self {
            setup,
            budget,
            cases,
            showable,
        }
    }

    /// The counterexamples of a submission, as a line of the ledger; `None` if it has them already, or
    /// there are none to be found, or the run was cancelled.
    pub(super) fn news(&self, prepared: &Prepared<'_>, known: &Known) -> Option<Counterexamples> {
        let name = &prepared.record.name;
        let program = &prepared.record.program;
        let explained = known.explanations.get(name);
        let explained = explained.filter(|it| it.program == *program)?;
        let budget_ms = self.budget.as_millis() as u64;
        let is_known = known.counterexamples.get(name).is_some_and(|it| {
            let is_of_this = (&it.program, &it.basis) == (program, &explained.basis);
            is_of_this && (it.is_complete || it.budget_ms >= budget_ms)
        }) && self.setup.rerun != Rerun::Everything;
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
        hunt.look(explained.explained.as_ref(), &wrong);
        (!self.is_cancelled()).then_some(Counterexamples {
            submission: name.clone(),
            program: program.clone(),
            basis: explained.basis.clone(),
            budget_ms,
            is_complete: hunt.is_complete,
            found: hunt.found,
        })
    }

    /// The wrong results of a submission, those of small cases first.
    fn wrong<'k>(&self, prepared: &Prepared<'_>, known: &'k Known) -> Vec<Wrong<'a, 'k>> {
        let record = &prepared.record;
        let wrong = |case: &&'a GradingCase| {
            let result = known.result(&record.name, &case.name)?;
            let way = Way::of(result.verdict).filter(|_| *result.program == record.program)?;
            Some(Wrong { case, result, way })
        };
        self.cases.iter().filter_map(wrong).collect()
    }

    fn is_cancelled(&self) -> bool {
        self.setup.cancel.load(Relaxed)
    }
}
