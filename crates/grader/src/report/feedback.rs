//! A student's feedback, as Markdown.
//!
//! Of a hidden case it shows what became of it and not a byte of it or of its outputs: a program can print its input.
//!
//! Text of any origin is shown and does nothing else: no link, no image, no HTML, no heading, whatever it says. The
//! rules are CommonMark's: a backslash takes the meaning from any punctuation, but not between back-quotes; a run of
//! back-quotes is closed by the next run of the same length and by no other.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::templates::{escaped, fenced, rendered};
use super::walks::link;
use super::words::{Audience, Item, Message, in_full, tell, tell_counterexamples};
use crate::class::{Cell, Class, Graded};
use crate::settings::scoring::points;
use explain::pluralize;
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
    let submission = &graded.submission;
    let build = submission.build.trouble();
    let told = |cell: &Cell| tell(submission, cell, Audience::Student);
    let small = tell_counterexamples(graded, Audience::Student);
    let small = small.map(|(it, told)| (markdown_of(&told), walk(graded, &it.cell, walks)));
    // Of a program that cannot be run there is nothing to say case by case.
    let judged = if build.is_none() { &graded.cells[..] } else { &[] };
    // The first wrong case of each kind in full, and a line for every other.
    let in_full = in_full(graded);
    let wrong = in_full.iter().filter_map(|&at| judged.get(at));
    let wrong =
        wrong.map(|cell| (&cell.case.name, markdown_of(&told(cell)), walk(graded, cell, walks)));
    let others = judged.iter().enumerate();
    let others = others.filter(|(at, cell)| cell.is_wrong() && !in_full.contains(at));
    let others = others.map(|(_, cell)| {
        let told = told(cell);
        let first = told.items.iter().find_map(|item| match item {
            Item::Text(text) => Some(text.as_str()),
            Item::Block(_) => None,
        });
        let said = format!("{}: {}. {}", cell.case.name, told.headline, first.unwrap_or(""));
        (said, walk(graded, cell, walks))
    });
    let right = judged.iter().filter(|cell| cell.verdict == Some(Verdict::Accepted));
    let shown = right.clone().filter(|cell| !cell.is_hidden);
    let results = shown.filter_map(|cell| cell.result.as_ref());
    let forgiven: BTreeSet<_> = results.flat_map(|result| result.warnings()).collect();
    let document = json!({
        "title": class.title,
        "name": submission.name,
        "standing": standing(graded),
        "build": build,
        "sentences": graded.sentences(),
        "rules": rule_by_rule(&graded.profile),
        "small": small.collect::<Vec<_>>(),
        "warnings": submission.warnings,
        "wrong": wrong.collect::<Vec<_>>(),
        "others": others.collect::<Vec<_>>(),
        "right": right.count(),
        "forgiven": forgiven,
        // Every case in a line, after what is to be said of the wrong ones: there may be hundreds.
        "cells": graded.cells.iter().map(row).collect::<Vec<_>>(),
    });
    rendered("feedback.md", document)
}

fn row(cell: &Cell) -> Value {
    json!({
        "name": cell.case.name,
        "hidden": cell.is_hidden,
        "verdict": cell.verdict.map_or("not run yet", Verdict::words),
        "points": points(cell.points),
        "out_of": points(cell.out_of),
        "decided": cell.is_decided,
    })
}

/// How many of the questions on each rule were answered correctly, and the smallest board on which one is broken.
pub(super) fn rule_by_rule(table: &[TableRow]) -> String {
    if table.is_empty() {
        return String::new();
    }
    let rows = table.iter().map(|row| (&row.title, row.count()));
    let failing = failing(table)
        .map(|(row, smallest)| (format!("{}: {}", row.title, smallest.rule), smallest.text()));
    let (rows, failing) = (rows.collect::<Vec<_>>(), failing.collect::<Vec<_>>());
    rendered("rules.md", json!({ "rows": rows, "failing": failing }))
}

/// The address of the page that walks through a case, if the student may see it.
fn walk(graded: &Graded, cell: &Cell, walks: Walks) -> Option<String> {
    let address = link(graded, cell).filter(|_| !cell.is_hidden && walks == Walks::Linked);
    address.map(|address| format!("../{address}"))
}

fn standing(graded: &Graded) -> String {
    let mut text = format!("{} of {} points", points(graded.score()), points(graded.out_of));
    if graded.late_factor < 1.0 && graded.points > 0.0 {
        let (before, late) = (points(graded.points), pluralize(graded.hours_late as usize, "hour"));
        text += &format!(" ({before} before the penalty for being {late} late)");
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
