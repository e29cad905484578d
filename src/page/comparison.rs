//! A log of one's own beside the search: the first row where they part, and which mistakes it has.
//!
//! A log is computable: what comes before that row is right, and where known mistakes explain a log to
//! the byte, the reference engine writes it again. Only of any other log the lines around that row are
//! kept.
//!
//! Left out: rows of the search, and how the two are shown.

use std::io;
use std::ops::ControlFlow;

use crate::explain::evidence::{End, Evidence, Lines, MOST};
use crate::explain::mistakes::{Switch, Switches};
use crate::explain::reference::{Settings, stream};
use crate::explain::{Kind, assignment, explain};
use crate::homework::Problem;
use crate::judge::finding::{Excerpt, Node};
use crate::judge::log::judge;
use crate::search::Algorithm;

/// Lines of the log that are kept before the first difference, and from it on.
const BEFORE: usize = 12;
const AFTER: usize = 240;

/// The most characters of a line that are kept.
const WIDEST: usize = 120;

/// The most steps of the reference engine to write a log again: a second or so.
const STEPS: u64 = 20_000_000;

/// Where a log and the search part.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The line of the log, from 1, its header included.
    pub line: u64,
    /// The row of the search, from 1, that the line should be.
    pub row: u64,
    /// What is wrong there.
    pub message: String,
    /// The number of the first of `lines`.
    pub begin: u64,
    /// The log's own lines around the difference; none if [`Program::writes`] gives them back.
    pub lines: Vec<String>,
    /// The lines around it with what is expected.
    pub excerpt: Option<Excerpt>,
    /// The node of the search that the row belongs to.
    pub node: Option<Node>,
    /// The one program with known mistakes that explains this log.
    pub program: Option<Program>,
}

/// A program with known mistakes.
#[derive(Debug, Clone)]
pub struct Program {
    /// Its mistakes.
    pub switches: Switches,
    /// The same in words.
    pub told: Vec<String>,
}

impl Program {
    /// The keys of its mistakes and where they are made, apart by blanks.
    #[must_use]
    pub fn keys(&self) -> String {
        let keys: Vec<_> = self.switches.iter().map(|it| it.to_string()).collect();
        keys.join(" ")
    }

    /// The rules that it breaks.
    pub fn rules(&self) -> impl Iterator<Item = &'static str> {
        self.switches.iter().map(|it| it.mistake.entry().rule)
    }

    /// `count` lines of the log that a program with these mistakes writes, from line `begin` on.
    ///
    /// # Errors
    /// A sentence: which key is none, or why there is no such log.
    pub fn writes(
        problem: &Problem,
        keys: &str,
        begin: u64,
        count: usize,
    ) -> Result<Vec<String>, String> {
        let switches = keys.split_whitespace().map(str::parse::<Switch>);
        let switches: Switches = switches.collect::<Result<_, _>>()?;
        let mut lines = Vec::new();
        let mut number = 0;
        write_again(problem, switches, &mut |line| {
            number += 1;
            if number >= begin {
                lines.push(line.chars().take(WIDEST).collect());
            }
            lines.len() < count
        });
        Ok(lines)
    }
}

/// Hands the lines of a program's log to `take` until it has enough; whether the log came to its end.
fn write_again(problem: &Problem, switches: Switches, take: &mut dyn FnMut(&str) -> bool) -> bool {
    let Some(assignment) = assignment(problem) else {
        return false;
    };
    let settings = Settings {
        switches,
        steps: STEPS,
        ..Settings::default()
    };
    let sink = &mut |line: &str| match take(line) {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    stream(&assignment, settings, sink).is_ok()
}

/// Holds `log` against the search of `problem`; `None` if it is right.
///
/// # Errors
/// Never for a log in memory, as far as is known.
pub fn compare(
    problem: &Problem,
    algorithm: Algorithm,
    log: &str,
) -> io::Result<Option<Comparison>> {
    let judged = judge(problem, algorithm, log.as_bytes())?;
    let Some(finding) = judged.finding else {
        return Ok(None);
    };
    let line = finding.place.map_or(1, |place| place.line);
    let begin = (line as usize).saturating_sub(BEFORE + 1);
    let program = program(problem, log);
    let known = |program: &Program| is_written_by(problem, program.switches, log);
    let lines = match program.as_ref().is_some_and(known) {
        true => Vec::new(),
        false => {
            let lines = log.lines().skip(begin).take(BEFORE + AFTER);
            lines
                .map(|line| line.chars().take(WIDEST).collect())
                .collect()
        }
    };
    Ok(Some(Comparison {
        line,
        row: judged.rows_right + 1,
        message: finding.message,
        excerpt: finding.lines,
        node: finding.node,
        begin: begin as u64 + 1,
        lines,
        program,
    }))
}

/// Whether a program with these mistakes writes this log to the byte.
fn is_written_by(problem: &Problem, switches: Switches, log: &str) -> bool {
    let mut lines = log.split_terminator('\n');
    let is_whole = log.ends_with('\n');
    let ended = write_again(problem, switches, &mut |line| lines.next() == Some(line));
    is_whole && ended && lines.next().is_none()
}

fn program(problem: &Problem, log: &str) -> Option<Program> {
    let mut end = log.len().min(MOST as usize);
    while !log.is_char_boundary(end) {
        end -= 1;
    }
    let lines = Lines::new(&log.as_bytes()[..end], end < log.len());
    let evidence = Evidence::new("", problem, End::Normal, None, Some(lines))?;
    let explanation = explain(&[evidence]);
    let (Kind::Named, [named]) = (explanation.kind, explanation.named.as_slice()) else {
        return None;
    };
    let switches = named.iter().map(|key| key.parse::<Switch>());
    Some(Program {
        switches: switches.collect::<Result<_, _>>().ok()?,
        told: explanation.sentences,
    })
}
