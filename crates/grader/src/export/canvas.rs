//! Canvas: one column of the gradebook that the teacher exported.
//!
//! Only a column that is there is filled in: of a title that it does not know, Canvas makes a new assignment. It has no
//! column for comments. The line `Points Possible` and columns that are `(read only)` stay as they are.

use super::fill::{EXCUSED, Filled, Filling, Target, fill, no_column};
use super::sheet::Sheet;
use crate::class::Class;

/// Fills the scores of a class into the column of this title, with or without Canvas's number of the
/// assignment behind it.
pub fn fill_in(
    class: &Class,
    template: &[u8],
    title: &str,
    filling: Filling<'_>,
) -> Result<Filled, String> {
    let sheet = Sheet::parse(template)?;
    let place = |title: &str| sheet.column(title);
    let ids = ["ID", "SIS User ID", "SIS Login ID"].map(place);
    let (student, last, first) = (place("Student"), place("LastName"), place("FirstName"));
    if ids[0].is_none() || (student.is_none() && (last.is_none() || first.is_none())) {
        let expected = "a gradebook of Canvas: columns Student (or LastName and FirstName) and ID";
        return Err(format!("expected {expected}"));
    }
    let heading = sheet.heading();
    let column = column(&heading, title)?;
    // A line with "Manual Posting" in it may come before.
    let points_row = sheet.rows().find(|&row| sheet.trimmed(row, 0) == "Points Possible");
    if points_row.is_some_and(|row| sheet.trimmed(row, column) == "(read only)") {
        return Err(format!("the platform only shows the column {:?}", heading[column]));
    }
    let possible = points_row.and_then(|row| sheet.number(row, column));
    let keys = |sheet: &Sheet<'_>, row: usize| {
        if Some(row) == points_row {
            return Vec::new();
        }
        let text =
            |place: Option<usize>| place.map_or_else(String::new, |at| sheet.trimmed(row, at));
        let mut keys: Vec<String> = ids.into_iter().map(text).collect();
        let name = text(student);
        let turned = name.split_once(", ").map(|(last, first)| format!("{first} {last}"));
        let parts = format!("{} {}", text(first), text(last));
        keys.extend([turned.unwrap_or_default(), name, parts.trim().to_owned()]);
        keys
    };
    let points = &|_: &Sheet<'_>, _| possible;
    let target = Target { column, keys: &keys, excused: Some(EXCUSED), comments: None, points };
    fill(class, sheet, &target, filling)
}

fn column(heading: &[String], title: &str) -> Result<usize, String> {
    let is_meant = |it: &String| it == title || without_number(it) == Some(title);
    let mut found = (0..heading.len()).filter(|&at| is_meant(&heading[at]));
    match (found.next(), found.next()) {
        (Some(column), None) => Ok(column),
        _ => {
            let assignments = heading.iter().filter(|it| without_number(it).is_some());
            Err(no_column(title, &assignments.cloned().collect::<Vec<_>>()))
        }
    }
}

/// "Homework 2" of "Homework 2 (4711)".
fn without_number(heading: &str) -> Option<&str> {
    let (title, number) = heading.strip_suffix(')')?.rsplit_once(" (")?;
    number.bytes().all(|byte| byte.is_ascii_digit()).then_some(title)
}
