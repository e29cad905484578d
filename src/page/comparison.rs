//! A log of one's own beside the search: the first row where they part, and which mistakes it has.
//!
//! A log is computable: what comes before that row is right, and where known mistakes explain a log to
//! the byte, the reference engine writes it again. Only of any other log the lines around that row are
//! kept.
//!
//! Left out: rows of the search, and how the two are shown.

use std::io::{self, BufRead, Read};
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
const BEFORE: u64 = 12;
const AFTER: u64 = 240;

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

/// Holds a log against the search of `problem`; `None` if it is right.
///
/// `open` gives the log from its beginning, which is read up to three times: it may be far longer than
/// the memory.
///
/// # Errors
/// Those of reading the log.
pub fn compare<L: BufRead>(
    problem: &Problem,
    algorithm: Algorithm,
    open: impl Fn() -> io::Result<L>,
) -> io::Result<Option<Comparison>> {
    let judged = judge(problem, algorithm, open()?)?;
    let Some(finding) = judged.finding else {
        return Ok(None);
    };
    let line = finding.place.map_or(1, |place| place.line);
    let begin = line.saturating_sub(BEFORE).max(1);
    let program = program(problem, open()?)?;
    let lines = match &program {
        Some(program) if is_written_by(problem, program.switches, open()?)? => Vec::new(),
        _ => lines_from(open()?, begin)?,
    };
    Ok(Some(Comparison {
        line,
        row: judged.rows_right + 1,
        message: finding.message,
        excerpt: finding.lines,
        node: finding.node,
        begin,
        lines,
        program,
    }))
}

/// The lines that are kept, from line `begin` on.
fn lines_from(mut log: impl BufRead, begin: u64) -> io::Result<Vec<String>> {
    for _ in 1..begin {
        log.skip_until(b'\n')?;
    }
    let mut lines = Vec::new();
    while lines.len() as u64 <= BEFORE + AFTER {
        // Four bytes a character are enough for all that is kept.
        let Some(line) = next_line(&mut log, 4 * WIDEST as u64)? else {
            break;
        };
        let line = String::from_utf8_lossy(line.trim_ascii_end()).into_owned();
        lines.push(line.chars().take(WIDEST).collect());
    }
    Ok(lines)
}

/// The next line with its end, cut to `most` bytes; `None` at the end of the log.
fn next_line(log: &mut impl BufRead, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    if log.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if !line.ends_with(b"\n") {
        log.skip_until(b'\n')?;
    }
    Ok(Some(line))
}

/// Whether a program with these mistakes writes this log to the byte.
fn is_written_by(problem: &Problem, switches: Switches, mut log: impl BufRead) -> io::Result<bool> {
    let ended = write_again(problem, switches, &mut |line| {
        let found = next_line(&mut log, line.len() as u64 + 1);
        let found = found.ok().flatten().unwrap_or_default();
        found.strip_suffix(b"\n") == Some(line.as_bytes())
    });
    Ok(ended && log.fill_buf()?.is_empty())
}

fn program(problem: &Problem, mut log: impl BufRead) -> io::Result<Option<Program>> {
    let mut kept = Vec::new();
    log.by_ref().take(MOST).read_to_end(&mut kept)?;
    let lines = Lines::new(&kept, !log.fill_buf()?.is_empty());
    Ok(named(problem, lines))
}

fn named(problem: &Problem, lines: Lines) -> Option<Program> {
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
