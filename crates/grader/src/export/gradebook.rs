//! Canvas and Moodle: one column of the gradebook, or of the grading worksheet, that the teacher downloaded; and the
//! archive of feedback files that Moodle takes.

use std::collections::BTreeMap;
use std::io;

use minijinja::HtmlEscape;

use super::bundle::{Archive, FILE};
use super::fill::{CommentOn, EXCUSED, Filled, Filling, Target, fill, no_column};
use crate::class::{Class, Graded};
use crate::report::feedback;
use crate::sheet::Sheet;
use crate::submission::exported::platform_number;
use mancala::visible::is_unseen;

/// Fills the scores of a class into the column of its title of Canvas's gradebook, with or without its number of the
/// assignment behind it.
///
/// Only a column that is there is filled in: of a title that it does not know, Canvas makes a new assignment. It has no
/// column for comments. The line `Points Possible` and columns that are `(read only)` stay as they are.
pub fn canvas(template: &[u8], filling: Filling<'_>) -> Result<Filled, String> {
    let sheet = Sheet::parse(template)?;
    let place = |title: &str| sheet.column(title);
    let ids = ["ID", "SIS User ID", "SIS Login ID"].map(place);
    let (student, last, first) = (place("Student"), place("LastName"), place("FirstName"));
    if ids[0].is_none() || (student.is_none() && (last.is_none() || first.is_none())) {
        let expected = "a gradebook of Canvas: columns Student (or LastName and FirstName) and ID";
        return Err(format!("expected {expected}"));
    }
    let heading = sheet.heading();
    let column = canvas_column(&heading, filling.title)?;
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
    fill(sheet, &target, filling)
}

fn canvas_column(heading: &[String], title: &str) -> Result<usize, String> {
    let is_meant = |it: &String| it == title || without_number(it) == Some(title);
    let mut found = (0..heading.len()).filter(|&at| is_meant(&heading[at]));
    if let (Some(column), None) = (found.next(), found.next()) {
        return Ok(column);
    }
    let assignments = heading.iter().filter(|it| without_number(it).is_some());
    Err(no_column(title, &assignments.cloned().collect::<Vec<_>>()))
}

/// "Homework 2" of "Homework 2 (4711)".
fn without_number(heading: &str) -> Option<&str> {
    let (title, number) = heading.strip_suffix(')')?.rsplit_once(" (")?;
    number.bytes().all(|byte| byte.is_ascii_digit()).then_some(title)
}

const COMMENTS: &str = "Feedback comments";

/// Fills the scores of a class into the column of its title of Moodle's worksheet, which it calls `Grade`; with
/// `comments`, also the feedback into the column that Moodle calls `Feedback comments`, where it is empty.
pub fn moodle(worksheet: &[u8], comments: bool, filling: Filling<'_>) -> Result<Filled, String> {
    let Filling { class, title, .. } = filling;
    let sheet = Sheet::parse(worksheet)?;
    let place = |title: &str| sheet.column(title);
    let Some(identifier) = place("Identifier") else {
        return Err("expected a grading worksheet of Moodle, downloaded in English: a column Identifier with \
                    \"Participant 123\" in it"
            .to_owned());
    };
    let Some(column) = place(title) else { return Err(no_column(title, &sheet.heading())) };
    let comments = match comments {
        false => None,
        true => Some(place(COMMENTS).ok_or(
            "expected a worksheet with a column \"Feedback comments\": turn it on in the assignment's settings",
        )?),
    };
    // Moodle takes it for HTML.
    let comment = |graded: &Graded| {
        let text = feedback::markdown(class, graded, feedback::Walks::Absent);
        format!("<pre>{}</pre>", HtmlEscape(&text))
    };
    let others = ["Username", "ID number", "Email address", "Full name"].map(place);
    let keys = |sheet: &Sheet<'_>, row: usize| {
        let text = |place: usize| sheet.trimmed(row, place);
        let participant = text(identifier);
        let number = participant.rsplit(' ').next().unwrap_or_default().to_owned();
        let others = others.map(|place| place.map_or_else(String::new, text));
        let mut keys = vec![number, participant];
        keys.extend(others);
        keys
    };
    let most = place("Maximum Grade");
    let points = |sheet: &Sheet<'_>, row: usize| sheet.number(row, most?);
    let comments = comments.map(|column| (column, &comment as &CommentOn<'_>));
    let target = Target { column, keys: &keys, excused: None, comments, points: &points };
    fill(sheet, &target, filling)
}

#[derive(Debug)]
pub struct FeedbackFiles {
    pub bytes: Vec<u8>,
    /// The submissions that are not in it, by name, and why.
    pub left_out: Vec<(String, &'static str)>,
}

/// Makes the archive of feedback files that Moodle takes.
pub fn feedback_files(class: &Class) -> io::Result<FeedbackFiles> {
    let mut archive = Archive::new();
    let mut left_out = Vec::new();
    let names = class.submissions.iter().map(|it| &it.submission.name);
    // Moodle looks at nothing but the number, and reads it as one.
    let digits = |number: &str| number.trim_start_matches('0').to_owned();
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    for (_, number) in names.filter_map(|name| platform_number(name)) {
        *numbers.entry(digits(number)).or_default() += 1;
    }
    for graded in &class.submissions {
        let name = &graded.submission.name;
        let Some((person, number)) = platform_number(name) else {
            let why = "not a name of Moodle's with a number, as in \"Jane Doe_123\"";
            left_out.push((name.clone(), why));
            continue;
        };
        if numbers.get(&digits(number)).is_some_and(|&count| count > 1) {
            let why = "another submission has the same number; neither gets a file";
            left_out.push((name.clone(), why));
            continue;
        }
        // Moodle splits the name at underscores, and a slash would be a folder.
        let person = person.replace(|c| is_unseen(c) || matches!(c, '_' | '/' | '\\'), " ");
        let path = format!("{person}_{number}_assignfeedback_file/feedback.md");
        let text = feedback::markdown(class, graded, feedback::Walks::Absent);
        archive.add(&path, text.as_bytes(), FILE)?;
    }
    Ok(FeedbackFiles { bytes: archive.finish()?, left_out })
}
