//! A program that can be run is asked: this keeps what it answered, and how much may be asked on.

use crate::evidence::{End, Evidence, Lines};
use crate::facts::Asked;
use crate::profile::Profile;
use crate::profile::battery::{Answer, Outcome, Probe, battery};
use crate::profile::look::Written;
use crate::profile::suspicion::{Suspicion, next};
use crate::rule::{Rule, Topic};
use mancala::homework::Problem;

/// Questions that are kept for what confirms the explanation of a part: one of so many.
const OF_PARTS: usize = 4;

/// How many questions are put to a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Questions {
    /// In all.
    pub most: usize,
    /// Of them about the rules that a program breaks whose mistakes are named, and no more once a board shows that;
    /// `None` for as many as any other program is asked.
    pub of_named: Option<usize>,
    /// More than these about the rules, as long as none is certainly broken.
    pub while_unsure: usize,
}

/// The questions to a program that is graded: so many at least, or one for so many cases.
const AT_LEAST: usize = 12;
const CASES_A_QUESTION: usize = 5;
/// Those of them about the rules that a program breaks whose mistakes are named.
const OF_NAMED: usize = 1;
/// And how many more there are to a program that nothing explains, until it is sure which rule it breaks.
const WHILE_UNSURE: usize = 120;

impl Questions {
    /// So many that a suite of so many cases takes hardly longer.
    pub fn beside(cases: usize) -> Self {
        let most = AT_LEAST.max(cases / CASES_A_QUESTION);
        Self { most, of_named: Some(OF_NAMED), while_unsure: WHILE_UNSURE }
    }

    /// So many, whatever is found.
    pub const fn up_to(most: usize) -> Self {
        Self { most, of_named: None, while_unsure: 0 }
    }
}

/// Runs the program on an input; `None` if that is no evidence, or nothing more is to be asked.
pub type Ask<'a> = &'a mut dyn FnMut(&[u8]) -> Option<(End, Written)>;

/// A program that is asked.
pub struct Interview<'a> {
    /// What it answers to the battery.
    pub answers: Vec<Answer>,
    /// What of its answers is evidence.
    pub(crate) evidence: Vec<Evidence>,
    /// Runs that crashed or timed out.
    ended_badly: usize,
    pub(crate) questions: Questions,
    ask: Ask<'a>,
}

impl<'a> Interview<'a> {
    /// `answers` are what the program is known to answer to the battery.
    pub fn new(answers: Vec<Answer>, questions: Questions, ask: Ask<'a>) -> Self {
        let written = battery().iter().zip(&answers);
        let written = written.filter_map(|(probe, it)| Some((probe, probe.written(it)?)));
        let evidence = written.filter_map(|(probe, it)| evidence_of_probe(probe, End::Normal, it));
        let evidence = evidence.collect();
        let is_bad =
            |it: &&Answer| matches!(it, Answer::Crashed | Answer::Stopped | Answer::OverLimit);
        let ended_badly = answers.iter().filter(is_bad).count();
        Self { evidence, answers, ended_badly, questions, ask }
    }

    /// How much it was asked, with nothing confirmed or refuted.
    pub(crate) fn asked(&self) -> Asked {
        let ended = self.evidence.iter().filter(|it| it.end == End::Normal);
        let (answers, silent): (Vec<_>, Vec<_>) = ended.partition(|it| it.has_output());
        // A program may not know a task at all.
        let is_known = |it: &&&Evidence| {
            answers.iter().any(|answer| answer.assignment.task == it.assignment.task)
        };
        let silent = silent.iter().filter(is_known).count();
        // How an input is laid out is no evidence of what a program computes.
        let is_misread = |(probe, answer): &(&Probe, &Answer)| {
            let evidence = |it| evidence_of_probe(probe, End::Normal, it);
            probe.outcome(answer).0 == Outcome::Failed
                && probe.written(answer).and_then(evidence).is_none()
        };
        let misread = battery().iter().zip(&self.answers).filter(is_misread).count();
        let failed = self.ended_badly + silent + misread;
        Asked { answers: answers.len(), failed, ..Asked::default() }
    }

    /// What it has answered, these cases among it.
    pub(crate) fn known(&self, cases: &[Evidence]) -> Vec<Problem> {
        cases.iter().chain(&self.evidence).map(|it| it.problem).collect()
    }

