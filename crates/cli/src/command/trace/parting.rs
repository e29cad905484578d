//! Where a log of one's own and the search part: the row, the way there board by board, and the rule.
//!
//! Left out: finding it ([`comparison`](explain::comparison)).

use std::fmt::Write;

use explain::comparison::Comparison;
use mancala::game::{Kalah, PitName, Position};
use mancala::homework::Problem;
use mancala::homework::compare::finding::{Excerpt, NamedTurn};
use mancala::homework::compare::node::draw;

/// The text for a person; `hint_only` keeps to itself what is expected.
// Writing to a string cannot fail, here and below.
pub(super) fn text(problem: &Problem, difference: &Comparison, hint_only: bool) -> String {
    let mut text = format!(
        "Line {} of the log is the first wrong one.",
        difference.line
    );
    if !hint_only {
        let _ = write!(text, " {}", difference.message);
    }
    text += "\n\n";
    if let Some(lines) = &difference.excerpt {
        text += &side_by_side(lines, difference.line, hint_only);
    }
    if let Some(node) = &difference.node {
        let _ = writeln!(text, "\nThe way to {}:", node.name);
        text += &way(problem, &node.path);
        if !hint_only {
            let _ = writeln!(text, "\n{}", node.meaning);
        }
    }
    if let Some(program) = &difference.program {
        let told: &[String] = if hint_only { &[] } else { &program.told };
        text.push('\n');
        for line in told {
            let _ = writeln!(text, "{line}");
        }
        for rule in program.rules().filter(|_| hint_only) {
            let _ = writeln!(text, "The rule: {rule}");
        }
    }
    text
}

/// The lines before the place, and both sides from there on.
fn side_by_side(lines: &Excerpt, line: u64, hint_only: bool) -> String {
    let expected: &[String] = if hint_only { &[] } else { &lines.expected };
    let head = if hint_only { "" } else { "expected" };
    let count = expected.len().max(lines.found.len());
    let end = "(ends here)";
    let side = |side: &[String], at: usize| match side.get(at) {
        Some(text) => text.clone(),
        None if at == side.len() && !hint_only => end.to_owned(),
        None => String::new(),
    };
    let before = lines.before.iter().map(|text| (text.clone(), text.clone()));
    let after = (0..count).map(|at| (side(expected, at), side(&lines.found, at)));
    let rows: Vec<_> = before.chain(after).collect();
    let widths = rows.iter().map(|(left, _)| left.chars().count());
    let width = widths.chain([head.len()]).max().unwrap_or(0);
    let mut text = format!("       line   {head:width$}   yours\n");
    for (number, (left, right)) in (line - lines.before.len() as u64..).zip(rows) {
        let mark = if number == line { '>' } else { ' ' };
        let _ = writeln!(text, "  {mark}{number:>8}   {left:width$}   {right}");
    }
    text
}

/// The boards from the input's on, one after each turn.
fn way(problem: &Problem, path: &[NamedTurn]) -> String {
    let mut position = problem.start();
    let mut text = format!("the board of the input\n{}\n", draw(position.board()));
    for turn in path {
        position = turn.pits.iter().fold(position, |at, name| after(at, name));
        let _ = writeln!(text, "{turn}\n{}", draw(position.board()));
    }
    text
}

fn after(position: Kalah, name: &str) -> Kalah {
    match PitName::parse(name) {
        Some(PitName(_, pit)) => position.play(pit),
        None => position,
    }
}
