//! A table of separated values in which single cells are replaced and no other byte changes.
//!
//! What a teacher downloads goes back as it came: byte order mark, line ends, quotes, the separator.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use mancala::visible;

#[derive(Debug, Clone)]
pub struct Sheet<'a> {
    bytes: &'a [u8],
    separator: u8,
    rows: Vec<Row>,
    /// By the place where it begins, what stands in a cell's place.
    edits: BTreeMap<usize, (Range<usize>, String)>,
}

/// A line, which may go on within quotes.
#[derive(Debug, Clone)]
struct Row {
    /// From 1.
    line: usize,
    cells: Cells,
}

type Cells = Vec<Range<usize>>;

/// A cell that is no formula, whatever it says and whatever else its reader takes for the end of a cell.
pub(crate) fn text(cell: &str) -> String {
    let mut out = String::with_capacity(cell.len());
    let mut begins = true;
    // Ends of lines and cells are characters like others then.
    for c in visible::line(cell).chars() {
        if begins && "=+-@＝＋－＠".contains(c) {
            out.push('\'');
        }
        begins = c == ';' || begins && (c.is_whitespace() || c == '"');
        out.push(c);
    }
    out
}

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

impl<'a> Sheet<'a> {
    /// Reads a table; its separator is the one of `,`, `;` and tab that the heading has most of.
    ///
    /// # Errors
    /// What is wrong with it. Empty lines at the end are no error.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, String> {
        std::str::from_utf8(bytes)
            .map_err(|_| "not UTF-8: download it again, and do not save it from a spreadsheet")?;
        let start = if bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        let separator = separator(&bytes[start..]);
        let (mut rows, mut at, mut line) = (Vec::new(), start, 1);
        while at < bytes.len() {
            let row = read_row(bytes, at, separator).map_err(|why| format!("line {line}: {why}"));
            let (cells, end) = row?;
            let blank = cells.len() == 1 && cells[0].is_empty();
            if !blank {
                rows.push(Row { line, cells });
            }
            line += bytes[at..end].iter().filter(|&&byte| byte == b'\n').count();
            at = end;
        }
        let heading = rows.first().ok_or("expected a table with a heading, found nothing")?;
        let expected = heading.cells.len();
        if let Some(Row { line, cells }) = rows.iter().find(|row| row.cells.len() < expected) {
            let found = cells.len();
            return Err(format!(
                "line {line}: expected {expected} cells as in the heading, found {found}"
            ));
        }
        Ok(Self { bytes, separator, rows, edits: BTreeMap::new() })
    }

    /// How many rows there are below the heading.
    pub fn rows(&self) -> Range<usize> {
        1..self.rows.len()
    }

    /// The titles of the columns, without blanks around them.
    pub fn heading(&self) -> Vec<String> {
        let columns = 0..self.rows[0].cells.len();
        columns.map(|column| self.trimmed(0, column)).collect()
    }

    /// The column of this title, in whatever case.
    pub fn column(&self, title: &str) -> Option<usize> {
        self.heading().into_iter().position(|it| it.eq_ignore_ascii_case(title))
    }

    /// The text of a cell without blanks around it.
    pub fn trimmed(&self, row: usize, column: usize) -> String {
        self.cell(row, column).trim().to_owned()
    }

    /// The number in a cell, with a point or a comma before its decimals.
    pub fn number(&self, row: usize, column: usize) -> Option<f64> {
        number(&self.trimmed(row, column))
    }

    /// The text of a cell as it was read; row 0 is the heading.
    pub fn cell(&self, row: usize, column: usize) -> Cow<'a, str> {
        let cell = &self.bytes[self.rows[row].cells[column].clone()];
        // The whole is UTF-8, and cells end at ASCII characters.
        let text = std::str::from_utf8(cell).unwrap_or_default();
        match text.strip_prefix('"').and_then(|it| it.strip_suffix('"')) {
            Some(quoted) if quoted.contains("\"\"") => Cow::Owned(quoted.replace("\"\"", "\"")),
            quoted => Cow::Borrowed(quoted.unwrap_or(text)),
        }
    }

    /// The value of each row by the names and numbers in it, in lower case, from the columns whose titles `is_whose` takes.
    /// What is said of several values means none.
    pub(crate) fn by_name<T: PartialEq>(
        &self,
        is_whose: impl Fn(&str) -> bool,
        value: impl Fn(usize) -> Option<T>,
    ) -> BTreeMap<String, Option<T>> {
        let columns = self.heading().into_iter().enumerate();
        let columns: Vec<_> = columns.filter(|(_, it)| is_whose(it)).map(|(at, _)| at).collect();
        let mut found: BTreeMap<String, Option<T>> = BTreeMap::new();
        for row in self.rows() {
            let cells: Vec<_> = columns.iter().map(|&column| self.trimmed(row, column)).collect();
            // "Doe, Jane", and a first and a last name in two columns.
            let turned = cells.iter().filter_map(|it| {
                let (last, first) = it.split_once(',')?;
                Some(format!("{} {}", first.trim(), last.trim()))
            });
            let pairs = cells.windows(2).map(|two| two.join(" "));
            let both = cells.windows(2).map(|two| format!("{} {}", two[1], two[0]));
            // Moodle's number.
            let numbers = cells.iter().filter_map(|it| it.strip_prefix("Participant "));
            let numbers = numbers.map(str::to_owned);
            let names = cells.iter().cloned().chain(turned).chain(pairs).chain(both).chain(numbers);
            for name in names.map(|it| it.to_lowercase()).collect::<BTreeSet<_>>() {
                let Some(value) = value(row) else { break };
                match found.get_mut(&name) {
                    Some(known) if known.as_ref() != Some(&value) => *known = None,
                    Some(_) => {}
                    None => _ = found.insert(name, Some(value)),
                }
            }
        }
        found
    }

    pub fn line(&self, row: usize) -> usize {
        self.rows[row].line
    }

    /// The sentence for a cell that has something else than expected.
    pub fn wrong(&self, row: usize, column: usize, expected: &str) -> String {
        let (line, title, found) =
            (self.line(row), self.trimmed(0, column), self.cell(row, column));
        format!("line {line}, column {title:?}: expected {expected}, found {found:?}")
    }

    /// Replaces a cell; in quotes if it was or has to be.
    pub fn set(&mut self, row: usize, column: usize, text: &str) {
        let place = self.rows[row].cells[column].clone();
        let was_quoted = self.bytes[place.clone()].starts_with(b"\"");
        let special = |byte: u8| byte == self.separator || matches!(byte, b'"' | b'\n' | b'\r');
        let cell = match was_quoted || text.bytes().any(special) {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text.to_owned(),
        };
        self.edits.insert(place.start, (place, cell));
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let (mut out, mut at) = (Vec::with_capacity(self.bytes.len()), 0);
        for (place, cell) in self.edits.values() {
            out.extend_from_slice(&self.bytes[at..place.start]);
            out.extend_from_slice(cell.as_bytes());
            at = place.end;
        }
        out.extend_from_slice(&self.bytes[at..]);
        out
    }
}

