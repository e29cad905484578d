//! Who of a class is in which row of a downloaded table, and the scores that go there.
//!
//! A score that is not known yet, since a case could not be graded or was not run, is not filled in. Nor is
//! one where somebody else has put a value: what is there was exported last, or it stays.

use std::collections::{BTreeMap, BTreeSet};

use crate::class::{Class, Graded};
use crate::result::Exported;
use crate::sheet::{Sheet, number};
use crate::submission::exported::platform_number;
use mancala::visible;

/// A table with scores in it, and what is to be said of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filled {
    pub bytes: Vec<u8>,
    /// The scores that it has now, by submission, and by person where one has several.
    pub exported: Exported,
    /// What was not filled in, and why, a sentence each.
    pub left_out: Vec<String>,
}

#[derive(Debug, Clone, Copy)]
pub struct Filling<'a> {
    pub class: &'a Class,
    /// The column that scores go to.
    pub title: &'a str,
    /// Whether they are converted to the points of the column, and need not be the same points.
    pub scale: bool,
    /// Whether a value that somebody else has put in the place of a score is replaced.
    pub overwrite: bool,
    /// What was exported last: by the column's title, the scores by submission.
    pub last: &'a BTreeMap<String, BTreeMap<String, String>>,
}

pub(super) type CommentOn<'a> = dyn Fn(&Graded) -> String + 'a;

/// Where scores go, and how many points a row can get.
pub(super) struct Target<'a> {
    pub column: usize,
    /// Texts by which a submission can mean a row, those that decide first before the others, and always
    /// in the same order; empty where there is none.
    pub keys: &'a dyn Fn(&Sheet<'_>, usize) -> Vec<String>,
    /// What is put in the place of a score that is not wanted, if there is a word for it.
    pub excused: Option<&'static str>,
    /// The column of comments and what goes into it, where it is empty.
    pub comments: Option<(usize, &'a CommentOn<'a>)>,
    /// The most points of a row, where the table says so.
    pub points: &'a dyn Fn(&Sheet<'_>, usize) -> Option<f64>,
}

/// Puts the scores of a class into a table.
///
/// # Errors
/// What is wrong with the table, in words.
pub(super) fn fill(
    mut sheet: Sheet<'_>,
    target: &Target<'_>,
    filling: Filling<'_>,
) -> Result<Filled, String> {
    let class = filling.class;
    let keys = |row| (target.keys)(&sheet, row).into_iter().map(|key| key.to_lowercase());
    let rows: Vec<_> = sheet.rows().map(|row| (row, keys(row).collect())).collect();
    let found = class.submissions.iter().flat_map(|graded| {
        let counts = counting(class, graded);
        rows_of(graded, &rows).into_iter().map(move |(who, row)| (counts, who, row))
    });
    let found: Vec<_> = found.collect();
    let mut meant: BTreeMap<usize, BTreeSet<&str>> = BTreeMap::new();
    // Of several of one team only one counts.
    for (counts, _, row) in &found {
        if let Ok(row) = row {
            meant.entry(*row).or_default().insert(&counts.submission.name);
        }
    }
    let column = sheet.heading()[target.column].clone();
    let last = filling.last.get(&column);
    let mut left_out = Vec::new();
    let mut scores = BTreeMap::new();
    for (graded, who, found) in found {
        let row = found.map_err(str::to_owned).and_then(|row| {
            let allowed = match meant[&row].len() {
                1 => is_to_fill(graded, &sheet.trimmed(row, target.column), target),
                _ => Err("another submission matches the same row"),
            };
            allowed.map(|()| row).map_err(|why| format!("{why}; its cell is unchanged"))
        });
        let shown = visible::line(&who);
        let row = match row {
            Ok(row) => row,
            Err(why) => {
                left_out.push(format!("{shown}: {why}"));
                continue;
            }
        };
        let points = (target.points)(&sheet, row);
        let score = match target.excused.filter(|_| graded.is_excused()) {
            Some(word) => word.to_owned(),
            None => format!(
                "{:.2}",
                scaled(graded, points, filling.scale).map_err(|why| format!("{shown}: {why}"))?
            ),
        };
        let found = sheet.trimmed(row, target.column);
        let is_ours = last.and_then(|last| last.get(&who));
        let is_ours = is_ours.is_some_and(|last| is_same(last, &found));
        if is_same(&found, &score) {
            // However it is written there.
        } else if NO_SCORE.contains(&&*found) || is_ours || filling.overwrite {
            sheet.set(row, target.column, &score);
        } else {
            left_out.push(format!(
                "{shown}: the table has {:?}, which was not exported from here, and the score is {score}; \
                 the cell is unchanged (--overwrite replaces it)",
                visible::line(&found)
            ));
            continue;
        }
        if let Some((column, comment)) = target.comments
            && (filling.overwrite || sheet.trimmed(row, column).is_empty())
        {
            sheet.set(row, column, &comment(graded));
        }
        scores.insert(who, score);
    }
    Ok(Filled { bytes: sheet.to_bytes(), exported: Exported { column, scores }, left_out })
}

