//! Moodle: the grading worksheet that the teacher downloaded, and the archive of feedback files.

use std::io;

use super::archive::Archive;
use super::fill::{FillError, Filled, Scale, Target, fill, platform_number};
use super::sheet::Sheet;
use crate::grade::class::Class;
use crate::grade::report::feedback;

/// Fills the scores of a class into the worksheet's column of this title, which Moodle calls `Grade`.
///
/// # Errors
/// [`FillError`] if the table is no worksheet or has no such column.
pub fn fill_in(
    class: &Class,
    worksheet: &[u8],
    title: &str,
    scale: Scale,
) -> Result<Filled, FillError> {
    let sheet = Sheet::parse(worksheet)?;
    let place = |title: &str| sheet.column(title);
    let Some(identifier) = place("Identifier") else {
        return Err(FillError::NotTheirs(
            "a grading worksheet of Moodle, downloaded in English: a column Identifier with \
             \"Participant 123\" in it",
        ));
    };
    let Some(column) = place(title) else {
        return Err(FillError::NoColumn(title.to_owned(), sheet.heading()));
    };
    let others = ["Username", "ID number", "Email address", "Full name"].map(place);
    let keys = |sheet: &Sheet<'_>, row: usize| {
        let text = |place: usize| sheet.trimmed(row, place);
        let participant = text(identifier);
        let number = participant
            .rsplit(' ')
            .next()
            .unwrap_or_default()
            .to_owned();
        let others = others.map(|place| place.map_or_else(String::new, text));
        let mut keys = vec![number, participant];
        keys.extend(others);
        keys
    };
    let most = place("Maximum Grade");
    let points = |sheet: &Sheet<'_>, row: usize| sheet.number(row, most?);
    let target = Target {
        column,
        keys: &keys,
        points: &points,
    };
    fill(class, sheet, &target, scale)
}

/// The archive of feedback files that Moodle takes, and the submissions that are not in it, since their
/// names do not say whose they are.
///
/// # Errors
/// If the archive cannot be written.
pub fn feedback_files(class: &Class) -> io::Result<(Vec<u8>, Vec<String>)> {
    let mut archive = Archive::new();
    let mut nobodys = Vec::new();
    for graded in &class.submissions {
        let name = &graded.submission.name;
        let Some((person, number)) = platform_number(name) else {
            nobodys.push(name.clone());
            continue;
        };
        // Moodle splits the name at underscores, and a slash would be a folder.
        let person = person.replace(['_', '/', '\\'], " ");
        let path = format!("{person}_{number}_assignfeedback_file/feedback.md");
        archive.add(&path, feedback::markdown(class, graded).as_bytes())?;
    }
    Ok((archive.finish()?, nobodys))
}
