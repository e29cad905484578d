//! A difference as a person reads it: two columns side by side, invisible characters made visible.

use mancala::homework::compare::{FirstDifference, side_by_side};
use mancala::visible;

/// The longest line shown whole, in characters.
const WIDEST: usize = 60;

/// The agreeing lines before a difference, then both sides from there on, each with its heading.
pub fn show(
    difference: &FirstDifference,
    (left_head, left): (&str, &[Vec<u8>]),
    (right_head, right): (&str, &[Vec<u8>]),
) -> String {
    let [before, left, right] = [&difference.before, left, right]
        .map(|lines| lines.iter().map(|line| show_line(line)).collect::<Vec<_>>());
    side_by_side(difference.line, &before, (left_head, &left), (right_head, &right))
}

/// A line without its line feed; other invisible characters are shown by a symbol.
pub fn show_line(line: &[u8]) -> String {
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
