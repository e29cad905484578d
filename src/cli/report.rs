//! `mancala report` and `mancala rescore`: from a ledger to reports, running nothing.

use std::path::{Path, PathBuf};

use clap::Args;

use super::output::{Outputs, failed};
use super::print::print;
use super::{Exit, grade};
use crate::grade::ledger::{self, Known, Ledger, Record};
use crate::grade::report::{self, terminal};
use crate::grade::score::Class;
use crate::grade::verdict::Verdict;

/// Write the reports of a ledger anew
#[derive(Debug, Args)]
pub(super) struct Report {
    /// The folder of results
    #[arg(value_name = "RESULTS", default_value = "results")]
    results: PathBuf,
    #[command(flatten)]
    destination: Destination,
}

/// Score the results of a ledger anew, and write the reports
///
/// The points come from the grade.toml in the folder of results, over that of the cases if they are
/// given. Nothing is run.
#[derive(Debug, Args)]
pub(super) struct Rescore {
    /// The folder of results
    #[arg(value_name = "RESULTS", default_value = "results")]
    results: PathBuf,
    /// The folder of cases, for its grade.toml
    #[arg(long, value_name = "INPUTS")]
    cases: Option<PathBuf>,
    #[command(flatten)]
    destination: Destination,
}

/// Where a report goes besides the folder of results.
#[derive(Debug, Default, Args)]
pub(super) struct Destination {
    /// Write Gradescope's results.json of the only submission here too
    #[arg(long, value_name = "FILE")]
    gradescope: Option<PathBuf>,
}

pub(super) fn report(report: &Report) -> anyhow::Result<Exit> {
    let known = ledger::read(&report.results)?;
    let class = publish(&known, &report.results, &report.destination)?;
    print(terminal::summary(&class))?;
    Ok(exit(&class))
}

pub(super) fn rescore(rescore: &Rescore) -> anyhow::Result<Exit> {
    let mut folders: Vec<&Path> = rescore.cases.iter().map(PathBuf::as_path).collect();
    folders.push(&rescore.results);
    let config = grade::load_config(&folders)?;
    ledger::read(&rescore.results)?; // an error if there is none, where opening would begin one
    let mut ledger = Ledger::open(&rescore.results)?;
    ledger.append(Record::Scoring(config.scoring()))?;
    let class = publish(ledger.known(), &rescore.results, &rescore.destination)?;
    print(terminal::summary(&class))?;
    Ok(exit(&class))
}

/// Writes all reports; returns what they show.
pub(super) fn publish(
    known: &Known,
    results: &Path,
    destination: &Destination,
) -> anyhow::Result<Class> {
    let class = Class::of(known);
    let mut outputs = Outputs::default();
    for file in report::files(&class) {
        let path = results.join(&file.path);
        match &file.text {
            Some(text) => outputs.add_text(text, path)?,
            None => remove(&path)?,
        }
    }
    if let Some(target) = &destination.gradescope {
        let [graded] = class.submissions.as_slice() else {
            let count = class.submissions.len();
            anyhow::bail!("--gradescope: expected one submission, the ledger has {count}");
        };
        match report::gradescope::results(graded) {
            Some(text) => outputs.add_text(&text, target.clone())?,
            None => remove(target)?,
        }
    }
    outputs.publish()?;
    Ok(class)
}

/// A report that cannot tell the truth must not be there from an earlier time either.
fn remove(path: &Path) -> anyhow::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(failed("remove", path, &error))
        }
        _ => Ok(()),
    }
}

/// How the program ends when this is the class.
pub(super) fn exit(class: &Class) -> Exit {
    let ends = class.submissions.iter().map(|graded| {
        if graded.count(Verdict::InternalError) > 0 {
            Exit::Failure
        } else if graded.lost_points() {
            Exit::Different
        } else {
            Exit::Success
        }
    });
    ends.fold(Exit::Success, Exit::worse)
}
