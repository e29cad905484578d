//! One hypothesis against one case: would a program with these mistakes have written this?
//!
//! The reference engine makes the mistakes; its rows are held against the submission's until the first contradiction.

pub(crate) mod beam;
pub(crate) mod cache;
pub(crate) mod features;
mod scope_inference;
pub(crate) mod threshold;

use std::ops::ControlFlow;

use crate::assignment::Task;
use crate::evidence::{Evidence, Lines};
use crate::mistakes::Switches;
use crate::reference::{self, OptionalRows, Settings, Steps, Unanswered};
use mancala::homework::compare::{is_optional_form, without_mark};

/// How far a hypothesis reproduces a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// Up to this many lines of the log agree, and then one does not. With a log that agrees to its
    /// end but another state, all of them.
    Differs {
        /// Lines of the log that agree, the header included.
        agreed: usize,
    },
    /// Everything that was looked at is what such a program writes.
    Reproduced,
}

impl Fit {
    /// Lines of the log that agree before one that does not.
    pub fn agreed(self) -> usize {
        match self {
            Self::Differs { agreed } => agreed,
            Self::Reproduced => usize::MAX,
        }
    }
}

/// A hypothesis held against a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// How far it reproduces the case.
    pub fit: Fit,
    /// The state that such a program writes, if it was seen to get so far.
    pub state: Option<String>,
    /// The row that such a program writes where the log has another.
    pub row: Option<String>,
}

/// The most time that a hypothesis may take over one case, in seeds dropped. A mistaken program may never end.
const MOST: u64 = 100_000_000;

/// How long a node and a row take, in the time of a seed that is dropped.
const NODE: u64 = 100;
const ROW: u64 = 50;

/// About how long it takes to hold a program against all of a case's log.
pub(crate) fn read_to_end(evidence: &Evidence) -> u64 {
    evidence.rows() as u64 * (NODE + ROW)
}

/// Holds a hypothesis against a case. The time that it takes comes from `budget`, in seeds dropped.
pub fn hold(evidence: &Evidence, switches: Switches, budget: &mut u64) -> Held {
    let most = MOST.min(*budget);
    let settings =
        Settings { switches, optional_rows: OptionalRows::Marked, ..Settings::default() };
    let mut steps = Steps { left: most, node: NODE };
    let mut reader = Reader::new(evidence.traverse_log.as_ref());
    let is_read = evidence.assignment.task != Task::Greedy && reader.log.is_some();
    let stops_at_end = evidence.next_state.is_none();
    let sink = &mut |row: &str, _| match is_read {
        true => reader.expect(row, stops_at_end),
        false => ControlFlow::Continue(()),
    };
    let result = reference::rows_within(&evidence.assignment, settings, &mut steps, sink);
    let spent = most - steps.left + reader.next as u64 * ROW;
    *budget = match &result {
        // What is left is too little for a node.
        Err(Unanswered::OutOfSteps) if most < MOST => 0,
        _ => budget.saturating_sub(spent),
    };
    let fits = match &result {
        Ok(answer) => reader.is_at_end() && same_state(evidence, &answer.next_state),
        // The part of the log that was read is at its end, and all of it agreed.
        Err(Unanswered::Stopped) => reader.is_cut() && reader.is_at_end() && stops_at_end,
        Err(Unanswered::OutOfSteps) => reader.is_cut() && reader.is_at_end(),
        Err(Unanswered::UnequalRows) => false,
    };
    let agreed = reader.next;
    Held {
        fit: if fits { Fit::Reproduced } else { Fit::Differs { agreed } },
        state: result.ok().map(|answer| answer.next_state),
        row: reader.contradicted,
    }
}

/// The answers that a program with these mistakes would not have given.
pub(crate) fn refuting(answers: &[Evidence], program: Switches) -> impl Iterator<Item = &Evidence> {
    answers.iter().filter(move |it| !writes(it, program))
}

/// Whether a program with these mistakes writes this.
pub(crate) fn writes(evidence: &Evidence, program: Switches) -> bool {
    hold(evidence, program, &mut u64::MAX.clone()).fit == Fit::Reproduced
}

/// Whether the state is the one that was written; one that was not contradicts nothing.
fn same_state(evidence: &Evidence, state: &str) -> bool {
    let Some(written) = &evidence.next_state else { return true };
    written.lines.iter().map(String::as_str).eq(state.lines())
}

/// Goes through a submission's log.
pub(crate) struct Reader<'a> {
    log: Option<&'a Lines>,
    /// The next line.
    pub next: usize,
    /// Whether the last line was taken for the optional row of the row to come.
    after_optional: bool,
    /// The row that is not the next line.
    contradicted: Option<String>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(log: Option<&'a Lines>) -> Self {
        Self { log, next: 0, after_optional: false, contradicted: None }
    }

    /// The next line has to be `row`, unless that is optional.
    pub(crate) fn expect(&mut self, row: &str, stops_at_end: bool) -> ControlFlow<()> {
        if self.is_at_end() && self.is_cut() {
            // What follows was not kept; only the state is still to come.
            return if stops_at_end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        }
        match without_mark(row) {
            (row, true) => {
                self.after_optional = self.is_line(self.next, |line| is_optional_form(line, row));
                self.next += usize::from(self.after_optional);
                ControlFlow::Continue(())
            }
            (row, false) => {
                let after_optional = std::mem::take(&mut self.after_optional);
                let is_row = |line: &str| is_row(line, row);
                if self.is_line(self.next, is_row) {
                    self.next += 1;
                    ControlFlow::Continue(())
                } else if after_optional && self.is_line(self.next - 1, is_row) {
                    // Its value is an infinity by mistake, so it looked like the optional row.
                    ControlFlow::Continue(())
                } else {
                    self.contradicted = Some(row.to_owned());
                    ControlFlow::Break(())
                }
            }
        }
    }

    fn is_line(&self, at: usize, is_it: impl FnOnce(&str) -> bool) -> bool {
        let line = self.log.and_then(|log| log.lines.get(at));
        line.is_some_and(|line| is_it(line))
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.log.is_none_or(|log| self.next == log.lines.len())
    }

    fn is_cut(&self) -> bool {
        self.log.is_some_and(|log| log.cut)
    }
}

/// Whether `line` is `row`, or what is left of it after columns or commas are lost.
fn is_row(line: &str, row: &str) -> bool {
    line == row
        || line.len() < row.len() && {
            let commas = |text: &str| text.bytes().filter(|&byte| byte == b',').count();
            commas(line) < commas(row) && (lacks_columns(line, row) || lacks_commas(line, row))
                || commas(line) == commas(row) && has_empty_columns(line, row)
        }
}

fn has_empty_columns(line: &str, row: &str) -> bool {
    line.contains(',')
        && line
            .split(',')
            .zip(row.split(','))
            .all(|(of_line, of_row)| of_line.is_empty() || of_line == of_row)
}

fn lacks_columns(line: &str, row: &str) -> bool {
    row.strip_prefix(line).is_some_and(|rest| rest.starts_with(',')) && line.contains(',')
}

fn lacks_commas(line: &str, row: &str) -> bool {
    let bare = |text: &str| text.replace([',', ' '], "");
    bare(line) == bare(row)
}
