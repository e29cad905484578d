//! Questions for an oral examination: three for each submission, on rows of its own log, with the answers.
//!
//! The rows are those of visible cases before the first that is wrong, so that the program wrote them. Of a program
//! that has none they are rows that it should have written. No two submissions are asked about the same row as long
//! as there are others.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::class::{Cell, Class, Graded};
use crate::report::markdown::{escaped, fenced};
use crate::scoring::Visibility;
use journal::digest;
use mancala::game::Pit;
use mancala::homework::compare::{LocatedVisit, SearchPath, Verdict, describe};
use mancala::homework::{Problem, RowBuffer, RowValue, answer_to, parse};
use mancala::search::{FnObserver, Goal, Stage, Visit};

/// How many are asked of each.
const COUNT: usize = 3;

/// The most rows of a log that are looked at.
const MAX_ROWS: usize = 2000;

/// What is asked about a row; what tells most first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// What a cut compares.
    Cut,
    /// Which row set a bound of its window.
    Bound,
    /// Where the value of a leaf comes from.
    Leaf,
    /// What a child's value changes.
    Update,
}

/// A row of a log.
struct Row {
    kind: Kind,
    /// The bound that the question is about, and the line of the row that set it.
    bound: (&'static str, usize),
    /// Without its line end.
    text: String,
    at: LocatedVisit,
}

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
            text += "\nThere is no visible case with a log.\n";
        }
        let mut kinds = BTreeSet::new();
        for (number, &(cell, own)) in (1..=COUNT).zip(cells.iter().cycle()) {
            let Ok(problem) = parse(cell.case.input.as_bytes()) else { continue };
            let rows = rows(&problem);
            let (case, digest) = (&cell.case.name, &cell.case.digest);
            let choice = rows.iter().enumerate().take(own).skip(1).min_by_key(|(at, row)| {
                let is_old = asked.contains(&(digest.clone(), *at));
                (is_old, kinds.contains(&row.kind), row.kind, luck(seed, &[name, &row.text]))
            });
            let Some((at, row)) = choice else { continue };
            asked.insert((digest.clone(), at));
            kinds.insert(row.kind);
            let is_own = if own == MAX_ROWS + 1 { " (not written by the program)" } else { "" };
            let title = format!("{case}, row {}{is_own}: `{}`", line(at), row.text);
            text +=
                &format!("\n### {number}. {}\n\n{}", escaped(&title), told(row, &rows, &problem));
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

/// The cases to ask about, those of alpha-beta first, and how many rows of each the program has written.
fn cells(graded: &Graded, seed: u64) -> Vec<(&Cell, usize)> {
    let is_asked = |it: &&Cell| it.visibility == Visibility::Visible && it.case.rows > 1;
    let own = |cell: &Cell| {
        let result = cell.result.as_ref()?;
        let is_right = result.log == Some(Verdict::Accepted);
        Some(if is_right { cell.case.rows } else { result.rows_right } as usize)
            .filter(|it| *it > 1)
    };
    let all = graded.cells.iter().filter(is_asked);
    let mut cells: Vec<_> =
        all.clone().filter_map(|it| Some((it, own(it)?.min(MAX_ROWS)))).collect();
    if cells.is_empty() {
        cells = all.map(|it| (it, MAX_ROWS + 1)).collect();
    }
    let name = &graded.submission.name;
    cells.sort_by_cached_key(|(it, _)| {
        (Reverse(it.case.task == "alpha-beta"), luck(seed, &[name, &it.case.name]))
    });
    cells
}

/// The first rows of the log of a problem.
fn rows(problem: &Problem) -> Vec<Row> {
    let (mut rows, mut path) = (Vec::new(), SearchPath::default());
    // The windows of the nodes on the path, and where the bounds of each were set.
    let mut windows: Vec<(Option<_>, [usize; 2])> = Vec::new();
    let mut observe = |visit: &Visit<Pit>| {
        let mut set = match visit.stage {
            Stage::Update => windows.get(visit.ply),
            _ => visit.ply.checked_sub(1).and_then(|above| windows.get(above)),
        }
        .map_or((visit.window, [0, 0]), |it| *it);
        if let (Some(before), Some(now)) = (set.0, visit.window) {
            set.1[0] = if before.alpha == now.alpha { set.1[0] } else { rows.len() };
            set.1[1] = if before.beta == now.beta { set.1[1] } else { rows.len() };
        }
        windows.truncate(visit.ply);
        windows.push((visit.window, set.1));
        let cuts = visit.window.is_some_and(|it| it.cuts(visit.goal, visit.value));
        let alpha = ("alpha", set.1[0]);
        let beta = ("beta", set.1[1]);
        let (kind, bound) = match (visit.stage, visit.goal) {
            (Stage::Update, Goal::Min) if cuts => (Kind::Cut, alpha),
            (Stage::Update, Goal::Max) if cuts => (Kind::Cut, beta),
            (Stage::Update, _) => (Kind::Update, alpha),
            (Stage::Enter, _) if alpha.1 > 0 => (Kind::Bound, alpha),
            (Stage::Enter, _) if beta.1 > 0 => (Kind::Bound, beta),
            (Stage::Enter, _) => (Kind::Update, alpha),
            (Stage::Leaf | Stage::GameOver, _) => (Kind::Leaf, alpha),
        };
        let mut text = RowBuffer::with_capacity(0);
        text.push_row(visit, RowValue::Known(visit.value));
        let text = String::from_utf8_lossy(text.text().trim_ascii_end()).into_owned();
        rows.push(Row { kind, bound, text, at: path.visited(visit) });
        path.follow(visit);
        rows.len() < MAX_ROWS
    };
    let _ = answer_to(problem, &mut FnObserver(&mut observe));
    rows
}

/// The question, and then the answer.
fn told(row: &Row, rows: &[Row], problem: &Problem) -> String {
    let node = describe(&row.at, problem);
    let (bound, at) = row.bound;
    let question = match row.kind {
        Kind::Cut => format!(
            "Which two numbers does the program compare here, which moves does it leave out, and which earlier row set {bound}?"
        ),
        Kind::Bound => format!("Which earlier row set {bound} to the value that stands here?"),
        Kind::Leaf => "Which moves lead here, and where does the value come from?".to_owned(),
        Kind::Update => "Why is this row there, and what does it change?".to_owned(),
    };
    let path: Vec<_> = node.path.iter().map(ToString::to_string).collect();
    let mut answer = node.meaning;
    if matches!(row.kind, Kind::Cut | Kind::Bound)
        && let Some(setter) = rows.get(at)
    {
        let meaning = describe(&setter.at, problem).meaning;
        answer += &format!(" Row {} set {bound}: `{}`. {meaning}", line(at), setter.text);
    }
    if !path.is_empty() {
        answer += &format!(" The moves: {}.", path.join(", then "));
    }
    format!("{question}\n\nAnswer: {}\n\n{}", escaped(&answer), fenced(&node.board))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The row that set a bound has it, is earlier, and lies on the way to the row that is asked about.
    #[test]
    fn the_row_that_set_a_bound_has_it() {
        let problem = parse(b"3\n1\n4\n3 3 3\n3 3 3\n0\n0\n").unwrap();
        let rows = rows(&problem);
        let mut count = 0;
        for (at, row) in rows.iter().enumerate() {
            let (bound, setter) = (row.bound.0, &rows[row.bound.1]);
            let value = |row: &Row| {
                let window = row.at.visit.window.unwrap();
                if bound == "alpha" { window.alpha } else { window.beta }
            };
            if matches!(row.kind, Kind::Bound | Kind::Cut) {
                count += 1;
                assert!(
                    row.bound.1 < at && row.at.path.starts_with(&setter.at.path),
                    "{}",
                    row.text
                );
                assert_eq!(value(setter), value(row), "{}", row.text);
            }
        }
        assert!(count > 20, "{count}");
    }
}