/// What is said of a table without the column of this title.
pub(super) fn no_column(title: &str, there: &[String]) -> String {
    format!("no column {title:?}; there are: {}", there.join(", "))
}

/// Whether a score goes into the cell of a submission that has this now; if not, why.
fn is_to_fill(graded: &Graded, cell: &str, target: &Target<'_>) -> Result<(), &'static str> {
    match cell {
        _ if !graded.is_complete() => match graded.cells.iter().any(|it| it.verdict.is_none()) {
            true => Err("some cases were not run yet"),
            false => Err("not everything could be graded"),
        },
        "N/A" => Err("is not assigned to the student (N/A)"),
        EXCUSED if !graded.is_excused() => Err("is excused"),
        _ if graded.is_excused() && target.excused.is_none() => Err("is excused"),
        _ => Ok(()),
    }
}

fn scaled(graded: &Graded, points: Option<f64>, scale: bool) -> Result<f64, String> {
    let (score, results) = (graded.score(), graded.out_of);
    match (points, scale) {
        (Some(column), false) if (column - results).abs() > 1e-9 => Err(format!(
            "the column gives {column} points, the results {results}: --scale converts"
        )),
        (Some(column), true) if results > 0.0 => Ok(score * column / results),
        _ => Ok(score),
    }
}

/// What is in a cell without a score.
const NO_SCORE: [&str; 2] = ["", "-"];

/// Whether two texts are the same score, to a hundredth as platforms keep them.
fn is_same(one: &str, other: &str) -> bool {
    number(one).zip(number(other)).map_or(one == other, |(one, other)| (one - other).abs() < 0.005)
}

/// What Canvas has in the place of a score that is not wanted.
pub(super) const EXCUSED: &str = "EX";

/// The submission that counts for those who handed this one in.
fn counting<'a>(class: &'a Class, graded: &'a Graded) -> &'a Graded {
    let is_named = |it: &&Graded| Some(&it.submission.name) == graded.counts_instead.as_ref();
    class.submissions.iter().find(is_named).unwrap_or(graded)
}

/// The rows that a submission means, with whose they are: its own, and those of several people and of a team.
fn rows_of(
    graded: &Graded,
    rows: &[(usize, Vec<String>)],
) -> Vec<(String, Result<usize, &'static str>)> {
    let submission = &graded.submission;
    let number = platform_number(&submission.name).map(|(_, number)| number);
    let own = [number, Some(&*submission.name)].into_iter().flatten();
    let (alone, several) = match submission.people.as_slice() {
        people @ [_, _, ..] => (&[][..], people),
        alone => (alone, &[][..]),
    };
    let own: Vec<_> = own.chain(alone.iter().map(String::as_str)).collect();
    let own = row_of(&own, rows);
    // Whoever is known by name needs no row under the name of the submission.
    let is_needed = several.is_empty() || own != Err(NO_ROW);
    let mut found: Vec<_> = is_needed.then(|| (submission.name.clone(), own)).into_iter().collect();
    for person in several.iter().chain(&graded.team) {
        let row = row_of(&[person], rows);
        if row.is_err() || !found.iter().any(|(_, it)| *it == row) {
            found.push((format!("{} ({person})", submission.name), row));
        }
    }
    found
}

const NO_ROW: &str = "no row of the table matches it";

/// The only row that names can mean, the first first. Whatever is met in a key that decides first, is it: one
/// student's number may be another's of another kind.
fn row_of(names: &[&str], rows: &[(usize, Vec<String>)]) -> Result<usize, &'static str> {
    let keys = rows.iter().map(|(_, keys)| keys.len()).max().unwrap_or(0);
    for meant in names {
        let meant = meant.to_lowercase();
        for place in 0..keys {
            let is_meant = |keys: &[String]| !meant.is_empty() && keys.get(place) == Some(&meant);
            let mut matching = rows.iter().filter(|(_, keys)| is_meant(keys));
            match (matching.next(), matching.next()) {
                (Some((row, _)), None) => return Ok(*row),
                (Some(_), Some(_)) => return Err("more than one row matches it"),
                (None, _) => {}
            }
        }
    }
    Err(NO_ROW)
}
