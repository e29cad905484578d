//! A row of somebody's log: read strictly, to say what is wrong with it, and leniently, for what can be
//! told of it whatever else is wrong.

use crate::search::{Algorithm, Value};
use crate::visible::readable;

/// How the course marks a row that may be left out, behind a blank.
const OPTIONAL: &str = "OPTIONAL";

/// A line without the mark of an optional row, and whether it had one.
pub fn without_mark(line: &str) -> (&str, bool) {
    match line.strip_suffix(OPTIONAL) {
        Some(row) if row.ends_with(|c: char| c.is_ascii_whitespace()) => {
            (row.trim_ascii_end(), true)
        }
        _ => (line, false),
    }
}

/// Whether `line` is the optional row `row`, of either sign, in a form that the course takes: with any
/// sign, marked or not, with its alpha and beta or without.
pub fn is_optional_form(line: &str, row: &str) -> bool {
    let (line, _) = without_mark(line);
    ["+/-", "-", ""].iter().any(|sign| {
        let row = row.replacen("+/-", sign, 1);
        let end_of_value = row.match_indices(',').nth(2).map(|(at, _)| at);
        line == row || end_of_value.is_some_and(|at| line == &row[..at])
    })
}

/// A row of a log, as far as it can be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogRow {
    /// `root` or a pit, its letter in upper case.
    pub name: String,
    /// The second column.
    pub depth: i64,
    /// The third column.
    pub value: Value,
    /// Alpha and beta; `None` where a column is missing.
    pub window: Option<[Value; 2]>,
    /// The row says that it may be left out.
    pub is_optional: bool,
}

impl LogRow {
    /// Reads a line leniently; `None` if it has no name, depth and value.
    pub fn read(line: &str) -> Option<Self> {
        let mut cells = line.split(',').map(str::trim);
        let name = cells.next()?.to_ascii_uppercase();
        let is_pit = || name.strip_prefix(['A', 'B']).is_some_and(|it| it.parse::<u32>().is_ok());
        let name = match name.as_str() {
            "ROOT" => "root".to_owned(),
            _ if is_pit() => name,
            _ => return None,
        };
        let depth = cells.next()?.parse().ok()?;
        let value = Self::read_value(cells.next()?)?;
        let mut bound = || cells.next().and_then(Self::read_value);
        let window = bound().zip(bound()).map(|(alpha, beta)| [alpha, beta]);
        let is_optional = line.trim_end().ends_with(OPTIONAL);
        Some(Self { name, depth, value, window, is_optional })
    }

    /// The value that a cell begins with: `3`, `-3.0`, `Infinity`, `-inf`, `-2147483648`.
    pub fn read_value(cell: &str) -> Option<Value> {
        /// No board has so many seeds: such a number stands for infinity.
        const INFINITE: i32 = 100_000;
        let cell = cell.trim().trim_start_matches("+/");
        let digits = cell.trim_start_matches(['-', '+']);
        let is_negative = cell.starts_with('-');
        let infinity = if is_negative { Value::NEG_INFINITY } else { Value::INFINITY };
        if digits.get(..3).is_some_and(|it| it.eq_ignore_ascii_case("inf")) {
            return Some(infinity);
        }
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        if end == 0 {
            return None;
        }
        // More digits than a number has are an infinity too.
        let number: i32 = digits[..end].parse().unwrap_or(i32::MAX);
        Some(match number {
            INFINITE.. => infinity,
            _ => Value::score(if is_negative { -number } else { number }),
        })
    }
}

/// Where a row does not parse.
#[derive(Debug, PartialEq, Eq)]
pub struct Unparsable {
    /// In characters, from 1.
    pub column: u64,
    pub message: String,
}

const COLUMNS: [(&str, Cell); 5] = [
    ("node", Cell::Node),
    ("depth", Cell::Depth),
    ("value", Cell::Value),
    ("alpha", Cell::Value),
    ("beta", Cell::Value),
];

/// Whether a column, counted from 0, may hold `text`.
pub fn is_cell(column: usize, text: &str) -> bool {
    COLUMNS.get(column).is_some_and(|(_, cell)| cell.is(text))
}

/// As many columns as a log of the algorithm has.
fn columns(algorithm: Algorithm) -> &'static [(&'static str, Cell)] {
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
pub fn parse_row(row: &[u8], algorithm: Algorithm) -> Result<Vec<String>, Unparsable> {
    let columns = columns(algorithm);
    let text = String::from_utf8_lossy(row.trim_ascii_end());
    let trimmed = text.trim_ascii_start();
    let mut column = (text.len() - trimmed.len()) as u64 + 1;
    let (text, _) = without_mark(trimmed);
    let mut cells = Vec::new();
    for (at, text) in text.split(',').enumerate() {
        let error = |message| Err(Unparsable { column, message });
        let shown = readable(text.as_bytes());
        match columns.get(at) {
            None => {
                let count = columns.len();
                return error(format!("Expected {count} columns and no more, found `{shown}`."));
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
            message: format!("Expected {} columns; the {missing} is missing.", columns.len()),
        }),
    }
}

/// Which cell of a row is not as in the expected row.
pub fn wrong_cell(expected: &[u8], found: &[String], algorithm: Algorithm) -> String {
    let Ok(expected) = parse_row(expected, algorithm) else {
        return "Expected another row.".to_owned();
    };
    let node = &expected[0];
    let cells = columns(algorithm).iter().zip(expected.iter().zip(found));
    for ((name, _), (expected, found)) in cells {
        if expected != found {
            return match *name {
                "node" => {
                    format!("This should be a row of node {expected}, but it is one of {found}.")
                }
                name => {
                    format!(
                        "Node {node} should have the {name} {expected}, but the log says {found}."
                    )
                }
            };
        }
    }
    // All cells agree, so the row is marked as optional and must not be.
    format!("The row of node {node} is marked as optional, but it is required.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_read_whatever_else_is_wrong_with_it() {
        let read =
            |line| LogRow::read(line).map(|row| (row.name, row.depth, row.value.to_string()));
        for (line, name, depth, value) in [
            ("root,0,-Infinity", "root", 0, "-Infinity"),
            ("b2 , 1, -3.0", "B2", 1, "-3"),
            ("A10,2,+/-Infinity\tOPTIONAL", "A10", 2, "-Infinity"),
            ("A3,-1,2147483648,1,2", "A3", -1, "Infinity"),
        ] {
            assert_eq!(read(line), Some((name.to_owned(), depth, value.to_owned())), "{line}");
        }
        for line in ["", "Node,Depth,Value", "C2,1,0", "B2,x,0", "B2,1,", "B2,1"] {
            assert_eq!(read(line), None, "{line}");
        }
        let window = LogRow::read("A3,1,0,-4,Infinity").and_then(|row| row.window);
        assert_eq!(window, Some([Value::score(-4), Value::INFINITY]));
    }

    #[test]
    fn an_optional_row_has_many_forms() {
        let row = "A4,4,+/-Infinity,-2,Infinity";
        for form in [
            "A4,4,+/-Infinity,-2,Infinity",
            "A4,4,-Infinity\tOPTIONAL",
            "A4,4,Infinity,-2,Infinity",
        ] {
            assert!(is_optional_form(form, row), "{form}");
        }
        for other in ["A4,4,0", "A4,4,-Infinity,-2", "A4,4,-InfinityOPTIONAL"] {
            assert!(!is_optional_form(other, row), "{other}");
        }
    }
}
