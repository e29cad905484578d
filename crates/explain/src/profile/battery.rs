//! The battery: tiny inputs, each of which tells about one rule.
//!
//! It is data, `battery.txt`. A probe isolates its rule: no mistake of the catalogue changes what the
//! probe looks at, but for those that break the rule or one that it needs ([`Probe::may_fail_by`]).
//!
//! Left out: running a program on it.

use std::sync::LazyLock;

use super::look::{Look, Shape, Written};
use super::rule::Rule;
use crate::assignment::{Assignment, assignment};
use crate::mistakes::Mistake;
use crate::reference::{self, OptionalRows, Settings};
use mancala::homework::{Problem, parse};

/// A question about one rule.
#[derive(Debug, Clone)]
pub struct Probe {
    /// The rule that it tells about.
    pub rule: Rule,
    /// The input as it lies in the file.
    pub input: Vec<u8>,
    /// What is looked at.
    pub look: Look,
    /// What is seen there in the answer of a right program.
    pub expected: Vec<String>,
    /// The nodes of that answer.
    pub shape: Shape,
    /// What is asked.
    pub assignment: Assignment,
}

/// What became of a probe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// What was looked at is right.
    Passed,
    /// It is not.
    Failed,
    /// There was nothing to look at: no file, or no such rows.
    Silent,
}

impl Probe {
    /// A look at what a right program answers to an input.
    ///
    /// # Errors
    /// What is wrong with the input, in a sentence.
    pub fn new(rule: Rule, input: Vec<u8>, look: Look) -> Result<Self, String> {
        let problem = parse(&input).map_err(|error| error.to_string())?;
        Self::of_problem(rule, input, look, &problem)
    }

    /// The same of an input that was read already.
    ///
    /// # Errors
    /// The task is the competition, the search too large, or there is nothing to look at.
    pub fn of_problem(
        rule: Rule,
        input: Vec<u8>,
        look: Look,
        problem: &Problem,
    ) -> Result<Self, String> {
        let assignment = assignment(problem).ok_or("the competition has no one answer")?;
        let right = Right::of(&assignment)?;
        let expected = look
            .at(&right.written, &right.shape)
            .ok_or("there is nothing to look at")?;
        Ok(Self {
            rule,
            input,
            look,
            expected,
            shape: right.shape,
            assignment,
        })
    }

    /// Rules without which the probe cannot be passed. The first rules need one another, so that each
    /// of them stands alone.
    pub fn needs(&self) -> impl Iterator<Item = Rule> {
        let look = match self.rule {
            Rule::Runs | Rule::ReadingRows | Rule::ReadingStores | Rule::Cutoff => &[],
            _ => self.look.needs(),
        };
        let needs = self.rule.entry().needs.iter().chain(look);
        needs.copied().filter(|&needed| needed != self.rule)
    }

    /// Whether a program with this mistake may fail the probe: it breaks its rule, or one that the
    /// probe needs.
    #[must_use]
    pub fn may_fail_by(&self, mistake: Mistake) -> bool {
        let mut rules = self.look.needs().iter().chain([&self.rule]);
        rules.any(|rule| rule.may_fail_by(mistake))
    }

    /// What is seen of an answer there, and whether it is right.
    #[must_use]
    pub fn judge(&self, written: &Written) -> (Outcome, Vec<String>) {
        match self.look.at(written, &self.shape) {
            None => (Outcome::Silent, Vec::new()),
            Some(seen) if self.is_right(&seen) => (Outcome::Passed, seen),
            Some(seen) => (Outcome::Failed, seen),
        }
    }

    fn is_right(&self, seen: &[String]) -> bool {
        match self.look {
            Look::Depths => seen.iter().all(|it| self.expected.contains(it)),
            _ => seen == self.expected,
        }
    }
}

/// The right answer, and the nodes that it has.
pub(super) struct Right {
    pub(super) written: Written,
    pub(super) shape: Shape,
}

/// The most steps that a right answer may take.
const STEPS: u64 = 200_000;

impl Right {
    pub(super) fn of(assignment: &Assignment) -> Result<Self, String> {
        let settings = Settings {
            optional_rows: OptionalRows::Marked,
            steps: STEPS,
            ..Settings::default()
        };
        let answer = reference::answer(assignment, settings).map_err(|error| error.to_string())?;
        let shape = answer
            .traverse_log
            .as_deref()
            .map(Shape::of)
            .unwrap_or_default();
        let written = Written {
            next_state: Some(answer.next_state),
            traverse_log: answer.traverse_log,
        };
        Ok(Self { written, shape })
    }
}

/// The probes, rule by rule.
#[must_use]
pub fn battery() -> &'static [Probe] {
    static BATTERY: LazyLock<Vec<Probe>> = LazyLock::new(|| {
        // A test reads the whole file, so this cannot happen to a user.
        read(include_str!("battery.txt")).unwrap_or_else(|error| panic!("battery.txt: {error}"))
    });
    &BATTERY
}

/// Reads a battery.
///
/// `[rule]` begins the probes of a rule. A probe is one line: what is looked at, a colon, and the
/// lines of the input with ` / ` between them. `\s`, `\t` and `\r` stand for a blank, a tab and a
/// carriage return; `\e` at the end leaves out the last line end.
///
/// # Errors
/// The line and what is wrong with it.
pub fn read(text: &str) -> Result<Vec<Probe>, String> {
    let (mut rule, mut probes) = (None, Vec::new());
    for (number, line) in (1..).zip(text.lines()) {
        let number: usize = number;
        let wrong = |what: &str| format!("line {number}: {what}");
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(key) = line.strip_prefix('[').and_then(|it| it.strip_suffix(']')) {
            rule = Some(Rule::from_key(key).ok_or_else(|| wrong("no such rule"))?);
            continue;
        }
        let rule = rule.ok_or_else(|| wrong("a probe before its rule"))?;
        let (look, input) = line.split_once(": ").ok_or_else(|| wrong("no colon"))?;
        let look = Look::ALL
            .iter()
            .find(|it| it.1 == look)
            .ok_or_else(|| wrong("no such look"))?;
        let input = unescaped(input);
        probes.push(Probe::new(rule, input, look.0).map_err(|error| wrong(&error))?);
    }
    Ok(probes)
}

fn unescaped(input: &str) -> Vec<u8> {
    let lines = input.replace(" / ", "\n") + "\n";
    let text = lines
        .replace("\\s", " ")
        .replace("\\t", "\t")
        .replace("\\r", "\r");
    text.replace("\\e\n", "").into_bytes()
}
