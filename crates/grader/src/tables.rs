//! The tables beside the `grade.toml` of the results: when people submitted, who works together, points by rubric.
//!
//! Any table will do that has the columns, be it a platform's or one that a spreadsheet saved.

use std::collections::{BTreeMap, BTreeSet};

use super::result::SubmissionRecord;
use super::settings::late::Late;
use super::settings::scoring::{Mark, Rubric, Scoring, comment_on, points};
use super::settings::{RUBRIC, Settings, SettingsError, TEAMS, TIMES};
use super::sheet::{Sheet, text};

#[derive(Debug, Default)]
pub struct Tables {
    /// By names and numbers in lower case; `None` where several times are said of one.
    times: BTreeMap<String, Option<i64>>,
    /// By team, the submissions and people that belong to it.
    pub(crate) teams: BTreeMap<String, BTreeSet<String>>,
    /// By submission as the table has its name, what stands there and in which line.
    pub(crate) marks: BTreeMap<String, (usize, Vec<Mark>)>,
}

impl Tables {
    /// # Errors
    /// A table is none, lacks a column, or has something in a cell that does not belong there.
    pub fn of(scoring: &Scoring) -> Result<Self, SettingsError> {
        let settings = &scoring.settings;
        Ok(Self {
            times: read(settings, TIMES, |sheet| times(sheet, &scoring.late))?,
            teams: read(settings, TEAMS, teams)?,
            marks: read(settings, RUBRIC, |sheet| marks(sheet, &scoring.rubric))?,
        })
    }

    /// When a submission was handed in: as the table says, else as the platform or its files do.
    pub(crate) fn submitted(&self, submission: &SubmissionRecord) -> Option<i64> {
        self.time_of(&submission.name, &submission.people).or(submission.submitted)
    }

    /// The time that the table has of a submission: by its own name or number, else the last of those who handed it in.
    pub(crate) fn time_of(&self, name: &str, people: &[String]) -> Option<i64> {
        let find = |name: &str| *self.times.get(&name.to_lowercase())?;
        let number = name.rsplit_once('_').map_or(name, |(_, number)| number);
        let own = [name, number].into_iter().find_map(find);
        own.or_else(|| people.iter().filter_map(|it| find(it)).max())
    }

    pub(crate) fn marks_of(&self, name: &str, rubric: &[Rubric]) -> Vec<Mark> {
        let known = self.marks.get(&*text(name)).map(|(_, marks)| marks.clone());
        known.unwrap_or_else(|| rubric.iter().map(Mark::open).collect())
    }
}

fn read<T: Default>(
    settings: &Settings,
    name: &str,
    read: impl Fn(&Sheet<'_>) -> Result<T, String>,
) -> Result<T, SettingsError> {
    // An empty file takes back what the one before it said.
    let Some(source) = settings.tables.get(name).filter(|it| !it.text.trim().is_empty()) else {
        return Ok(T::default());
    };
    let sheet = Sheet::parse(source.text.as_bytes()).map_err(|error| source.wrong(&error))?;
    read(&sheet).map_err(|why| source.wrong(&why))
}

fn times(sheet: &Sheet<'_>, late: &Late) -> Result<BTreeMap<String, Option<i64>>, String> {
    /// Moodle's column, Gradescope's, one's own.
    const TITLES: [&str; 3] = ["Last modified (submission)", "Submission Time", "submitted"];
    /// Words in the titles of columns that say whose row it is.
    const WHOSE: &str = "name firstname lastname username id sid identifier student person people email number login";
    let column = TITLES.iter().find_map(|it| sheet.column(it)).ok_or(
        "expected a column \"submitted\", \"Last modified (submission)\" (Moodle) or \"Submission Time\" (Gradescope)",
    )?;
    let mut instants = BTreeMap::new();
    for row in sheet.rows() {
        let cell = sheet.trimmed(row, column);
        if cell.is_empty() || cell == "-" {
            continue;
        }
        let wrong = || sheet.wrong(row, column, "a time such as \"2026-11-23 23:59\"");
        instants.insert(row, late.instant(&cell).ok_or_else(wrong)?);
    }
    let is_whose = |title: &str| {
        let title = title.to_lowercase();
        let mut words = title.split(|c: char| !c.is_alphanumeric());
        title == "submission" || words.any(|word| WHOSE.split(' ').any(|it| it == word))
    };
    Ok(sheet.by_name(is_whose, |row| instants.get(&row).copied()))
}

fn teams(sheet: &Sheet<'_>) -> Result<BTreeMap<String, BTreeSet<String>>, String> {
    let columns = sheet.column("name").zip(sheet.column("team"));
    let (name, team) = columns.ok_or("expected columns \"name\" and \"team\"")?;
    let mut teams: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    // Whoever works alone has no team.
    for row in sheet.rows().filter(|&row| !sheet.trimmed(row, team).is_empty()) {
        teams.entry(sheet.trimmed(row, team)).or_default().insert(sheet.trimmed(row, name));
    }
    Ok(teams)
}

fn marks(
    sheet: &Sheet<'_>,
    rubric: &[Rubric],
) -> Result<BTreeMap<String, (usize, Vec<Mark>)>, String> {
    let missing =
        |title| format!("expected a column {title:?}; `mancala export rubric` makes such a table");
    let column = |title: &str| sheet.column(title).ok_or_else(|| missing(title.to_owned()));
    let submission = column("submission")?;
    let mut all = BTreeMap::new();
    for row in sheet.rows() {
        let mut marks = Vec::new();
        for rubric in rubric {
            let mut mark = Mark::open(rubric);
            let at = column(&rubric.name)?;
            if !sheet.trimmed(row, at).is_empty() {
                let given = sheet.number(row, at).filter(|it| (0.0..=rubric.out_of).contains(it));
                let expected = format!("0 to {}", points(rubric.out_of));
                mark.points = Some(given.ok_or_else(|| sheet.wrong(row, at, &expected))?);
            }
            let comment = sheet.column(&comment_on(&rubric.name));
            mark.comment = comment.map_or_else(String::new, |at| sheet.trimmed(row, at));
            marks.push(mark);
        }
        let name = sheet.trimmed(row, submission);
        if all.insert(name.clone(), (sheet.line(row), marks)).is_some() {
            return Err(format!("line {}: {name} has a line before this one", sheet.line(row)));
        }
    }
    Ok(all)
}
