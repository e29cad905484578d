//! `grade.toml`: how a course grades, and the tables beside that of the results. Every line of it is optional;
//! `docs/src/grade-toml.md` has every key with its range.
//!
//! The file may lie in the folder of the cases and in that of the results. Where both set the same thing, the
//! results' counts; its groups come after those of the cases, and change nothing but what they set themselves.
//!
//! The texts stand in the ledger, and what was graded with stays in force until another file of the same folder takes its
//! place. An empty file takes back what the one before it said.
//!
//! A case that was hidden stays so unless it is published (`--publish-hidden`). Settings without effect are told with
//! their line; `--strict` refuses them.
//!
//! An entry that `override` writes records what the cases gave then: where they give something else now, the decision
//! counts all the same, and is listed.
//!
//! [`config`] is what the files say, [`scoring`] the part of it that is recorded with the results, [`late`] that of
//! deadlines, [`mod@value`] what single values may be; [`unused`] is what has no effect.

pub mod config;
pub mod late;
pub mod scoring;
pub mod unused;
pub mod value;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::Path;
use std::{fmt, io};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, value};

use mancala::homework::input::read_bounded;

pub const FILE: &str = "grade.toml";

/// The tables beside the file of the results.
pub const TABLES: [&str; 3] = [TIMES, TEAMS, RUBRIC];
pub(crate) const TIMES: &str = "times.csv";
pub(crate) const TEAMS: &str = "teams.csv";
pub(crate) const RUBRIC: &str = "rubric.csv";

/// The files, as far as there are any.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cases: Option<Source>,
    /// That of the results, which counts more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results: Option<Source>,
    /// The tables beside that of the results, by the names of their files.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub tables: BTreeMap<String, Source>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    pub path: String,
    pub text: String,
}

#[derive(Debug, Error)]
#[error("{path}: {}", .reason.trim_end())]
pub struct SettingsError {
    pub path: String,
    pub reason: String,
}

impl Settings {
    /// Reads the files in these two folders, as far as they are there.
    pub fn read(cases: Option<&Path>, results: Option<&Path>) -> Result<Self, SettingsError> {
        let read = |folder: Option<&Path>, name| {
            folder.map_or(Ok(None), |folder| Source::read(&folder.join(name)))
        };
        let mut tables = BTreeMap::new();
        for name in TABLES {
            tables.extend(read(results, name)?.map(|it| (name.to_owned(), it)));
        }
        Ok(Self { cases: read(cases, FILE)?, results: read(results, FILE)?, tables })
    }

    /// These, and for those that are not there the others.
    pub fn over(&self, others: &Self) -> Self {
        let this_or = |this: &Option<Source>, other: &Option<Source>| {
            this.as_ref().or(other.as_ref()).cloned()
        };
        Self {
            cases: this_or(&self.cases, &others.cases),
            results: this_or(&self.results, &others.results),
            tables: others.tables.clone().into_iter().chain(self.tables.clone()).collect(),
        }
    }

    /// The files among the recorded that stay in force, since none of these takes their place.
    pub fn kept<'a>(&self, recorded: &'a Self) -> impl Iterator<Item = &'a Source> {
        let cases = recorded.cases.iter().filter(|_| self.cases.is_none());
        let results = recorded.results.iter();
        let tables = recorded.tables.iter().filter(|(name, _)| !self.tables.contains_key(*name));
        let tables = tables.map(|(_, source)| source);
        cases.chain(results.filter(|_| self.results.is_none())).chain(tables)
    }

    /// The files; a later one counts more.
    pub fn sources(&self) -> impl Iterator<Item = &Source> {
        self.cases.iter().chain(&self.results)
    }
}

