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

use std::collections::BTreeMap;
use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;
use std::{fmt, io};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::late::Late;
use super::overrides::Override;
use super::scoring::{Group, Rubric, Rule, Scoring};
use super::submission::language::{Commands, Language};
use super::tables::Tables;
use super::{hidden, tables};
use mancala::homework::input::read_bounded;
use sandbox::Limits;

pub const FILE: &str = "grade.toml";

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
        for name in tables::FILES {
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

/// What the files say.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    title: String,
    scoring: Rule,
    group: Vec<Group>,
    pub late: Box<Late>,
    limits: LimitsTable,
    build_limits: LimitsTable,
    language: BTreeMap<String, Commands>,
    submission: BTreeMap<String, Commands>,
    r#override: Vec<Override>,
    rubric: Vec<Rubric>,
    #[serde(skip)]
    settings: Settings,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct LimitsTable {
    cpu_seconds: Option<f64>,
    wall_seconds: Option<f64>,
    memory_mb: Option<u32>,
    file_mb: Option<u32>,
    processes: Option<u32>,
}

impl Config {
    /// What the files say together.
    pub fn of(settings: &Settings) -> Result<Self, SettingsError> {
        let mut merged = toml::Table::new();
        for source in settings.sources() {
            // Alone first: only then does an error know its file and line.
            let alone: Self = toml::from_str(&source.text).map_err(|error| source.wrong(&error))?;
            alone.validate().map_err(|reason| source.wrong(&reason))?;
            let mut table = toml::from_str(&source.text).map_err(|error| source.wrong(&error))?;
            from_beside(source, &mut table);
            merge(&mut merged, table);
        }
        let config: Result<Self, _> = merged.try_into();
        let config = config.map_err(|error| SettingsError {
            path: "the files together".to_owned(),
            reason: error.to_string(),
        })?;
        let config = Self { settings: settings.clone(), ..config };
        Tables::of(&config.scoring())?;
        Ok(config)
    }

    fn validate(&self) -> Result<(), String> {
        for name in self.language.keys() {
            let known = Language::ALL.map(Language::name);
            if !known.contains(&name.as_str()) {
                let known = known.join(", ");
                return Err(format!("unknown language {name}: expected one of {known}"));
            }
        }
        let python = [Language::Python2, Language::Python3].map(Language::name);
        let others = self.language.iter().filter(|(name, _)| !python.contains(&name.as_str()));
        if others.chain(&self.submission).any(|(_, it)| !it.packages.is_empty()) {
            return Err(
                "packages: expected them in [language.python3] or [language.python2]".to_owned()
            );
        }
        if self.language.values().any(|it| !it.packages.is_empty() && it.wheels.is_none()) {
            return Err("packages: expected wheels too, the folder to install them from".to_owned());
        }
        for table in [&self.limits, &self.build_limits] {
            for seconds in [table.cpu_seconds, table.wall_seconds].into_iter().flatten() {
                if !(0.001..=86_400.0).contains(&seconds) {
                    return Err(format!("expected 0.001 to 86400 seconds, found {seconds}"));
                }
            }
            for amount in [table.memory_mb, table.file_mb, table.processes] {
                if amount == Some(0) {
                    return Err("expected a limit above 0".to_owned());
                }
            }
        }
        self.scoring().validate()
    }

    /// What results are worth now: some cases may be hidden until a day.
    pub fn scoring(&self) -> Scoring {
        let mut scoring = Scoring {
            title: self.title.clone(),
            rule: self.scoring.clone(),
            groups: self.group.clone(),
            late: self.late.clone(),
            overrides: self.r#override.clone(),
            rubric: self.rubric.clone(),
            hidden: BTreeMap::new(),
            settings: self.settings.clone(),
        };
        hidden::open(&mut scoring, Timestamp::now().as_second());
        scoring
    }

    pub fn limits(&self) -> Limits {
        self.limits.over(Duration::from_secs(10), 1024)
    }

    pub fn build_limits(&self) -> Limits {
        self.build_limits.over(Duration::from_secs(60), 2048)
    }

    pub fn all_commands(&self) -> impl Iterator<Item = &Commands> {
        self.language.values().chain(self.submission.values())
    }

    /// The commands of a submission in a language, and what is said of those that are its own.
    pub fn commands(&self, submission: &str, language: &str) -> (Commands, Option<String>) {
        let usual = self.language.get(language).cloned().unwrap_or_default();
        let Some(own) = self.submission.get(submission).cloned() else {
            return (usual, None);
        };
        let given = [("built", &own.build), ("run", &own.run)];
        let given =
            given.into_iter().filter_map(|(how, it)| Some(format!("{how} by `{}`", it.as_ref()?)));
        let said = format!("grade.toml has it {}", given.collect::<Vec<_>>().join(" and "));
        let (build, run) = (own.build.or(usual.build), own.run.or(usual.run));
        (Commands { build, run, ..usual }, Some(said))
    }
}

impl LimitsTable {
    fn over(&self, cpu: Duration, memory_mb: u32) -> Limits {
        let cpu = self.cpu_seconds.map_or(cpu, Duration::from_secs_f64);
        let mut limits = Limits::for_cpu(cpu);
        if let Some(seconds) = self.wall_seconds {
            limits.wall = Duration::from_secs_f64(seconds);
        }
        limits.memory_bytes = u64::from(self.memory_mb.unwrap_or(memory_mb)) << 20;
        if let Some(megabytes) = self.file_mb {
            limits.file_bytes = u64::from(megabytes) << 20;
            limits.disk_bytes = 2 * limits.file_bytes;
        }
        if let Some(processes) = self.processes {
            limits.processes = processes;
        }
        limits
    }
}

/// Folders of wheels lie where the file says, seen from the file.
fn from_beside(source: &Source, table: &mut toml::Table) {
    let languages = table.get_mut("language").and_then(toml::Value::as_table_mut);
    let languages = languages.into_iter().flat_map(|it| it.iter_mut());
    for wheels in languages.filter_map(|(_, it)| it.as_table_mut()?.get_mut("wheels")) {
        if let Some(folder) = wheels.as_str() {
            let folder = Path::new(&source.path).with_file_name(folder);
            *wheels = folder.to_string_lossy().into_owned().into();
        }
    }
}

/// Puts `other` over `table`, table by table. Lists of tables go one after the other: of what they say
/// of the same thing, the last counts.
fn merge(table: &mut toml::Table, other: toml::Table) {
    use toml::Value::{Array, Table};
    for (name, value) in other {
        match (table.get_mut(&name), value) {
            (Some(Table(inner)), Table(value)) => merge(inner, value),
            (Some(Array(inner)), Array(value)) => inner.extend(value),
            (_, value) => _ = table.insert(name, value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scoring::Visibility;

    fn source(text: &str) -> Option<Source> {
        let (path, text) = ("grade.toml".to_owned(), text.to_owned());
        Some(Source { path, text })
    }

    /// The example of the page can be read, and its tables have the usual limits and commands.
    #[test]
    fn the_page_of_the_book_is_true() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/grade-toml.md");
        let page = std::fs::read_to_string(page).unwrap();
        let example = page.split("```").find_map(|block| block.strip_prefix("toml\n")).unwrap();
        let settings = Settings { cases: source(example), ..Settings::default() };
        assert_eq!(Config::of(&settings).unwrap().scoring().groups.len(), 2);
        let (run, build) = (Config::default().limits(), Config::default().build_limits());
        let limits = |it: &Limits| {
            [
                ("cpu_seconds", it.cpu.as_secs()),
                ("memory_mb", it.memory_bytes >> 20),
                ("file_mb", it.file_bytes >> 20),
                ("processes", it.processes.into()),
            ]
        };
        for ((key, run), (_, build)) in limits(&run).into_iter().zip(limits(&build)) {
            let row = page.lines().find(|line| line.starts_with(&format!("| `{key}` |"))).unwrap();
            assert!(row.contains(&format!("| {run} | {build} |")), "{row}");
        }
        for language in Language::ALL.map(Language::usual) {
            let build = Some(format!("`{}`", language.build)).filter(|it| it != "``");
            let build = build.as_deref().unwrap_or("none");
            let row = format!("| `{}` | {build} | `{}` |", language.name, language.run);
            assert!(page.contains(&row), "{row}");
        }
    }

    #[test]
    fn a_pattern_has_no_alternatives() {
        let group = |cases: &str| source(&format!("[[group]]\ncases = '{cases}'\npoints = 5\n"));
        let points = |pattern: &str, case: &str| {
            let settings = Settings { cases: group(pattern), ..Settings::default() };
            Config::of(&settings).unwrap().scoring().worth(case).points
        };
        assert_eq!(points("{a,b}-*", "a-1"), 1.0);
        assert_eq!(points("[ab]-*", "a-1"), 5.0);
        assert_eq!(points("[!ab]-*", "a-1"), 1.0);
        assert_eq!(points("a*1", "a/b/1"), 5.0);
        assert_eq!(points("A*", "a"), 1.0);
    }

    #[test]
    fn a_group_of_the_results_takes_no_other_away() {
        let both = Settings {
            cases: source(
                "[scoring]\npoints = 3\n[[group]]\ncases = 'h*'\npoints = 9\nvisible = false\n[[group]]\ncases = '*x'\npoints = 4\n",
            ),
            results: source("[[group]]\ncases = 'h*'\npoints = 5\n"),
            ..Settings::default()
        };
        let scoring = Config::of(&both).unwrap().scoring();
        let worth = |case| (scoring.worth(case).points, scoring.worth(case).visibility);
        assert_eq!(worth("hx"), (5.0, Visibility::Hidden));
        assert_eq!(worth("ax"), (4.0, Visibility::Visible));
        assert_eq!(worth("a"), (3.0, Visibility::Visible));
    }
}
