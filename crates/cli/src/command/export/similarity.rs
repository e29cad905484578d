//! `mancala export similarity`.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::io::{Exit, NewFolder, print_line, say, warn};
use crate::options::{Choices, one_of};
use explain::pluralize;
use grader::class::{Class, Graded};
use grader::export::similarity::{self, LaidOut, Read, Tool, lay_out};
use grader::ledger;
use mancala::visible;

#[derive(Debug, Args)]
pub struct SimilarityArguments {
    /// The submissions, as `mancala grade` takes them; or a folder of results, whose submissions are
    /// then taken from where they were graded
    #[arg(value_name = "SUBMISSIONS_OR_RESULTS")]
    submissions: PathBuf,
    /// The tool that compares them
    #[arg(long = "for", value_parser = one_of(TOOLS), value_name = "TOOL")]
    tool: Tool,
    /// What everybody was given: a file, or a folder of them
    #[arg(long, value_name = "PATH")]
    base: Option<PathBuf>,
    /// A new folder for the sources
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

const TOOLS: Choices<Tool> = &[
    ("jplag", "A folder for each submission", Tool::Jplag),
    (
        "dolos",
        "A file for each submission, and info.csv; of results, with what each gets wrong as its label",
        Tool::Dolos,
    ),
];

pub fn run(arguments: &SimilarityArguments) -> anyhow::Result<Exit> {
    let output = &arguments.output;
    anyhow::ensure!(!output.exists(), "{} exists already", output.display());
    let base = match &arguments.base {
        Some(path) => similarity::base(path)
            .map_err(|error| anyhow::anyhow!("--base: cannot read {}: {error}", path.display()))?,
        None => Vec::new(),
    };
    let (class, unusable) = match arguments.submissions.join(ledger::FILE).is_file() {
        true => of_results(&arguments.submissions)?,
        false => read(&arguments.submissions)?,
    };
    for (name, why) in &unusable {
        warn(format_args!("{} is ignored: {why}", visible::line(name)));
    }
    let laid_out = lay_out(arguments.tool, &class, &base, output);
    let folder = NewFolder::beside(output)?;
    for (path, bytes) in laid_out.iter().flat_map(|it| &it.files) {
        folder.write(path, bytes)?;
    }
    folder.publish(output)?;
    let count = pluralize(class.len(), "submission");
    say(format_args!("{count} in {}", output.display()));
    laid_out.iter().try_for_each(tell)?;
    Ok(Exit::of(!unusable.is_empty()))
}

fn read(path: &Path) -> anyhow::Result<Read> {
    let scratch = NewFolder::private()?;
    Ok(similarity::read(path, scratch.path())?)
}

/// The submissions of a ledger, from where they were graded.
pub fn of_results(results: &Path) -> anyhow::Result<Read> {
    let known = ledger::read(results)?;
    let class = Class::of(&known);
    let mut all = Read::default();
    for (source, _) in known.rosters.iter().filter(|(_, names)| !names.is_empty()) {
        let (mut sources, unusable) = read(Path::new(source))?;
        for one in &mut sources {
            let graded = class.submissions.iter().find(|it| it.submission.name == one.name);
            one.label = graded.map_or(String::new(), label);
        }
        all.0.extend(sources);
        all.1.extend(unusable);
    }
    all.0.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(all)
}

/// What a submission gets wrong, the same for all that do: submissions that share what is rare and
/// nothing explains stand out.
fn label(graded: &Graded) -> String {
    match &graded.cluster {
        Some(cluster) => format!("cluster {cluster}"),
        None => graded.mistakes().join(" "),
    }
}

/// Prints the line that compares the submissions of a language.
fn tell(language: &LaidOut) -> anyhow::Result<()> {
    if language.submissions < 2 {
        let name = similarity::folder(language.language);
        say(format_args!("{name}: one submission, and none to compare it with"));
        return Ok(());
    }
    print_line(&language.command)
}
