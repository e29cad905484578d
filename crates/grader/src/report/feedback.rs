//! A student's feedback, as Markdown.
//!
//! Of a hidden case it shows what became of it and not a byte of input, expected or actual output:
//! a program can print its input.

use std::collections::BTreeSet;

use super::markdown::{escaped, fenced};
use super::walks::link;
use super::words::{Audience, Item, Message, in_full, points, tell, tell_counterexamples};
use crate::class::{Cell, Class, Graded};
use crate::result::Build;
use crate::scoring::Visibility;
use explain::profile::words::{TableRow, failing};
use mancala::homework::compare::Verdict;

/// Whether the files that walk through searches lie beside the feedback.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Walks {
    /// So that links lead to them.
    Linked,
    /// So that there are no links.
    Absent,
}

pub fn markdown(class: &Class, graded: &Graded, walks: Walks) -> String {
    let title = match class.title.as_str() {
        "" => escaped(&graded.submission.name),
        title => format!("{}: {}", escaped(title), escaped(&graded.submission.name)),
    };
    let mut text = format!("# {title}\n\n{}\n", standing(graded));
    if let Build::Failed(words) | Build::Fault(words) = &graded.submission.build {
        text += &format!("\nThere is no program to run:\n\n{}", fenced(words));
    }
    for sentence in graded.sentences() {
        text += &format!("\n{}\n", escaped(sentence));
    }
    text += &rule_by_rule(&graded.profile);
    text += &small_inputs(graded, walks);
    for warning in &graded.submission.warnings {
        text += &format!("\nNote: {}.\n", escaped(warning));
    }
    if graded.submission.build == Build::Ready {
        text += &wrong_cases(graded, walks);
        text += &right_cases(graded);
    }
    text + &table(graded)
}

/// Every case in a line, after what is to be said of the wrong ones: there may be hundreds.
fn table(graded: &Graded) -> String {
    let mut text = "\n## All cases\n\n| case | verdict | points |\n|---|---|---|\n".to_owned();
    for cell in &graded.cells {
        let verdict = cell.verdict.map_or("not run yet", Verdict::words);
        let hidden = match cell.visibility {
            Visibility::Visible => "",
            Visibility::Hidden => " (hidden)",
        };
        let (got, most) = (points(cell.points), points(cell.out_of));
        let by_hand = if cell.is_decided { ", set by hand" } else { "" };
        let name = escaped(&cell.case.name);
        text += &format!("| {name}{hidden} | {verdict} | {got} of {most}{by_hand} |\n");
    }
    text
}

/// How many of the questions on each rule were answered correctly, and the smallest board on which one is broken.
pub(super) fn rule_by_rule(table: &[TableRow]) -> String {
    if table.is_empty() {
        return String::new();
    }
    let mut text =
        "\n## Rule by rule\n\nYour program was run on small inputs, each about one rule.\n\n\
                    | rule | answered correctly |\n|---|---|\n"
            .to_owned();
    for row in table {
        text += &format!("| {} | {} |\n", escaped(&row.title), escaped(&row.count()));
    }
    for (row, smallest) in failing(table) {
        let said = format!("{}: {}", row.title, smallest.rule);
        text += &format!("\n{}\n\n{}", escaped(&said), fenced(&smallest.text()));
    }
    text
}

/// The smallest inputs on which the program goes wrong.
fn small_inputs(graded: &Graded, walks: Walks) -> String {
    let told = tell_counterexamples(graded, Audience::Student);
    told.map(|(at, told)| {
        let cell = graded.counterexamples.get(at).map(|it| &it.cell);
        let walk = cell.and_then(|cell| walk(graded, cell, walks));
        let walk = walk
            .map_or(String::new(), |address| format!("\n[Walk through this search]({address})\n"));
        format!("\n## A small input\n\n{}{walk}", markdown_of(&told))
    })
    .collect()
}

/// The first wrong case of each kind in full, and a line for every other.
fn wrong_cases(graded: &Graded, walks: Walks) -> String {
    let in_full = in_full(graded);
    let mut text = String::new();
    for cell in in_full.iter().filter_map(|&at| graded.cells.get(at)) {
        let told = tell(&graded.submission, cell, Audience::Student);
        let name = escaped(&cell.case.name);
        text += &format!("\n## {name}\n\n{}", markdown_of(&told));
        if let Some(address) = walk(graded, cell, walks) {
            text += &format!("\n[Walk through this search]({address})\n");
        }
    }
    let cells = graded.cells.iter().enumerate();
    let others = cells.filter(|(at, cell)| cell.is_wrong() && !in_full.contains(at));
    let lines: String = others
        .map(|(_, cell)| {
            let told = tell(&graded.submission, cell, Audience::Student);
            let first = told.items.iter().find_map(|item| match item {
                Item::Text(text) => Some(text.as_str()),
                Item::Block(_) => None,
            });
            let said = format!("{}: {}", cell.case.name, told.headline);
            let said = escaped(&[&said, first.unwrap_or("")].join(". "));
            match walk(graded, cell, walks) {
                Some(address) => format!("- {said} [Walk]({address})\n"),
                None => format!("- {said}\n"),
            }
        })
        .collect();
    match lines.is_empty() {
        true => text,
        false => text + "\n## Other cases that fail in the same ways\n\n" + &lines,
    }
}

/// The address of the page that walks through a case, if the student may see it.
fn walk(graded: &Graded, cell: &Cell, walks: Walks) -> Option<String> {
    let is_shown = cell.visibility == Visibility::Visible && walks == Walks::Linked;
    let address = link(graded, cell).filter(|_| is_shown);
    address.map(|address| format!("../{address}"))
}

/// A sentence on the cases that are right, and what was forgiven in them.
fn right_cases(graded: &Graded) -> String {
    let right = |cell: &&Cell| cell.verdict == Some(Verdict::Accepted);
    let count = graded.cells.iter().filter(right).count();
    let shown = graded.cells.iter().filter(right);
    let shown = shown.filter(|cell| cell.visibility == Visibility::Visible);
    let results = shown.filter_map(|cell| cell.result.as_ref());
    let forgiven: BTreeSet<_> = results.flat_map(|result| result.warnings()).collect();
    let mut text = match count {
        0 => return String::new(),
        1 => "\n1 case is correct.".to_owned(),
        count => format!("\n{count} cases are correct."),
    };
    for warning in forgiven {
        text += &format!(" Forgiven: {}.", escaped(&warning));
    }
    text + "\n"
}

fn standing(graded: &Graded) -> String {
    let mut text = format!("{} of {} points", points(graded.score()), points(graded.out_of));
    if graded.late_factor < 1.0 {
        text += &format!(" ({} before the late penalty)", points(graded.points));
    }
    text += match (graded.ungraded(), graded.count(Verdict::InternalError)) {
        (0, _) => ".",
        (_, 1..) => ", as far as could be graded; the rest stays open until a person decides.",
        _ => ", as far as could be graded; the other cases cost nothing.",
    };
    text
}

/// What is to be said of a case, as Markdown.
pub fn markdown_of(told: &Message) -> String {
    let mut text = format!("{}\n", escaped(&told.headline));
    for item in &told.items {
        text += "\n";
        match item {
            Item::Text(sentences) => text += &format!("{}\n", escaped(sentences)),
            Item::Block(lines) => text += &fenced(lines),
        }
    }
    text
}
