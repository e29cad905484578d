//! What a submission wrote for one case, ready to be held against a hypothesis.
//!
//! The forgivable is gone from it: line ends, blanks at the end of lines, blank lines at the end, a
//! byte order mark. Faults of form that would hide everything else are normalized and noted.

mod format_fault;
mod normalize;

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::assignment::{Assignment, Task, assignment};
pub use format_fault::FormatFault;
use mancala::homework::Problem;
pub(crate) use normalize::{numbers, spelled_name};

/// The most bytes of an output that are worth looking at; the rest of a longer log is taken on trust.
pub const MOST: u64 = 4 << 20;

/// What a submission wrote for one case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// The case's name.
    pub name: String,
    /// Whether it is a case of a suite; else an input that was put to the program to find out more.
    pub is_case: bool,
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
    /// What was normalized.
    pub faults: BTreeSet<FormatFault>,
}

/// How a submission's run over a case ended.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// By itself, with an exit code of 0; or nothing is known of it but what it wrote.
    #[default]
    Normal,
    /// By a signal or with another exit code.
    Crashed,
    /// By a limit on its time.
    Stopped,
    /// By another limit, on its memory or its output for instance.
    OverLimit,
}

impl End {
    /// Whether a limit ended it.
    pub const fn is_at_limit(self) -> bool {
        matches!(self, Self::Stopped | Self::OverLimit)
    }
}

impl Evidence {
    /// From what was written; `None` for the competition, to which there is no one answer.
    ///
    /// What a run leaves behind that did not end by itself is a beginning: of its log the last line
    /// may be half a line, rows that an endless loop repeats say nothing, and a state that is not whole is none.
    pub fn new(
        name: &str,
        problem: &Problem,
        end: End,
        next_state: Option<Lines>,
        traverse_log: Option<Lines>,
    ) -> Option<Self> {
        let assignment = assignment(problem)?;
        let is_logged = assignment.task != Task::Greedy;
        let traverse_log = traverse_log.filter(|_| is_logged);
        // Files without a line are no output.
        let has_lines =
            [&next_state, &traverse_log].into_iter().flatten().any(|it| !it.lines.is_empty());
        let mut evidence = Self {
            name: name.to_owned(),
            is_case: true,
            assignment,
            problem: *problem,
            end,
            next_state: next_state.filter(|_| has_lines),
            traverse_log: traverse_log.filter(|_| has_lines),
            faults: BTreeSet::new(),
        };
        // A log without a state is what a run leaves behind that was ended in its midst, too.
        if end != End::Normal || evidence.next_state.is_none() {
            evidence.keep_beginning();
        } else if let Some(log) = &mut evidence.traverse_log
            && !log.ends_with_root()
        {
            if log.fills_buffers {
                log.lines.pop();
                log.cut = true;
                evidence.faults.insert(FormatFault::LogNotClosed);
            } else if log.has_round_length() {
                log.cut = true;
                evidence.faults.insert(FormatFault::LogLimited);
            }
        }
        let files = [&evidence.next_state, &evidence.traverse_log];
        let is_utf_16 = files.into_iter().flatten().any(|it| it.is_utf_16);
        evidence.faults.extend(is_utf_16.then_some(FormatFault::Utf16));
        if let Some(state) = &mut evidence.next_state {
            let fault = normalize::state(state, evidence.assignment.lower.len());
            evidence.faults.extend(fault);
        }
        if let Some(log) = &mut evidence.traverse_log {
            evidence.faults.extend(normalize::log(log, &evidence.assignment));
        }
        Some(evidence)
    }

    fn keep_beginning(&mut self) {
        if let Some(log) = &mut self.traverse_log {
            if !log.cut && log.is_half {
                log.lines.pop();
            }
            log.cut = true;
            log.drop_repetition();
        }
        let holes = 2 * self.assignment.lower.len() + 2;
        self.next_state.take_if(|state| normalize::numbers(state).len() != holes);
        self.traverse_log.take_if(|log| log.lines.is_empty());
    }

    /// Whether anything is known of the case: an output, or that the run ended badly.
    pub fn says_something(&self) -> bool {
        self.end != End::Normal || self.has_output()
    }

    /// Whether there is an output to compare.
    pub fn has_output(&self) -> bool {
        self.next_state.is_some() || self.traverse_log.is_some()
    }

    /// Lines of the log.
    pub fn rows(&self) -> usize {
        self.traverse_log.as_ref().map_or(0, |log| log.lines.len())
    }
}

