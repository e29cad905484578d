//! A case as judges run it: an input, an answer, and the fingerprints of what known mistakes print.
//!
//! A fingerprint is a checksum of the input and the output, blanks and empty lines apart, that
//! Python's standard library takes too. It says nothing about the right answer.

use std::collections::BTreeMap;

use crate::cases::GradingCase;
use explain::assignment;
use explain::mistakes::Mistake;
use explain::reference::{self, Settings};
use mancala::homework::{OptionalRows, Problem, Task, answer_and_log};

/// The most steps that a mistaken program may take; one that takes more has no fingerprint.
const STEPS: u64 = 2_000_000;
/// What keeps fingerprints apart from the answer above them.
const END_OF_ANSWER: &str = "--------";

#[derive(Debug)]
pub(super) struct Case {
    pub name: String,
    pub task: Task,
    pub input: String,
    /// What is right: the state, then the log with its optional rows marked.
    pub answer: String,
    /// By fingerprint, the mistakes of the programs that print such an output.
    pub marks: BTreeMap<u32, Vec<&'static str>>,
    /// Whether students see input and answer.
    pub is_sample: bool,
}

impl Case {
    pub(super) fn new(case: &GradingCase) -> Self {
        let problem = &case.expected.problem;
        let input = problem.to_string();
        // Were there no memory for the log, the state alone would be left.
        let log = answer_and_log(problem, OptionalRows::Marked).ok().and_then(|(_, log)| log);
        Self {
            name: case.name.clone(),
            task: problem.task,
            marks: marks(problem, &input),
            input,
            // A tab stands before the mark of an optional row; tools warn of tabs.
            answer: case.expected.answer.next_state() + &log.unwrap_or_default().replace('\t', " "),
            is_sample: false,
        }
    }

    /// Fingerprints as they are written, and the mistakes of who prints so.
    pub(super) fn marks(&self) -> impl Iterator<Item = (String, String)> {
        self.marks.iter().map(|(mark, names)| (format!("{mark:08x}"), names.join(",")))
    }

    /// The two files of the case with this number.
    pub(super) fn files(&self, number: usize) -> [(String, String); 2] {
        let group = if self.is_sample { "sample" } else { "secret" };
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let name: String = self.name.chars().map(plain).collect();
        let path = format!("data/{group}/{number:04}-{}", name.trim_matches('-'));
        let mut answer = self.answer.clone();
        if !self.is_sample {
            answer += &format!("{END_OF_ANSWER}\n");
            for (mark, keys) in self.marks() {
                answer += &format!("{mark} {keys}\n");
            }
        }
        [(format!("{path}.in"), self.input.clone()), (format!("{path}.ans"), answer)]
    }
}

/// What a program with each mistake prints that is not right, with optional rows and without. A mistake that is made in
/// some tasks or for one player only prints in each case what it prints everywhere, or what is right.
fn marks(problem: &Problem, input: &str) -> BTreeMap<u32, Vec<&'static str>> {
    let mut marks = BTreeMap::new();
    let Some(assignment) = assignment(problem) else { return marks };
    for optional_rows in [OptionalRows::Omit, OptionalRows::OwnSign] {
        let mark = |switches| {
            let settings = Settings { switches, optional_rows, steps: STEPS };
            let answer = reference::answer(&assignment, settings).ok()?;
            let log = answer.traverse_log.unwrap_or_default();
            Some(fingerprint(input, &(answer.next_state + &log)))
        };
        let right = mark(Settings::default().switches);
        let mut new: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
        for mistake in Mistake::all() {
            let wrong = mark(mistake.into()).filter(|&it| Some(it) != right);
            if let Some(wrong) = wrong.filter(|it| !marks.contains_key(it)) {
                new.entry(wrong).or_default().push(mistake.key());
            }
        }
        marks.append(&mut new);
    }
    marks
}

fn fingerprint(input: &str, output: &str) -> u32 {
    let text = format!("{}\n\n{}", without_blanks(input), without_blanks(output));
    crc32fast::hash(text.as_bytes())
}

fn without_blanks(text: &str) -> String {
    let rows = text.lines().map(|line| {
        let words: Vec<_> = line.split_ascii_whitespace().collect();
        words.join(" ")
    });
    let rows: Vec<_> = rows.filter(|row| !row.is_empty()).collect();
    rows.join("\n")
}
