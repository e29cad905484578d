//! What a submission wrote for one case, ready to be held against a hypothesis.
//!
//! The forgivable is gone from it: line ends, blanks at the end of lines, blank lines at the end, a
//! byte order mark. Faults of form that would hide everything else are mended and noted: a state
//! printed as the language prints a list, a log without its header, an infinity of one's own.
//!
//! Left out: running the submission, and what the course thinks of what is forgiven here.

use super::assignment;
use super::reference::{Assignment, Task};
use crate::homework::Problem;

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
    /// The lines of `traverse_log.txt`, if it was written.
    pub traverse_log: Option<Lines>,
    /// What was mended.
    pub faults: Vec<FormatFault>,
}

/// How a submission's run over a case ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    /// By itself, with an exit code of 0; or nothing is known of it but what it wrote.
    Normal,
    /// By a signal or with another exit code.
    Crashed,
    /// By a limit on its time, its memory or its output.
    Stopped,
}

/// The lines of a text file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lines {
    /// Without line ends and trailing blanks.
    pub lines: Vec<String>,
    /// Whether there is more in the file than was read.
    pub cut: bool,
}

/// A fault of form that can be mended without knowing the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FormatFault {
    /// The state is printed as a list, with brackets or commas.
    StateAsList,
    /// The log does not begin with its header.
    HeaderMissing,
    /// An infinity is spelled in a way that the catalogue has no entry for.
    InfinityText,
}

impl FormatFault {
    /// A name for files and reports, as the catalogue's mistakes have one.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::StateAsList => "state-as-list",
            Self::HeaderMissing => "header-missing",
            Self::InfinityText => "infinity-text",
        }
    }

    /// A sentence for the student.
    #[must_use]
    pub const fn student(self) -> &'static str {
        match self {
            Self::StateAsList => {
                "next_state.txt shows a row as a list; write the numbers with single blanks between."
            }
            Self::HeaderMissing => {
                "traverse_log.txt starts with its first row; the line with the column names comes before it."
            }
            Self::InfinityText => {
                "Your log has its own way to write infinity; the words are Infinity and -Infinity."
            }
        }
    }
}

/// How a correct program and the mistakes of the catalogue spell minus infinity.
const KNOWN_INFINITIES: [&str; 4] = ["-Infinity", "-inf", "-Inf", "-2147483648"];

impl Evidence {
    /// From what was written; `None` for the competition, to which there is no one answer.
    #[must_use]
    pub fn new(
        name: &str,
        problem: &Problem,
        end: End,
        next_state: Option<Lines>,
        traverse_log: Option<Lines>,
    ) -> Option<Self> {
        let mut evidence = Self {
            name: name.to_owned(),
            assignment: assignment(problem)?,
            problem: problem.clone(),
            end,
            next_state,
            traverse_log,
            faults: Vec::new(),
        };
        evidence.mend_state();
        evidence.mend_log();
        evidence.mend_infinity();
        Some(evidence)
    }

    /// Whether anything is known of the case: an output, or that the run ended badly.
    #[must_use]
    pub fn says_something(&self) -> bool {
        self.end != End::Normal || self.next_state.is_some() || self.traverse_log.is_some()
    }

    /// Whether everything that was asked for was written.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.next_state.is_some()
            && (self.assignment.task == Task::Greedy || self.traverse_log.is_some())
    }

    fn mend_state(&mut self) {
        let Some(state) = &mut self.next_state else {
            return;
        };
        let is_list = |line: &String| line.contains(['[', ']', ',', '(', ')']);
        if state.lines.iter().any(is_list) {
            for line in &mut state.lines {
                let numbers = line.replace(['[', ']', ',', '(', ')'], " ");
                *line = numbers.split_whitespace().collect::<Vec<_>>().join(" ");
            }
            self.faults.push(FormatFault::StateAsList);
        }
    }

    fn mend_log(&mut self) {
        let Some(log) = &mut self.traverse_log else {
            return;
        };
        if log
            .lines
            .first()
            .is_some_and(|line| line.starts_with("root,"))
        {
            let header = match self.assignment.task {
                Task::AlphaBeta => "Node,Depth,Value,Alpha,Beta",
                Task::Greedy | Task::Minimax => "Node,Depth,Value",
            };
            log.lines.insert(0, header.to_owned());
            self.faults.push(FormatFault::HeaderMissing);
        }
    }

    /// The root is entered with minus infinity, so the value there tells how it is spelled.
    fn mend_infinity(&mut self) {
        let Some(log) = &mut self.traverse_log else {
            return;
        };
        let root = log.lines.get(1).and_then(|row| row.strip_prefix("root,0,"));
        let Some(minus) = root.map(|rest| rest.split(',').next().unwrap_or(rest).to_owned()) else {
            return;
        };
        if log.lines.len() < 3 || !minus.starts_with('-') || KNOWN_INFINITIES.contains(&&*minus) {
            return;
        }
        let plus = match &*minus {
            // The limits of a 64-bit integer differ by more than their sign.
            "-9223372036854775808" => "9223372036854775807",
            other => &other[1..],
        };
        let mend = |cell: &str| match cell {
            _ if cell == minus => "-Infinity".to_owned(),
            _ if cell == plus => "Infinity".to_owned(),
            _ => cell.to_owned(),
        };
        for row in &mut log.lines[1..] {
            *row = row.split(',').map(mend).collect::<Vec<_>>().join(",");
        }
        self.faults.push(FormatFault::InfinityText);
    }
}

impl Lines {
    /// The lines of `bytes`; `cut` says whether the file goes on.
    #[must_use]
    pub fn new(bytes: &[u8], cut: bool) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let mut lines: Vec<_> = text
            .lines()
            .map(|line| line.trim_end().to_owned())
            .collect();
        if cut {
            // The last line may be half a line.
            lines.pop();
        }
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        Self { lines, cut }
    }
}
