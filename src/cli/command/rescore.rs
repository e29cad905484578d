//! `mancala rescore`: other points for the results of a ledger, running nothing.

use std::path::{Path, PathBuf};

use clap::Args;

use super::report::{Destination, exit, publish};
use crate::cli::Exit;
use crate::cli::io::print::print;
use crate::grade::class::Class;
use crate::grade::config::Config;
use crate::grade::ledger::{self, Ledger, Record};
use crate::grade::report::terminal;

/// Score the results of a ledger anew, and write the reports
///
/// The points come from the grade.toml in the folder of results, over that of the cases if they are
/// given. Nothing is run.
#[derive(Debug, Args)]
pub(super) struct RescoreArguments {
    /// The folder of results
    #[arg(value_name = "RESULTS", default_value = "results")]
    results: PathBuf,
    /// The folder of cases, for its grade.toml
    #[arg(long, value_name = "INPUTS")]
    cases: Option<PathBuf>,
    #[command(flatten)]
    destination: Destination,
}

pub(super) fn run(rescore: &RescoreArguments) -> anyhow::Result<Exit> {
    let mut folders: Vec<&Path> = rescore.cases.iter().map(PathBuf::as_path).collect();
    folders.push(&rescore.results);
    let config = Config::load(&folders)?;
    ledger::read(&rescore.results)?; // an error if there is none, where opening would begin one
    let mut ledger = Ledger::open(&rescore.results)?;
    ledger.append(Record::Scoring(config.scoring()))?;
    let class = Class::of(ledger.known());
    publish(&class, &rescore.results, &rescore.destination)?;
    print(terminal::summary(&class))?;
    Ok(exit(&class))
}
