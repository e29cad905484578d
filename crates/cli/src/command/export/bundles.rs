//! `mancala export gradescope` and `prairielearn`.

use std::path::{Path, PathBuf};

use clap::Args;

use super::scoring_of;
use crate::Exit;
use crate::command::grade::read_cases;
use crate::io::{failed, read_on_disk, say, shipped, write_file};
use grader::cases::GradingCase;
use grader::export::bundle::{Platform, bundle, check_portable};
use grader::scoring::Visibility;

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

pub fn run(platform: Platform, arguments: &BundleArguments) -> anyhow::Result<Exit> {
    // Whatever is wrong with the cases is found here, and not when students hand in.
    let tree = shipped::inputs(&arguments.cases)?;
    let cases = read_cases(tree.path())?;
    let scoring = scoring_of(&cases)?;
    let is_hidden =
        |case: &&GradingCase| scoring.worth(&case.name).visibility == Visibility::Hidden;
    let hidden = cases.cases.iter().filter(is_hidden).count();
    let program = match &arguments.program {
        Some(program) => program.clone(),
        None => std::env::current_exe()?,
    };
    let read = |path: &Path| {
        read_on_disk(path)
            .map_err(|error| anyhow::anyhow!("cannot read {}: {error}", path.display()))
    };
    let bytes = read(&program)?;
    check_portable(&bytes).map_err(|why| anyhow::anyhow!("{} {why}", program.display()))?;
    let mut files = Vec::new();
    for entry in walkdir::WalkDir::new(tree.path()).follow_links(true).sort_by_file_name() {
        let entry = entry?;
        if entry.file_type().is_file() {
            let below = entry.path().strip_prefix(tree.path())?;
            let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
            let name = match parts.is_empty() {
                // A single input.
                true => entry.file_name().to_string_lossy().into_owned(),
                false => parts.join("/"),
            };
            files.push((name, read(entry.path())?));
        }
    }
    let archive = bundle(platform, &bytes, &files)
        .map_err(|error| failed("write", &arguments.output, &error))?;
    write_file(&archive, &arguments.output)?;
    let output = arguments.output.display();
    let count = cases.cases.len();
    say(format_args!(
        "a grader with {count} cases in {output}, {hidden} of them hidden from students"
    ));
    Ok(Exit::Success)
}
