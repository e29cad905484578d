//! `mancala export`: results and cases in the forms of learning platforms and online judges.

mod bundles;
mod problems;
mod similarity;
mod tables;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::grade::folder_of;
use super::report::only;
use crate::Exit;
use crate::io::failure::Surroundings;
use crate::io::print::{print_line, say};
use grader::cases::Cases;
use grader::class::Class;
use grader::config::Config;
use grader::export::bundle::Platform;
use grader::late::Called;
use grader::ledger;
use grader::report::autolab;
use grader::scoring::Scoring;
use grader::settings::Settings;
use grader::unused::{Subjects, above, unused};

/// Bring results and cases to learning platforms and online judges, sources to JPlag and Dolos
#[derive(Debug, Args)]
pub(super) struct ExportArguments {
    #[command(subcommand)]
    platform: Target,
}

#[derive(Debug, Subcommand)]
enum Target {
    /// Fill the scores into one column of the gradebook that Canvas exported
    Canvas(tables::TableArguments),
    /// Fill the scores into the grading worksheet that was downloaded from Moodle
    Moodle(tables::TableArguments),
    /// Make the archive of feedback files that Moodle takes
    MoodleFeedback(tables::FeedbackArguments),
    /// Make the autograder.zip for Gradescope
    Gradescope(bundles::BundleArguments),
    /// Make the archive of an external grader for PrairieLearn
    Prairielearn(bundles::BundleArguments),
    /// Lay out the sources for a tool that compares texts, and print how it is called
    Similarity(similarity::SimilarityArguments),
    /// Print the line with the score of the only submission, as Autolab reads it
    Autolab(AutolabArguments),
    /// Make a problem for Kattis, whose validator names mistakes
    Kattis(problems::ProblemArguments),
    /// Make the same problem for DOMjudge
    Domjudge(problems::ProblemArguments),
}

#[derive(Debug, Args)]
struct AutolabArguments {
    /// The folder of results
    #[arg(value_name = "RESULTS", default_value = "results")]
    results: PathBuf,
    /// The problem's name at Autolab
    #[arg(long, value_name = "NAME")]
    problem: String,
}

pub(super) fn run(arguments: &ExportArguments) -> anyhow::Result<Exit> {
    match &arguments.platform {
        Target::Canvas(it) => tables::canvas(it),
        Target::Moodle(it) => tables::moodle(it),
        Target::MoodleFeedback(it) => tables::feedback(it),
        Target::Gradescope(it) => bundles::run(Platform::Gradescope, it),
        Target::Prairielearn(it) => bundles::run(Platform::PrairieLearn, it),
        Target::Similarity(it) => similarity::run(it),
        Target::Autolab(it) => autolab(it),
        Target::Kattis(it) => problems::run(problems::Judge::Kattis, it),
        Target::Domjudge(it) => problems::run(problems::Judge::Domjudge, it),
    }
}

/// What the cases that are exported are worth, by the `grade.toml` beside them. A slip of the pen in it is
/// told: it may show students what should be hidden.
fn scoring_of(cases: &Cases) -> anyhow::Result<Scoring> {
    let settings = Settings::read(Some(&folder_of(&cases.folder)), None)?;
    let scoring = Config::of(&settings)?.scoring();
    let subjects = Subjects {
        cases: cases.cases.iter().map(|it| it.name.as_str()).collect(),
        called: Called::default(),
    };
    let unused = unused(&settings, &scoring.rule, &subjects);
    for setting in unused.into_iter().chain(above(&settings, &cases.folder)) {
        say(format_args!("warning: {setting}"));
    }
    Ok(scoring)
}

/// Prints the line, or fails without one: Autolab would take what is missing for a zero.
fn autolab(arguments: &AutolabArguments) -> anyhow::Result<Exit> {
    let class = Class::of(&ledger::read(&arguments.results)?);
    let graded = only(&class, "autolab")?;
    let Some(line) = autolab::line(graded, &arguments.problem) else {
        let why = "not everything could be graded, and Autolab's format cannot say so";
        return Err(Surroundings(why.to_owned()).into());
    };
    print_line(line)?;
    Ok(Exit::Success)
}
