//! `mancala check`, and what holds cases against files that answer them for `mancala compare` too.

use std::path::{Path, PathBuf};

use clap::Args;
use rayon::prelude::*;
use serde_json::json;

use crate::io::input::{self, Tree};
use crate::io::{Exit, print, print_json, print_line, progress, read_input, report};
use crate::options::{Choices, Format, one_of};
use case_files::Case;
use explain::pluralize;
use grader::judgement::{Wrong, WrongFile, check};
use mancala::homework::compare::{Cause, FirstDifference, Leniency, side_by_side};
use mancala::homework::{Input, Task};
use mancala::visible;

/// Compare mancala's answers with expected outputs
#[derive(Debug, Args)]
pub struct CheckArguments {
    /// The folder of inputs, or the name of a built-in suite, such as usc
    #[arg(value_name = "INPUTS", default_value = "inputs")]
    inputs: PathBuf,
    /// The folder of expected outputs [default: expected, or that of the built-in suite]
    #[arg(value_name = "EXPECTED")]
    expected: Option<PathBuf>,
    #[command(flatten)]
    comparing: Comparing,
}

/// Which cases are compared, how, and how that is printed.
#[derive(Debug, Args)]
pub struct Comparing {
    /// Only cases whose name contains this
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,
    /// What counts as a difference
    #[arg(long, value_parser = one_of(COMPARISONS), default_value = "exact")]
    pub compare: Leniency,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

pub fn run(arguments: &CheckArguments) -> anyhow::Result<Exit> {
    let inputs = input::inputs(&arguments.inputs)?;
    let expected = match (&arguments.expected, inputs.is_shipped()) {
        // Beside inputs of one's own, what is missing is missing.
        (None, false) => Tree::on_disk(Path::new("expected")),
        (Some(folder), false) => Tree::on_disk(folder),
        (Some(folder), true) => input::expected(folder)?,
        (None, true) => {
            let name = arguments.inputs.strip_prefix("inputs");
            input::expected(&Path::new("expected").join(name.unwrap_or(&arguments.inputs)))?
        }
    };
    anyhow::ensure!(
        expected.path().is_dir(),
        "{}: not a folder of expected outputs\n\
         help: mancala compare shows where your own answers differ",
        expected.path().display()
    );
    let Comparing { filter, compare, format } = &arguments.comparing;
    let mut cases = case_files::find_cases(inputs.path())?;
    let unmatched = case_files::unmatched(expected.path(), &cases)?;
    cases.retain(|case| filter.as_ref().is_none_or(|text| case.name.contains(text)));
    anyhow::ensure!(!cases.is_empty(), "{}: no case to check", arguments.inputs.display());
    let checked = compare_all(&cases, expected.path(), *compare);
    match format {
        Format::Text => {
            print_line(told(*compare))?;
            let failed = print_failures(&checked, Files::Expected)?;
            let inputs = arguments.inputs.display();
            for file in unmatched.iter().map(|it| it.display()) {
                print_line(format_args!("UNMATCHED {file}: no such case below {inputs}"))?;
            }
            let passed = checked.len() - failed;
            let files = pluralize(unmatched.len(), "unmatched file");
            print_line(format_args!("{passed} passed, {failed} failed, {files}"))?;
        }
        Format::Json => print_json(&json_of(&checked, &unmatched, Files::Expected))?,
    }
    Ok(exit(&checked).max(Exit::of(!unmatched.is_empty())))
}

const COMPARISONS: Choices<Leniency> = &[
    ("exact", "Every byte", Leniency::Exact),
    (
        "course",
        "Like the course's checker: ignores line ends, spaces, optional rows and lines after a state",
        Leniency::Course,
    ),
];

/// What is compared, for the first line of a result.
pub const fn told(leniency: Leniency) -> &'static str {
    match leniency {
        Leniency::Exact => {
            "Every byte is compared; --compare course is as lenient as the course's checker."
        }
        Leniency::Course => {
            "Ignored: line ends, spaces (but not within a row), optional rows, lines after a state; \
             --compare exact compares every byte."
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Files {
    /// They say what is expected of this program.
    Expected,
    /// They are somebody's answers, of which this program says what is expected.
    Yours,
}

impl Files {
    /// What the two sides of a difference are called, and the lines of each.
    fn sides(self, difference: &FirstDifference) -> [(&'static str, &[Vec<u8>]); 2] {
        let (file, answer) = (&difference.found[..], &difference.computed[..]);
        match self {
            Self::Expected => [("expected", file), ("actual", answer)],
            Self::Yours => [("expected", answer), ("yours", file)],
        }
    }
}

pub struct Checked<'a> {
    pub case: &'a Case,
    /// What is wrong, or what is wrong with the input.
    pub outcome: anyhow::Result<Vec<WrongFile>>,
}

/// Holds the files below `folder` against the answers to `cases`.
pub fn compare_all<'a>(cases: &'a [Case], folder: &Path, leniency: Leniency) -> Vec<Checked<'a>> {
    let progress = progress::bar(cases.len(), "cases");
    let compare_one = |case| {
        let outcome = wrong_files(case, folder, leniency);
        progress.inc(1);
        Checked { case, outcome }
    };
    cases.par_iter().map(compare_one).collect()
}

fn wrong_files(case: &Case, folder: &Path, leniency: Leniency) -> anyhow::Result<Vec<WrongFile>> {
    let folder = case.folder(folder);
    Ok(match read_input(&case.input)? {
        Input::Kalah(problem) if problem.task == Task::Competition => anyhow::bail!(
            "{}: task 4 (competition) has no single correct answer to compare with",
            case.input.display()
        ),
        Input::Kalah(problem) => check(&problem, &folder, leniency),
        Input::Nimcala(problem) => check(&problem, &folder, leniency),
    })
}

pub fn exit(checked: &[Checked<'_>]) -> Exit {
    let found = checked.iter().map(|case| match &case.outcome {
        Ok(wrong) => Exit::of(!wrong.is_empty()),
        Err(_) => Exit::BadInput,
    });
    found.max().unwrap_or(Exit::Success)
}

/// Prints what differs, case by case; how many cases failed.
pub fn print_failures(checked: &[Checked<'_>], files: Files) -> anyhow::Result<usize> {
    let mut failed = 0;
    for Checked { case, outcome } in checked {
        match outcome {
            Ok(wrong) if wrong.is_empty() => continue,
            Err(error) => {
                print_line(format_args!("ERROR {}", shown(case)))?;
                report(error);
            }
            Ok(wrong) => {
                print_line(format_args!("FAIL {}", shown(case)))?;
                wrong.iter().try_for_each(|it| print_wrong(it, files))?;
            }
        }
        failed += 1;
    }
    Ok(failed)
}

/// The case by its name, or by its file if it is the only one.
fn shown(case: &Case) -> String {
    if case.name == "." { case.input.display().to_string() } else { case.name.clone() }
}

fn print_wrong(WrongFile { file, wrong }: &WrongFile, files: Files) -> anyhow::Result<()> {
    match wrong {
        Wrong::Missing => print_line(format_args!("  {file} is missing")),
        Wrong::Superfluous => {
            print_line(format_args!("  {file} should not be there: the task has none"))
        }
        Wrong::Unreadable(error) => print_line(format_args!("  {file} cannot be read: {error}")),
        Wrong::Different(difference) => {
            let line = difference.line;
            let why = match difference.cause {
                Cause::Content => "",
                Cause::TooManyBlanks => ", up to which it has far too many spaces",
            };
            print_line(format_args!("  {file}: the first wrong line is line {line}{why}"))?;
            print(show(difference, files))
        }
    }
}

/// All cases as one object; `unmatched` are files that belong to none.
pub fn json_of(checked: &[Checked<'_>], unmatched: &[PathBuf], files: Files) -> serde_json::Value {
    let failures: Vec<_> = checked.iter().filter_map(|case| json_of_failure(case, files)).collect();
    json!({
        "cases": checked.len(),
        "passed": checked.len() - failures.len(),
        "failed": failures.len(),
        "failures": failures,
        "unmatched": unmatched,
    })
}

fn json_of_failure(checked: &Checked<'_>, files: Files) -> Option<serde_json::Value> {
    let case = &checked.case.name;
    match &checked.outcome {
        Ok(wrong) if wrong.is_empty() => None,
        Err(error) => Some(json!({ "case": case, "error": error.to_string() })),
        Ok(wrong) => {
            let wrong: Vec<_> = wrong.iter().map(|it| json_of_file(it, files)).collect();
            Some(json!({ "case": case, "files": wrong }))
        }
    }
}

fn json_of_file(WrongFile { file, wrong }: &WrongFile, files: Files) -> serde_json::Value {
    match wrong {
        Wrong::Missing => json!({ "file": file, "wrong": "missing" }),
        Wrong::Superfluous => json!({ "file": file, "wrong": "superfluous" }),
        Wrong::Unreadable(error) => {
            json!({ "file": file, "wrong": "unreadable", "error": error.to_string() })
        }
        Wrong::Different(difference) => {
            let first = |lines: &[Vec<u8>]| lines.first().map(|line| show_line(line));
            let [left, right] = files.sides(difference);
            json!({
                "file": file, "wrong": "different", "line": difference.line,
                (left.0): first(left.1), (right.0): first(right.1),
            })
        }
    }
}

/// The longest line shown whole, in characters.
const WIDEST: usize = 60;

/// The agreeing lines before a difference, then both sides from there on, each with its heading.
fn show(difference: &FirstDifference, files: Files) -> String {
    let lines = |lines: &[Vec<u8>]| lines.iter().map(|it| show_line(it)).collect::<Vec<_>>();
    let [left, right] = files.sides(difference).map(|(head, side)| (head, lines(side)));
    let before = lines(&difference.before);
    side_by_side(difference.line, &before, (left.0, &left.1), (right.0, &right.1))
}

/// A line without its line feed; other invisible characters are shown by a symbol.
fn show_line(line: &[u8]) -> String {
    let (content, end) = match line.strip_suffix(b"\n") {
        Some(content) => (content, ""),
        None => (line, " (no line end)"),
    };
    let content = String::from_utf8_lossy(content);
    let (content, blanks) = content.split_at(content.trim_end_matches(' ').len());
    let kept: String = content.chars().take(WIDEST).collect();
    let mut shown = visible::line(&kept).into_owned();
    if content.chars().nth(WIDEST).is_some() {
        shown.push('…');
    }
    shown + &"·".repeat(blanks.len().min(WIDEST)) + end
}
