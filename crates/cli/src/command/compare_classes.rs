//! `mancala compare-classes`: two classes that had the same homework.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::io::print_laid_out;
use crate::options::Format;
use grader::class::Class;
use grader::cohorts::compare;
use grader::ledger;

/// Say which mistakes became rarer between two classes, and which cases tell nobody apart any more
///
/// Shares are of all submissions of a class. A case tells nobody apart if all of the newer class get it right, or all of
/// them wrong.
#[derive(Debug, Args)]
pub struct CompareClassesArguments {
    /// The results of the older class
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// The results of the newer class
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub fn run(arguments: &CompareClassesArguments) -> anyhow::Result<()> {
    let CompareClassesArguments { old, new, format } = arguments;
    let [old, new] = [ledger::read(old)?, ledger::read(new)?].map(|it| Class::of(&it));
    print_laid_out(*format, TEMPLATE, &json!(compare(&old, &new)))
}

const TEMPLATE: (&str, &str) = ("cohorts.txt", include_str!("../../templates/cohorts.txt"));
