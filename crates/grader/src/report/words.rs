//! What is wrong with a case, or with a small input on which a submission goes wrong, in words, for whoever may know.

use std::borrow::Cow;

use serde::Serialize;

use crate::class::{Cell, Counterexample, Graded};
use crate::result::{Build, SubmissionRecord};
use mancala::homework::compare::{Excerpt, Finding, NodeDescription, Verdict};
use mancala::visible;

/// The most cases of a submission that are told in detail; all are in the tables. A page that tells
/// everything of a program that gets everything wrong is read by nobody, and opened by few browsers.
pub const MAX_TOLD: usize = 12;

/// The places of the wrong cases that are told in detail: the first of each kind.
///
/// Cases are of a kind if they are of the same task, with the same verdicts, on the same output.
pub fn in_full(graded: &Graded) -> Vec<usize> {
    let mut kinds = Vec::new();
    let mut places = Vec::new();
    let cells = graded.cells.iter().enumerate();
    let mut wrong: Vec<_> = cells.filter(|(_, cell)| cell.is_wrong()).collect();
    // Those that cost points first.
    wrong.sort_by_key(|(_, cell)| cell.out_of <= 0.0);
    for (at, cell) in wrong {
        let result = cell.result.as_ref();
        let finding = result.and_then(|it| it.findings.first());
        let kind = (
            &cell.case.task,
            cell.is_hidden,
            cell.verdict,
            result.map(|it| (it.state, it.log)),
            finding.map(|it| (it.file, it.node.is_some())),
        );
        if !kinds.contains(&kind) && places.len() < MAX_TOLD {
            kinds.push(kind);
            places.push(at);
        }
    }
    places
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Sees of a hidden case nothing but what became of it.
    Student,
    /// Sees everything.
    Staff,
}

/// What is to be said of a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Message {
    pub headline: String,
    pub items: Vec<Item>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "text", rename_all = "lowercase")]
pub enum Item {
    Text(String),
    /// Lines to be shown as they are.
    Block(String),
}

pub fn tell(submission: &SubmissionRecord, cell: &Cell, audience: Audience) -> Message {
    let mut items = Vec::new();
    let hidden = audience == Audience::Student && cell.is_hidden;
    if let (Some(result), false) = (&cell.result, hidden) {
        for finding in &result.findings {
            tell_finding(finding, &mut items);
        }
        for warning in result.warnings() {
            items.push(Item::Text(format!("Forgiven: {warning}.")));
        }
        if !result.stderr.is_empty() {
            items.push(Item::Text("The program's standard error:".to_owned()));
            items.push(Item::Block(result.stderr.clone()));
        }
    }
    if hidden && cell.verdict != Some(Verdict::Accepted) {
        let hint = cell.hint.as_ref().map_or(String::new(), |hint| format!(" {hint}"));
        items.push(Item::Text(format!("This case is hidden.{hint}")));
    }
    Message { headline: headline(submission, cell, hidden), items }
}

/// "TLE, too slow (processor time limit)". How a run on a hidden case ended is not told: a program can say
/// what its input is by its exit code.
fn headline(submission: &SubmissionRecord, cell: &Cell, hidden: bool) -> String {
    let Some(verdict) = cell.verdict else { return "not run yet".to_owned() };
    let mut text = format!("{verdict}, {}", verdict.words());
    let reason = match (&cell.result, &submission.build) {
        (Some(_), _) if hidden && verdict.is_graded() => Cow::default(),
        (Some(result), _) => result.reason(),
        (None, Build::Fault(why)) => why.into(),
        (None, _) => Cow::default(),
    };
    if !reason.is_empty() {
        text += &format!(" ({})", reason.trim_end_matches('.'));
    }
    if let (Verdict::Partly, Some(result)) = (verdict, &cell.result) {
        text += match (result.state, result.log) {
            (Some(Verdict::Accepted), Some(Verdict::NoOutput)) => {
                ": next_state.txt is correct, traverse_log.txt is missing"
            }
            (Some(Verdict::Accepted), _) => ": next_state.txt is correct, the log is not",
            (Some(Verdict::NoOutput), _) => ": the log is correct, next_state.txt is missing",
            _ => ": the log is correct, next_state.txt is not",
        };
    }
    text
}