/// Takes back that logs are limited where another one is longer or breaks off elsewhere: that they have a round number
/// of rows was chance.
pub(crate) fn without_chance(mut cases: Cow<'_, [Evidence]>) -> Cow<'_, [Evidence]> {
    let is_limited = |it: &Evidence| it.faults.contains(&FormatFault::LogLimited);
    let Some(limit) = cases.iter().filter(|it| is_limited(it)).map(Evidence::rows).min() else {
        return cases;
    };
    let contradicts = |it: &Evidence| {
        let log = it.traverse_log.as_ref().filter(|_| it.end == End::Normal);
        let breaks_off = |log: &Lines| !is_limited(it) && !log.cut && !log.ends_with_root();
        log.is_some_and(|log| log.lines.len() > limit || breaks_off(log))
    };
    if !cases.iter().any(contradicts) {
        return cases;
    }
    for case in cases.to_mut() {
        if case.faults.remove(&FormatFault::LogLimited)
            && let Some(log) = &mut case.traverse_log
        {
            log.cut = false;
        }
    }
    cases
}

/// The most rows of a loop that is recognised.
const LONGEST_LOOP: usize = 8;

/// Rows that are the same as those of a loop's turn before: no search repeats so many.
const SURELY_ENDLESS: usize = 200;

/// The text of a file, whatever is wrong with its encoding.
pub fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    from_utf_16(bytes).map_or_else(|| String::from_utf8_lossy(bytes), Cow::Owned)
}

/// The text of a file that begins with the byte order mark of UTF-16.
fn from_utf_16(bytes: &[u8]) -> Option<String> {
    let unit: fn([u8; 2]) -> u16 = match bytes.get(..2)? {
        [0xff, 0xfe] => u16::from_le_bytes,
        [0xfe, 0xff] => u16::from_be_bytes,
        _ => return None,
    };
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    Some(char::decode_utf16(units).map(|it| it.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
}

/// The lines of a text file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lines {
    /// Without line ends and trailing blanks.
    pub lines: Vec<String>,
    /// Whether there is more in the file than was read, or more was to come.
    pub cut: bool,
    /// Whether it is UTF-16, as `>` writes in Windows PowerShell.
    is_utf_16: bool,
    /// Whether the last line has no end: it may be half a line.
    is_half: bool,
    /// Whether that is so, and the file ends where a buffer that programs write through does.
    fills_buffers: bool,
}

/// How many bytes many languages keep back until they are written together.
const BUFFER: usize = 8192;

impl Lines {
    /// The lines of `bytes`; `cut` says whether the file goes on.
    pub fn new(bytes: &[u8], cut: bool) -> Self {
        let text = text_of(bytes);
        let is_utf_16 = matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let mut lines: Vec<_> = text.lines().map(|line| line.trim_end().to_owned()).collect();
        let ends = !cut;
        // A line that is longer than all others together is no row of which there is more.
        let cut = cut && lines.last().is_none_or(|last| 2 * last.len() < bytes.len());
        if cut {
            // The last line may be half a line.
            lines.pop();
        }
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        let is_half = ends && !text.ends_with('\n');
        let fills_buffers = is_half && bytes.len().is_multiple_of(BUFFER);
        Self { lines, cut, is_utf_16, is_half, fills_buffers }
    }

    /// Whether the last line is a row of the root, as that of a whole log is.
    fn ends_with_root(&self) -> bool {
        self.lines.last().is_some_and(|row| row.trim_start().to_lowercase().starts_with("root"))
    }

    /// Whether it has so many rows, or lines with the header, as somebody chooses who limits them.
    fn has_round_length(&self) -> bool {
        let is_round = |count: usize| {
            count >= 100 && (count < 300 && count.is_multiple_of(100) || count.is_multiple_of(500))
        };
        let lines = self.lines.len();
        is_round(lines) || is_round(lines.saturating_sub(1))
    }

    /// Drops the rows at the end that are the same few over and over, as an endless loop writes them.
    pub(crate) fn drop_repetition(&mut self) {
        let same_as_before = |period: usize| {
            let pairs = self.lines.iter().rev().zip(self.lines.iter().rev().skip(period));
            pairs.take_while(|(one, other)| one == other).count()
        };
        let repeated = (1..=LONGEST_LOOP).find_map(|period| {
            let same = same_as_before(period);
            (same >= SURELY_ENDLESS).then_some(same + period)
        });
        let kept = self.lines.len() - repeated.unwrap_or(0);
        self.lines.truncate(kept);
    }
}
