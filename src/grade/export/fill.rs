//! Who of a class is in which row of a downloaded table, and the scores that go there.
//!
//! A score that is not known yet, since a case could not be graded or was not run, is not filled in.
//!
//! Left out: which columns the platforms have ([`canvas`](super::canvas), [`moodle`](super::moodle)).

use std::fmt;

use super::sheet::{Sheet, SheetError};
use crate::grade::class::{Class, Graded};

/// A table with scores in it, and what is to be said of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filled {
    /// The table.
    pub bytes: Vec<u8>,
    /// How many scores it was given.
    pub scores: usize,
    /// What was not filled in, and why.
    pub left_out: Vec<LeftOut>,
}

/// A submission without a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// Its name.
    pub submission: String,
    /// Why.
    pub why: Why,
}

/// Why a submission was not filled in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// No row is about it.
    NoRow,
    /// More than one row could be meant.
    SeveralRows,
    /// Not everything could be graded yet.
    Ungraded,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = match self.why {
            Why::NoRow => "no row of the table is about it",
            Why::SeveralRows => "more than one row could be meant",
            Why::Ungraded => "not everything could be graded; its cell stays as it was",
        };
        write!(f, "{}: {why}", self.submission)
    }
}

/// Why a table cannot be filled in.
#[derive(Debug, Clone, PartialEq)]
pub enum FillError {
    /// It is none.
    Sheet(SheetError),
    /// It is not that platform's.
    NotTheirs(&'static str),
    /// It has no such column; these could be meant.
    NoColumn(String, Vec<String>),
    /// The platform ignores this column.
    ReadOnly(String),
    /// The column gives other points than the results.
    OtherPoints {
        /// What the table gives.
        column: f64,
        /// What the results give.
        results: f64,
    },
}

impl fmt::Display for FillError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sheet(error) => error.fmt(f),
            Self::NotTheirs(expected) => write!(f, "expected {expected}"),
            Self::NoColumn(column, others) => {
                write!(f, "no column {column:?}; there are: {}", others.join(", "))
            }
            Self::ReadOnly(column) => write!(f, "the platform only shows the column {column:?}"),
            Self::OtherPoints { column, results } => write!(
                f,
                "the column gives {column} points, the results {results}: --scale converts"
            ),
        }
    }
}

impl std::error::Error for FillError {}

impl From<SheetError> for FillError {
    fn from(error: SheetError) -> Self {
        Self::Sheet(error)
    }
}

/// Whether scores are converted to the points of the column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// They must be the same points.
    AsItIs,
    /// They are converted.
    ToTheColumn,
}

/// Where scores go, and how many points a row can get.
pub(super) struct Target<'a> {
    /// The column of the scores.
    pub(super) column: usize,
    /// Texts by which a submission can mean a row.
    pub(super) keys: &'a dyn Fn(&Sheet<'_>, usize) -> Vec<String>,
    /// The most points of a row, where the table says so.
    pub(super) points: &'a dyn Fn(&Sheet<'_>, usize) -> Option<f64>,
}

/// Fills in all scores that are known.
pub(super) fn fill(
    class: &Class,
    mut sheet: Sheet<'_>,
    target: &Target<'_>,
    scale: Scale,
) -> Result<Filled, FillError> {
    let rows: Vec<_> = sheet
        .rows()
        .map(|row| (row, (target.keys)(&sheet, row)))
        .collect();
    let mut left_out = Vec::new();
    let mut scores = 0;
    for graded in &class.submissions {
        let row = match (row_of(graded, &rows), graded.is_complete()) {
            (Ok(row), true) => row,
            (found, _) => {
                let why = found.err().unwrap_or(Why::Ungraded);
                let submission = graded.submission.name.clone();
                left_out.push(LeftOut { submission, why });
                continue;
            }
        };
        let points = (target.points)(&sheet, row);
        let score = scaled(graded, points, scale)?;
        sheet.set(row, target.column, &format!("{score:.2}"));
        scores += 1;
    }
    let bytes = sheet.to_bytes();
    Ok(Filled {
        bytes,
        scores,
        left_out,
    })
}

fn scaled(graded: &Graded, points: Option<f64>, scale: Scale) -> Result<f64, FillError> {
    let (score, results) = (graded.score(), graded.out_of);
    match (points, scale) {
        (Some(column), Scale::AsItIs) if (column - results).abs() > 1e-9 => {
            Err(FillError::OtherPoints { column, results })
        }
        (Some(column), Scale::ToTheColumn) if results > 0.0 => Ok(score * column / results),
        _ => Ok(score),
    }
}

/// The only row that a submission can mean: by the platform's number, else by its name, else by the
/// people's.
fn row_of(graded: &Graded, rows: &[(usize, Vec<String>)]) -> Result<usize, Why> {
    let name = &graded.submission.name;
    let number = platform_number(name).map(|(_, number)| number.to_owned());
    let tries = [number.as_ref(), Some(name)].into_iter().flatten();
    for meant in tries.chain(&graded.submission.people) {
        let is_meant = |key: &String| key.eq_ignore_ascii_case(meant);
        let mut matching = rows.iter().filter(|(_, keys)| keys.iter().any(is_meant));
        match (matching.next(), matching.next()) {
            (Some((row, _)), None) => return Ok(*row),
            (Some(_), Some(_)) => return Err(Why::SeveralRows),
            (None, _) => {}
        }
    }
    Err(Why::NoRow)
}

/// The person and the number of a name as exports of Canvas and Moodle give it: `Jane Doe_123`.
pub(super) fn platform_number(name: &str) -> Option<(&str, &str)> {
    let (person, number) = name.rsplit_once('_')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && !person.is_empty()).then_some((person, number))
}
