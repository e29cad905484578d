//! `mancala check`.

pub mod compared;

use std::path::{Path, PathBuf};

use clap::Args;

use crate::Exit;
use crate::io::shipped::{self, Tree};
use crate::io::{Outputs, print_json, print_line, read_input, say};
use crate::options::Format;
use compared::{Checked, Compare, Files, Outcome, compare_all, json_of, print_failures};
use explain::pluralize;

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
    #[arg(long, value_enum, default_value_t = Compare::Exact)]
    compare: Compare,
    /// Show what differs, then write the expected files again
    #[arg(long)]
    bless: bool,
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
        Format::Text => print_text(&checked, &unmatched, arguments)?,
        Format::Json => print_json(&json_of(&checked, &unmatched, Files::Expected))?,
    }
    if arguments.bless {
        anyhow::ensure!(
            !expected.is_shipped(),
            "--bless cannot write the expected files of built-in cases"
        );
        return bless(&checked, expected.path());
    }
    Ok(compared::exit(&checked).worse(Exit::of(!unmatched.is_empty())))
}

fn bless(checked: &[Checked<'_>], expected: &Path) -> anyhow::Result<Exit> {
    let mut exit = Exit::Success;
    let mut blessed = 0;
    for Checked { case, outcome } in checked {
        match outcome {
            Outcome::Passed => {}
            Outcome::BadInput(_) => exit = Exit::BadInput,
            Outcome::Wrong(_) => {
                let folder = case.folder(expected);
                let mut outputs = Outputs::default();
                let input = read_input(&case.input)?;
                super::run::write_answer(&input, &folder, Default::default(), &mut outputs)?;
                outputs.publish()?;
                blessed += 1;
            }
        }
    }
    say(format_args!("{} written again below {}", pluralize(blessed, "case"), expected.display()));
    Ok(exit)
}

fn print_text(
    checked: &[Checked<'_>],
    unmatched: &[PathBuf],
    arguments: &CheckArguments,
) -> anyhow::Result<()> {
    print_line(arguments.compare.told())?;
    let failed = print_failures(checked, Files::Expected)?;
    for file in unmatched {
        print_line(format_args!(
            "UNMATCHED {}: no such case below {}",
            file.display(),
            arguments.inputs.display()
        ))?;
    }
    print_line(format_args!(
        "{} passed, {failed} failed, {}",
        checked.len() - failed,
        pluralize(unmatched.len(), "unmatched file")
    ))
}
