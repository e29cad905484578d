//! `mancala rescore`: other points for the results of a ledger, running nothing.

use std::path::PathBuf;

use clap::Args;

use super::grade::folder_of;
use super::report::{Destination, exit, publish};
use crate::Exit;
use crate::io::print::{print, say};
use crate::io::shipped;
use crate::options::settling::Settling;
use explain::counted::counted;
use grader::class::Class;
use grader::config::Config;
use grader::hidden::Seen;
use grader::ledger::{self, Known, Ledger, Record};
use grader::report::terminal;
use grader::request::IfUnused;
use grader::scoring::Scoring;
use grader::settings::Settings;
use grader::unused::{Subjects, unused};

/// Score the results of a ledger anew, and write the reports
///
/// What the results were graded with stays in force. The grade.toml in the folder of results counts before
/// it as it is now, and so does that of the cases, if they are given. Nothing is run.
#[derive(Debug, Args)]
pub(super) struct RescoreArguments {
    /// The folder of results
    #[arg(value_name = "RESULTS", default_value = "results")]
    results: PathBuf,
    /// The folder of cases, for its grade.toml as it is now
    #[arg(long, value_name = "INPUTS")]
    cases: Option<PathBuf>,
    #[command(flatten)]
    settling: Settling,
    #[command(flatten)]
    destination: Destination,
}

pub(super) fn run(rescore: &RescoreArguments) -> anyhow::Result<Exit> {
    let tree = rescore.cases.as_deref().map(shipped::inputs).transpose()?;
    let cases = tree.as_ref().map(|tree| tree.path());
    if let Some(missing) = cases.filter(|path| !path.exists()) {
        anyhow::bail!("--cases: there is no {}", missing.display());
    }
    let cases = cases.map(folder_of);
    let settings = Settings::read(cases.as_deref(), Some(&rescore.results))?;
    ledger::read(&rescore.results)?; // an error if there is none, where opening would begin one
    let mut ledger = Ledger::open(&rescore.results)?;
    let scoring = scoring(rescore, &settings, ledger.known())?;
    ledger.append(Record::Scoring(scoring))?;
    let class = Class::of(ledger.known());
    publish(&class, &rescore.results, &rescore.destination)?;
    print(terminal::summary(&class))?;
    Ok(exit(&class))
}

/// What the results are worth from now on.
fn scoring(
    rescore: &RescoreArguments,
    settings: &Settings,
    known: &Known,
) -> anyhow::Result<Scoring> {
    let recorded = known.scoring.settings()?;
    let scoring = Config::of(&settings.over(&recorded))?.scoring();
    let unused = unused(&scoring.settings, &scoring.rule, &Subjects::of(known));
    for setting in &unused {
        say(format_args!("warning: {setting}"));
    }
    if rescore.settling.unused() == IfUnused::Refuse && !unused.is_empty() {
        let count = counted(unused.len(), "setting");
        anyhow::bail!("--strict: {count} without effect; nothing was changed");
    }
    let seen = Seen::of([known]);
    Ok(seen.keep(&known.suite, scoring, rescore.settling.publish())?)
}
