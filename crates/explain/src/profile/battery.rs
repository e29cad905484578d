//! The battery: tiny inputs, each of which tells about one rule.
//!
//! It is data, `battery.txt`. A probe isolates its rule: no mistake of the catalogue changes what the
//! probe looks at, but for those that break the rule or one that it needs, as a test says.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::look::{Look, Shape, Written};
use crate::assignment::{Assignment, Side, Task, assignment};
use crate::evidence::End;
use crate::mistakes::Switches;
use crate::reference::{self, OptionalRows, Settings};
use crate::rule::Rule;
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
    /// The same as a problem.
    pub problem: Problem,
    /// Whether it is asked before those that are not: together the first ones catch every mistake.
    pub is_first: bool,
    /// What a right program writes, without optional rows.
    right: Written,
}

/// What became of a probe that was put to a program, as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// There was no time for it.
    #[default]
    NotAsked,
    /// The files of a right program.
    Right,
    /// Other files, or none.
    Wrote(Written),
    /// The run crashed.
    Crashed,
    /// A limit on time ended the run.
    Stopped,
    /// Another limit did.
    OverLimit,
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
    /// The run ended badly.
    Ended,
    /// The run ended by itself and left no output.
    Nothing,
    /// There was no time for it.
    NotAsked,
}

impl Answer {
    /// Why there is nothing to look at, if that is so: what the program does, and what it did.
    pub(super) fn ended(&self) -> Option<[&'static str; 2]> {
        match self {
            Self::Crashed => Some(["crashes", "crashed"]),
            Self::Stopped => Some(["times out", "timed out"]),
            Self::OverLimit => Some(["passes a limit", "passed a limit"]),
            Self::Wrote(written) if written.is_nothing() => {
                Some(["writes nothing", "wrote nothing"])
            }
            Self::Wrote(_) | Self::NotAsked | Self::Right => None,
        }
    }
}

impl Probe {
    /// A look at what a right program answers to an input.
    ///
    /// # Errors
    /// What is wrong with the input, in a sentence: the task is the competition, the search is too large, or
    /// there is nothing to look at.
    pub fn new(rule: Rule, input: Vec<u8>, look: Look) -> Result<Self, String> {
        let problem = parse(&input).map_err(|error| error.to_string())?;
        let assignment = assignment(&problem).ok_or("the competition has no one answer")?;
        let (right, shape) = right(&assignment)?;
        let expected = look.at(&right, &shape).ok_or("there is nothing to look at")?;
        Ok(Self { rule, input, look, expected, shape, assignment, problem, is_first: false, right })
    }

    /// Rules without which the probe cannot be passed. The first rules need one another, so each stands alone.
    pub fn needs(&self) -> impl Iterator<Item = Rule> {
        let look = match self.rule {
            Rule::Runs
            | Rule::ReadingRows
            | Rule::ReadingStores
            | Rule::SowOwnStore
            | Rule::SowOpponentsRow
            | Rule::PitNames
            | Rule::Cutoff
            | Rule::PassingEndsTurn => &[],
            _ => self.look.needs(),
        };
        let of_numbers = (self.assignment.most_stones() > 9).then_some(&Rule::ReadingNumbers);
        let needs = self.rule.entry().needs.iter().chain(look).chain(of_numbers);
        needs.copied().filter(|&needed| needed != self.rule)
    }

    /// What is seen of an answer there, and whether it is right.
    pub fn judge(&self, written: &Written) -> (Outcome, Vec<String>) {
        let may_follow = || self.look.may_follow([written, &self.right], &self.shape);
        match self.look.at(written, &self.shape) {
            None => (Outcome::Silent, Vec::new()),
            Some(seen) if self.is_right(&seen) => (Outcome::Passed, seen),
            Some(_) if self.breaks_off(written) => (Outcome::Silent, Vec::new()),
            Some(seen) if self.shows_other_rows(&seen) || may_follow() => (Outcome::Silent, seen),
            Some(seen) => (Outcome::Failed, seen),
        }
    }

    /// What is kept of a run that ended so and wrote these files.
    pub fn answer(&self, end: End, written: Written) -> Answer {
        let lines = |text: &Option<String>| -> Option<Vec<String>> {
            let lines = text.as_deref()?.trim_end().lines();
            Some(lines.map(|line| line.trim_end().to_owned()).collect())
        };
        let is_right = || {
            lines(&written.traverse_log) == lines(&self.right.traverse_log)
                && lines(&written.next_state) == lines(&self.right.next_state)
        };
        match end {
            End::Crashed => Answer::Crashed,
            End::Stopped => Answer::Stopped,
            End::OverLimit => Answer::OverLimit,
            End::Normal if is_right() => Answer::Right,
            End::Normal => Answer::Wrote(written),
        }
    }

    /// What is seen of an answer, and what that makes of it.
    pub(crate) fn outcome(&self, answer: &Answer) -> (Outcome, Vec<String>) {
        match answer {
            Answer::Right => self.judge(&self.right),
            Answer::Wrote(written) if written.is_nothing() => (Outcome::Nothing, Vec::new()),
            Answer::Wrote(written) => self.judge(written),
            Answer::Crashed | Answer::Stopped | Answer::OverLimit => (Outcome::Ended, Vec::new()),
            Answer::NotAsked => (Outcome::NotAsked, Vec::new()),
        }
    }

