//! What is wrong with an output, as data that a report can show.
//!
//! Everything here is bounded, whatever the submission wrote, and goes into the ledger as it is.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::text::FirstDifference;
use super::verdict::Verdict;
use crate::homework::{NEXT_STATE, TRAVERSE_LOG};

/// One of the two outputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutputFile {
    /// `next_state.txt`.
    NextState,
    /// `traverse_log.txt`.
    TraverseLog,
}

impl OutputFile {
    /// The name of the file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NextState => NEXT_STATE,
            Self::TraverseLog => TRAVERSE_LOG,
        }
    }
}

/// The first thing that is wrong with an output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// Of which output.
    pub file: OutputFile,
    /// `WA`, `PE` or `NO`.
    pub verdict: Verdict,
    /// Where in the file, if it is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Location>,
    /// What is wrong, in one or two sentences.
    pub message: String,
    /// The lines around the place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Excerpt>,
    /// The node of the search to which the expected line belongs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<NodeDescription>,
}

/// A place in an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Location {
    /// From 1.
    pub line: u64,
    /// In characters, from 1, where something does not parse.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
}

/// Lines of an output and what they should be.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excerpt {
    /// The lines before the place, which are right.
    pub before: Vec<String>,
    /// What is expected from the place on; empty if nothing more is.
    pub expected: Vec<String>,
    /// What the file has there; empty if it has ended.
    pub found: Vec<String>,
}

impl Excerpt {
    /// The lines around a difference, each as `shown`.
    pub(super) fn of(difference: &FirstDifference, shown: impl Fn(&[u8]) -> String) -> Self {
        let all = |lines: &[Vec<u8>]| lines.iter().map(|line| shown(line)).collect();
        Self {
            before: all(&difference.before),
            expected: all(&difference.computed),
            found: all(&difference.found),
        }
    }
}

/// Two columns side by side: the lines `before` number `line`, which both have, and each side from there
/// on under its heading. A side that has ended says so.
pub fn side_by_side(
    line: u64,
    before: &[String],
    (left_head, left): (&str, &[String]),
    (right_head, right): (&str, &[String]),
) -> String {
    let side = |side: &[String], at: usize| match side.get(at) {
        Some(text) => text.clone(),
        None if side.len() == at => "(ends here)".to_owned(),
        None => String::new(),
    };
    let before = before.iter().map(|text| (text.clone(), text.clone()));
    let first = line - before.len() as u64;
    let after = (0..left.len().max(right.len())).map(|at| (side(left, at), side(right, at)));
    let rows: Vec<_> = before.chain(after).collect();
    let widths = rows.iter().map(|(left, _)| left.chars().count());
    let width = widths.fold(left_head.len(), usize::max);
    let mut text = format!("  {:>9}   {left_head:width$}   {right_head}\n", "line");
    for (number, (left, right)) in (first..).zip(rows) {
        let mark = if number == line { '>' } else { ' ' };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {mark}{number:>8}   {left:width$}   {right}");
    }
    text
}

/// A node of the search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeDescription {
    /// Its name in the log.
    pub name: String,
    /// The turns that lead to it from the input's board; none at the root.
    pub path: Vec<NamedTurn>,
    /// What the sow did that leads to it; not where a child has returned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sow: Option<String>,
    /// The board there, drawn.
    pub board: String,
    /// What the expected row says, in words.
    pub meaning: String,
}

/// A player's turn: one pit for each sow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedTurn {
    /// 1 or 2.
    pub player: u8,
    /// The pits, by name.
    pub pits: Vec<String>,
}

impl std::fmt::Display for NamedTurn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "player {}: {}", self.player, self.pits.join(" "))
    }
}
