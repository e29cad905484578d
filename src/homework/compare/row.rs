//! A row of a submission's log: whether it parses, and which cell of it is wrong.
//!
//! Left out: which row is expected.

use super::finding::readable;
use crate::search::Algorithm;

/// The cells of a row that parses.
pub(super) type Cells = Vec<String>;

/// Where a row does not parse.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unparsable {
    /// In characters, from 1.
    pub(super) column: u64,
    pub(super) message: String,
}

/// What the columns hold, as many as a log of the algorithm has.
fn columns(algorithm: Algorithm) -> &'static [(&'static str, Cell)] {
    const COLUMNS: [(&str, Cell); 5] = [
        ("node", Cell::Node),
        ("depth", Cell::Depth),
        ("value", Cell::Value),
        ("alpha", Cell::Value),
        ("beta", Cell::Value),
    ];
    match algorithm {
        Algorithm::Minimax => &COLUMNS[..3],
        Algorithm::AlphaBeta => &COLUMNS,
    }
}

#[derive(Debug, Clone, Copy)]
enum Cell {
    Node,
    Depth,
    Value,
}

impl Cell {
    fn is(self, text: &str) -> bool {
        let digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match self {
            Self::Node => text == "root" || text.strip_prefix(['A', 'B']).is_some_and(digits),
            Self::Depth => digits(text),
            Self::Value => {
                matches!(text, "Infinity" | "-Infinity" | "+/-Infinity")
                    || digits(text.strip_prefix('-').unwrap_or(text))
            }
        }
    }

    const fn expected(self) -> &'static str {
        match self {
            Self::Node => "`root` or a pit's name such as `A2` or `B3`",
            Self::Depth => "a depth (a whole number)",
            Self::Value => "`Infinity`, `-Infinity` or a whole number",
        }
    }
}

/// Reads a row, without its line end, of any content.
pub(super) fn parse_row(row: &[u8], algorithm: Algorithm) -> Result<Cells, Unparsable> {
    let columns = columns(algorithm);
    let text = String::from_utf8_lossy(row.trim_ascii_end());
    let trimmed = text.trim_ascii_start();
    let mut column = (text.len() - trimmed.len()) as u64 + 1;
    let text = match trimmed.strip_suffix("OPTIONAL") {
        Some(row) if row.ends_with(|c: char| c.is_ascii_whitespace()) => row.trim_ascii_end(),
        _ => trimmed,
    };
    let mut cells = Cells::new();
    for (at, text) in text.split(',').enumerate() {
        let error = |message| Err(Unparsable { column, message });
        let shown = readable(text.as_bytes());
        match columns.get(at) {
            None => {
                let count = columns.len();
                return error(format!(
                    "Expected {count} columns and no more, found `{shown}`."
                ));
            }
            Some((_, cell)) if !cell.is(text) => {
                let expected = cell.expected();
                return error(format!("Expected {expected}, found `{shown}`."));
            }
            Some(_) => cells.push(text.to_owned()),
        }
        column += text.chars().count() as u64 + 1;
    }
    match columns.get(cells.len()) {
        None => Ok(cells),
        Some((missing, _)) => Err(Unparsable {
            column: column - 1,
            message: format!(
                "Expected {} columns; the {missing} is missing.",
                columns.len()
            ),
        }),
    }
}

/// Which cell of a row is not as in the expected row.
pub(super) fn wrong_cell(expected: &[u8], found: &Cells, algorithm: Algorithm) -> String {
    let Ok(expected) = parse_row(expected, algorithm) else {
        return "Expected another row.".to_owned();
    };
    let node = &expected[0];
    let cells = columns(algorithm).iter().zip(expected.iter().zip(found));
    for ((name, _), (expected, found)) in cells {
        if expected != found {
            return match *name {
                "node" => format!("Expected a row of node {expected}, found one of node {found}."),
                name => format!("The {name} of node {node} should be {expected}, found {found}."),
            };
        }
    }
    // All cells agree, so the row is marked as optional and must not be.
    format!("The row of node {node} is marked as optional, but it is not.")
}