impl Source {
    fn read(path: &Path) -> Result<Option<Self>, SettingsError> {
        let shown = path.display().to_string();
        let read = File::open(path).and_then(read_bounded);
        match read.and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other)) {
            Ok(text) => Ok(Some(Self { path: shown, text })),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(SettingsError { path: shown, reason: error.to_string() }),
        }
    }

    /// The line, from 1, in which a byte stands.
    fn line(&self, at: usize) -> usize {
        self.text.get(..at).unwrap_or_default().matches('\n').count() + 1
    }

    /// The file and the line in which a byte stands.
    fn place(&self, at: usize) -> String {
        format!("{}, line {}", self.path, self.line(at))
    }

    /// What is wrong at a place within a line, as the reader of the file says it.
    fn pointed(&self, at: Range<usize>, why: &str) -> String {
        let (before, line) = (&self.text[..at.start], self.line(at.start));
        let before = before.rsplit('\n').next().unwrap_or_default();
        let [column, width] = [before, &self.text[at.clone()]].map(|it| it.chars().count());
        let row = self.text[at.start - before.len()..].lines().next().unwrap_or_default();
        let (blank, carets) = (" ".repeat(line.to_string().len()), "^".repeat(width));
        let place = format!("TOML parse error at line {line}, column {}", column + 1);
        let row = format!("{blank} |\n{line} | {row}\n{blank} | {:column$}{carets}", "");
        format!("{place}\n{row}\n{why}")
    }

    pub fn wrong(&self, reason: &dyn fmt::Display) -> SettingsError {
        SettingsError { path: self.path.clone(), reason: reason.to_string() }
    }
}

/// What somebody decided of a submission, or of one of its cases.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Override {
    /// The submission, or a person who handed it in.
    pub submission: String,
    /// The case; all of the submission unless given.
    pub case: Option<String>,
    /// The line of the source that a comment is on: "mancala.py:12".
    pub line: Option<String>,
    /// What stands in that line.
    pub source: Option<String>,
    /// The points, before lateness costs anything.
    pub points: Option<f64>,
    /// Whether it does not count at all.
    pub excuse: Option<bool>,
    /// Days late.
    pub late: Option<u32>,
    pub comment: Option<String>,
    pub reason: Option<String>,
    pub by: Option<String>,
    pub when: Option<String>,
    /// The points that the cases gave then.
    pub was: Option<f64>,
}

impl Override {
    /// # Errors
    /// What is wrong with it, as a sentence without its full stop.
    pub fn validate(&self) -> Result<(), String> {
        let said = |text: &Option<String>| text.as_ref().is_some_and(|it| !it.trim().is_empty());
        let counts = self.points.is_some() || self.excuse == Some(true) || self.late.is_some();
        let wrong = match self.points {
            _ if self.line.as_deref().is_some_and(|it| place(it).is_none()) => {
                "expected a file and the number of a line, such as mancala.py:12"
            }
            _ if self.line.is_some() && (counts || self.case.is_some()) => {
                "a comment on a line sets nothing else"
            }
            Some(points) if !(0.0..=1e6).contains(&points) => "expected 0 to 1000000 points",
            Some(_) if self.excuse == Some(true) => "expected points or an excuse, not both",
            _ if self.late.is_some() && self.case.is_some() => {
                "days late are those of a submission; leave the case out"
            }
            _ if !counts && !said(&self.comment) => {
                "expected points, an excuse, days late or a comment"
            }
            _ if counts && !said(&self.reason) => "expected a reason",
            _ => return Ok(()),
        };
        let case = self.case.as_ref().map_or(String::new(), |case| format!(", {case}"));
        Err(format!("the override of {}{case}: {wrong}", self.submission))
    }
}

/// The file and the number of the line: "mancala.py:12".
pub fn place(line: &str) -> Option<(&str, usize)> {
    let (file, number) = line.rsplit_once(':')?;
    let number = number.parse().ok().filter(|it| *it > 0)?;
    (!file.is_empty()).then_some((file, number))
}