fn tell_finding(finding: &Finding, items: &mut Vec<Item>) {
    let file = finding.file.name();
    let place = match finding.place.map(|it| (it.line, it.column)) {
        None => String::new(),
        Some((line, None)) => format!(", line {line}"),
        Some((line, Some(column))) => format!(", line {line}, column {column}"),
    };
    // A message on a file that is missing names it.
    items.push(Item::Text(match finding.place.is_none() && finding.message.contains(file) {
        true => finding.message.clone(),
        false => format!("{file}{place}: {}", finding.message),
    }));
    if let (Some(lines), Some(place)) = (&finding.lines, finding.place) {
        items.push(Item::Block(block_of_lines(lines, place.line)));
    }
    if let Some(node) = &finding.node {
        tell_node(node, items);
    }
}

/// The lines before the place, then what is expected and what was found from there on.
///
/// A place where a line does not parse need not be the first that differs, so only lines around that have numbers.
fn block_of_lines(lines: &Excerpt, line: u64) -> String {
    let first = line.saturating_sub(lines.before.len() as u64).max(1);
    let mut text = String::new();
    for (number, before) in (first..).zip(&lines.before) {
        text += &format!("           {number:>7}  {before}\n");
    }
    for (head, side) in [("expected", &lines.expected), ("found", &lines.found)] {
        if side.is_empty() {
            text += &format!("{head:>9}  {line:>7}  (the end of the file)\n");
        }
        for (number, row) in (line..).zip(side) {
            let head = if number == line { head } else { "" };
            text += &format!("{head:>9}  {number:>7}  {row}\n");
        }
    }
    text.truncate(text.trim_end_matches('\n').len());
    text
}

fn tell_node(node: &NodeDescription, items: &mut Vec<Item>) {
    let path: Vec<_> = node.path.iter().map(ToString::to_string).collect();
    let way = match path.is_empty() {
        true => "The board of the input:".to_owned(),
        false => format!("The board at {} ({}):", node.name, path.join(", then ")),
    };
    let why: Vec<_> = node.sow.iter().chain([&node.meaning]).map(String::as_str).collect();
    items.push(Item::Text(format!("Why this row should be there: {}", why.join(" "))));
    items.push(Item::Text(way));
    items.push(Item::Block(node.board.clone()));
}

/// As plain text, in which everything can be seen.
impl std::fmt::Display for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&visible::line(&self.headline))?;
        for item in &self.items {
            match item {
                Item::Text(text) => write!(f, "\n{}", visible::block(text))?,
                Item::Block(text) => write!(f, "\n\n{}\n", visible::block(text))?,
            }
        }
        Ok(())
    }
}

/// What is to be said of each small input. It is no case of the suite, so that what is right for it may be shown. Should a
/// hidden case ask the same, a student is told nothing of it.
pub(super) fn tell_counterexamples(
    graded: &Graded,
    audience: Audience,
) -> impl Iterator<Item = (&Counterexample, Message)> {
    let may_see = move |it: &&Counterexample| audience == Audience::Staff || !it.cell.is_hidden;
    graded.counterexamples.iter().filter(may_see).map(|it| (it, tell_one(graded, it)))
}

/// All of them as plain text, for a student; empty if there are none.
pub fn counterexamples(graded: &Graded) -> String {
    let told = tell_counterexamples(graded, Audience::Student);
    let texts: Vec<_> = told.map(|(_, told)| told.to_string()).collect();
    texts.join("\n\n")
}

fn tell_one(graded: &Graded, it: &Counterexample) -> Message {
    let mut items = vec![
        Item::Block(it.cell.case.input.trim_end().to_owned()),
        Item::Text("The board:".to_owned()),
        Item::Block(it.board.clone()),
    ];
    // Whether it may be told was asked before.
    let told = tell(&graded.submission, &it.cell, Audience::Staff);
    items.push(Item::Text(format!("{}.", told.headline)));
    items.extend(told.items);
    if !it.is_steady {
        let unsteady = "The program behaves differently from run to run on this input.";
        items.push(Item::Text(unsteady.to_owned()));
    }
    if !it.is_smallest {
        items.push(Item::Text("There was no time to try every smaller input.".to_owned()));
    }
    Message { headline: headline_of_counterexample(it), items }
}

fn headline_of_counterexample(it: &Counterexample) -> String {
    if let Some(switch) = it.mistake {
        let sentence = switch.mistake.entry().student();
        return format!("The smallest input that shows this alone ({switch}): {sentence}");
    }
    let what = match it.cell.verdict {
        Some(Verdict::NoOutput) => "writes no output",
        Some(Verdict::RuntimeError) => "crashes",
        Some(
            Verdict::TimeLimit | Verdict::MemoryLimit | Verdict::OutputLimit | Verdict::Security,
        ) => "is stopped",
        _ => "goes wrong",
    };
    format!("The smallest input found on which the program {what}:")
}
