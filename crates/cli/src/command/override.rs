//! `mancala override`: what somebody decides by hand.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;

use super::export::of_results;
use super::report::{Destination, publish};
use super::rescore::scoring;
use crate::io::{print_line, write_file};
use crate::options::{SettingsOptions, nearest, number};
use explain::pluralize;
use grader::class::{Class, Decision, Graded};
use grader::ledger::{Ledger, Record, State, keep_hidden};
use grader::settings::config::Config;
use grader::settings::unused::Subjects;
use grader::settings::{FILE, Override, Settings, Source, day, place, write_override};
use mancala::visible;

/// Set points, an excuse, days late or a comment by hand, also a comment on a line of the source
///
/// The decision goes into the grade.toml in the folder of results, and counts from then on, also after the
/// submission is graded or scored again. All reports show it with its reason. A second decision on the same
/// submission or case replaces what it sets. To take one back, remove it from grade.toml and type `mancala rescore`.
#[derive(Debug, Args)]
pub struct OverrideArguments {
    /// The submission, or a person who handed it in
    #[arg(value_name = "NAME")]
    submission: String,
    /// The case that is meant [default: the whole submission]
    #[arg(long, value_name = "CASE")]
    case: Option<String>,
    /// The points, before a late penalty
    #[arg(long, value_name = "P", conflicts_with = "excuse")]
    points: Option<f64>,
    /// Do not count the case or the submission at all
    #[arg(long)]
    excuse: bool,
    /// Days late
    #[arg(long, value_name = "DAYS", conflicts_with = "case", value_parser = number::<u32>(0..=10_000))]
    late: Option<u32>,
    /// What the student is told
    #[arg(long, value_name = "TEXT")]
    comment: Option<String>,
    /// The line of the source that the comment is on, such as mancala.py:12
    #[arg(long, value_name = "FILE:LINE", requires = "comment", conflicts_with_all = ["case", "points", "excuse", "late"])]
    line: Option<String>,
    /// Why; needed unless there is only a comment
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
    /// Who decided [default: your user name]
    #[arg(long, value_name = "WHO")]
    by: Option<String>,
    /// The folder of results
    #[arg(long, value_name = "DIR", default_value = "results")]
    results: PathBuf,
}

pub fn run(arguments: &OverrideArguments) -> anyhow::Result<()> {
    let folder = arguments.results.as_path();
    let mut ledger = Ledger::existing(folder)?;
    let mut entry = entry(arguments, ledger.state())?;
    // What the files say now counts before the decision, so that it is known what it changes.
    let settings = Settings::read(None, Some(folder))?;
    let now = scoring(&settings, ledger.state(), &SettingsOptions::default())?;
    if now != ledger.state().scoring {
        ledger.append(Record::Scoring(now))?;
    }
    let class = Class::of(ledger.state());
    let before = find(&class, &entry)?;
    entry.was = Some(match (decision(before, &entry), &entry.case) {
        (Some(decision), _) => decision.automatic,
        (None, None) => before.points,
        (None, Some(case)) => before.cell(case).map_or(0.0, |it| it.points),
    });
    let path = folder.join(FILE);
    let mut source = ledger.state().scoring.settings.results.clone().unwrap_or_default();
    source.path = path.display().to_string();
    let text = write_override(&source.text, &entry).map_err(|reason| source.wrong(&reason))?;
    let source = Source { text, ..source };
    let settings = Settings { results: Some(source.clone()), ..settings };
    let known = ledger.state();
    let scoring = Config::of(&settings.over(&known.scoring.settings))?.scoring();
    let scoring = keep_hidden([known], &known.suite, scoring, false)?;
    write_file(source.text.as_bytes(), &path)?;
    ledger.append(Record::Scoring(scoring))?;
    let class = Class::of(ledger.state());
    publish(&class, folder, &Destination::default())?;
    let text = decision(find(&class, &entry)?, &entry).map_or("", |it| it.text.as_str());
    print_line(format_args!("{}: {}", visible::line(&entry.submission), visible::line(text)))
}

/// What the arguments say of a submission that there is.
fn entry(arguments: &OverrideArguments, known: &State) -> anyhow::Result<Override> {
    let subjects = Subjects::of(known);
    let name = arguments.submission.as_str();
    let meant: Vec<_> = subjects.called.meant(name).collect();
    let submission = match meant.as_slice() {
        [one] => (*one).to_owned(),
        [] => return Err(none("submission and nobody", name, subjects.called.names())),
        several => anyhow::bail!("{name:?} handed in {}: name one of these", several.join(" and ")),
    };
    if let Some(case) = arguments.case.as_deref().filter(|it| !subjects.cases.contains(it)) {
        return Err(none("case", case, subjects.cases.iter().copied()));
    }
    let source = arguments.line.as_deref().map(|it| source(&arguments.results, &submission, it));
    let user = ["USER", "LOGNAME", "USERNAME"].iter().find_map(|it| std::env::var(it).ok());
    let by = arguments.by.clone().or(user);
    anyhow::ensure!(by.is_some(), "--by: expected the name of the person who decides");
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs());
    let entry = Override {
        submission,
        case: arguments.case.clone(),
        line: arguments.line.clone(),
        source: source.transpose()?,
        points: arguments.points,
        excuse: arguments.excuse.then_some(true),
        late: arguments.late,
        comment: arguments.comment.clone(),
        reason: arguments.reason.clone(),
        by,
        when: Some(day(seconds)),
        was: None,
    };
    entry.validate().map_err(anyhow::Error::msg)?;
    Ok(entry)
}

/// The longest line that is quoted, in characters.
const LONGEST: usize = 160;

/// What stands in a line of a submission, where it was graded.
fn source(results: &Path, submission: &str, line: &str) -> anyhow::Result<String> {
    let (file, number) = place(line)
        .ok_or_else(|| anyhow::anyhow!("--line: expected FILE:LINE, such as mancala.py:12"))?;
    let (class, _) = of_results(results)?;
    let sources = class.iter().find(|it| it.name == submission);
    let files = sources.iter().flat_map(|it| &it.files);
    let files: BTreeMap<_, _> = files.map(|(it, bytes)| (it.to_string_lossy(), bytes)).collect();
    let Some(bytes) = files.get(file) else {
        return Err(none("source file", file, files.keys().map(|it| &**it)));
    };
    let text = String::from_utf8_lossy(bytes);
    let found = text.lines().nth(number - 1);
    let lines = pluralize(text.lines().count(), "line");
    let found = found.ok_or_else(|| anyhow::anyhow!("--line: {file} has {lines}"))?;
    Ok(found.trim().chars().take(LONGEST).collect())
}

fn none<'a>(what: &str, name: &str, names: impl Iterator<Item = &'a str>) -> anyhow::Error {
    let near = nearest(name, names).map(|it| format!("\nhelp: there is {it:?}"));
    anyhow::anyhow!("no {what} is called {name:?}{}", near.unwrap_or_default())
}

fn find<'a>(class: &'a Class, entry: &Override) -> anyhow::Result<&'a Graded> {
    let found = class.submissions.iter().find(|it| it.submission.name == entry.submission);
    found.ok_or_else(|| anyhow::anyhow!("{} is not in the results", entry.submission))
}

/// The decision on the same thing.
fn decision<'a>(graded: &'a Graded, entry: &Override) -> Option<&'a Decision> {
    let same = |it: &&Decision| (&it.entry.case, &it.entry.line) == (&entry.case, &entry.line);
    graded.decisions.iter().rfind(same)
}
