//! `grade.toml`: how a course grades, and the tables beside that of the results. Every line of it is optional.
//!
//! The file may lie in the folder of the cases and in the folder of the results. Where both set the
//! same thing, the one in the results' folder counts; its groups come after those of the cases,
//! and take nothing from them but what they set themselves.
//!
//! They stand in the ledger as texts, beside what follows from them. What was graded with stays in force until
//! another file takes its place: a file of the cases that of the cases, one of the results that of the
//! results. So no command has to be given all of them again, and none forgets one. An empty file takes
//! back what the one before it said.
//!
//! A case that was hidden stays so: what would show it to students is refused unless it is published
//! (`--publish-hidden`). A pattern that matches nothing and a name that is nobody's are told with their
//! line; `--strict` refuses them.
//!
//! `docs/src/grade-toml.md` has every key with its range.
//!
//! This module has the files. [`config`] is what they say, [`scoring`] the part of it that is recorded with the results,
//! [`late`] that of deadlines; [`unused`] is what of it has no effect.

pub mod config;
pub mod late;
pub mod scoring;
pub mod unused;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;
use std::{fmt, io};

use serde::{Deserialize, Serialize};
use thiserror::Error;

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

    pub fn wrong(&self, reason: &dyn fmt::Display) -> SettingsError {
        SettingsError { path: self.path.clone(), reason: reason.to_string() }
    }
}
