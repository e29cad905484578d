//! A difference as a person reads it: two columns side by side, invisible characters made visible.

use std::fmt::Write;

use mancala::homework::compare::files::Difference;
use mancala::visible;

/// The longest line shown whole, in characters.
const WIDEST: usize = 60;

/// The agreeing lines before a difference, then both sides from there on.
///
/// Each side comes with its heading. A side that has ended says so.
pub(crate) fn show(
    difference: &Difference,
    (left_head, left): (&str, &[Vec<u8>]),
    (right_head, right): (&str, &[Vec<u8>]),
) -> String {
    let mut rows: Vec<(u64, String, String)> = Vec::new();
    let first = difference.line - difference.before.len() as u64;
    for (line, text) in (first..).zip(&difference.before) {
        rows.push((line, show_line(text), show_line(text)));
    }
    for (line, at) in (difference.line..).zip(0..left.len().max(right.len())) {
        let side = |lines: &[Vec<u8>]| match lines.get(at) {
            Some(text) => show_line(text),
            None if at == 0 || lines.len() == at => "(ends here)".to_owned(),
            None => String::new(),
        };
        rows.push((line, side(left), side(right)));
    }
    let width = rows
        .iter()
        .map(|row| row.1.chars().count())
        .chain([left_head.len()])
        .max();
    let width = width.unwrap_or(0);
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "  {:>9}   {left_head:width$}   {right_head}", "line");
    for (line, left, right) in rows {
        let mark = if line == difference.line { '>' } else { ' ' };
        let _ = writeln!(text, "  {mark}{line:>8}   {left:width$}   {right}");
    }
    text
}

/// A line without its line feed; whatever else cannot be seen is shown by a sign.
pub(crate) fn show_line(line: &[u8]) -> String {
    let (content, end) = match line.strip_suffix(b"\n") {
        Some(content) => (content, ""),
        None => (line, " (no line end)"),
    };
    let content = String::from_utf8_lossy(content);
    let blanks = content.len() - content.trim_end_matches(' ').len();
    let (content, blanks) = content.split_at(content.len() - blanks);
    let kept: String = content.chars().take(WIDEST).collect();
    let mut shown = visible::line(&kept).into_owned();
    if content.chars().nth(WIDEST).is_some() {
        shown.push('…');
    }
    shown + &"·".repeat(blanks.len().min(WIDEST)) + end
}
