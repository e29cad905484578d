//! What a submission wrote for one case, ready to be held against a hypothesis.
//!
//! The forgivable is gone from it: line ends, blanks at the end of lines, blank lines at the end, a
//! byte order mark. Faults of form that would hide everything else are mended and noted
//! ([`format_fault`](super::format_fault), `mend_log`).
//!
//! Left out: running the submission, and what the course thinks of what is forgiven here.

use std::collections::BTreeSet;

use super::assignment::{Assignment, Task, assignment};
use super::format_fault::FormatFault;
pub use super::lines::Lines;
use super::{mend_log, mend_state};
use mancala::homework::Problem;

/// The most bytes of an output that are worth looking at; the rest of a longer log is taken on
/// trust.
pub const MOST: u64 = 4 << 20;

/// What a submission wrote for one case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// The case's name.
    pub name: String,
    /// What was asked.
    pub problem: Problem,
    /// The same for the reference engine.
    pub assignment: Assignment,
    /// How the run ended.
    pub end: End,
    /// The lines of `next_state.txt`, if it was written.
    pub next_state: Option<Lines>,
    /// The lines of `traverse_log.txt`, if it was written and asked for.
    pub traverse_log: Option<Lines>,
    /// What was mended.
    pub faults: BTreeSet<FormatFault>,
}

/// How a submission's run over a case ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum End {
    /// By itself, with an exit code of 0; or nothing is known of it but what it wrote.
    Normal,
    /// By a signal or with another exit code.
    Crashed,
    /// By a limit on its time, its memory or its output.
    Stopped,
}

impl Evidence {
    /// From what was written; `None` for the competition, to which there is no one answer.
    ///
    /// What a run leaves behind that did not end by itself is a beginning: of its log the last line
    /// may be half a line, rows that an endless loop repeats say nothing, and a state that is not
    /// whole is none.
    #[must_use]
    pub fn new(
        name: &str,
        problem: &Problem,
        end: End,
        next_state: Option<Lines>,
        traverse_log: Option<Lines>,
    ) -> Option<Self> {
        let assignment = assignment(problem)?;
        let is_logged = assignment.task != Task::Greedy;
        let mut evidence = Self {
            name: name.to_owned(),
            assignment,
            problem: *problem,
            end,
            next_state,
            traverse_log: traverse_log.filter(|_| is_logged),
            faults: BTreeSet::new(),
        };
        // A log without a state is what a run leaves behind that was ended in its midst, too.
        if end != End::Normal || evidence.next_state.is_none() {
            evidence.keep_beginning();
        }
        if let Some(state) = &mut evidence.next_state {
            let fault = mend_state::mend(state, evidence.assignment.lower.len());
            evidence.faults.extend(fault);
        }
        if let Some(log) = &mut evidence.traverse_log {
            evidence
                .faults
                .extend(mend_log::mend(log, &evidence.assignment));
        }
        Some(evidence)
    }

    fn keep_beginning(&mut self) {
        if let Some(log) = &mut self.traverse_log {
            if !log.cut {
                log.lines.pop();
            }
            log.cut = true;
            log.drop_repetition();
        }
        let holes = 2 * self.assignment.lower.len() + 2;
        self.next_state
            .take_if(|state| mend_state::numbers(state).len() != holes);
        self.traverse_log.take_if(|log| log.lines.is_empty());
    }

    /// Whether anything is known of the case: an output, or that the run ended badly.
    #[must_use]
    pub fn says_something(&self) -> bool {
        self.end != End::Normal || self.has_output()
    }

    /// Whether there is an output to compare.
    #[must_use]
    pub fn has_output(&self) -> bool {
        self.next_state.is_some() || self.traverse_log.is_some()
    }

    /// Lines of the log.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.traverse_log.as_ref().map_or(0, |log| log.lines.len())
    }
}
