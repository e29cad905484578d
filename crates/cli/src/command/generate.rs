//! `mancala generate`.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use crate::io::{Exit, NewFolder, Outputs, bar, print_as, say, write_file};
use crate::options::{Format, number, rules};
use explain::generate::{Suite, generate};
use explain::mistakes::Mistake;
use mancala::game::Rules;
use mancala::homework::OptionalRows;

/// Make new cases that catch every known mistake
#[derive(Debug, Args)]
pub struct GenerateArguments {
    /// How many cases
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = number::<u16>(1..=1000))]
    count: u16,
    /// The same seed gives the same suite
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Make a different suite of equal strength for each ID, such as a student's
    #[arg(long, value_name = "ID")]
    personal: Option<String>,
    /// Rule set, as `mancala rules` explains
    #[arg(long, value_name = "NAME[,OPTION=VALUE]..", default_value_t = Rules::default(), value_parser = rules::<Rules>(), hide_possible_values = true)]
    rules: Rules,
    /// A new folder for inputs/, expected/ and kill-matrix.csv
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// How the suite is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub fn run(arguments: &GenerateArguments) -> anyhow::Result<Exit> {
    let output = &arguments.output;
    anyhow::ensure!(!output.exists(), "{} exists already", output.display());
    if let Some(id) = arguments.personal.as_ref().filter(|id| Path::new(id).is_dir()) {
        anyhow::bail!(
            "--personal: expected the ID of one student, found the folder {id}\n\
             help: for student in {id}/*; do mancala generate --personal \"$(basename \"$student\")\" -o \
             \"cases/$(basename \"$student\")\"; done"
        );
    }
    let bar = bar(0, "boards tried");
    let progress = |tried: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(tried as u64);
    };
    let (count, seed) = (arguments.count.into(), seed(arguments));
    let suite = generate(arguments.rules, count, seed, &progress);
    bar.finish_and_clear();
    let folder = NewFolder::beside(output)?;
    write(&suite, folder.path())?;
    folder.publish(output)?;
    let missed: Vec<_> = Mistake::all().filter(|&it| suite.matrix.kills(it) == 0).collect();
    print_as(arguments.format, || suite.matrix.to_text(), || json_of(&suite, &missed, arguments))?;
    for mistake in &missed {
        say(format_args!(
            "note: no case catches {mistake}; more cases (--count) may, unless it makes no difference \
             under these rules"
        ));
    }
    Ok(Exit::of(!missed.is_empty()))
}

fn json_of(suite: &Suite, missed: &[Mistake], arguments: &GenerateArguments) -> Value {
    let cases = suite.matrix.columns.iter().map(|case| {
        let catches = Mistake::all().filter(|&it| case.kills(it)).map(Mistake::key);
        json!({ "case": case.name, "catches": catches.collect::<Value>() })
    });
    json!({
        "folder": arguments.output.to_string_lossy(),
        "rules": arguments.rules.to_string(),
        "cases": cases.collect::<Vec<_>>(),
        "missed": missed.iter().map(|it| it.key()).collect::<Value>(),
    })
}

/// The seed, and the ID mixed in if there is one.
fn seed(arguments: &GenerateArguments) -> u64 {
    let Some(id) = &arguments.personal else { return arguments.seed };
    let mut hasher = blake3::Hasher::new();
    hasher.update(&arguments.seed.to_le_bytes()).update(id.as_bytes());
    u64::from_le_bytes(hasher.finalize().as_bytes().as_chunks().0[0])
}

fn write(suite: &Suite, folder: &Path) -> anyhow::Result<()> {
    for (problem, column) in suite.problems.iter().zip(&suite.matrix.columns) {
        let mut outputs = Outputs::default();
        let input = folder.join("inputs").join(&column.name);
        outputs.add_bytes(problem.to_string(), input.with_extension("txt"))?;
        let expected = folder.join("expected").join(&column.name);
        super::run::write_problem(problem, &expected, OptionalRows::Omit, &mut outputs)?;
        outputs.publish()?;
    }
    write_file(suite.matrix.to_csv(), &folder.join("kill-matrix.csv"))
}
