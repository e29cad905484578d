//! `mancala generate`.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::Exit;
use crate::io::output::{NewFolder, Outputs};
use crate::io::print::{print, say};
use crate::io::watched::Shown;
use explain::generate::{Suite, generate};
use explain::mistakes::Mistake;
use mancala::game::Rules;
use mancala::homework::OptionalRows;

/// Make fresh cases that catch every known mistake
#[derive(Debug, Args)]
pub(super) struct GenerateArguments {
    /// How many cases
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u16).range(1..=1000))]
    count: u16,
    /// The same seed gives the same suite
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Another suite of equal strength for each ID, such as a student's
    #[arg(long, value_name = "ID")]
    personal: Option<String>,
    /// Rule set, as `mancala rules` explains
    #[arg(long, value_name = "NAME[,OPTION=VALUE]..", default_value = "usc")]
    rules: Rules,
    /// A new folder for inputs/, expected/ and kill-matrix.csv
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

pub(super) fn run(arguments: &GenerateArguments) -> anyhow::Result<Exit> {
    if arguments.output.exists() {
        anyhow::bail!("{} exists already", arguments.output.display());
    }
    let suite = generate(arguments.rules, arguments.count.into(), seed(arguments));
    let folder = NewFolder::beside(&arguments.output)?;
    write(&suite, folder.path())?;
    folder.publish(&arguments.output)?;
    print(suite.matrix.to_text())?;
    let missed: Vec<_> = Mistake::all()
        .filter(|&mistake| suite.matrix.kills(mistake) == 0)
        .collect();
    for mistake in &missed {
        say(format_args!(
            "note: no case catches {mistake}; more cases (--count) may, unless it makes no difference \
             under these rules"
        ));
    }
    Ok(if missed.is_empty() {
        Exit::Success
    } else {
        Exit::Different
    })
}

/// The seed, and the ID mixed in if there is one.
fn seed(arguments: &GenerateArguments) -> u64 {
    let Some(id) = &arguments.personal else {
        return arguments.seed;
    };
    let mut hasher = blake3::Hasher::new();
    hasher
        .update(&arguments.seed.to_le_bytes())
        .update(id.as_bytes());
    let mut first = [0; 8];
    first.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
    u64::from_le_bytes(first)
}

fn write(suite: &Suite, folder: &Path) -> anyhow::Result<()> {
    for (problem, column) in suite.problems.iter().zip(&suite.matrix.columns) {
        let mut outputs = Outputs::default();
        let input = folder.join("inputs").join(&column.name);
        outputs.add_text(&problem.to_string(), input.with_extension("txt"))?;
        let expected = folder.join("expected").join(&column.name);
        super::run::write_problem(
            problem,
            &expected,
            OptionalRows::Omit,
            Shown::Nothing,
            &mut outputs,
        )?;
        outputs.publish()?;
    }
    let mut outputs = Outputs::default();
    outputs.add_text(&suite.matrix.to_csv(), folder.join("kill-matrix.csv"))?;
    outputs.publish()
}
