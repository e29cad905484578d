//! `mancala check`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rayon::prelude::*;
use serde_json::json;

use crate::cli::Exit;
use crate::cli::io::difference::{show, show_line};
use crate::cli::io::input::read_input;
use crate::cli::io::output::Outputs;
use crate::cli::io::print::{print, print_line, say};
use crate::cli::io::progress;
use crate::cli::io::watched::Shown;
use crate::cli::options::format::Format;
use crate::grade::check::{Wrong, WrongFile, check};
use crate::grade::suite::{self, Case};
use crate::homework::{Input, Task};
use crate::judge::compare::{Cause, Leniency};

#[derive(Debug, Args)]
pub(super) struct CheckArguments {
    /// The folder of inputs
    #[arg(value_name = "INPUTS", default_value = "inputs")]
    inputs: PathBuf,
    /// The folder of expected outputs
    #[arg(value_name = "EXPECTED", default_value = "expected")]
    expected: PathBuf,
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Compare {
    /// Every byte
    Exact,
    /// As the course does: line ends, blanks, optional rows and lines after a state are free
    Course,
}

impl From<Compare> for Leniency {
    fn from(compare: Compare) -> Self {
        match compare {
            Compare::Exact => Self::Exact,
            Compare::Course => Self::Course,
        }
    }
}

/// What became of a case.
struct Checked<'a> {
    case: &'a Case,
    outcome: Outcome,
}

enum Outcome {
    Passed,
    Wrong(Vec<WrongFile>),
    BadInput(anyhow::Error),
}

pub(super) fn run(arguments: &CheckArguments) -> anyhow::Result<Exit> {
    let cases = suite::find_cases(&arguments.inputs)?;
    let orphans = suite::orphans(&arguments.expected, &cases)?;
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
    let progress = progress::bar(cases.len());
    let checked: Vec<_> = cases
        .par_iter()
        .map(|case| {
            let outcome = check_case(case, arguments);
            progress.inc(1);
            Checked { case, outcome }
        })
        .collect();
    progress.finish_and_clear();
    match arguments.format {
        Format::Text => print_text(&checked, &orphans, arguments)?,
        Format::Json => print_line(json_of(&checked, &orphans))?,
    }
    if arguments.bless {
        return bless(&checked, arguments);
    }
    let found = checked.iter().map(|case| match case.outcome {
        Outcome::Passed => Exit::Success,
        Outcome::Wrong(_) => Exit::Different,
        Outcome::BadInput(_) => Exit::BadInput,
    });
    let orphaned = if orphans.is_empty() {
        Exit::Success
    } else {
        Exit::Different
    };
    Ok(found.fold(orphaned, Exit::worse))
}

fn check_case(case: &Case, arguments: &CheckArguments) -> Outcome {
    match wrong_files(case, arguments) {
        Ok(wrong) if wrong.is_empty() => Outcome::Passed,
        Ok(wrong) => Outcome::Wrong(wrong),
        Err(error) => Outcome::BadInput(error),
    }
}

fn wrong_files(case: &Case, arguments: &CheckArguments) -> anyhow::Result<Vec<WrongFile>> {
    let folder = case.folder(&arguments.expected);
    let leniency = arguments.compare.into();
    Ok(match read_input(&case.input)? {
        Input::Kalah(problem) if problem.task == Task::Competition => anyhow::bail!(
            "{}: task 4 (competition) has no one right answer to compare with",
            case.input.display()
        ),
        Input::Kalah(problem) => check(&problem, &folder, leniency),
        Input::Nimcala(problem) => check(&problem, &folder, leniency),
    })
}

fn bless(checked: &[Checked<'_>], arguments: &CheckArguments) -> anyhow::Result<Exit> {
    let mut exit = Exit::Success;
    let mut blessed = 0;
    for Checked { case, outcome } in checked {
        match outcome {
            Outcome::Passed => {}
            Outcome::BadInput(_) => exit = Exit::BadInput,
            Outcome::Wrong(_) => {
                let folder = case.folder(&arguments.expected);
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
        "{blessed} cases written anew below {}",
        arguments.expected.display()
    ));
    Ok(exit)
}

fn print_text(
    checked: &[Checked<'_>],
    orphans: &[PathBuf],
    arguments: &CheckArguments,
) -> anyhow::Result<()> {
    let mut failed = 0;
    for Checked { case, outcome } in checked {
        match outcome {
            Outcome::Passed => continue,
            Outcome::BadInput(error) => {
                print_line(format_args!("ERROR {}", case.name))?;
                super::exit::report(error);
            }
            Outcome::Wrong(files) => {
                print_line(format_args!("FAIL {}", case.name))?;
                for file in files {
                    print_wrong(file)?;
                }
            }
        }
        failed += 1;
    }
    for orphan in orphans {
        print_line(format_args!(
            "ORPHAN {}: no such case below {}",
            orphan.display(),
            arguments.inputs.display()
        ))?;
    }
    print_line(format_args!(
        "{} passed, {failed} failed, {} orphaned files",
        checked.len() - failed,
        orphans.len()
    ))
}

fn print_wrong(WrongFile { file, wrong }: &WrongFile) -> anyhow::Result<()> {
    match wrong {
        Wrong::Missing => print_line(format_args!("  {file} is missing")),
        Wrong::Superfluous => print_line(format_args!("  {file} is there, but the task has none")),
        Wrong::Unreadable(error) => print_line(format_args!("  {file} cannot be read: {error}")),
        Wrong::Different(difference) => {
            let why = match difference.cause {
                Cause::Content => "",
                Cause::TooManyBlanks => ", up to which it has more blanks than are forgiven",
            };
            print_line(format_args!(
                "  {file} differs in line {}{why}",
                difference.line
            ))?;
            // The file holds what is expected, the answer is what we actually got.
            let (expected, actual) = (&difference.found, &difference.computed);
            print(show(difference, ("expected", expected), ("actual", actual)))
        }
    }
}

fn json_of(checked: &[Checked<'_>], orphans: &[PathBuf]) -> serde_json::Value {
    let failures: Vec<_> = checked.iter().filter_map(json_of_failure).collect();
    json!({
        "cases": checked.len(),
        "passed": checked.len() - failures.len(),
        "failed": failures.len(),
        "failures": failures,
        "orphans": orphans,
    })
}

fn json_of_failure(checked: &Checked<'_>) -> Option<serde_json::Value> {
    let case = &checked.case.name;
    match &checked.outcome {
        Outcome::Passed => None,
        Outcome::BadInput(error) => Some(json!({ "case": case, "error": error.to_string() })),
        Outcome::Wrong(files) => {
            let files: Vec<_> = files.iter().map(json_of_file).collect();
            Some(json!({ "case": case, "files": files }))
        }
    }
}

fn json_of_file(WrongFile { file, wrong }: &WrongFile) -> serde_json::Value {
    match wrong {
        Wrong::Missing => json!({ "file": file, "wrong": "missing" }),
        Wrong::Superfluous => json!({ "file": file, "wrong": "superfluous" }),
        Wrong::Unreadable(error) => {
            json!({ "file": file, "wrong": "unreadable", "error": error.to_string() })
        }
        Wrong::Different(difference) => {
            let first = |lines: &[Vec<u8>]| lines.first().map(|line| show_line(line));
            json!({
                "file": file, "wrong": "different", "line": difference.line,
                "expected": first(&difference.found), "actual": first(&difference.computed),
            })
        }
    }
}
