//! `mancala export gradescope`, `prairielearn`, `classroom50`, `homework`, `kattis` and `domjudge`: archives with cases.

use std::path::{Path, PathBuf};

use clap::Args;

use super::scoring_of;
use crate::command::grade::{folder_of, read_cases};
use crate::io::{Exit, cannot_read, failed, input, read_on_disk, say, warn, write_file};
use explain::pluralize;
use grader::cases::GradingCase;
use grader::export::bundle::{self, Platform, check_portable};
use grader::export::problem::{Problem, is_name};
use grader::ledger;
use grader::settings::scoring::Scoring;
use page::html;

#[derive(Debug, Args)]
pub struct BundleArguments {
    /// The folder of cases, with its grade.toml if there is one; or shipped cases by name, such as usc
    #[arg(long, value_name = "INPUTS")]
    cases: PathBuf,
    /// The grader, linked statically; this program unless given
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Where the archive goes
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

pub fn homework(arguments: &BundleArguments, results: Option<&Path>) -> anyhow::Result<Exit> {
    let BundleArguments { cases, program, output } = arguments;
    let tree = input::inputs(cases)?;
    let cases = read_cases(tree.path())?;
    let mut scorings = vec![scoring_of(&cases)?];
    if let Some(results) = results {
        scorings.push(ledger::read(results)?.scoring);
    }
    let is_shown = |it: &Scoring, case: &str| !it.worth(case).is_hidden;
    let is_visible = |case: &&GradingCase| scorings.iter().all(|it| is_shown(it, &case.name));
    let visible: Vec<_> = cases.cases.iter().filter(is_visible).collect();
    let own = std::env::current_exe()?;
    let program = program.as_ref().unwrap_or(&own);
    let bytes = read(program)?;
    // Students have other systems too.
    let why = check_portable(&bytes).err().filter(|_| *program == own);
    if let Some(why) = why {
        warn(format_args!("there is no program in the archive: this one {why}"));
    }
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    let program = why.is_none().then_some((&*name, &bytes[..]));
    let archive = bundle::homework(&visible, &html(None), program)
        .map_err(|error| failed("write", output, &error))?;
    write_file(&archive, output)?;
    let hidden = pluralize(cases.cases.len() - visible.len(), "hidden case");
    let (count, output) = (pluralize(visible.len(), "case"), output.display());
    say(format_args!("{count} in {output}; left out: {hidden}"));
    Ok(Exit::Success)
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    read_on_disk(path).map_err(|error| cannot_read(path, &error))
}

pub fn run(platform: Platform, arguments: &BundleArguments) -> anyhow::Result<Exit> {
    // Whatever is wrong with the cases is found here, and not when students hand in.
    let tree = input::inputs(&arguments.cases)?;
    let cases = read_cases(tree.path())?;
    let scoring = scoring_of(&cases)?;
    let is_hidden = |case: &&GradingCase| scoring.worth(&case.name).is_hidden;
    let hidden = cases.cases.iter().filter(is_hidden).count();
    let program = arguments.program.clone().map_or_else(std::env::current_exe, Ok)?;
    let bytes = read(&program)?;
    check_portable(&bytes).map_err(|why| anyhow::anyhow!("{} {why}", program.display()))?;
    let (mut files, folder) = (Vec::new(), folder_of(tree.path()));
    for entry in walkdir::WalkDir::new(tree.path()).follow_links(true).sort_by_file_name() {
        let entry = entry?;
        if entry.file_type().is_file() {
            let below = entry.path().strip_prefix(folder)?;
            let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
            files.push((parts.join("/"), read(entry.path())?));
        }
    }
    let archive = bundle::bundle(platform, &bytes, &files)
        .map_err(|error| failed("write", &arguments.output, &error))?;
    write_file(&archive, &arguments.output)?;
    if hidden > 0 && platform == Platform::Classroom50 {
        warn("Classroom 50 publishes these files: the hidden cases are for everybody to read");
    }
    let output = arguments.output.display();
    let count = pluralize(cases.cases.len(), "case");
    say(format_args!("a grader with {count} in {output}, {hidden} of them hidden from students"));
    Ok(Exit::Success)
}

#[derive(Debug, Args)]
pub struct ProblemArguments {
    /// The folder of cases, with its grade.toml if there is one; or shipped cases by name
    #[arg(long, value_name = "INPUTS", default_value = "usc/statement")]
    cases: PathBuf,
    /// Where the archive goes; the problem's short name is that of the file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// A problem for Kattis in this version of its package format, or for DOMjudge.
pub fn problem(kattis: Option<&str>, arguments: &ProblemArguments) -> anyhow::Result<Exit> {
    let output = arguments.output.display();
    let name = arguments.output.file_stem().unwrap_or_default().to_string_lossy();
    anyhow::ensure!(
        kattis.is_none() || is_name(&name),
        "--output {output}: expected a name of lower-case letters and digits, such as mancala.zip"
    );
    let tree = input::inputs(&arguments.cases)?;
    let cases = read_cases(tree.path())?;
    let problem = Problem::new(&cases, &scoring_of(&cases)?).map_err(anyhow::Error::msg)?;
    let archive = match kattis {
        Some(format) => problem.kattis(&name, format),
        None => problem.domjudge(),
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
