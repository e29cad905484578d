//! `mancala export`: results and cases in the forms of learning platforms and online judges.

mod bundles;
mod similarity;
mod tables;

pub use similarity::of_results;

use clap::{Args, Subcommand};

use super::grade::folder_of;
use super::report::only;
use crate::Exit;
use crate::io::{EnvironmentError, print_line, warn};
use crate::options::ResultsFolder;
use grader::cases::Cases;
use grader::class::Class;
use grader::config::Config;
use grader::export::bundle::Platform;
use grader::ledger;
use grader::report::platforms;
use grader::scoring::Scoring;
use grader::settings::Settings;
use grader::unused::{Subjects, above, unused};

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
    Canvas(tables::TableArguments),
    /// Fill the scores into a Moodle grading worksheet
    #[command(
        after_help = "Examples:\n  mancala export moodle --template worksheet.csv -o filled.csv"
    )]
    Moodle(tables::WorksheetArguments),
    /// Make the table in which people fill in points and comments by rubric
    #[command(after_help = "Examples:\n  mancala export rubric results -o results/rubric.csv")]
    Rubric(tables::FeedbackArguments),
    /// Write three questions for an oral examination of each student, on rows of their own log
    #[command(
        after_help = "Examples:\n  mancala export questions results --seed 7 -o questions.md"
    )]
    Questions(tables::QuestionArguments),
    /// Make the archive of feedback files that Moodle takes
    #[command(after_help = "Examples:\n  mancala export moodle-feedback -o feedback.zip")]
    MoodleFeedback(tables::FeedbackArguments),
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
    Homework(bundles::HomeworkArguments),
    /// Prepare the sources for a tool that compares texts, and print the command to type
    #[command(after_help = "Examples:\n  mancala export similarity results --for jplag -o sources")]
    Similarity(similarity::SimilarityArguments),
    /// Print the score of the only submission as Autolab reads it
    #[command(after_help = "Examples:\n  mancala export autolab --problem mancala")]
    Autolab(AutolabArguments),
    /// Make a Kattis problem with a validator that names mistakes
    #[command(after_help = "Examples:\n  mancala export kattis -o mancala.zip")]
    Kattis(bundles::KattisArguments),
    /// Make the same problem for DOMjudge
    #[command(after_help = "Examples:\n  mancala export domjudge -o mancala.zip")]
    Domjudge(bundles::ProblemArguments),
}

#[derive(Debug, Args)]
struct AutolabArguments {
    #[command(flatten)]
    results: ResultsFolder,
    /// The problem's name at Autolab
    #[arg(long, value_name = "NAME")]
    problem: String,
}

pub fn run(arguments: &ExportArguments) -> anyhow::Result<Exit> {
    match &arguments.platform {
        Target::Canvas(it) => tables::canvas(it),
        Target::Moodle(it) => tables::moodle(it),
        Target::Questions(it) => tables::questions(it),
        Target::Rubric(it) => tables::rubric(it),
        Target::MoodleFeedback(it) => tables::feedback(it),
        Target::Gradescope(it) => bundles::run(Platform::Gradescope, it),
        Target::AutolabGrader(it) => bundles::run(Platform::Autolab, it),
        Target::Prairielearn(it) => bundles::run(Platform::PrairieLearn, it),
        Target::Classroom50(it) => bundles::run(Platform::Classroom50, it),
        Target::Homework(it) => bundles::homework(it),
        Target::Similarity(it) => similarity::run(it),
        Target::Autolab(it) => autolab(it),
        Target::Kattis(it) => {
            bundles::problem(bundles::Judge::Kattis(&it.package_format), &it.problem)
        }
        Target::Domjudge(it) => bundles::problem(bundles::Judge::Domjudge, it),
    }
}

/// What the cases that are exported are worth, by the `grade.toml` beside them. A slip of the pen in it is
/// told: it may show students what should be hidden.
fn scoring_of(cases: &Cases) -> anyhow::Result<Scoring> {
    let settings = Settings::read(Some(&folder_of(&cases.folder)), None)?;
    let scoring = Config::of(&settings)?.scoring();
    let subjects = Subjects {
        cases: cases.cases.iter().map(|it| it.name.as_str()).collect(),
        ..Subjects::default()
    };
    let unused = unused(&scoring, &subjects);
    for setting in unused.into_iter().chain(above(&settings, &cases.folder)) {
        warn(format_args!("{setting}"));
    }
    Ok(scoring)
}

/// Prints the line, or fails without one: Autolab would take what is missing for a zero.
fn autolab(arguments: &AutolabArguments) -> anyhow::Result<Exit> {
    let class = Class::of(&ledger::read(arguments.results.path())?);
    let graded = only(&class, "autolab")?;
    let Some(line) = platforms::autolab(graded, &arguments.problem) else {
        let why = "not everything could be graded, and Autolab's format cannot say so";
        return Err(EnvironmentError(why.to_owned()).into());
    };
    print_line(line)?;
    Ok(Exit::Success)
}
