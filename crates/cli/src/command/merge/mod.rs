//! `mancala merge`: the results of several machines become those of one.
//!
//! In reading order: grading, here, and [`contests`] (matches and tournaments).

mod contests;

use std::path::PathBuf;

use clap::Args;

use super::report::{self, Destination, publish};
use crate::Exit;
use crate::io::failure::Surroundings;
use crate::io::output;
use crate::io::print::{print, say};
use crate::options::amounts::default_threads;
use crate::options::settling::Publishing;
use grader::ledger::Conflict;
use grader::merge::{MergeError, Merged, merge};
use grader::report::terminal;
use grader::settings::Settings;
use mancala::visible;

/// Merge the results of several machines, and write the reports
///
/// Takes what `mancala grade --shard`, `tournament --shard` or `match --shard` left on each. The same result
/// twice is one; parts may be missing, be there twice, or be split differently. What they were graded with
/// stays in force, under a grade.toml in the output's folder.
#[derive(Debug, Args)]
pub(super) struct MergeArguments {
    /// Folders of results
    #[arg(value_name = "RESULTS", required = true)]
    folders: Vec<PathBuf>,
    /// Where the results and the reports go; what is there already counts as the oldest of the parts
    #[arg(short, long, value_name = "DIR", default_value = "results")]
    output: PathBuf,
    /// Print no summary
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    publishing: Publishing,
    #[command(flatten)]
    destination: Destination,
}

pub(super) fn run(arguments: &MergeArguments) -> anyhow::Result<Exit> {
    if let Some(found) = contests::find(&arguments.folders, &arguments.output)? {
        return contests::merge(found, &arguments.output);
    }
    let cancel = output::listen_for_interrupt();
    let settings = Settings::read(None, Some(&arguments.output))?;
    let merged = merge(
        &arguments.folders,
        &arguments.output,
        &settings,
        arguments.publishing.publish(),
        default_threads(),
        cancel,
    );
    let Merged {
        class,
        conflicts,
        empty,
    } = merged.map_err(|error| match &error {
        MergeError::Nothing | MergeError::Settings(_) | MergeError::WouldShow(_) => error.into(),
        _ => anyhow::Error::from(Surroundings(error.to_string())),
    })?;
    for folder in &empty {
        say(format_args!("warning: {}: no ledger", folder.display()));
    }
    for conflict in &conflicts {
        say(in_words(conflict));
    }
    publish(&class, &arguments.output, &arguments.destination)?;
    if !arguments.quiet {
        print(terminal::summary(&class))?;
        say(format_args!("reports in {}", arguments.output.display()));
    }
    let cells = class.submissions.iter().flat_map(|it| &it.cells);
    let open = cells.filter(|cell| cell.verdict.is_none()).count();
    let exit = report::exit(&class);
    if open == 0 {
        return Ok(exit);
    }
    say(format_args!(
        "warning: {open} cases have no result: is a part missing, or was it graded with another \
         compiler? `mancala grade` with these results runs what is missing"
    ));
    Ok(exit.worse(Exit::Failure))
}

fn in_words(conflict: &Conflict) -> String {
    let Conflict {
        submission,
        case,
        kept,
        other,
    } = conflict;
    let what = case.as_deref().unwrap_or("the build");
    let (submission, what) = (visible::line(submission), visible::line(what));
    format!("warning: {submission}, {what}: {kept} here, {other} there; {kept} is kept")
}
