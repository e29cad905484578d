//! `mancala check`.

pub mod compared;

use std::path::{Path, PathBuf};

use clap::Args;

use crate::Exit;
use crate::io::shipped::{self, Tree};
use crate::io::{print_json, print_line};
use crate::options::{Format, one_of};
use compared::{COMPARISONS, Files, compare_all, json_of, print_failures, told};
use explain::pluralize;
use mancala::homework::compare::Leniency;

/// Compare mancala's answers with expected outputs
#[derive(Debug, Args)]
pub struct CheckArguments {
    /// The folder of inputs, or the name of a built-in suite, such as usc
    #[arg(value_name = "INPUTS", default_value = "inputs")]
    inputs: PathBuf,
    /// The folder of expected outputs [default: expected, or that of the built-in suite]
    #[arg(value_name = "EXPECTED")]
    expected: Option<PathBuf>,
    /// Only cases whose name contains this
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// What counts as a difference
    #[arg(long, value_parser = one_of(COMPARISONS), default_value = "exact")]
    compare: Leniency,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub fn run(arguments: &CheckArguments) -> anyhow::Result<Exit> {
    let inputs = shipped::inputs(&arguments.inputs)?;
    let expected = match (&arguments.expected, inputs.is_shipped()) {
        // Beside inputs of one's own, what is missing is missing.
        (None, false) => Tree::on_disk(Path::new("expected")),
        (Some(folder), false) => Tree::on_disk(folder),
        (Some(folder), true) => shipped::expected(folder)?,
        (None, true) => {
            let name = arguments.inputs.strip_prefix("inputs");
            shipped::expected(&Path::new("expected").join(name.unwrap_or(&arguments.inputs)))?
        }
    };
    let cases = case_files::find_cases(inputs.path())?;
    let unmatched = case_files::unmatched(expected.path(), &cases)?;
    let cases: Vec<_> = cases
        .into_iter()
        .filter(|case| arguments.filter.as_ref().is_none_or(|text| case.name.contains(text)))
        .collect();
    if cases.is_empty() {
        anyhow::bail!("{}: no case to check", arguments.inputs.display());
    }
    let checked = compare_all(&cases, expected.path(), arguments.compare);
    match arguments.format {
        Format::Text => {
            print_line(told(arguments.compare))?;
            let failed = print_failures(&checked, Files::Expected)?;
            let inputs = arguments.inputs.display();
            for file in &unmatched {
                let file = file.display();
                print_line(format_args!("UNMATCHED {file}: no such case below {inputs}"))?;
            }
            let (passed, files) = (checked.len() - failed, unmatched.len());
            let files = pluralize(files, "unmatched file");
            print_line(format_args!("{passed} passed, {failed} failed, {files}"))?;
        }
        Format::Json => print_json(&json_of(&checked, &unmatched, Files::Expected))?,
    }
    Ok(compared::exit(&checked).worse(Exit::of(!unmatched.is_empty())))
}
