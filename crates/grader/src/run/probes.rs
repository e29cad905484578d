//! Questions that are put to a wrong program: the battery, and inputs that tell explanations apart.
//!
//! A question is a tiny input. It costs a run, so there is a budget of questions or of time, and a program is not
//! asked any more after it has not ended a few times in a row.

use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use super::Setup;
use super::case::{Ended, ended, run_small};
use super::explain::{end_of, evidence_of};
use super::prepare::{Prepared, is_built};
use crate::grading::{ProbeBudget, Rerun};
use crate::ledger::State;
use crate::result::{Probed, SubmissionRecord};
use case_files::is_beyond;
use explain::FRESH;
use explain::evidence::{End, Evidence};
use explain::profile::battery::{Answer, TEXT, battery, next};
use explain::profile::look::Written;
use journal::digest;
use mancala::homework::Problem;
use mancala::homework::compare::{OutputFile, Verdict};
use sandbox::open_output;

/// A program that is stopped so often in a row is not asked on.
const MAX_STOPPED: u32 = 3;
/// The most bytes of an output that are kept; of more there is a loop that does not end.
const MAX_BYTES: u64 = 64 << 10;
/// The probes of [`ProbeBudget::Auto`]: so many at least, or one for so many cases.
const AT_LEAST: usize = 20;
const CASES_A_PROBE: usize = 4;
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

/// How many questions are asked, and for how long.
type Budget = (usize, Duration);

/// The budgets of the battery and of what confirms an explanation; `None` if nothing is wrong, or nothing is to be
/// asked. A program that wrote nothing anywhere has nothing to say of any rule.
fn budgets(setup: &Setup<'_>, prepared: &Prepared<'_>, known: &State) -> Option<[Budget; 2]> {
    use Verdict::{Accepted, Partly, PresentationError, WrongAnswer};
    let record = &prepared.record;
    let all = &setup.grading.cases.cases;
    let cases = all.iter().filter(|case| !is_beyond(&case.name));
    let results = cases.filter_map(|case| known.result(&record.name, &case.name));
    let verdicts = results.filter(|it| *it.program == record.program).map(|it| it.verdict);
    let verdicts: Vec<_> = verdicts.filter(|&it| end_of(it).is_some()).collect();
    let wrote = |it: &Verdict| matches!(it, Accepted | Partly | PresentationError | WrongAnswer);
    if verdicts.iter().all(|it| *it == Accepted) || !verdicts.iter().any(wrote) {
        return None;
    }
    let count = match setup.grading.probe_budget {
        ProbeBudget::Time(Duration::ZERO) | ProbeBudget::Count(0) => return None,
        ProbeBudget::Time(time) => {
            return Some([(usize::MAX, time * 2 / 3), (usize::MAX, time / 3)]);
        }
        ProbeBudget::Count(count) => count,
        ProbeBudget::Auto => AT_LEAST.max(all.len() / CASES_A_PROBE),
    };
    Some([count, FRESH.max(count / 3)].map(|count| (count, A_DAY)))
}

pub(super) struct Asker<'h, 'a> {
    setup: &'h Setup<'a>,
    prepared: &'h Prepared<'a>,
    /// The questions that are left.
    left: usize,
    time: Duration,
    /// When it ends that began with the first question.
    ends: Option<Instant>,
    stopped_in_a_row: u32,
}

impl<'h, 'a> Asker<'h, 'a> {
    fn new(setup: &'h Setup<'a>, prepared: &'h Prepared<'a>, (left, time): Budget) -> Self {
        Self { setup, prepared, left, time, ends: None, stopped_in_a_row: 0 }
    }

    /// Asks whether an explanation is true; `None` if nothing is to be asked.
    pub(super) fn of_explanation(
        setup: &'h Setup<'a>,
        prepared: &'h Prepared<'a>,
        known: &State,
    ) -> Option<Self> {
        let [_, budget] = budgets(setup, prepared, known)?;
        Some(Self::new(setup, prepared, budget))
    }

    /// What the program does with a problem, as evidence.
    pub(super) fn evidence(&mut self, problem: &Problem) -> Option<Evidence> {
        let (end, written) = self.ask(problem.to_string().as_bytes())?;
        evidence_of(problem, end, &written)
    }

    /// What the program does with an input; `None` if nothing is left of the budget, or the run is no evidence.
    fn ask(&mut self, input: &[u8]) -> Option<(End, Written)> {
        let now = Instant::now();
        if self.ends.is_none() && !is_built(self.setup, self.prepared) {
            return None;
        }
        let ends = *self.ends.get_or_insert(now + self.time);
        let left = ends.saturating_duration_since(now);
        if left.is_zero() || self.stopped_in_a_row >= MAX_STOPPED {
            return None;
        }
        self.left = self.left.checked_sub(1)?;
        let dir = self.setup.workspace.fresh("probe");
        let answer = self.answer(input, left, &dir);
        self.setup.workspace.discard(&dir);
        let (end, written) = answer?;
        self.stopped_in_a_row = match end {
            End::Stopped => self.stopped_in_a_row + 1,
            End::Normal | End::Crashed => 0,
        };
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
        let end = match ended(&report) {
            Ended::ByItself => End::Normal,
            Ended::Crashed => End::Crashed,
            Ended::Stopped(_) => End::Stopped,
        };
        Some((end, Written { next_state, traverse_log }))
    }
}

/// What a submission answers to the battery, as a line of the ledger; `None` if that is known, or it is not
/// asked.
pub(super) fn probed(setup: &Setup<'_>, prepared: &Prepared<'_>, known: &State) -> Option<Probed> {
    let [budget, _] = budgets(setup, prepared, known)?;
    let record = &prepared.record;
    let before = present(known, record).filter(|_| setup.grading.rerun != Rerun::Everything);
    let probes = battery();
    let mut answers = before.map_or(vec![Answer::NotAsked; probes.len()], |it| it.answers.clone());
    let count = |answers: &[Answer]| answers.iter().filter(|it| **it != Answer::NotAsked).count();
    let asked_before = count(&answers);
    let left = budget.0.saturating_sub(asked_before);
    let mut asker = Asker::new(setup, prepared, (left, budget.1));
    while !before.is_some_and(|it| it.is_complete)
        && let Some(at) = next(probes, &answers)
        && let Some((end, written)) = asker.ask(&probes[at].input)
    {
        answers[at] = match end {
            End::Normal => probes[at].answer(written),
            End::Crashed => Answer::Crashed,
            End::Stopped => Answer::Stopped,
        };
    }
    (count(&answers) > asked_before).then(|| Probed {
        submission: record.name.clone(),
        program: record.program.clone(),
        battery: battery_digest(),
        is_complete: !answers.contains(&Answer::NotAsked) || asker.stopped_in_a_row >= MAX_STOPPED,
        answers,
    })
}
