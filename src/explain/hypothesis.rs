//! One hypothesis against one case: would a program with these mistakes have written this?
//!
//! The reference engine makes the mistakes and its rows are held against the submission's as they
//! come; the first contradiction stops it.

use std::ops::ControlFlow;

use super::evidence::{Evidence, Lines};
use super::mistakes::Mistakes;
use super::reference::{self, OptionalRows, Settings, Task, Unanswered};

/// The most steps that a hypothesis may take over one case. A mistaken program may never end.
const STEPS: u64 = 20_000_000;

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

/// Holds a hypothesis against a case.
#[must_use]
pub fn fit(evidence: &Evidence, mistakes: Mistakes) -> Fit {
    let settings = Settings {
        mistakes,
        optional_rows: OptionalRows::Marked,
        steps: STEPS,
    };
    let no_lines = Lines::default();
    let log = evidence.traverse_log.as_ref().unwrap_or(&no_lines);
    let mut reader = Reader { log, next: 0 };
    let is_logged = evidence.assignment.task != Task::Greedy;
    let result = reference::stream(&evidence.assignment, settings, &mut |row| {
        if is_logged {
            reader.expect(row)
        } else {
            ControlFlow::Continue(())
        }
    });
    let differs = Fit::Differs {
        agreed: reader.next,
    };
    match result {
        Ok(answer) => {
            let log_ends = log.cut || reader.next == log.lines.len();
            if log_ends && same_state(evidence, &answer.next_state) {
                Fit::Reproduced
            } else {
                differs
            }
        }
        // The part of the log that was read is at its end, and so far all of it agreed.
        Err(Unanswered::Stopped) if log.cut && reader.is_at_end() => Fit::Reproduced,
        Err(Unanswered::Stopped | Unanswered::OutOfSteps | Unanswered::UnequalRows) => differs,
    }
}

fn same_state(evidence: &Evidence, state: &str) -> bool {
    let Some(written) = &evidence.next_state else {
        return false;
    };
    written.lines.iter().map(String::as_str).eq(state.lines())
}

/// Goes through a submission's log.
struct Reader<'a> {
    log: &'a Lines,
    next: usize,
}

impl Reader<'_> {
    /// The next line has to be `row`, unless that is optional.
    fn expect(&mut self, row: &str) -> ControlFlow<()> {
        match row.strip_suffix("\tOPTIONAL") {
            Some(row) => {
                if self.line().is_some_and(|line| is_optional_row(line, row)) {
                    self.next += 1;
                }
                ControlFlow::Continue(())
            }
            None if self.line() == Some(row) => {
                self.next += 1;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    }

    fn line(&self) -> Option<&str> {
        self.log.lines.get(self.next).map(String::as_str)
    }

    fn is_at_end(&self) -> bool {
        self.next == self.log.lines.len()
    }
}

/// Whether `line` is `row` with either sign, marked or not.
fn is_optional_row(line: &str, row: &str) -> bool {
    let line = line.strip_suffix("OPTIONAL").map_or(line, str::trim_end);
    ["+/-", "-", ""]
        .iter()
        .any(|sign| line == row.replacen("+/-", sign, 1))
}
