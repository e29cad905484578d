//! Where a log of one's own and the search diverge: the row, the way there board by board, and the rule.

use std::fmt::Write;

use explain::comparison::Comparison;
use mancala::game::{Kalah, PitName, Position};
use mancala::homework::Problem;
use mancala::homework::compare::{Excerpt, NamedTurn, draw, side_by_side};

/// The text for a person; `hint_only` keeps to itself what is expected.
// Writing to a string cannot fail, here and below.
pub fn text(problem: &Problem, difference: &Comparison, hint_only: bool) -> String {
    let mut text = format!("The first wrong line of the log is line {}.", difference.line);
    if !hint_only {
        let _ = write!(text, " {}", difference.message);
    }
    text += "\n\n";
    if let Some(lines) = &difference.excerpt {
        text += &columns(lines, difference.line, hint_only);
    }
    if let Some(node) = &difference.node {
        let _ = writeln!(text, "\nThe way to {}:", node.name);
        text += &way(problem, &node.path);
        if !hint_only {
            text.push('\n');
            for line in node.sow.iter().chain([&node.meaning]) {
                let _ = writeln!(text, "{line}");
            }
        }
    }
    if difference.program.is_some() {
        let told: &[String] = if hint_only { &[] } else { &difference.told };
        text.push('\n');
        for line in told {
            let _ = writeln!(text, "{line}");
        }
        for rule in difference.rules().filter(|_| hint_only) {
            let _ = writeln!(text, "The rule: {rule}");
        }
    }
    text
}

/// The lines before the place, and both sides from there on.
fn columns(lines: &Excerpt, line: u64, hint_only: bool) -> String {
    let Excerpt { before, expected, found } = lines;
    if !hint_only {
        return side_by_side(line, before, ("expected", expected), ("yours", found));
    }
    // What is expected is not shown, nor whether a side ends.
    let nothing = vec![String::new(); found.len()];
    side_by_side(line, before, ("", &nothing), ("yours", found))
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
