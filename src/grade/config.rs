//! `grade.toml`: how a course grades. Every line of it is optional.
//!
//! The file may lie in the folder of the cases and in the folder of the results; where both set the
//! same thing, the one in the results' folder counts.
//!
//! ```toml
//! title = "Homework 2"
//!
//! [scoring]
//! points = 1             # for each case, but for those in a folder called beyond: 0 unless a group has them
//! credit = "all"         # all:   a case counts if state and log are right (greedy: the state)
//!                        # files: the state and the log each have their share
//!                        # rows:  the log's share in proportion to its rows before the first wrong one
//! state_share = 0.5      # the state's share of a case with a log, where credit is not all
//!
//! [[group]]              # as many as wanted; where several match a case, the last that says it counts
//! cases = "*alpha-beta*" # by name: * any text, ? one character, {a,b} either, [ab] one of these
//! points = 2
//! weight = 1             # a factor on the points
//! visible = false        # students see the verdict, and neither input nor expected output
//!
//! [[excuse]]             # cases that could not be graded (IE) and are not to count; else they stay open
//! submissions = "doe_*"
//! cases = "*"
//!
//! [late]
//! penalty_per_day = 0.1  # the share of the score that a day costs
//! most_days = 3          # a submission that is later gets nothing
//! days = { "doe_jane" = 2 } # by submission; one that Canvas marks LATE has 1 unless it stands here
//!
//! [limits]               # of a run; everything that a submission starts counts together
//! cpu_seconds = 10
//! wall_seconds = 40      # 4 times cpu_seconds unless given
//! memory_mb = 1024
//! file_mb = 1024
//! processes = 256
//!
//! [build_limits]         # of a build, likewise; 60 s, 2048 MB
//! cpu_seconds = 60
//!
//! [language.python3]     # c, cpp, cpp11, java, python2, python3, rust, go, javascript, executable
//! build = ""             # {program} the program's file, {sources} all of its language
//! run = "python3 {program} -i input.txt"
//! ```
//!
//! Left out: everything that follows from it.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use super::scoring::{Excuse, Group, Late, Rule, Scoring};
use super::submission::language::{Commands, Language};
use sandbox::Limits;

/// The name of the file.
pub const FILE: &str = "grade.toml";

/// How a course grades.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    title: String,
    scoring: Rule,
    group: Vec<Group>,
    excuse: Vec<Excuse>,
    late: Late,
    limits: LimitsTable,
    build_limits: LimitsTable,
    language: BTreeMap<String, Commands>,
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

/// Why a `grade.toml` cannot be used.
#[derive(Debug)]
pub struct ConfigError {
    path: PathBuf,
    reason: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.reason.trim_end())
    }
}

impl std::error::Error for ConfigError {}

impl Config {
    /// Reads the files of this name in `folders`, as far as they exist; the later count more.
    ///
    /// # Errors
    /// [`ConfigError`] with the line of the first thing that cannot be understood.
    pub fn load(folders: &[&Path]) -> Result<Self, ConfigError> {
        let mut merged = toml::Table::new();
        let mut read = PathBuf::from(FILE);
        for folder in folders {
            let path = folder.join(FILE);
            let text = match std::fs::read_to_string(&path) {
                Ok(text) => text,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
                Err(error) => return Err(failed(&path, &error)),
            };
            // Alone first: only then does an error know its line.
            toml::from_str::<Self>(&text).map_err(|error| failed(&path, &error))?;
            merge(
                &mut merged,
                toml::from_str(&text).map_err(|error| failed(&path, &error))?,
            );
            read = path;
        }
        let config: Self = merged.try_into().map_err(|error| failed(&read, &error))?;
        config.validate().map_err(|reason| failed(&read, &reason))?;
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
        for table in [&self.limits, &self.build_limits] {
            for seconds in [table.cpu_seconds, table.wall_seconds]
                .into_iter()
                .flatten()
            {
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

    /// What a result is worth.
    #[must_use]
    pub fn scoring(&self) -> Scoring {
        Scoring {
            title: self.title.clone(),
            rule: self.scoring.clone(),
            groups: self.group.clone(),
            late: self.late.clone(),
            excused: self.excuse.clone(),
        }
    }

    /// How much a run may use.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits.over(Duration::from_secs(10), 1024)
    }

    /// How much a build may use.
    #[must_use]
    pub fn build_limits(&self) -> Limits {
        self.build_limits.over(Duration::from_secs(60), 2048)
    }

    /// The commands that are set for the language of this name.
    #[must_use]
    pub fn commands(&self, language: &str) -> Commands {
        self.language.get(language).cloned().unwrap_or_default()
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

fn failed(path: &Path, reason: &dyn fmt::Display) -> ConfigError {
    ConfigError {
        path: path.to_owned(),
        reason: reason.to_string(),
    }
}

/// Puts `other` over `table`, table by table.
fn merge(table: &mut toml::Table, other: toml::Table) {
    for (name, value) in other {
        match (table.get_mut(&name), value) {
            (Some(toml::Value::Table(inner)), toml::Value::Table(value)) => merge(inner, value),
            (_, value) => _ = table.insert(name, value),
        }
    }
}
