//! A student's feedback, as Markdown.
//!
//! Of a hidden case it shows what became of it and not a byte of input, expected or actual output:
//! a program can print its input.
//!
//! Text of any origin is shown and does nothing else: no link, no image, no HTML, no heading, whatever it says. The
//! rules are CommonMark's: a backslash takes the meaning from any punctuation, but not between back-quotes; a run of
//! back-quotes is closed by the next run of the same length and by no other.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::templates::rendered;
use super::walks::link;
use super::words::{Audience, Item, Message, in_full, points, tell, tell_counterexamples};
use crate::class::{Cell, Class, Graded};
use crate::result::Build;
use crate::scoring::Visibility;
use explain::profile::words::{TableRow, failing};
use mancala::homework::compare::Verdict;
use mancala::visible;

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
    let build = match &submission.build {
        Build::Ready => None,
        Build::Failed(words) | Build::Fault(words) => Some(words),
    };
    let told = |cell: &Cell| tell(submission, cell, Audience::Student);
    let small = tell_counterexamples(graded, Audience::Student).map(|(at, told)| {
        let cell = graded.counterexamples.get(at).map(|it| &it.cell);
        (markdown_of(&told), cell.and_then(|cell| walk(graded, cell, walks)))
    });
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
    let shown = right.clone().filter(|cell| cell.visibility == Visibility::Visible);
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
        "hidden": cell.visibility == Visibility::Hidden,
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
    let is_shown = cell.visibility == Visibility::Visible && walks == Walks::Linked;
    let address = link(graded, cell).filter(|_| is_shown);
    address.map(|address| format!("../{address}"))
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

/// Signs that mean something somewhere in a line; `@` for readers that make links of addresses.
const SIGNS: &str = "\\`*_{}[]<>#&!|~@$^";

/// A paragraph, a heading's text or a cell of a table. What stands between two single back-quotes
/// stays code if every back-quote in the text is one of such a pair.
pub(crate) fn escaped(text: &str) -> String {
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = visible::line(&line);
    let pieces: Vec<_> = line.split('`').collect();
    // Odd pieces are code. Quotes that touch would be a longer run.
    let last = pieces.len() - 1;
    let mut inner = pieces.iter().enumerate().filter(|(at, _)| *at != 0 && *at != last);
    let is_paired = last % 2 == 0 && inner.all(|(_, piece)| !piece.trim().is_empty());
    let mut out = String::new();
    for (at, piece) in pieces.iter().enumerate() {
        if is_paired && at % 2 == 1 {
            // A table ends its cell at a bar even there.
            out += &format!("`{}`", piece.replace('|', "¦"));
        } else {
            if at > 0 && !is_paired {
                out += "\\`";
            }
            plain(piece, &mut out);
        }
    }
    out
}

fn plain(text: &str, out: &mut String) {
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let begins_a_list = is_number(out) && matches!(c, '.' | ')');
        let begins_a_block = out.is_empty() && matches!(c, '-' | '+' | '=' | ':');
        let is_address = c == ':' && rest.as_str().starts_with('/');
        if SIGNS.contains(c) || begins_a_list || begins_a_block || is_address {
            out.push('\\');
        }
        out.push(c);
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A fenced block whose fence does not occur in it.
pub(crate) fn fenced(lines: &str) -> String {
    let lines = visible::block(lines);
    let longest = lines.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(3.max(longest + 1));
    format!("{fence}text\n{lines}\n{fence}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use pulldown_cmark::{Event, Options, Parser, Tag};

    /// Everything that students could wish for: pieces that mean something to Markdown or HTML.
    fn hostile() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            4 => "[-`\\\\*_\\[\\]()<>#&!|~:=+.0-9a-z \t\n\r'\"^$]{1,4}",
            1 => Just("<script>alert(1)</script>".to_owned()),
            1 => Just("[x](http://evil.example)".to_owned()),
            1 => Just("<http://evil.example>".to_owned()),
            1 => Just("\n\n    <b>".to_owned()),
            1 => Just("\n```\n<b>\n```\n".to_owned()),
            1 => Just("\n[x]: http://evil.example\n".to_owned()),
            1 => Just("&lt;b&gt;".to_owned()),
            1 => Just("``".to_owned()),
            1 => "\\PC{1,3}",
        ];
        proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
    }

    /// Everything but quotes that turn into others.
    fn extensions() -> Options {
        Options::all() - Options::ENABLE_SMART_PUNCTUATION
    }

    /// What a reader sees, blanks aside; fails if there is anything but text and code.
    fn seen(markdown: &str) -> String {
        let mut seen = String::new();
        for event in Parser::new_ext(markdown, extensions()) {
            match event {
                Event::Text(text) | Event::Code(text) => seen += &text,
                Event::SoftBreak | Event::Rule => {}
                Event::Start(Tag::Paragraph | Tag::CodeBlock(_)) | Event::End(_) => {}
                other => panic!("{other:?} in {markdown:?}"),
            }
        }
        seen.retain(|c| !c.is_whitespace());
        seen
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn no_text_of_a_students_becomes_anything_but_text(text in hostile()) {
            let mut wanted = text.clone();
            wanted.retain(|c| !c.is_whitespace());
            let mut found = seen(&escaped(&text));
            // What stays code has lost its back-quotes, and its bars are others.
            found.retain(|c| c != '`' && c != '¦');
            wanted.retain(|c| c != '`' && c != '|' && c != '¦');
            found.retain(|c| c != '|');
            prop_assert_eq!(found, wanted);
        }

        #[test]
        fn no_block_is_left_early(text in hostile()) {
            let document = format!("before\n\n{}\nafter\n", fenced(&text));
            let events: Vec<_> = Parser::new_ext(&document, extensions()).collect();
            let blocks = events.iter().filter(|it| matches!(it, Event::Start(Tag::CodeBlock(_))));
            prop_assert_eq!(blocks.count(), 1);
            let markup = |it: &&Event<'_>| {
                matches!(it, Event::Html(_) | Event::InlineHtml(_) | Event::Start(Tag::Link { .. }))
            };
            prop_assert_eq!(events.iter().find(markup), None);
        }
    }

    #[test]
    fn a_pair_of_quotes_is_code_and_an_odd_one_is_none() {
        assert_eq!(escaped("see `a_b` there"), "see `a_b` there");
        assert_eq!(escaped("`` <b>`"), "\\`\\` \\<b\\>\\`");
        assert_eq!(escaped("1. x"), "1\\. x");
        assert_eq!(escaped("- x"), "\\- x");
        assert_eq!(escaped("next_state.txt"), "next\\_state.txt");
    }
}