/// The number that a text is, with a point or a comma before its decimals. Commas before a point separate thousands.
pub(super) fn number(text: &str) -> Option<f64> {
    let text = text.replace(',', if text.contains('.') { "" } else { "." });
    text.parse().ok().filter(|it: &f64| it.is_finite())
}

fn separator(text: &[u8]) -> u8 {
    let heading = text.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
    let unquoted = heading.split(|&byte| byte == b'"').step_by(2).flatten();
    let count = |sign: &u8| unquoted.clone().filter(|&it| it == sign).count();
    // The last of those that are there as often.
    [b'\t', b';', b','].into_iter().max_by_key(count).unwrap_or(b',')
}

/// The cells of the row that begins at `at`, and where the next one does.
fn read_row(bytes: &[u8], mut at: usize, separator: u8) -> Result<(Cells, usize), &'static str> {
    let mut cells = Vec::new();
    loop {
        let start = at;
        at = match bytes.get(at) {
            Some(b'"') => after_quotes(bytes, at).ok_or("a quote begins and does not end")?,
            _ => {
                let ends = |&byte: &u8| byte == separator || matches!(byte, b'\n' | b'\r');
                let rest = &bytes[at..];
                at + rest.iter().position(ends).unwrap_or(rest.len())
            }
        };
        cells.push(start..at);
        match bytes.get(at) {
            Some(&byte) if byte == separator => at += 1,
            Some(b'\r') if bytes.get(at + 1) == Some(&b'\n') => return Ok((cells, at + 2)),
            Some(b'\n' | b'\r') => return Ok((cells, at + 1)),
            None => return Ok((cells, at)),
            Some(_) => return Err("expected a separator after the closing quote"),
        }
    }
}

/// Where the quoted cell that begins at `at` ends; two quotes in it are one.
fn after_quotes(bytes: &[u8], at: usize) -> Option<usize> {
    let mut at = at + 1;
    loop {
        at += bytes.get(at..)?.iter().position(|&byte| byte == b'"')? + 1;
        match bytes.get(at) {
            Some(b'"') => at += 1,
            _ => return Some(at),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Sheet, number};

    proptest! {
        /// Whatever parses comes out as it went in, and one edit changes one cell.
        #[test]
        fn no_other_byte_changes(text in "[a,;\"\n\r\u{e4}]{0,40}") {
            if let Ok(mut sheet) = Sheet::parse(text.as_bytes()) {
                prop_assert_eq!(sheet.to_bytes(), text.as_bytes());
                let cells: Vec<_> = sheet.rows().map(|row| sheet.cell(row, 0).into_owned()).collect();
                if sheet.rows().contains(&1) {
                    sheet.set(1, 0, "a \"b\",;");
                    let bytes = sheet.to_bytes();
                    let again = Sheet::parse(&bytes).unwrap();
                    prop_assert_eq!(again.rows(), sheet.rows());
                    for row in again.rows() {
                        let expected = if row == 1 { "a \"b\",;" } else { &cells[row - 1] };
                        prop_assert_eq!(again.cell(row, 0), expected);
                    }
                }
            }
        }
    }

    #[test]
    fn numbers_are_those_of_both_ways_to_write_them() {
        let numbers = ["7", "1,5", "1,000.00", "NaN", "inf", "x"].map(number);
        assert_eq!(numbers, [Some(7.0), Some(1.5), Some(1000.0), None, None, None]);
    }

    #[test]
    fn what_is_no_table_is_said_with_its_line() {
        let said = |text: &'static [u8], expected| {
            let error = Sheet::parse(text).map(|_| ()).unwrap_err();
            assert!(error.contains(expected), "{error}");
        };
        said(b"\n", "found nothing");
        said(b"a,b\n1,\"x\n", "line 2: a quote begins");
        said(b"a,b\n\"1\"x,2\n", "line 2: expected a separator");
        said(b"a,b\n\"1\n\",2\n3\n", "line 4: expected 2 cells as in the heading, found 1");
        said(b"a,\xff\n", "not UTF-8");
    }
}
