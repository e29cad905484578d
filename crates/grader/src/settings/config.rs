//! What `grade.toml` says, in the folder of the cases and in that of the results together; and the tables beside that of
//! the results: when people submitted, who works together, points by rubric. Any table will do that has the columns, be
//! it a platform's or one that a spreadsheet saved.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;
use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;
use serde::Deserialize;
use toml::Spanned;

use super::late::Late;
use super::scoring::{Group, Mark, Rubric, Rule, Scoring, comment_on, points};
use super::{Override, RUBRIC, Settings, SettingsError, Source, TEAMS, TIMES, value};
use crate::result::SubmissionRecord;
use crate::sheet::{Sheet, text};
use crate::submission::exported::platform_number;
use crate::submission::language::{Commands, Language};
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
    pub language: BTreeMap<Language, Commands>,
    pub submission: BTreeMap<String, Commands>,
    r#override: Vec<Override>,
    rubric: Vec<Rubric>,
    #[serde(skip)]
    settings: Settings,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct LimitsTable {
    #[serde(deserialize_with = "value::seconds")]
    cpu_seconds: Option<f64>,
    #[serde(deserialize_with = "value::seconds")]
    wall_seconds: Option<f64>,
    memory_mb: Option<NonZeroU32>,
    file_mb: Option<NonZeroU32>,
    processes: Option<NonZeroU32>,
}

/// What is checked of one file, with where it stands, which files that are merged do not know.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Checked {
    language: BTreeMap<Language, Spanned<Commands>>,
    submission: BTreeMap<String, Spanned<Commands>>,
    r#override: Vec<Spanned<Override>>,
    rubric: Vec<Named>,
}

#[derive(Deserialize)]
struct Named {
    name: Spanned<String>,
}

impl Checked {
    /// Checks what the file says, which comes after files that have these rubrics.
    fn validate(&self, source: &Source, seen: &mut BTreeSet<String>) -> Result<(), SettingsError> {
        let wrong =
            |at: Range<usize>, reason| SettingsError { path: source.place(at.start), reason };
        for (language, it) in &self.language {
            let commands = it.get_ref();
            if !matches!(language, Language::Python2 | Language::Python3) {
                no_packages(commands).map_err(|why| wrong(it.span(), why))?;
            }
            if !commands.packages.is_empty() && commands.wheels.is_none() {
                let why = "packages: expected wheels too, the folder to install them from";
                return Err(wrong(it.span(), why.to_owned()));
            }
        }
        for it in self.submission.values() {
            no_packages(it.get_ref()).map_err(|why| wrong(it.span(), why))?;
        }
        for it in &self.r#override {
            it.get_ref().validate().map_err(|why| wrong(it.span(), why))?;
        }
        for Named { name } in &self.rubric {
            // The column of `rubric.csv` would count twice.
            if !seen.insert(name.get_ref().to_lowercase()) {
                let why = "expected a name that no rubric before it has";
                return Err(source.wrong(&source.pointed(name.span(), why)));
            }
        }
        Ok(())
    }
}

fn no_packages(commands: &Commands) -> Result<(), String> {
    let where_else = "packages: expected them in [language.python3] or [language.python2]";
    if commands.packages.is_empty() { Ok(()) } else { Err(where_else.to_owned()) }
}

impl Config {
    /// What the files say together.
    pub fn of(settings: &Settings) -> Result<Self, SettingsError> {
        let (mut merged, mut rubrics) = (toml::Table::new(), BTreeSet::new());
        for source in settings.sources() {
            // Alone first: only then does an error know its file and line.
            let _: Self = toml::from_str(&source.text).map_err(|error| source.wrong(&error))?;
            let checked: Checked =
                toml::from_str(&source.text).map_err(|error| source.wrong(&error))?;
            checked.validate(source, &mut rubrics)?;
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

    /// The commands of a submission in a language, and what is said of those that are its own.
    pub fn commands(&self, submission: &str, language: Language) -> (Commands, Option<String>) {
        let usual = self.language.get(&language).cloned().unwrap_or_default();
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
        limits.memory_bytes = u64::from(self.memory_mb.map_or(memory_mb, NonZeroU32::get)) << 20;
        if let Some(megabytes) = self.file_mb {
            limits.file_bytes = u64::from(megabytes.get()) << 20;
            limits.disk_bytes = 2 * limits.file_bytes;
        }
        limits.processes = self.processes.map_or(limits.processes, NonZeroU32::get);
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
        let number = platform_number(name).map_or(name, |(_, number)| number);
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
    let is_whose = |title: &str| {
        let title = title.to_lowercase();
        let mut words = title.split(|c: char| !c.is_alphanumeric());
        title == "submission" || words.any(|word| WHOSE.split(' ').any(|it| it == word))
    };
    let (mut instants, mut known) = (BTreeMap::new(), BTreeMap::new());
    for row in sheet.rows() {
        let cell = sheet.trimmed(row, column);
        if cell.is_empty() || cell == "-" {
            continue;
        }
        let wrong = || sheet.wrong(row, column, "a time such as \"2026-11-23 23:59\"");
        let instant = late.instant(&cell).ok_or_else(wrong)?;
        instants.insert(row, instant);
        let titles = sheet.heading().into_iter().enumerate().filter(|(_, it)| is_whose(it));
        let name = titles.map(|(at, _)| sheet.trimmed(row, at)).collect::<Vec<_>>().join(" ");
        let before = known.entry(name.to_lowercase()).or_insert((row, instant));
        if before.1 != instant && !name.trim().is_empty() {
            let (line, before) = (sheet.line(row), sheet.line(before.0));
            return Err(format!("line {line}: {name} has another time in line {before}"));
        }
    }
    Ok(sheet.by_name(is_whose, |row| instants.get(&row).copied()))
}

fn teams(sheet: &Sheet<'_>) -> Result<BTreeMap<String, BTreeSet<String>>, String> {
    let columns = sheet.column("name").zip(sheet.column("team"));
    let (name, team) = columns.ok_or("expected columns \"name\" and \"team\"")?;
    let (mut teams, mut team_of) = (BTreeMap::<_, BTreeSet<_>>::new(), BTreeMap::new());
    // Whoever works alone has no team.
    for row in sheet.rows().filter(|&row| !sheet.trimmed(row, team).is_empty()) {
        let (team, name) = (sheet.trimmed(row, team), sheet.trimmed(row, name));
        let other = team_of.insert(name.clone(), team.clone()).filter(|it| *it != team);
        if let Some(other) = other {
            return Err(format!("line {}: {name} is in {other} already", sheet.line(row)));
        }
        teams.entry(team).or_default().insert(name);
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

    /// It counted in both, and the reports of its submission contradicted each other.
    #[test]
    fn a_name_is_in_one_team() {
        let error = |text: &str| {
            let mut scoring = Scoring::default();
            scoring.settings.tables.insert(TEAMS.to_owned(), source(text).unwrap());
            Tables::of(&scoring).err().map(|it| it.to_string())
        };
        assert_eq!(error("name,team\nada,T1\nben,T1\nada,T1\n"), None);
        let told = error("name,team\nada,T1\nben,T2\nada,T2\n").unwrap();
        assert!(told.ends_with("line 4: ada is in T1 already"), "{told}");
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
