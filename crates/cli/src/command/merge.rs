//! `mancala merge`: the results of several machines become those of one.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::Args;

use super::grade::in_words as told;
use super::report::{self, Destination, publish};
use crate::io::{Exit, listen_for_interrupt, say, warn};
use crate::options::Publishing;
use grader::GradeError;
use grader::ledger;
use grader::merge::{Conflict, Merged, merge};
use grader::settings::{FILE, Settings};
use journal::{PART, Shard};
use mancala::visible;

/// Merge the results of several machines, and write the reports
///
/// Joins what `mancala grade --shard` left on each machine. Parts may be missing, be there twice, or be split differently. The settings that they
/// were graded with stay in force; a grade.toml in the output's folder wins over them.
#[derive(Debug, Args)]
pub struct MergeArguments {
    /// Folders of results; a folder with parts below it, shard-K-of-N, stands for these
    #[arg(value_name = "RESULTS", required = true)]
    folders: Vec<PathBuf>,
    /// Where the results and the reports go; results that are already there count as the oldest part [default: the
    /// folder of the parts, if one is given; else results]
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Print no summary
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    publishing: Publishing,
    #[command(flatten)]
    destination: Destination,
}

pub fn run(arguments: &MergeArguments) -> anyhow::Result<Exit> {
    let folders: Vec<_> = arguments.folders.iter().flat_map(|folder| with_parts(folder)).collect();
    let missing = missing(&folders);
    let output = &match (&arguments.output, &arguments.folders[..], &folders[..]) {
        (Some(output), ..) => output.clone(),
        (None, [one], parts) if parts.iter().any(|it| it != one) => one.clone(),
        _ => PathBuf::from("results"),
    };
    let cancel = listen_for_interrupt();
    let settings = Settings::read(None, Some(output))?;
    let publish_hidden = arguments.publishing.publish_hidden;
    let merged = merge(&folders, output, &settings, publish_hidden, cancel);
    let Merged { class, conflicts, dropped, empty } = merged.map_err(|error| match error {
        GradeError::NoLedger => nothing(&folders),
        _ => told(error),
    })?;
    for folder in &empty {
        warn(format_args!("{}: no ledger", folder.display()));
    }
    conflicts.iter().map(in_words).for_each(warn);
    for decision in &dropped {
        let (submission, text) = (&decision.entry.submission, &decision.text);
        let [submission, text] = [submission, text].map(|it| visible::line(it));
        warn(format_args!(
            "{submission}: a part has a decision that {} has not, and it does not count: {text}",
            output.join(FILE).display()
        ));
    }
    publish(&class, output, &arguments.destination)?;
    if !arguments.quiet {
        arguments.destination.print(&class)?;
        say(format_args!("Reports in {}", output.display()));
    }
    let cells = class.submissions.iter().flat_map(|it| &it.cells);
    let open = cells.filter(|cell| cell.verdict.is_none()).count();
    let exit = report::exit(&class);
    for part in &missing {
        warn(format_args!("{part} is missing: its submissions are in no report"));
    }
    if open == 0 {
        return Ok(if missing.is_empty() { exit } else { exit.max(Exit::Failure) });
    }
    warn(format_args!(
        "{open} cases have no result: is a part missing, or was it graded with another \
         compiler? `mancala grade` with these results runs what is missing"
    ));
    Ok(exit.max(Exit::Failure))
}

/// The parts below a folder of results, and itself if it has results of its own or no parts.
fn with_parts(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_part = |name: &OsStr| name.to_str().is_some_and(|name| name.starts_with(PART));
    let parts = entries.filter(|it| is_part(&it.file_name())).map(|it| it.path());
    let mut parts: Vec<_> = parts.filter(|path| path.is_dir()).collect();
    parts.sort();
    if parts.is_empty() || folder.join(ledger::FILE).exists() {
        parts.push(folder.to_owned());
    }
    parts
}

/// The parts that the names of these folders speak of and that are not among them.
fn missing(folders: &[PathBuf]) -> Vec<String> {
    let names = folders.iter().filter_map(|it| it.file_name()?.to_str());
    let parts: Vec<_> = names.filter_map(Shard::of_folder).collect();
    // Where the class was split twice, nobody knows which parts were to be.
    let split = parts.first().filter(|one| parts.iter().all(|it| it.all().eq(one.all())));
    let all = split.into_iter().flat_map(|it| it.all());
    all.filter(|it| !parts.contains(it)).map(|it| format!("part {it}")).collect()
}

/// What was looked for where there is nothing.
fn nothing(folders: &[PathBuf]) -> anyhow::Error {
    let folders: Vec<_> = folders.iter().map(|it| it.display().to_string()).collect();
    anyhow::anyhow!(
        "no results in {}: looked there and in {PART}K-of-N below for {} of `mancala grade`\n\
         help: mancala merge results/{PART}*",
        folders.join(", "),
        ledger::FILE
    )
}

fn in_words(conflict: &Conflict) -> String {
    let Conflict { submission, case, kept, other } = conflict;
    let what = case.as_deref().unwrap_or("the build");
    let (submission, what) = (visible::line(submission), visible::line(what));
    format!("{submission}, {what}: {kept} here, {other} there; {kept} is kept")
}
