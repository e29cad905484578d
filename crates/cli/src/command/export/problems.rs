//! `mancala export kattis` and `domjudge`.

use std::path::PathBuf;

use clap::Args;

use super::scoring_of;
use crate::Exit;
use crate::command::grade::read_cases;
use crate::io::{failed, say, shipped, write_file};
use explain::pluralize;
use grader::export::problem::{Problem, is_name};

#[derive(Debug, Args)]
pub struct ProblemArguments {
    /// The folder of cases, with its grade.toml if there is one; or shipped cases by name
    #[arg(long, value_name = "INPUTS", default_value = "usc/statement")]
    cases: PathBuf,
    /// Where the archive goes; the problem's short name is that of the file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

#[derive(Debug, Args)]
pub struct KattisArguments {
    #[command(flatten)]
    pub problem: ProblemArguments,
    /// The version of the package format; problemtools reads the draft
    #[arg(long, value_name = "VERSION", default_value = "2025-09", value_parser = ["2025-09", "2023-07-draft"])]
    pub package_format: String,
}

#[derive(Debug, Clone, Copy)]
pub enum Judge<'a> {
    /// In this version of the package format.
    Kattis(&'a str),
    Domjudge,
}

pub fn run(judge: Judge<'_>, arguments: &ProblemArguments) -> anyhow::Result<Exit> {
    let output = arguments.output.display();
    let stem = arguments.output.file_stem().unwrap_or_default();
    let name = stem.to_string_lossy();
    if matches!(judge, Judge::Kattis(_)) && !is_name(&name) {
        anyhow::bail!(
            "--output {output}: expected a name of lower-case letters and digits, such as mancala.zip"
        );
    }
    let tree = shipped::inputs(&arguments.cases)?;
    let cases = read_cases(tree.path())?;
    let problem = Problem::new(&cases, &scoring_of(&cases)?).map_err(anyhow::Error::msg)?;
    let archive = match judge {
        Judge::Kattis(format) => problem.kattis(&name, format),
        Judge::Domjudge => problem.domjudge(),
    };
    let archive = archive.map_err(|error| failed("write", &arguments.output, &error))?;
    write_file(&archive, &arguments.output)?;
    for (case, why) in &problem.left_out {
        say(format_args!("left out: {case}: {why}"));
    }
    let cases = pluralize(problem.count(), "case");
    let samples = problem.samples;
    say(format_args!("a problem with {cases}, {samples} of them samples, in {output}"));
    Ok(Exit::Success)
}
