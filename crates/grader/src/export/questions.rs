//! Questions for an oral examination: three for each submission, on rows of its own log, with the answers.
//!
//! The rows are those of visible cases before the first that is wrong, so that the program wrote them. Of a program
//! that has none they are rows that it should have written. No two submissions are asked about the same row as long
//! as there are others.

use std::collections::BTreeSet;

use crate::class::{Cell, Class, Graded};
use crate::report::templates::{escaped, fenced};
use journal::digest;
use mancala::game::Pit;
use mancala::homework::compare::{LocatedVisit, SearchPath, Verdict, describe};
use mancala::homework::{Problem, answer_to, parse, row_text};
use mancala::search::{FnObserver, Goal, Stage, Visit};

/// How many are asked of each.
const COUNT: usize = 3;

/// The most rows of a log that are looked at.
const MAX_ROWS: usize = 2000;
const NOT_WRITTEN: usize = usize::MAX;

/// What is asked about a row; what tells most first.
const QUESTIONS: [&str; 4] = [
    "Which two numbers does the program compare here, which moves does it leave out, and which earlier row set the bound?",
    "Which earlier row set the bound that this node inherits?",
    "Which moves lead here, and where does the value come from?",
    "Why is this row there, and what does it change?",
];

/// A row of a log: its text without the line end, and what it is about.
type Row = (String, LocatedVisit);

/// The questions with the answers, for the staff, as Markdown. Another seed asks others.
pub fn questions(class: &Class, seed: u64) -> String {
    let mut asked = BTreeSet::new();
    let mut text =
        "# Questions for an oral examination\n\nThe answers are for the staff.\n".to_owned();
    for graded in &class.submissions {
        let name = &graded.submission.name;
        text += &format!("\n## {}\n", escaped(name));
        let cells = cells(graded, seed);
        if cells.is_empty() {
            text += "\nNo visible case with a log was run.\n";
        }
        let (mut kinds, mut own_rows) = (BTreeSet::new(), BTreeSet::new());
        for (number, &(cell, own)) in (1..=COUNT).zip(cells.iter().cycle()) {
            let Ok(problem) = parse(cell.case.input.as_bytes()) else { continue };
            let rows = rows(&problem);
            let (case, digest) = (&cell.case.name, &cell.case.digest);
            let is_new = |at: &usize| !own_rows.contains(&(digest, *at));
            let choice = (1..rows.len().min(own)).filter(is_new).min_by_key(|&at| {
                let (kind, is_old) = (kind(&rows, at), asked.contains(&(digest.clone(), at)));
                (is_old, kinds.contains(&kind), kind, luck(seed, &[name, &rows[at].0]))
            });
            let Some(at) = choice else { continue };
            asked.insert((digest.clone(), at));
            own_rows.insert((digest, at));
            kinds.insert(kind(&rows, at));
            let is_own = if own == NOT_WRITTEN { " (not written by the program)" } else { "" };
            let title = format!("{case}, row {}{is_own}: `{}`", line(at), rows[at].0);
            text +=
                &format!("\n### {number}. {}\n\n{}", escaped(&title), told(&rows, at, &problem));
        }
    }
    text
}

/// A number that looks random and is the same everywhere.
fn luck(seed: u64, texts: &[&str]) -> String {
    let texts = texts.iter().map(|it| it.as_bytes());
    digest([seed.to_le_bytes().as_slice()].into_iter().chain(texts))
}

/// Where a row stands in the file, whose first line is the header.
fn line(at: usize) -> usize {
    at + 2
}

/// The cases to ask about, those of alpha-beta first, and how many rows of each the program has written; all if it
/// has written none that are correct.
fn cells(graded: &Graded, seed: u64) -> Vec<(&Cell, usize)> {
    let own = |cell: &Cell| match &cell.result {
        Some(result) if result.log == Some(Verdict::Accepted) => cell.case.rows,
        result => result.as_ref().map_or(0, |it| it.rows_right),
    };
    let is_asked = |it: &&Cell| !it.is_hidden && it.verdict.is_some() && it.case.rows > 1;
    let mut cells: Vec<_> =
        graded.cells.iter().filter(is_asked).map(|it| (it, own(it) as usize)).collect();
    match cells.iter().any(|it| it.1 > 1) {
        true => cells.retain(|it| it.1 > 1),
        false => cells.iter_mut().for_each(|it| it.1 = NOT_WRITTEN),
    }
    let luck = |cell: &Cell| luck(seed, &[&graded.submission.name, &cell.case.name]);
    cells.sort_by_cached_key(|(it, _)| (it.case.task != "alpha-beta", luck(it)));
    cells
}

