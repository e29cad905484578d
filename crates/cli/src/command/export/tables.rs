//! `mancala export canvas`, `moodle` and `moodle-feedback`.

use std::path::PathBuf;

use clap::Args;

use crate::Exit;
use crate::io::{failed, read_file, say, warn, write_file};
use crate::options::ResultsFolder;
use grader::class::Class;
use grader::export::fill::{Filled, Filling};
use grader::export::{gradebook, questions};
use grader::ledger::{self, Ledger, Record};
use grader::report;
use grader::result::Exported;
use mancala::visible;

/// The title of the column that Moodle has for grades.
const GRADE: &str = "Grade";

#[derive(Debug, Args)]
pub struct TableArguments {
    #[command(flatten)]
    results: ResultsFolder,
    /// The gradebook as downloaded; only one column is changed
    #[arg(long, value_name = "FILE")]
    template: PathBuf,
    /// The title of that column, such as "Homework 2"; Moodle's is Grade unless given
    #[arg(long, value_name = "TITLE")]
    column: Option<String>,
    /// Scale scores to the column's maximum
    #[arg(long)]
    scale: bool,
    /// Replace values that somebody else has put into the column: those that are not what was exported last
    #[arg(long)]
    overwrite: bool,
    /// Where the filled table goes
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

#[derive(Debug, Args)]
pub struct WorksheetArguments {
    #[command(flatten)]
    table: TableArguments,
    /// Fill the column "Feedback comments" too, where it is empty
    #[arg(long)]
    comments: bool,
}

#[derive(Debug, Args)]
pub struct FeedbackArguments {
    #[command(flatten)]
    results: ResultsFolder,
    /// Where it goes
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

#[derive(Debug, Args)]
pub struct QuestionArguments {
    #[command(flatten)]
    file: FeedbackArguments,
    /// Another number asks other questions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub fn canvas(arguments: &TableArguments) -> anyhow::Result<Exit> {
    let Some(column) = arguments.column.as_deref() else {
        anyhow::bail!("--column: expected the title of the assignment's column");
    };
    fill(arguments, |class, template, filling| gradebook::canvas(class, template, column, filling))
}

pub fn moodle(arguments: &WorksheetArguments) -> anyhow::Result<Exit> {
    let (table, comments) = (&arguments.table, arguments.comments);
    let column = table.column.as_deref().unwrap_or(GRADE);
    fill(table, |class, template, filling| {
        gradebook::moodle(class, template, column, comments, filling)
    })
}

fn fill(
    arguments: &TableArguments,
    fill_in: impl Fn(&Class, &[u8], Filling<'_>) -> Result<Filled, String>,
) -> anyhow::Result<Exit> {
    let mut ledger = Ledger::existing(arguments.results.path())?;
    let class = Class::of(ledger.state());
    let template = arguments.template.display();
    let bytes = read_file(&arguments.template)?;
    let filling = Filling {
        scale: arguments.scale,
        overwrite: arguments.overwrite,
        last: &ledger.state().exported,
    };
    let filled =
        fill_in(&class, &bytes, filling).map_err(|error| anyhow::anyhow!("{template}: {error}"))?;
    write_file(&filled.bytes, &arguments.output)?;
    for left_out in &filled.left_out {
        warn(format_args!("{left_out}"));
    }
    let output = arguments.output.display();
    say(format_args!("{} scores in {output}", filled.scores.len()));
    ledger.append(Record::Exported(Exported { column: filled.column, scores: filled.scores }))?;
    Ok(Exit::of(!filled.left_out.is_empty()))
}

pub fn questions(arguments: &QuestionArguments) -> anyhow::Result<Exit> {
    let class = Class::of(&ledger::read(arguments.file.results.path())?);
    write_file(questions::questions(&class, arguments.seed).as_bytes(), &arguments.file.output)?;
    Ok(Exit::Success)
}

pub fn rubric(arguments: &FeedbackArguments) -> anyhow::Result<Exit> {
    let known = ledger::read(arguments.results.path())?;
    let rubric = &known.scoring.rubric;
    let help = "help: write one into grade.toml and type `mancala rescore`";
    anyhow::ensure!(!rubric.is_empty(), "the results have no [[rubric]]\n{help}");
    let table = report::tables::rubric(&Class::of(&known), rubric);
    write_file(table.as_bytes(), &arguments.output)?;
    Ok(Exit::Success)
}

pub fn feedback(arguments: &FeedbackArguments) -> anyhow::Result<Exit> {
    let class = Class::of(&ledger::read(arguments.results.path())?);
    let made = gradebook::feedback_files(&class)
        .map_err(|error| failed("write", &arguments.output, &error))?;
    write_file(&made.bytes, &arguments.output)?;
    for (name, why) in &made.left_out {
        warn(format_args!("{}: {why}", visible::line(name)));
    }
    let files = class.submissions.len() - made.left_out.len();
    let output = arguments.output.display();
    say(format_args!("{files} files in {output}"));
    Ok(Exit::of(!made.left_out.is_empty()))
}
