//! `mancala export`: results and cases in the forms of learning platforms and online judges.

mod bundles;
mod similarity;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::grade::folder_of;
use super::report::only;
use crate::io::{EnvironmentError, Exit, failed, print_line, read_file, say, warn, write_file};
use crate::options::ResultsFolder;
use grader::cases::Cases;
use grader::class::Class;
use grader::export::bundle::Platform;
use grader::export::fill::{Filled, Filling};
use grader::export::{gradebook, questions};
use grader::ledger::{Ledger, Record};
use grader::report::platforms;
use grader::settings::Settings;
use grader::settings::config::Config;
use grader::settings::scoring::Scoring;
use grader::settings::unused::{Subjects, above, unused};
use grader::{ledger, report};
use mancala::visible;
pub use similarity::of_results;

/// Export results and cases to learning platforms and online judges, and sources to JPlag and Dolos
#[derive(Debug, Args)]
pub struct ExportArguments {
    #[command(subcommand)]
    platform: Target,
}

#[derive(Debug, Subcommand)]
enum Target {
    /// Fill the scores into one column of a Canvas gradebook
    #[command(
        after_help = "Examples:\n  mancala export canvas --template gradebook.csv --column \"Homework 2\" -o filled.csv"
    )]
    Canvas(TableArguments),
    /// Fill the scores into a Moodle grading worksheet
    #[command(
        after_help = "Examples:\n  mancala export moodle --template worksheet.csv -o filled.csv"
    )]
    Moodle {
        #[command(flatten)]
        table: TableArguments,
        /// Fill the column "Feedback comments" too, where it is empty
        #[arg(long)]
        comments: bool,
    },
    /// Make the table in which people fill in points and comments by rubric
    #[command(after_help = "Examples:\n  mancala export rubric results -o results/rubric.csv")]
    Rubric(FeedbackArguments),
    /// Write three questions for an oral examination of each student, on rows of their own log
    #[command(
        after_help = "Examples:\n  mancala export questions results --seed 7 -o questions.md"
    )]
    Questions {
        #[command(flatten)]
        file: FeedbackArguments,
        /// Another number asks other questions
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
    },
    /// Make the archive of feedback files that Moodle takes
    #[command(after_help = "Examples:\n  mancala export moodle-feedback -o feedback.zip")]
    MoodleFeedback(FeedbackArguments),
    /// Make the autograder.zip for Gradescope
    #[command(after_help = "Examples:\n  mancala export gradescope --cases usc -o autograder.zip")]
    Gradescope(bundles::BundleArguments),
    /// Make the archive of an autograder for Autolab: autograde.tar and its Makefile
    #[command(after_help = "Examples:\n  mancala export autolab-grader --cases usc -o autolab.zip")]
    AutolabGrader(bundles::BundleArguments),
    /// Make the archive of an external grader for PrairieLearn
    #[command(after_help = "Examples:\n  mancala export prairielearn --cases usc -o grader.zip")]
    Prairielearn(bundles::BundleArguments),
    /// Make the autograder of an assignment for Classroom 50, the successor of GitHub Classroom
    #[command(after_help = "Examples:\n  mancala export classroom50 --cases usc -o autograder.zip")]
    Classroom50(bundles::BundleArguments),
    /// Make the archive for students: the visible cases, a page and this program, to grade themselves at home
    #[command(after_help = "Examples:\n  mancala export homework --cases usc -o homework.zip")]
    Homework {
        #[command(flatten)]
        bundle: bundles::BundleArguments,
        /// A folder of results: what its settings hide is not in the archive either
        #[arg(long, value_name = "DIR")]
        results: Option<PathBuf>,
    },
    /// Prepare the sources for a tool that compares texts, and print the command to type
    #[command(after_help = "Examples:\n  mancala export similarity results --for jplag -o sources")]
    Similarity(similarity::SimilarityArguments),
    /// Print the score of the only submission as Autolab reads it
    #[command(after_help = "Examples:\n  mancala export autolab --problem mancala")]
    Autolab {
        #[command(flatten)]
        results: ResultsFolder,
        /// The problem's name at Autolab
        #[arg(long, value_name = "NAME")]
        problem: String,
    },
    /// Make a Kattis problem with a validator that names mistakes
    #[command(after_help = "Examples:\n  mancala export kattis -o mancala.zip")]
    Kattis {
        #[command(flatten)]
        problem: bundles::ProblemArguments,
        /// The version of the package format; problemtools reads the draft
        #[arg(long, value_name = "VERSION", default_value = "2025-09", value_parser = ["2025-09", "2023-07-draft"])]
        package_format: String,
    },
    /// Make the same problem for DOMjudge
    #[command(after_help = "Examples:\n  mancala export domjudge -o mancala.zip")]
    Domjudge(bundles::ProblemArguments),
}

