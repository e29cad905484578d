//! What `grade.toml` says, in the folder of the cases and in that of the results together.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;
use serde::Deserialize;

use super::late::Late;
use super::scoring::{Group, Rubric, Rule, Scoring};
use super::{Override, Settings, SettingsError, Source};
use crate::submission::language::{Commands, Language};
use crate::tables::Tables;
use sandbox::Limits;

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
        let known = Language::ALL.map(Language::name);
        if let Some(name) = self.language.keys().find(|it| !known.contains(&it.as_str())) {
            let known = known.join(", ");
            return Err(format!("unknown language {name}: expected one of {known}"));
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
            if [table.memory_mb, table.file_mb, table.processes].contains(&Some(0)) {
                return Err("expected a limit above 0".to_owned());
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
        scoring.open(Timestamp::now().as_second());
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
        let Some(own) = self.submission.get(submission).cloned() else { return (usual, None) };
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
        let mut limits = Limits::for_cpu(self.cpu_seconds.map_or(cpu, Duration::from_secs_f64));
        limits.wall = self.wall_seconds.map_or(limits.wall, Duration::from_secs_f64);
        limits.memory_bytes = u64::from(self.memory_mb.unwrap_or(memory_mb)) << 20;
        if let Some(megabytes) = self.file_mb {
            limits.file_bytes = u64::from(megabytes) << 20;
            limits.disk_bytes = 2 * limits.file_bytes;
        }
        limits.processes = self.processes.unwrap_or(limits.processes);
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
        let worth = |case| (scoring.worth(case).points, scoring.worth(case).is_hidden);
        assert_eq!(worth("hx"), (5.0, true));
        assert_eq!(worth("ax"), (4.0, false));
        assert_eq!(worth("a"), (3.0, false));
    }
}