    /// Allows so many more questions, unless their number is a limit that somebody set.
    pub(crate) fn allow(&mut self, more: usize) {
        if self.questions.of_named.is_some() {
            self.questions.most += more;
        }
    }

    /// Its answer to a problem, if there is one.
    pub(crate) fn put(&mut self, problem: &Problem) -> Option<&Evidence> {
        let input = problem.to_string();
        let (end, written) = self.run(input.as_bytes())?;
        self.evidence.push(evidence_of(problem, end, &written)?);
        self.evidence.last()
    }

    /// The same, but for questions that are kept for the rules.
    pub(crate) fn confirms(&mut self, problem: &Problem) -> Option<&Evidence> {
        (self.questions.most > self.questions.of_named.unwrap_or(0)).then(|| self.put(problem))?
    }

    /// Asks about rules that a program breaks whose mistakes are named.
    pub(crate) fn ask_to_show(&mut self, suspicion: &Suspicion) {
        let keep = self.questions.of_named.map_or(0, |of| self.questions.most.saturating_sub(of));
        let is_shown = |it: &Self| it.questions.of_named.is_some() && it.shows(&suspicion.rules);
        while self.questions.most > keep && !is_shown(self) && self.ask_next(suspicion) {}
    }

    fn shows(&self, rules: &[Rule]) -> bool {
        let mut answers = battery().iter().zip(&self.answers);
        answers.any(|(probe, it)| {
            rules.contains(&probe.rule) && matches!(probe.outcome(it).0, Outcome::Failed)
        })
    }

    /// Asks about all rules, those first that are suspected; some questions are kept if there are `parts` to confirm.
    pub(crate) fn ask_on_rules(&mut self, suspicion: &Suspicion, parts: bool) {
        let keep = if parts { self.questions.most / OF_PARTS } else { 0 };
        while self.questions.most > keep && self.ask_next(suspicion) {}
    }

    /// Asks on about the rules until it is sure that one is broken, as far as that is allowed.
    pub(crate) fn ask_on_rules_until_sure(&mut self) {
        while self.questions.while_unsure > 0 && !self.profile().is_sure {
            self.questions.while_unsure -= 1;
            self.questions.most += 1;
            if !self.ask_next(&Suspicion::default()) {
                break;
            }
        }
    }

    fn profile(&self) -> Profile {
        Profile::of(battery().iter().zip(&self.answers))
    }

    /// Asks the next probe; whether there was any answer.
    fn ask_next(&mut self, suspicion: &Suspicion) -> bool {
        let Some(at) = next(battery(), &self.answers, suspicion) else { return false };
        let probe = &battery()[at];
        let Some((end, written)) = self.run(&probe.input) else { return false };
        self.evidence.extend(evidence_of_probe(probe, end, &written));
        true
    }

    /// Runs the program, and keeps what it answers to the battery.
    fn run(&mut self, input: &[u8]) -> Option<(End, Written)> {
        self.questions.most = self.questions.most.checked_sub(1)?;
        let (end, written) = (self.ask)(input)?;
        self.ended_badly += usize::from(end != End::Normal);
        for (probe, answer) in battery().iter().zip(&mut self.answers) {
            if probe.input == input {
                *answer = probe.answer(end, written.clone());
            }
        }
        Some((end, written))
    }
}

/// What a program wrote for an input that is no case.
pub fn evidence_of(problem: &Problem, end: End, written: &Written) -> Option<Evidence> {
    let lines = |text: &Option<String>| Some(Lines::new(text.as_deref()?.as_bytes(), false));
    let (state, log) = (lines(&written.next_state), lines(&written.traverse_log));
    let evidence = Evidence::new("a question", problem, end, state, log)?;
    Some(Evidence { is_case: false, ..evidence })
}

/// The same of a probe: what a program makes of blanks and line ends says nothing of its mistakes.
fn evidence_of_probe(probe: &Probe, end: End, written: &Written) -> Option<Evidence> {
    let is_evidence = probe.rule.entry().topic != Topic::Files && end == End::Normal;
    is_evidence.then(|| evidence_of(&probe.problem, end, written))?
}