    /// The files that an answer stands for; `None` if there are none to look at.
    pub fn written<'a>(&'a self, answer: &'a Answer) -> Option<&'a Written> {
        match answer {
            Answer::Right => Some(&self.right),
            Answer::Wrote(written) => Some(written),
            _ => None,
        }
    }

    /// The players whose moves its answer has.
    pub(super) fn movers(&self) -> impl Iterator<Item = Side> {
        let Assignment { task, player, cutoff, .. } = self.assignment;
        let replies = task != Task::Greedy && cutoff > 1;
        [player].into_iter().chain(replies.then_some(player.opponent()))
    }

    /// How much there is in it to go wrong.
    pub(super) fn size(&self) -> usize {
        self.right.traverse_log.as_ref().map_or(0, |log| log.lines().count()) + self.input.len()
    }

    /// Whether there are other rows, so that nothing can be said of what a row shows.
    fn shows_other_rows(&self, seen: &[String]) -> bool {
        let name = |item: &String| item.split(' ').next().map(ToOwned::to_owned);
        let in_other_order = || {
            seen.len() == self.expected.len()
                && BTreeSet::from_iter(seen) == BTreeSet::from_iter(&self.expected)
        };
        let mut pairs = self.expected.iter().zip(seen);
        match self.look {
            Look::Values
            | Look::LeafValues
            | Look::EntryWindows
            | Look::UpdateWindows
            | Look::LeafWindows => {
                let wrong = pairs.find(|(one, other)| one != other);
                wrong.is_none_or(|(one, other)| name(one) != name(other)) || in_other_order()
            }
            Look::Order => in_other_order() != matches!(self.rule, Rule::Order | Rule::OrderByText),
            Look::Names => {
                seen.len() != self.expected.len() && seen.iter().all(|it| self.is_pit(it))
            }
            _ => false,
        }
    }

    /// Whether what is looked at is a right log that ends in its midst: before a row of the root.
    fn breaks_off(&self, written: &Written) -> bool {
        let [log, right] = [written, &self.right].map(|it| {
            let lines = it.traverse_log.as_deref().unwrap_or_default().trim_end().lines();
            lines.map(str::trim_end).collect::<Vec<_>>()
        });
        !matches!(self.look, Look::State | Look::StateText)
            && right.len() > log.len() + LAST_ROWS
            && right.starts_with(&log)
            && !log.last().is_some_and(|row| row.starts_with("root"))
    }

    /// Whether a pit of the board has this name, or it is the root's.
    fn is_pit(&self, name: &str) -> bool {
        let mut columns = 2..2 + self.assignment.lower.len();
        name == "root" || columns.any(|it| name == format!("A{it}") || name == format!("B{it}"))
    }

    fn is_right(&self, seen: &[String]) -> bool {
        match self.look {
            Look::Depths => seen.iter().all(|it| self.expected.contains(it)),
            _ => seen == self.expected,
        }
    }
}

/// The rows at the end of a log that a program may leave out of which each has some meaning.
const LAST_ROWS: usize = 2;

/// The most steps that an answer may take.
const STEPS: u64 = 200_000;

/// What a right program writes, and which nodes its log has.
fn right(assignment: &Assignment) -> Result<(Written, Shape), String> {
    let marked = answer(assignment, OptionalRows::Marked)?;
    let shape = marked.traverse_log.as_deref().map(Shape::of).unwrap_or_default();
    Ok((answer(assignment, OptionalRows::Omit)?, shape))
}

fn answer(assignment: &Assignment, optional_rows: OptionalRows) -> Result<Written, String> {
    let settings = Settings { switches: Switches::NONE, optional_rows, steps: STEPS };
    let answer = reference::answer(assignment, settings).map_err(|error| error.to_string())?;
    Ok(Written { next_state: Some(answer.next_state), traverse_log: answer.traverse_log })
}

/// The battery as a text, for a digest of it.
pub const TEXT: &str = include_str!("battery.txt");

/// The probes, rule by rule.
pub fn battery() -> &'static [Probe] {
    static BATTERY: LazyLock<Vec<Probe>> = LazyLock::new(|| {
        // A test reads the whole file, so this cannot happen to a user.
        read(TEXT).unwrap_or_else(|error| panic!("battery.txt: {error}"))
    });
    &BATTERY
}

/// Reads a battery.
///
/// `[rule]` begins the probes of a rule. A probe is one line: what is looked at, a colon, and the
/// lines of the input with ` / ` between them. `\s`, `\t` and `\r` stand for a blank, a tab and a
/// carriage return; `\e` at the end leaves out the last line end. A `*` before the line makes it one of
/// those that are asked first.
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
        let (is_first, line) = line.strip_prefix("* ").map_or((false, line), |it| (true, it));
        let (look, input) = line.split_once(": ").ok_or_else(|| wrong("no colon"))?;
        let look = Look::ALL.iter().find(|it| it.1 == look).ok_or_else(|| wrong("no such look"))?;
        let input = unescaped(input);
        let probe = Probe::new(rule, input, look.0).map_err(|error| wrong(&error))?;
        probes.push(Probe { is_first, ..probe });
    }
    Ok(probes)
}

fn unescaped(input: &str) -> Vec<u8> {
    let lines = input.replace(" / ", "\n") + "\n";
    let text = lines.replace("\\s", " ").replace("\\t", "\t").replace("\\r", "\r");
    text.replace("\\e\n", "").into_bytes()
}
