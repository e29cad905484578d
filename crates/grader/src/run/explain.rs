//! What explains a submission's wrong outputs: those that were kept, and what it answers when it is asked.
//!
//! All cases of a submission are evidence together: a mistake must also explain why the right cases are right.
//!
//! A question is a tiny input: one of the battery, or one that tells explanations apart. It costs a run, so there is a
//! budget of questions or of time, and a program is not asked any more after it has not ended a few times in a row.

use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::execution::{ended, run_small};
use super::prepare::{Prepared, is_built};
use super::setup::Setup;
use super::workspace::{Workspace, kept_outputs};
use crate::grading::Rerun;
use crate::ledger::{State, battery_digest};
use crate::result::{
    Basis, Explanation, ProbeBudget, Probed, SubmissionRecord, end_of, is_of_outputs,
};
use case_files::is_beyond;
use explain::evidence::{End, Evidence, Lines, text_of};
use explain::interview::{Interview, Questions};
use explain::profile::battery::{Answer, battery};
use explain::profile::look::Written;
use explain::{Facts, catalogue_version, find_out, find_out_asking};
use journal::digest;
use mancala::homework::compare::{OutputFile, Verdict};
use mancala::homework::{OptionalRows, Problem, answer_with_log};
use sandbox::{NotAnOutput, Outcome, Tree, open_output};

/// The lines of an output, as many as are looked at; `None` if there is none.
pub fn lines_of(path: &Path) -> io::Result<Option<Lines>> {
    let file = match Tree::open_file(path, u64::MAX) {
        Ok(file) => file,
        Err(NotAnOutput::Missing) => return Ok(None),
        Err(error) => return Err(io::Error::other(error)),
    };
    let mut bytes = Vec::new();
    file.take(Workspace::KEPT_BYTES as u64).read_to_end(&mut bytes)?;
    Ok(Some(Lines::new(&bytes, bytes.len() >= Workspace::KEPT_BYTES)))
}

/// The cases of a suite with the outputs of right programs, which are made when first needed.
pub(super) struct Explainer {
    cases: Vec<Case>,
    /// What is known of a program all of whose cases are right.
    all_right: OnceLock<Facts>,
}

/// A case, as far as it matters here.
struct Case {
    name: String,
    problem: Problem,
    right: OnceLock<Option<Evidence>>,
}

impl Explainer {
    /// For a suite of these cases: their names, and what they ask.
    pub fn new(cases: impl Iterator<Item = (String, Problem)>) -> Self {
        let within = cases.filter(|(name, _)| !is_beyond(name));
        let case = |(name, problem)| Case { name, problem, right: OnceLock::new() };
        Self { cases: within.map(case).collect(), all_right: OnceLock::new() }
    }

    /// The hash of the results that an explanation would rest on; `None` if there are none.
    fn results_of(&self, record: &SubmissionRecord, known: &State) -> Option<String> {
        let cases = self.cases.iter();
        let results = cases.filter_map(|case| known.present_result(record, &case.name));
        let basis: Vec<_> =
            results.flat_map(|it| [it.key.as_bytes(), it.verdict.code().as_bytes()]).collect();
        (!basis.is_empty()).then(|| digest(basis))
    }

    /// What the ledger does not have yet of a submission, as lines of it: the explanation, and what the program
    /// answered when it was asked. What was kept lies in the folder `results`.
    pub fn update(
        &self,
        record: &SubmissionRecord,
        known: &State,
        results: &Path,
        asker: Option<Asker<'_, '_>>,
    ) -> (Option<Probed>, Option<Explanation>) {
        let Some(results_of) = self.results_of(record, known) else { return (None, None) };
        let asked = asker.as_ref().map(|it| it.setup.grading.probe_budget);
        let basis = Basis { results: results_of, asked };
        // Asked more, the program may say more; one that is not asked says nothing more.
        let is_known = |before: &Basis| {
            before.results == basis.results
                && (basis.asked.is_none() || before.asked == basis.asked)
        };
        let before = known.present_explanation(record);
        if let Some(before) = before.filter(|it| it.basis.as_ref().is_some_and(is_known))
            && (is_of_today(before) || self.is_lost(record, known, results))
        {
            return (None, None);
        }
        let (facts, probed) = self.explain(record, known, results, asker);
        let explanation = Explanation {
            submission: record.name.clone(),
            program: record.program.clone(),
            basis: Some(basis),
            facts: Some(Box::new(facts)),
            explained: None,
        };
        (probed, Some(explanation))
    }

