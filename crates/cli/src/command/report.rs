//! `mancala report`: from a ledger to reports, running nothing.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::Exit;
use crate::io::failure::failed;
use crate::io::output::Outputs;
use crate::io::print::print;
use grader::class::{Class, Graded};
use grader::ledger;
use grader::report::{self, terminal, walks};
use mancala::homework::compare::verdict::Verdict;
use page::html;

/// Write the reports of a ledger anew
#[derive(Debug, Args)]
pub(super) struct ReportArguments {
    /// The folder of results
    #[arg(value_name = "RESULTS", default_value = "results")]
    results: PathBuf,
    #[command(flatten)]
    destination: Destination,
}

/// Where a report goes besides the folder of results.
#[derive(Debug, Default, Args)]
pub(super) struct Destination {
    /// Write Gradescope's results.json of the only submission here too
    #[arg(long, value_name = "FILE")]
    gradescope: Option<PathBuf>,
    /// Write PrairieLearn's results.json of the only submission here too
    #[arg(long, value_name = "FILE")]
    prairielearn: Option<PathBuf>,
}

pub(super) fn run(report: &ReportArguments) -> anyhow::Result<Exit> {
    let class = Class::of(&ledger::read(&report.results)?);
    publish(&class, &report.results, &report.destination)?;
    print(terminal::summary(&class))?;
    Ok(exit(&class))
}

impl Destination {
    /// Whether something is wanted that only one submission can have.
    pub(super) fn is_for_one(&self) -> bool {
        self.gradescope.is_some() || self.prairielearn.is_some()
    }
}

/// Writes all reports.
pub(super) fn publish(
    class: &Class,
    results: &Path,
    destination: &Destination,
) -> anyhow::Result<()> {
    let mut outputs = Outputs::default();
    let mut stale: BTreeSet<_> = reports_in(results).into_iter().collect();
    for file in report::files(class) {
        let path = results.join(&file.path);
        stale.remove(&path);
        match &file.text {
            Some(text) => outputs.add_text(text, path)?,
            None => remove(&path)?,
        }
    }
    if walks::has_any(class) {
        outputs.add_text(&html(None), results.join(walks::PAGE))?;
    }
    if let Some(target) = &destination.gradescope {
        match report::gradescope::results(only(class, "--gradescope")?) {
            Some(text) => outputs.add_text(&text, target.clone())?,
            None => remove(target)?,
        }
    }
    if let Some(target) = &destination.prairielearn {
        let text = report::prairielearn::results(only(class, "--prairielearn")?);
        outputs.add_text(&text, target.clone())?;
    }
    outputs.publish()?;
    stale.iter().try_for_each(|path| remove(path))
}

/// The only submission of a class.
pub(super) fn only<'a>(class: &'a Class, what: &str) -> anyhow::Result<&'a Graded> {
    match class.submissions.as_slice() {
        [graded] => Ok(graded),
        all => anyhow::bail!(
            "{what}: expected one submission, the ledger has {}",
            all.len()
        ),
    }
}

/// The reports on single submissions that lie there from an earlier time.
fn reports_in(results: &Path) -> Vec<PathBuf> {
    let listed = report::PER_SUBMISSION.map(|(folder, ending)| {
        let entries = std::fs::read_dir(results.join(folder));
        let paths = entries.into_iter().flatten().flatten().map(|it| it.path());
        paths.filter(move |path| path.extension().is_some_and(|it| it == ending))
    });
    listed.into_iter().flatten().collect()
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
