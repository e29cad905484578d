//! A log of one's own beside the search: the first row where they part, and which mistakes it has.
//!
//! A log is computable: where known mistakes explain a log to the byte, the reference engine writes it
//! again. Any other log is shown as its difference from the nearest one that can be computed: that of
//! the right program, or of one with the mistakes that come nearest.

use std::io::{self, BufRead, Read};
use std::ops::ControlFlow;

use serde::Serialize;

use crate::evidence::{End, Evidence, Lines, MOST};
use crate::mistakes::{Mistake, Switch, Switches};
use crate::reference::{Settings, stream};
use crate::{Facts, Kind, assignment, find_out};
use mancala::homework::Problem;
use mancala::homework::compare::{
    Excerpt, LogDiff, LogDiffer, MAX_DIFF_BYTES, MAX_LINE_CHARS, NodeDescription,
    diff_against_search, judge_log,
};
use mancala::search::Algorithm;

/// The most steps of the reference engine to write a log again: a second or so.
const STEPS: u64 = 20_000_000;

/// The same where every mistake is tried, to find the nearest log.
const STEPS_EACH: u64 = 1_000_000;

/// Where a log and the search part.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// What is to be shown of it beside the search.
    pub log: WrongLog,
    /// The mistakes of the program whose log comes nearest; none if that is the right one.
    pub base: Switches,
    /// The log, as its difference from that one.
    pub diff: LogDiff,
    /// The lines around it with what is expected.
    pub excerpt: Option<Excerpt>,
    /// The node of the search that the row belongs to.
    pub node: Option<NodeDescription>,
}

/// A wrong log as the page and the program's JSON have it.
#[derive(Debug, Clone, Serialize)]
pub struct WrongLog {
    /// `false`, by which it is told from one that is right.
    pub right: bool,
    /// The first wrong line, from 1, the header included.
    pub line: u64,
    /// The row of the search, from 1, that it should be.
    pub row: u64,
    /// What is wrong there.
    pub message: String,
    /// The keys of the mistakes that explain it, if they are known.
    pub mistakes: Option<String>,
    /// The keys of the mistakes of the program whose log is the base of the difference.
    pub base: String,
    /// The difference, as [`LogDiff`] prints it.
    pub places: String,
    /// The first line of the base from which on nothing is known of the log.
    pub until: Option<u64>,
    /// The mistakes in words.
    pub told: Vec<String>,
    /// The rules that they break.
    pub rules: Vec<&'static str>,
}

/// The keys of mistakes and where they are made, apart by blanks.
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
            lines.push(line.chars().take(MAX_LINE_CHARS).collect());
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
    let Some(assignment) = assignment(problem) else { return false };
    let settings = Settings { switches, steps, ..Settings::default() };
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
    let judged = judge_log(problem, algorithm, open()?)?;
    let Some(finding) = judged.finding else { return Ok(None) };
    let facts = found_out(problem, open()?)?;
    let (base, diff) = nearest(problem, algorithm, facts.as_ref(), &open)?;
    let explaining = facts.as_ref().filter(|it| named(it).is_some());
    let program = explaining.and_then(named);
    let mistakes = program.into_iter().flat_map(Switches::mistakes);
    let log = WrongLog {
        right: false,
        line: finding.place.map_or(1, |place| place.line),
        row: judged.rows_right + 1,
        message: finding.message,
        mistakes: program.map(keys),
        base: keys(base),
        places: diff.to_string(),
        until: diff.until,
        told: explaining.map_or_else(Vec::new, |it| it.in_words().sentences),
        rules: mistakes.map(|it| it.entry().rule.sentence()).collect(),
    };
    Ok(Some(Comparison { log, base, diff, excerpt: finding.lines, node: finding.node }))
}

/// The known log from which this one differs least, and the difference.
fn nearest<L: BufRead>(
    problem: &Problem,
    algorithm: Algorithm,
    facts: Option<&Facts>,
    open: &impl Fn() -> io::Result<L>,
) -> io::Result<(Switches, LogDiff)> {
    let perhaps = || facts.and_then(Facts::perhaps);
    let likely = facts.and_then(named).or_else(perhaps).map(|it| (it, STEPS));
    let any = Mistake::all().map(|mistake| (mistake.into(), STEPS_EACH));
    let mut best =
        (Switches::NONE, diff_against_search(problem, algorithm, open()?, MAX_DIFF_BYTES)?);
    for (switches, steps) in likely.into_iter().chain(any) {
        let mut differ = LogDiffer::new(open()?);
        if best.1.until.is_none() {
            // What differs more is of no use.
            differ.stop_beyond(best.1.to_string().len());
        }
        let ended = write_again(problem, switches, steps, &mut |line| differ.take(line));
        if !ended && differ.wants_more() {
            continue; // its log is longer than is written again
        }
        let diff = differ.finish()?;
        if distance(&diff) < distance(&best.1) {
            best = (switches, diff);
        }
        if best.1 == LogDiff::default() {
            break;
        }
    }
    Ok(best)
}

/// What is known whole is nearer than what is not, and less text than more.
fn distance(diff: &LogDiff) -> (u64, usize) {
    let unknown = diff.until.map_or(0, |until| u64::MAX - until);
    (unknown, diff.to_string().len())
}

fn found_out(problem: &Problem, mut log: impl BufRead) -> io::Result<Option<Facts>> {
    let mut kept = Vec::new();
    log.by_ref().take(MOST).read_to_end(&mut kept)?;
    let lines = Lines::new(&kept, !log.fill_buf()?.is_empty());
    let evidence = Evidence::new("", problem, End::Normal, None, Some(lines));
    // Only the log was given: that there is no state says nothing.
    Ok(evidence.map(|evidence| Facts { silent: 0, ..find_out(&[evidence]) }))
}

/// The one program that is named.
fn named(facts: &Facts) -> Option<Switches> {
    (facts.kind == Kind::Named && facts.exact.len() == 1).then(|| facts.exact[0])
}