    /// Whether something wrong that a submission wrote was not kept, so that it cannot be looked at again.
    pub fn is_lost(&self, record: &SubmissionRecord, known: &State, results: &Path) -> bool {
        let cases = self.cases.iter();
        let mut results_of = cases.filter_map(|case| known.present_result(record, &case.name));
        results_of.any(|it| is_of_outputs(it.verdict) && !kept_outputs(results, &it.key).is_dir())
    }

    fn explain(
        &self,
        record: &SubmissionRecord,
        known: &State,
        results: &Path,
        mut asker: Option<Asker<'_, '_>>,
    ) -> (Facts, Option<Probed>) {
        let (mut evidence, mut right) = (Vec::new(), 0);
        for case in &self.cases {
            let Some(result) = known.present_result(record, &case.name) else { continue };
            let written = match end_of(result.verdict) {
                None if result.verdict == Verdict::Skipped => None,
                None => Evidence::new(&case.name, &case.problem, End::Normal, None, None),
                Some(_) if result.verdict == Verdict::Accepted => {
                    let evidence = case.right.get_or_init(|| right_evidence(case)).clone();
                    let end = match result.outcome {
                        None | Some(Outcome::Exited(0)) => End::Normal,
                        // The course looks at nothing but the outputs.
                        Some(_) => End::Crashed,
                    };
                    right += usize::from(end == End::Normal);
                    evidence.map(|it| Evidence { end, ..it })
                }
                Some(end) => {
                    let folder = kept_outputs(results, &result.key);
                    written(&case.name, &case.problem, end, &folder)
                }
            };
            evidence.extend(written);
        }
        let is_asked = asker.is_some() || known.present_answers(record).is_some();
        if right == self.cases.len() && !is_asked {
            return (self.all_right.get_or_init(|| find_out(&evidence)).clone(), None);
        }
        let (answers, questions) = match &asker {
            Some(asker) => (asker.known(known), asker.questions),
            None => {
                (known.present_answers(record).unwrap_or_default().to_vec(), Questions::up_to(0))
            }
        };
        let ask = &mut |input: &[u8]| asker.as_mut()?.ask(input);
        let mut program = Interview::new(answers, questions, ask);
        let facts = find_out_asking(evidence, &mut program);
        let answers = program.answers;
        let was_asked = answers.iter().any(|it| *it != Answer::NotAsked);
        (facts, asker.filter(|_| was_asked).map(|it| it.probed(answers)))
    }
}

/// Whether it was found out with the catalogue of this program.
pub fn is_of_today(explanation: &Explanation) -> bool {
    explanation.facts.as_ref().is_some_and(|it| it.catalogue == catalogue_version())
}

/// What a submission wrote, as far as it was kept in `folder`.
pub(super) fn written(name: &str, problem: &Problem, end: End, folder: &Path) -> Option<Evidence> {
    // What was kept and cannot be read is as good as not written.
    let lines = |output: OutputFile| lines_of(&folder.join(output.name())).ok().flatten();
    let log = problem.task.logged_algorithm().and_then(|_| lines(OutputFile::TraverseLog));
    Evidence::new(name, problem, end, lines(OutputFile::NextState), log)
}

/// What a right program writes, as far as it would be kept.
fn right_evidence(case: &Case) -> Option<Evidence> {
    let Case { name, problem, .. } = case;
    let beginning = || Ok::<_, io::Error>(Beginning::default());
    let (answer, log) = answer_with_log(problem, OptionalRows::Omit, beginning).ok()?;
    let state = Lines::new(answer.next_state().as_bytes(), false);
    let log = log.map(|log| Lines::new(&log.out.bytes, log.out.cut));
    Evidence::new(name, problem, End::Normal, Some(state), log)
}

