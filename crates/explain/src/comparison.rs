//! A log of one's own beside the search: the first row where they part, and which mistakes it has.
//!
//! A log is computable: where known mistakes explain a log to the byte, the reference engine writes it
//! again. Any other log is carried as its difference from the nearest one that can be computed: that of
//! the right program, or of one with the mistakes that come nearest.
//!
//! Left out: rows of the search, and how the two are shown.

use std::io::{self, BufRead, Read};
use std::ops::ControlFlow;

use crate::evidence::{End, Evidence, Lines, MOST};
use crate::mistakes::{Mistake, Switch, Switches};
use crate::reference::{Settings, stream};
use crate::{Explanation, Kind, assignment, explain};
use mancala::homework::Problem;
use mancala::homework::compare::beside::difference;
use mancala::homework::compare::carried::Carried;
use mancala::homework::compare::difference::{Differ, MOST_CARRIED, WIDEST, next_line};
use mancala::homework::compare::finding::{Excerpt, Node};
use mancala::homework::compare::log::judge;
use mancala::search::Algorithm;

/// The most steps of the reference engine to write a log again: a second or so.
const STEPS: u64 = 20_000_000;

/// The same where every mistake is tried, to find the nearest log.
const STEPS_EACH: u64 = 1_000_000;

/// Where a log and the search part.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The line of the log, from 1, its header included.
    pub line: u64,
    /// The row of the search, from 1, that the line should be.
    pub row: u64,
    /// What is wrong there.
    pub message: String,
    /// The mistakes of the program whose log comes nearest; none if that is the right one.
    pub base: Switches,
    /// The log, as its difference from that one.
    pub carried: Carried,
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
    /// The rules that it breaks.
    pub fn rules(&self) -> impl Iterator<Item = &'static str> {
        self.switches.iter().map(|it| it.mistake.entry().rule)
    }
}

/// The keys of mistakes and where they are made, apart by blanks.
#[must_use]
pub fn keys(switches: Switches) -> String {
    let keys: Vec<_> = switches.iter().map(|it| it.to_string()).collect();
    keys.join(" ")
}

/// `count` lines of the log that a program with the mistakes of these keys writes, from line `begin` on.
///
/// # Errors
/// A sentence: which key is none, or why there is no such log.
pub fn written(
    problem: &Problem,
    keys: &str,
    begin: u64,
    count: usize,
) -> Result<Vec<String>, String> {
    let switches = keys.split_whitespace().map(str::parse::<Switch>);
    let switches: Switches = switches.collect::<Result<_, _>>()?;
    let mut lines = Vec::new();
    let mut number = 0;
    write_again(problem, switches, STEPS, &mut |line| {
        number += 1;
        if number >= begin {
            lines.push(line.chars().take(WIDEST).collect());
        }
        lines.len() < count
    });
    Ok(lines)
}

/// Hands the lines of a program's log to `take` until it has enough; whether the log came to its end.
fn write_again(
    problem: &Problem,
    switches: Switches,
    steps: u64,
    take: &mut dyn FnMut(&str) -> bool,
) -> bool {
    let Some(assignment) = assignment(problem) else {
        return false;
    };
    let settings = Settings {
        switches,
        steps,
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
/// `open` gives the log from its beginning, which is read once for each log that it is held against: it may be far longer than
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
    let explained = explained(problem, open()?)?;
    let program = explained.as_ref().and_then(named);
    let exact = match &program {
        Some(program) => is_written_by(problem, program.switches, open()?)?,
        None => false,
    };
    let (base, carried) = match &program {
        Some(program) if exact => (program.switches, Carried::default()),
        _ => nearest(problem, algorithm, explained.as_ref(), &open)?,
    };
    Ok(Some(Comparison {
        line: finding.place.map_or(1, |place| place.line),
        row: judged.rows_right + 1,
        message: finding.message,
        excerpt: finding.lines,
        node: finding.node,
        base,
        carried,
        program,
    }))
}

/// The known log from which this one differs least, and the difference.
fn nearest<L: BufRead>(
    problem: &Problem,
    algorithm: Algorithm,
    explained: Option<&Explanation>,
    open: &impl Fn() -> io::Result<L>,
) -> io::Result<(Switches, Carried)> {
    let keys = explained.map_or(&[][..], |it| &it.perhaps).iter();
    let perhaps = keys.filter_map(|key| key.parse::<Switch>().ok());
    let perhaps = perhaps.map(|switch| Switches::NONE.with(switch));
    let program = explained.and_then(named).map(|program| program.switches);
    let likely = program.into_iter().chain(perhaps).map(|it| (it, STEPS));
    let any = Mistake::all().map(|mistake| (mistake.into(), STEPS_EACH));
    let mut best = (
        Switches::NONE,
        difference(problem, algorithm, open()?, MOST_CARRIED)?,
    );
    for (switches, steps) in likely.chain(any) {
        let mut differ = Differ::new(open()?);
        if best.1.until.is_none() {
            // What differs more is of no use.
            differ.carry_at_most(best.1.to_string().len());
        }
        let ended = write_again(problem, switches, steps, &mut |line| differ.take(line));
        if !ended && differ.wants_more() {
            continue; // its log is longer than is written again
        }
        let carried = differ.finish()?;
        if distance(&carried) < distance(&best.1) {
            best = (switches, carried);
        }
    }
    Ok(best)
}

/// What is carried whole is nearer than what is not, and less text than more.
fn distance(carried: &Carried) -> (u64, usize) {
    let unknown = carried.until.map_or(0, |until| u64::MAX - until);
    (unknown, carried.to_string().len())
}

/// Whether a program with these mistakes writes this log to the byte.
fn is_written_by(problem: &Problem, switches: Switches, mut log: impl BufRead) -> io::Result<bool> {
    let ended = write_again(problem, switches, STEPS, &mut |line| {
        let found = next_line(&mut log, line.len() as u64 + 1);
        let found = found.ok().flatten().unwrap_or_default();
        found.strip_suffix(b"\n") == Some(line.as_bytes())
    });
    Ok(ended && log.fill_buf()?.is_empty())
}

fn explained(problem: &Problem, mut log: impl BufRead) -> io::Result<Option<Explanation>> {
    let mut kept = Vec::new();
    log.by_ref().take(MOST).read_to_end(&mut kept)?;
    let lines = Lines::new(&kept, !log.fill_buf()?.is_empty());
    let evidence = Evidence::new("", problem, End::Normal, None, Some(lines));
    Ok(evidence.map(|evidence| explain(&[evidence])))
}

fn named(explanation: &Explanation) -> Option<Program> {
    let (Kind::Named, [named]) = (explanation.kind, explanation.named.as_slice()) else {
        return None;
    };
    let switches = named.iter().map(|key| key.parse::<Switch>());
    Some(Program {
        switches: switches.collect::<Result<_, _>>().ok()?,
        told: explanation.sentences.clone(),
    })
}
