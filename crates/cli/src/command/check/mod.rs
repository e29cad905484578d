//! `mancala check`.

pub(super) mod compared;

use std::path::{Path, PathBuf};

use clap::Args;

use crate::Exit;
use crate::io::input::read_input;
use crate::io::output::Outputs;
use crate::io::print::{print_line, say};
use crate::io::shipped::{self, Tree};
use crate::io::watched::Shown;
use crate::options::format::Format;
use compared::{Checked, Compare, Files, Outcome, compare_all, json_of, print_failures};
use explain::counted::counted;
use grader::suite;

/// Compare the answers to a tree of inputs with a tree of expected outputs
#[derive(Debug, Args)]
pub(super) struct CheckArguments {
    /// The folder of inputs; where there is none, shipped cases by name, such as usc
    #[arg(value_name = "INPUTS", default_value = "inputs")]
    inputs: PathBuf,
    /// The folder of expected outputs [default: expected, or what belongs to shipped cases]
    #[arg(value_name = "EXPECTED")]
    expected: Option<PathBuf>,
    /// Only cases whose name contains this
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// What counts as a difference
    #[arg(long, value_enum, default_value_t = Compare::Exact)]
    compare: Compare,
    /// Show what differs, then write the expected files anew
    #[arg(long)]
    bless: bool,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn run(arguments: &CheckArguments) -> anyhow::Result<Exit> {
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
    let cases = suite::find_cases(inputs.path())?;
    let orphans = suite::orphans(expected.path(), &cases)?;
    let cases: Vec<_> = cases
        .into_iter()
        .filter(|case| {
            arguments
                .filter
                .as_ref()
                .is_none_or(|text| case.name.contains(text))
        })
        .collect();
    if cases.is_empty() {
        anyhow::bail!("{}: no case to check", arguments.inputs.display());
    }
    let checked = compare_all(&cases, expected.path(), arguments.compare);
    match arguments.format {
        Format::Text => print_text(&checked, &orphans, arguments)?,
        Format::Json => print_line(json_of(&checked, &orphans, Files::Expected))?,
    }
    if arguments.bless {
        anyhow::ensure!(
            !expected.is_shipped(),
            "--bless: what comes with mancala cannot be written anew"
        );
        return bless(&checked, expected.path());
    }
    let orphaned = if orphans.is_empty() {
        Exit::Success
    } else {
        Exit::Different
    };
    Ok(compared::exit(&checked).worse(orphaned))
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
                let optional = Default::default();
                let shown = Shown::Nothing;
                super::run::write_answer(&input, &folder, optional, shown, &mut outputs)?;
                outputs.publish()?;
                blessed += 1;
            }
        }
    }
    say(format_args!(
        "{} written anew below {}",
        counted(blessed, "case"),
        expected.display()
    ));
    Ok(exit)
}

fn print_text(
    checked: &[Checked<'_>],
    orphans: &[PathBuf],
    arguments: &CheckArguments,
) -> anyhow::Result<()> {
    let failed = print_failures(checked, Files::Expected)?;
    for orphan in orphans {
        print_line(format_args!(
            "ORPHAN {}: no such case below {}",
            orphan.display(),
            arguments.inputs.display()
        ))?;
    }
    print_line(format_args!(
        "{} passed, {failed} failed, {}",
        checked.len() - failed,
        counted(orphans.len(), "orphaned file")
    ))
}