/// The beginning of what is written to it.
#[derive(Debug, Default)]
struct Beginning {
    bytes: Vec<u8>,
    cut: bool,
}

impl Write for Beginning {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = Workspace::KEPT_BYTES - self.bytes.len();
        self.cut |= bytes.len() > room;
        self.bytes.extend_from_slice(&bytes[..bytes.len().min(room)]);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A program that is stopped so often in a row is not asked on.
const MAX_STOPPED: u32 = 3;
/// The most bytes of an output that are kept; of more there is a loop that does not end.
const MAX_BYTES: u64 = 64 << 10;
/// Where questions are counted, time is no limit.
const A_DAY: Duration = Duration::from_secs(86_400);

/// A program that may be asked.
pub(super) struct Asker<'h, 'a> {
    setup: &'h Setup<'a>,
    prepared: &'h Prepared<'a>,
    questions: Questions,
    time: Duration,
    /// When the time ends, which begins with the first question.
    ends: Option<Instant>,
    stopped_in_a_row: u32,
}

impl<'h, 'a> Asker<'h, 'a> {
    /// `None` if nothing is to be asked. A program that wrote nothing anywhere has nothing to say of any rule, and one
    /// all of whose cases are right is asked only where somebody says how much.
    pub fn new(setup: &'h Setup<'a>, prepared: &'h Prepared<'a>, known: &State) -> Option<Self> {
        let record = &prepared.record;
        let all = &setup.grading.cases.cases;
        let cases = all.iter().filter(|case| !is_beyond(&case.name));
        let results = cases.filter_map(|case| known.present_result(record, &case.name));
        let verdicts = results.map(|it| it.verdict);
        let verdicts: Vec<_> = verdicts.filter(|&it| end_of(it).is_some()).collect();
        let is_right = |it: &Verdict| *it == Verdict::Accepted;
        let wrote = |it: &Verdict| is_right(it) || is_of_outputs(*it);
        let budget = setup.grading.probe_budget;
        let is_asked = !verdicts.iter().all(is_right) || budget != ProbeBudget::Auto;
        if !is_asked || !verdicts.iter().any(wrote) {
            return None;
        }
        let (questions, time) = match budget {
            ProbeBudget::Time(Duration::ZERO) | ProbeBudget::Count(0) => return None,
            ProbeBudget::Time(time) => (Questions::up_to(usize::MAX), time),
            ProbeBudget::Count(most) => (Questions::up_to(most), A_DAY),
            ProbeBudget::Auto => (Questions::beside(all.len()), A_DAY),
        };
        Some(Self { setup, prepared, questions, time, ends: None, stopped_in_a_row: 0 })
    }

    /// What the program is known to answer to the battery.
    fn known(&self, known: &State) -> Vec<Answer> {
        let record = &self.prepared.record;
        // Without an explanation these are answers to somebody who was stopped, and what is asked follows from them.
        let is_explained = known.present_explanation(record).is_some();
        let is_used = is_explained && self.setup.grading.rerun != Rerun::Everything;
        let before = known.present_answers(record).filter(|_| is_used);
        before.map_or_else(|| vec![Answer::NotAsked; battery().len()], <[_]>::to_vec)
    }

    /// The answers as a line of the ledger.
    fn probed(&self, answers: Vec<Answer>) -> Probed {
        let SubmissionRecord { name, program, .. } = &self.prepared.record;
        let (submission, program) = (name.clone(), program.clone());
        Probed { submission, program, battery: battery_digest(), answers }
    }

    /// What the program does with an input; `None` if no time is left, or the run is no evidence.
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
        let dir = self.setup.workspace.fresh("probe");
        let answer = self.answer(input, left, &dir);
        self.setup.workspace.discard(&dir);
        let (end, written) = answer?;
        self.stopped_in_a_row = if end.is_at_limit() { self.stopped_in_a_row + 1 } else { 0 };
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
                Some(text_of(&bytes).into_owned())
            });
        Some((ended(&report).0, Written { next_state, traverse_log }))
    }
}
