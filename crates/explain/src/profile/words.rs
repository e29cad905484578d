//! A profile in words.
//!
//! Left out: where they are shown.

use std::fmt::Write;

use super::battery::Outcome;
use super::look::Look;
use super::{Failure, Line, Profile, Standing};

/// The rules that are not kept, one line each, and below the first probe that each fails.
#[must_use]
pub fn text(profile: &Profile) -> String {
    let mut text = String::new();
    for line in &profile.lines {
        let standing = line.standing;
        if line.outcomes.is_empty() || standing == Standing::Kept {
            continue;
        }
        text.push_str(&summary(line));
        if standing == Standing::Follows {
            text.push_str(" (may follow from what fails above)");
        }
        text.push('\n');
        if let (Some(failure), Standing::Broken) = (&line.smallest, standing) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {}", line.rule.entry().sentence);
            text.push_str(&side_by_side(failure));
        }
    }
    text
}

/// "Captures 10/12"; how many could not be looked at, if any.
#[must_use]
pub fn summary(line: &Line) -> String {
    let (passed, all) = (line.count(Outcome::Passed), line.outcomes.len());
    let title = line.rule.entry().title;
    match line.count(Outcome::Silent) {
        0 => format!("{title} {passed}/{all}"),
        silent => format!("{title} {passed}/{all}, of {silent} there is nothing to see"),
    }
}

/// The input of a failure, and below what is expected and what was written, in two columns.
#[must_use]
pub fn side_by_side(failure: &Failure) -> String {
    let mut text = String::new();
    for line in String::from_utf8_lossy(&failure.input).lines() {
        let _ = writeln!(text, "    {}", line.escape_debug());
    }
    let _ = writeln!(text, "  {}:", seen(failure.look));
    let (expected, written) = (
        joined(failure, &failure.expected),
        joined(failure, &failure.written),
    );
    let heading = "expected".to_owned();
    let width = expected
        .iter()
        .chain([&heading])
        .map(|it| it.chars().count())
        .max()
        .unwrap_or(0);
    let _ = writeln!(text, "    {heading:width$}  written");
    for at in 0..expected.len().max(written.len()) {
        let cell = |column: &[String]| column.get(at).cloned().unwrap_or_default();
        let line = format!("    {:width$}  {}", cell(&expected), cell(&written));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// The items as the lines of a column: the numbers of a state as the file has them.
fn joined(failure: &Failure, items: &[String]) -> Vec<String> {
    let width = failure.expected.len().saturating_sub(2) / 2;
    if failure.look != Look::State || items.len() != failure.expected.len() || width == 0 {
        return items.to_vec();
    }
    let (rows, stores) = items.split_at(2 * width);
    let rows = rows.chunks(width).map(|row| row.join(" "));
    rows.chain(stores.iter().cloned()).collect()
}

/// What is looked at, in words.
const fn seen(look: Look) -> &'static str {
    match look {
        Look::Answer => "Whether there is a next state",
        Look::State => "The next state",
        Look::StateText => "The text of next_state.txt",
        Look::Header => "The first line of the log",
        Look::Form => "Rows that are not well formed",
        Look::Names => "The names in the log",
        Look::Infinity => "The infinities in the log",
        Look::Value => "The value of the root",
        Look::Finite => "Whether the value of the root is a number",
        Look::Order => "The pits, in their order",
        Look::Visits => "The leaves, in their order",
        Look::Deepest => "The depth of the tree",
        Look::Depths => "The depth of each node",
        Look::Entries => "Rows on entry, with their infinities",
        Look::EntryNames => "Rows on entry",
        Look::Updates => "Rows after a child",
        Look::Values => "Values after each child",
        Look::Leaves => "Rows of leaves",
        Look::Ends => "Rows of nodes at which the game is over",
        Look::EntryWindows => "Alpha and beta on entry",
        Look::UpdateWindows => "Alpha and beta after a child",
        Look::LeafWindows => "Alpha and beta of leaves",
    }
}
