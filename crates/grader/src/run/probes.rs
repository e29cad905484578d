//! Questions that are put to a wrong program: the battery, and inputs that tell explanations apart.
//!
//! A question is a tiny input. It costs a run, so there is a budget of questions or of time, and a program is not
//! asked any more after it has not ended a few times in a row.

use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use super::execution::{ended, run_small};
use super::prepare::{Prepared, is_built};
use super::setup::Setup;
use crate::grading::Rerun;
use crate::ledger::State;
use crate::result::{ProbeBudget, Probed, SubmissionRecord, end_of, is_of_outputs};
use case_files::is_beyond;
use explain::evidence::End;
use explain::interview::Questions;
use explain::profile::battery::{Answer, TEXT, battery};
use explain::profile::look::Written;
use journal::digest;
use mancala::homework::compare::{OutputFile, Verdict};
use sandbox::open_output;

/// A program that is stopped so often in a row is not asked on.
const MAX_STOPPED: u32 = 3;
/// The most bytes of an output that are kept; of more there is a loop that does not end.
const MAX_BYTES: u64 = 64 << 10;
/// Where questions are counted, time is no limit.
const A_DAY: Duration = Duration::from_secs(86_400);

/// What the battery is called by: answers to another one say nothing of this one.
fn battery_digest() -> String {
    digest([TEXT.as_bytes()])
}

/// What the present program answered to the present battery.
pub(crate) fn present<'k>(known: &'k State, record: &SubmissionRecord) -> Option<&'k Probed> {
    let probed = known.probed.get(&record.name)?;
    let is_present = probed.program == record.program && probed.battery == battery_digest();
    is_present.then_some(probed)
}

/// A program that may be asked.
pub(super) struct Asker<'h, 'a> {
    pub(super) setup: &'h Setup<'a>,
    prepared: &'h Prepared<'a>,
    pub(super) questions: Questions,
    time: Duration,
    /// When the time ends, which begins with the first question.
    ends: Option<Instant>,
    stopped_in_a_row: u32,
}

impl<'h, 'a> Asker<'h, 'a> {
    /// `None` if nothing is wrong, or nothing is to be asked. A program that wrote nothing anywhere has nothing to
    /// say of any rule.
    pub(super) fn new(
        setup: &'h Setup<'a>,
        prepared: &'h Prepared<'a>,
        known: &State,
    ) -> Option<Self> {
        let record = &prepared.record;
        let all = &setup.grading.cases.cases;
        let cases = all.iter().filter(|case| !is_beyond(&case.name));
        let results = cases.filter_map(|case| known.present_result(record, &case.name));
        let verdicts = results.map(|it| it.verdict);
        let verdicts: Vec<_> = verdicts.filter(|&it| end_of(it).is_some()).collect();
        let is_right = |it: &Verdict| *it == Verdict::Accepted;
        let wrote = |it: &Verdict| is_right(it) || is_of_outputs(*it);
        if verdicts.iter().all(is_right) || !verdicts.iter().any(wrote) {
            return None;
        }
        let (questions, time) = match setup.grading.probe_budget {
            ProbeBudget::Time(Duration::ZERO) | ProbeBudget::Count(0) => return None,
            ProbeBudget::Time(time) => (Questions::up_to(usize::MAX), time),
            ProbeBudget::Count(most) => (Questions::up_to(most), A_DAY),
            ProbeBudget::Auto => (Questions::beside(all.len()), A_DAY),
        };
        Some(Self { setup, prepared, questions, time, ends: None, stopped_in_a_row: 0 })
    }

    /// What the program is known to answer to the battery.
    pub(super) fn known(&self, known: &State) -> Vec<Answer> {
        let record = &self.prepared.record;
        // Without an explanation these are answers to somebody who was stopped, and what is asked follows from them.
        let is_explained = known.present_explanation(record).is_some();
        let is_used = is_explained && self.setup.grading.rerun != Rerun::Everything;
        let before = present(known, record).filter(|_| is_used);
        before.map_or_else(|| vec![Answer::NotAsked; battery().len()], |it| it.answers.clone())
    }

    /// The answers as a line of the ledger.
    pub(super) fn probed(&self, answers: Vec<Answer>) -> Probed {
        let SubmissionRecord { name, program, .. } = &self.prepared.record;
        let (submission, program) = (name.clone(), program.clone());
        Probed { submission, program, battery: battery_digest(), answers }
    }

    /// What the program does with an input; `None` if no time is left, or the run is no evidence.
    pub(super) fn ask(&mut self, input: &[u8]) -> Option<(End, Written)> {
        let now = Instant::now();
        if self.ends.is_none() && !is_built(self.setup, self.prepared) {
            return None;
        }
        let ends = *self.ends.get_or_insert(now + self.time);
        let left = ends.saturating_duration_since(now);
        if left.is_zero() || self.stopped_in_a_row >= MAX_STOPPED {
            return None;
        }
        let dir = self.setup.workspace.fresh("probe");
        let answer = self.answer(input, left, &dir);
        self.setup.workspace.discard(&dir);
        let (end, written) = answer?;
        self.stopped_in_a_row = if end == End::Stopped { self.stopped_in_a_row + 1 } else { 0 };
        Some((end, written))
    }

    fn answer(&self, input: &[u8], most: Duration, dir: &Path) -> Option<(End, Written)> {
        let program = self.prepared.program.as_ref()?;
        let report = run_small(self.setup, program, input, dir, most).ok()?;
        if program.at_fault(&report.outcome).is_some() {
            return None;
        }
        let [next_state, traverse_log] =
            [OutputFile::NextState, OutputFile::TraverseLog].map(|output| {
                let file = open_output(dir, output.name().as_ref(), MAX_BYTES).ok()?;
                let mut bytes = Vec::new();
                file.take(MAX_BYTES).read_to_end(&mut bytes).ok()?;
                Some(String::from_utf8_lossy(&bytes).into_owned())
            });
        Some((ended(&report).0, Written { next_state, traverse_log }))
    }
}