pub fn run(arguments: &ExportArguments) -> anyhow::Result<Exit> {
    match &arguments.platform {
        Target::Canvas(it) => canvas(it),
        Target::Moodle { table, comments } => moodle(table, *comments),
        Target::Questions { file, seed } => questions(file, *seed),
        Target::Rubric(it) => rubric(it),
        Target::MoodleFeedback(it) => feedback(it),
        Target::Gradescope(it) => bundles::run(Platform::Gradescope, it),
        Target::AutolabGrader(it) => bundles::run(Platform::Autolab, it),
        Target::Prairielearn(it) => bundles::run(Platform::PrairieLearn, it),
        Target::Classroom50(it) => bundles::run(Platform::Classroom50, it),
        Target::Homework { bundle, results } => bundles::homework(bundle, results.as_deref()),
        Target::Similarity(it) => similarity::run(it),
        Target::Autolab { results, problem } => autolab(results, problem),
        Target::Kattis { problem, package_format } => {
            bundles::problem(Some(package_format), problem)
        }
        Target::Domjudge(it) => bundles::problem(None, it),
    }
}

/// What the cases that are exported are worth, by the `grade.toml` beside them. A slip of the pen in it is
/// told: it may show students what should be hidden.
fn scoring_of(cases: &Cases) -> anyhow::Result<Scoring> {
    let settings = Settings::read(Some(folder_of(&cases.folder)), None)?;
    let scoring = Config::of(&settings)?.scoring();
    let subjects = Subjects {
        cases: cases.cases.iter().map(|it| it.name.as_str()).collect(),
        ..Subjects::default()
    };
    unused(&scoring, &subjects).into_iter().chain(above(&settings, &cases.folder)).for_each(warn);
    Ok(scoring)
}

/// Prints the line, or fails without one: Autolab would take what is missing for a zero.
fn autolab(results: &ResultsFolder, problem: &str) -> anyhow::Result<Exit> {
    let class = Class::of(&ledger::read(results.path())?);
    let graded = only(&class, "autolab")?;
    let Some(line) = platforms::autolab(graded, problem) else {
        let why = "not everything could be graded, and Autolab's format cannot say so";
        return Err(EnvironmentError(why.to_owned()).into());
    };
    print_line(line).map(Exit::from)
}

/// The title of the column that Moodle has for grades.
const GRADE: &str = "Grade";

#[derive(Debug, Args)]
struct TableArguments {
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
struct FeedbackArguments {
    #[command(flatten)]
    results: ResultsFolder,
    /// Where it goes
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

fn canvas(arguments: &TableArguments) -> anyhow::Result<Exit> {
    let Some(column) = arguments.column.as_deref() else {
        anyhow::bail!("--column: expected the title of the assignment's column");
    };
    fill(arguments, column, gradebook::canvas)
}

fn moodle(table: &TableArguments, comments: bool) -> anyhow::Result<Exit> {
    let column = table.column.as_deref().unwrap_or(GRADE);
    fill(table, column, |worksheet, filling| gradebook::moodle(worksheet, comments, filling))
}

fn fill(
    arguments: &TableArguments,
    title: &str,
    fill_in: impl Fn(&[u8], Filling<'_>) -> Result<Filled, String>,
) -> anyhow::Result<Exit> {
    let mut ledger = Ledger::existing(arguments.results.path())?;
    let class = Class::of(ledger.state());
    let template = arguments.template.display();
    let bytes = read_file(&arguments.template)?;
    let TableArguments { scale, overwrite, .. } = *arguments;
    let last = &ledger.state().exported;
    let filling = Filling { class: &class, title, scale, overwrite, last };
    let filled = fill_in(&bytes, filling);
    let filled = filled.map_err(|error| anyhow::anyhow!("{template}: {error}"))?;
    write_file(&filled.bytes, &arguments.output)?;
    filled.left_out.iter().for_each(warn);
    let output = arguments.output.display();
    say(format_args!("{} scores in {output}", filled.exported.scores.len()));
    ledger.append(Record::Exported(filled.exported))?;
    Ok(Exit::of(!filled.left_out.is_empty()))
}

fn questions(file: &FeedbackArguments, seed: u64) -> anyhow::Result<Exit> {
    let class = Class::of(&ledger::read(file.results.path())?);
    write_file(questions::questions(&class, seed), &file.output).map(Exit::from)
}

fn rubric(arguments: &FeedbackArguments) -> anyhow::Result<Exit> {
    let known = ledger::read(arguments.results.path())?;
    let rubric = &known.scoring.rubric;
    let help = "help: write one into grade.toml and type `mancala rescore`";
    anyhow::ensure!(!rubric.is_empty(), "the results have no [[rubric]]\n{help}");
    let table = report::tables::rubric(&Class::of(&known), rubric);
    write_file(table, &arguments.output).map(Exit::from)
}

fn feedback(arguments: &FeedbackArguments) -> anyhow::Result<Exit> {
    let class = Class::of(&ledger::read(arguments.results.path())?);
    let made = gradebook::feedback_files(&class)
        .map_err(|error| failed("write", &arguments.output, &error))?;
    write_file(&made.bytes, &arguments.output)?;
    for (name, why) in &made.left_out {
        warn(format_args!("{}: {why}", visible::line(name)));
    }
    let files = class.submissions.len() - made.left_out.len();
    say(format_args!("{files} files in {}", arguments.output.display()));
    Ok(Exit::of(!made.left_out.is_empty()))
}