fn rows(problem: &Problem) -> Vec<Row> {
    let (mut rows, mut path) = (Vec::new(), SearchPath::default());
    let mut observe = |visit: &Visit<Pit>| {
        rows.push((row_text(visit), path.visited(visit)));
        path.follow(visit);
        rows.len() < MAX_ROWS
    };
    let _ = answer_to(problem, &mut FnObserver(&mut observe));
    rows
}

/// Which question is asked about a row.
fn kind(rows: &[Row], at: usize) -> usize {
    let visit = &rows[at].1.visit;
    match visit.stage {
        Stage::Update if visit.window.is_some_and(|it| it.cuts(visit.goal, visit.value)) => 0,
        Stage::Enter if visit.window != rows[0].1.visit.window => 1,
        Stage::Leaf | Stage::GameOver => 2,
        Stage::Update | Stage::Enter => 3,
    }
}

/// The bound that a cut compares with, or that a node inherits, and the row that set it: the first of a node on the
/// way to this row that has it.
fn bound(rows: &[Row], at: usize) -> Option<(&'static str, usize)> {
    let ends = |row: &Row| row.1.visit.window.map(|it| [it.alpha, it.beta]);
    let (first, now) = (ends(&rows[0])?, ends(&rows[at])?);
    let end = match kind(rows, at) {
        0 => usize::from(rows[at].1.visit.goal == Goal::Max),
        1 => usize::from(now[0] == first[0]),
        _ => return None,
    };
    let is_above = |row: &Row| rows[at].1.path.starts_with(&row.1.path);
    let has_it = |row: &Row| is_above(row) && ends(row).is_some_and(|it| it[end] == now[end]);
    Some((["alpha", "beta"][end], rows.iter().position(has_it)?))
}

fn told(rows: &[Row], at: usize, problem: &Problem) -> String {
    let node = describe(&rows[at].1, problem);
    let mut answer = format!("Answer: {}", node.meaning);
    if let Some((end, at)) = bound(rows, at) {
        let (text, setter) = &rows[at];
        let meaning = describe(setter, problem).meaning;
        answer += &format!(" Row {} set {end}: `{text}`. {meaning}", line(at));
    }
    let path: Vec<_> = node.path.iter().map(ToString::to_string).collect();
    if !path.is_empty() {
        answer += &format!(" The moves: {}.", path.join(", then "));
    }
    let question = QUESTIONS[kind(rows, at)];
    format!("{question}\n\n{}\n\n{}", escaped(&answer), fenced(&node.board))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The row that set a bound has it and the one before it of the same node has not.
    #[test]
    fn the_row_that_set_a_bound_has_it() {
        let problem = parse(b"3\n1\n4\n3 3 3\n3 3 3\n0\n0\n").unwrap();
        let rows = rows(&problem);
        let mut count = 0;
        for (at, (text, row)) in rows.iter().enumerate() {
            let Some((end, setter)) = bound(&rows, at) else { continue };
            let (by, before) = (&rows[setter].1, rows[..setter].iter().rev());
            let value = |row: &LocatedVisit| {
                let window = row.visit.window.unwrap();
                if end == "alpha" { window.alpha } else { window.beta }
            };
            let mut before = before.filter(|it| it.1.path == by.path);
            assert!(setter < at && row.path.starts_with(&by.path), "{text}");
            assert_eq!(value(by), value(row), "{text}");
            assert!(value(&before.next().unwrap().1) != value(row), "{text}");
            count += 1;
        }
        assert!(count > 20, "{count}");
    }
}
