//! `mancala report`: from a ledger to reports, running nothing.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::io::{Exit, Outputs, failed, listen_for_interrupt, print_as, warn, write_file};
use crate::options::{Format, ResultsFolder};
use grader::changes::{changes, page, text};
use grader::class::{Class, Graded};
use grader::ledger;
use grader::report::{self, tables, walks};
use grader::run::explain_again;
use mancala::homework::compare::Verdict;
use page::html;
use serde_json::json;

/// Write the reports again
#[derive(Debug, Args)]
pub struct ReportArguments {
    #[command(flatten)]
    results: ResultsFolder,
    /// Write no reports, but say who won or lost points since the results in this folder, by which cases and why;
    /// changes.html in RESULTS says it too
    #[arg(long, value_name = "OLD", conflicts_with_all = ["gradescope", "prairielearn"])]
    against: Option<PathBuf>,
    #[command(flatten)]
    destination: Destination,
}

/// Where a report goes besides the folder of results.
#[derive(Debug, Default, Args)]
pub struct Destination {
    /// Also write Gradescope's results.json here (single submission only)
    #[arg(long, value_name = "FILE")]
    pub gradescope: Option<PathBuf>,
    /// Also write PrairieLearn's results.json here (single submission only)
    #[arg(long, value_name = "FILE")]
    pub prairielearn: Option<PathBuf>,
    /// How the summary is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

pub fn run(report: &ReportArguments) -> anyhow::Result<Exit> {
    if let Some(old) = &report.against {
        return against(report, old);
    }
    let class = Class::of(&explain_again(report.results.path(), listen_for_interrupt())?);
    finish(&class, report.results.path(), &report.destination)
}

/// Writes all reports, prints the class, and says how the program ends.
pub fn finish(class: &Class, results: &Path, destination: &Destination) -> anyhow::Result<Exit> {
    publish(class, results, destination)?;
    destination.print(class)?;
    Ok(exit(class))
}

/// Says what changed since the results in `old`.
fn against(report: &ReportArguments, old: &Path) -> anyhow::Result<Exit> {
    let new = Class::of(&ledger::read(report.results.path())?);
    let changes = changes(&Class::of(&ledger::read(old)?), &new);
    write_file(page(&new, &changes).as_bytes(), &report.results.path().join("changes.html"))?;
    let document = || json!({ "changes": changes });
    print_as(report.destination.format, || text(&new, &changes), document)?;
    Ok(Exit::of(!changes.is_empty()))
}

impl Destination {
    /// Prints the class in a few lines, or as JSON.
    pub fn print(&self, class: &Class) -> anyhow::Result<()> {
        print_as(self.format, || tables::summary(class), || tables::json_of(class))
    }
}

pub fn publish(class: &Class, results: &Path, destination: &Destination) -> anyhow::Result<()> {
    class.submissions.iter().flat_map(Graded::above_maximum).for_each(warn);
    let mut outputs = Outputs::default();
    let mut stale = reports_in(results);
    for (path, text) in report::files(class) {
        let path = results.join(path);
        stale.remove(&path);
        match text {
            Some(text) => outputs.add_bytes(text, path)?,
            None => remove(&path)?,
        }
    }
    if walks::has_any(class) {
        outputs.add_bytes(html(None), results.join(walks::PAGE))?;
    }
    if let Some(target) = &destination.gradescope {
        match report::platforms::gradescope(only(class, "--gradescope")?) {
            Some(text) => outputs.add_bytes(&text, target.clone())?,
            None => remove(target)?,
        }
    }
    if let Some(target) = &destination.prairielearn {
        let text = report::platforms::prairielearn(only(class, "--prairielearn")?);
        outputs.add_bytes(&text, target.clone())?;
    }
    outputs.publish()?;
    stale.iter().try_for_each(|path| remove(path))
}

pub fn only<'a>(class: &'a Class, what: &str) -> anyhow::Result<&'a Graded> {
    match class.submissions.as_slice() {
        [graded] => Ok(graded),
        all => anyhow::bail!("{what}: expected one submission, the ledger has {}", all.len()),
    }
}

/// The reports on single submissions that lie there from an earlier time.
fn reports_in(results: &Path) -> BTreeSet<PathBuf> {
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
pub fn exit(class: &Class) -> Exit {
    let ends = class.submissions.iter().map(|graded| match graded.count(Verdict::InternalError) {
        0 => Exit::of(graded.lost_points()),
        _ => Exit::Failure,
    });
    ends.max().unwrap_or(Exit::Success)
}
