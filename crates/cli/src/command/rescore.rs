//! `mancala rescore`: other points for the results of a ledger, running nothing.

use std::path::PathBuf;

use clap::Args;

use super::grade::folder_of;
use super::report::{Destination, finish};
use crate::io::{Exit, input, warn};
use crate::options::{ResultsFolder, SettingsOptions};
use explain::pluralize;
use grader::class::Class;
use grader::ledger::{Ledger, Record, State, keep_hidden};
use grader::settings::Settings;
use grader::settings::config::Config;
use grader::settings::scoring::Scoring;
use grader::settings::unused::{Subjects, unused};

/// Score the results again after a change of points, and write the reports
///
/// Nothing is run. The settings that the results were graded with stay in force. A grade.toml in
/// the folder of results replaces the recorded one; so does the one of the cases, if --cases names their folder.
#[derive(Debug, Args)]
pub struct RescoreArguments {
    #[command(flatten)]
    results: ResultsFolder,
    /// The folder of cases, to read its grade.toml again
    #[arg(long, value_name = "INPUTS")]
    cases: Option<PathBuf>,
    #[command(flatten)]
    strictness: SettingsOptions,
    #[command(flatten)]
    destination: Destination,
}

pub fn run(rescore: &RescoreArguments) -> anyhow::Result<Exit> {
    let tree = rescore.cases.as_deref().map(input::inputs).transpose()?;
    let cases = tree.as_ref().map(|tree| tree.path());
    if let Some(missing) = cases.filter(|path| !path.exists()) {
        anyhow::bail!("--cases: there is no {}", missing.display());
    }
    let results = rescore.results.path();
    let settings = Settings::read(cases.map(folder_of), Some(results))?;
    let mut ledger = Ledger::existing(results)?;
    ledger.append(Record::Scoring(scoring(&settings, ledger.state(), &rescore.strictness)?))?;
    finish(&Class::of(ledger.state()), results, &rescore.destination)
}

/// What the results are worth from now on.
pub fn scoring(
    new: &Settings,
    known: &State,
    options: &SettingsOptions,
) -> anyhow::Result<Scoring> {
    let scoring = Config::of(&new.over(&known.scoring.settings))?.scoring();
    let unused = unused(&scoring, &Subjects::of(known));
    unused.iter().for_each(warn);
    if options.strict && !unused.is_empty() {
        let count = pluralize(unused.len(), "setting");
        anyhow::bail!("--strict: {count} without effect; nothing was changed");
    }
    Ok(keep_hidden([known], &known.suite, scoring, options.publishing.publish_hidden)?)
}