/// The text of a `grade.toml` with an entry in it, the rest as it was. What it does not say, the
/// entry of the same submission and case before it says.
///
/// # Errors
/// The text is no TOML, or the entry says nothing.
pub fn write_override(text: &str, entry: &Override) -> Result<String, String> {
    let mut document: DocumentMut = text.parse().map_err(|error| format!("{error}"))?;
    let mut new = toml_edit::ser::to_document(entry).map_err(|error| error.to_string())?;
    let all = document.entry("override").or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
    let all = all.as_array_of_tables_mut().ok_or("expected [[override]] as tables")?;
    let of = |table: &Table, key| table.get(key).and_then(Item::as_str).map(str::to_owned);
    let same = |table: &Table| {
        let is_on_same = of(table, "case") == entry.case && of(table, "line") == entry.line;
        of(table, "submission").as_ref() == Some(&entry.submission) && is_on_same
    };
    let at = all.iter().position(same);
    match at.and_then(|at| all.get_mut(at)) {
        Some(table) => {
            if entry.points.is_some() {
                table.remove("excuse");
            }
            if entry.excuse == Some(true) {
                table.remove("points");
            }
            // What was decided before and stays keeps its reason.
            let stays = ["points", "excuse", "late", "comment"];
            let stays = stays.iter().any(|key| table.contains_key(key) && !new.contains_key(key));
            if let (true, Some(old), Some(reason)) = (stays, of(table, "reason"), &entry.reason)
                && old != *reason
            {
                new.insert("reason", value(format!("{old}; {reason}")));
            }
            new.iter().for_each(|(key, value)| _ = table.insert(key, value.clone()));
        }
        None => all.push(new.as_table().clone()),
    }
    Ok(document.to_string())
}

/// The day, so many seconds after the beginning of 1970: "2026-11-23".
pub fn day(seconds: u64) -> String {
    let seconds = Timestamp::from_second(seconds as i64).unwrap_or_default();
    TimeZone::UTC.to_datetime(seconds).date().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_day_is_that_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01"),
            (951_782_399, "2000-02-28"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_735_689_599, "2024-12-31"),
            (4_107_542_400, "2100-03-01"),
        ] {
            assert_eq!(day(seconds), expected);
        }
    }

    /// Notes of the staff in grade.toml were lost when a program wrote it.
    #[test]
    fn comments_of_the_file_stay() {
        let text = "# ours\ntitle = 'x' # short\n\n[[override]] # asked on Monday\nsubmission = \"a\"\npoints = 1\nreason = \"r\"\n\n[late]\nmost_days = 3\n";
        let entry = |submission: &str| Override {
            submission: submission.to_owned(),
            excuse: Some(true),
            reason: Some("ill".to_owned()),
            ..Override::default()
        };
        let written =
            write_override(&write_override(text, &entry("b")).unwrap(), &entry("a")).unwrap();
        insta::assert_snapshot!(written, @r#"
        # ours
        title = 'x' # short

        [[override]] # asked on Monday
        submission = "a"
        reason = "ill"
        excuse = true

        [[override]]
        submission = "b"
        excuse = true
        reason = "ill"

        [late]
        most_days = 3
        "#);
        assert_eq!(write_override(&written, &entry("a")).unwrap(), written);
        assert!(write_override("override = 1", &entry("a")).is_err());
    }

    #[test]
    fn an_override_without_effect_or_reason_is_refused() {
        let wrong = |text: &str| {
            let entry: Override = toml::from_str(text).unwrap();
            entry.validate().err()
        };
        assert_eq!(wrong("submission = 'a'\npoints = 1\nreason = 'r'\n"), None);
        assert_eq!(wrong("submission = 'a'\ncomment = 'well done'\n"), None);
        for text in [
            "submission = 'a'\n",
            "submission = 'a'\npoints = 1\n",
            "submission = 'a'\npoints = 1\nreason = ' '\n",
            "submission = 'a'\npoints = -1\nreason = 'r'\n",
            "submission = 'a'\npoints = nan\nreason = 'r'\n",
            "submission = 'a'\npoints = 1\nexcuse = true\nreason = 'r'\n",
            "submission = 'a'\ncase = 'c'\nlate = 1\nreason = 'r'\n",
            "submission = 'a'\nline = 'a.py'\ncomment = 'c'\n",
            "submission = 'a'\nline = 'a.py:0'\ncomment = 'c'\n",
            "submission = 'a'\nline = 'a.py:1'\n",
            "submission = 'a'\nline = 'a.py:1'\ncomment = 'c'\npoints = 1\nreason = 'r'\n",
        ] {
            assert!(wrong(text).is_some(), "{text}");
        }
    }
}
