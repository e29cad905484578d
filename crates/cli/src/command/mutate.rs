//! `mancala mutate`.

use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::io::{Draft, Exit, Outputs, failed, input, read_input, say};
use crate::options::{Named, nearest, number};
use explain::assignment;
use explain::mistakes::{MAX_SWITCHES, Mistake, Switch};
use explain::reference::{OptionalRows, Settings, Unanswered, stream};
use mancala::homework::{Input, NEXT_STATE, TRAVERSE_LOG};

/// Produce the output of a program with certain mistakes
#[derive(Debug, Args)]
pub struct MutateArguments {
    /// The mistakes to make: keys as `mancala mistakes` lists them. Add @SCOPE to make a mistake
    /// only there, such as `ties-to-last@greedy,player-2`
    #[arg(value_name = "KEY[@SCOPE]", required = true, num_args = 1..=MAX_SWITCHES, value_parser = SWITCHES, hide_possible_values = true)]
    keys: Vec<Switch>,
    /// The input file, a folder of inputs, or the name of a built-in suite, such as usc
    #[arg(short, long, value_name = "INPUT", default_value = "input.txt")]
    input: PathBuf,
    /// Where the wrong answer goes
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Give up a case after this many steps; a wrong program may never end
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000, value_parser = number::<u64>(0..=u64::MAX))]
    steps: u64,
}

pub const KEYS: Named<Mistake> = Named { parse: parse_key, names: keys };

fn keys() -> Vec<String> {
    Mistake::all().map(|it| it.entry().key.to_owned()).collect()
}

const SWITCHES: Named<Switch> = Named { parse: parse_switch, names: keys };

/// The mistake of this key, or what may have been meant.
fn parse_key(key: &str) -> Result<Mistake, String> {
    let keys = Mistake::all().map(|it| it.entry().key);
    Mistake::from_key(key).ok_or_else(|| match nearest(key, keys) {
        Some(near) => format!("no such mistake; did you mean {near}?"),
        None => "no such mistake; `mancala mistakes` lists them".to_owned(),
    })
}

/// The same with a scope behind it, if there is one.
fn parse_switch(key: &str) -> Result<Switch, String> {
    parse_key(key.split('@').next().unwrap_or(key))?;
    key.parse()
}

pub fn run(arguments: &MutateArguments) -> anyhow::Result<Exit> {
    let tree = input::inputs(&arguments.input)?;
    if !tree.path().is_dir() {
        return mutate(tree.path(), &arguments.output, arguments);
    }
    let mut worst = Exit::Success;
    for case in case_files::find_cases(tree.path())? {
        worst = worst.max(mutate(&case.input, &case.folder(&arguments.output), arguments)?);
    }
    Ok(worst)
}

fn mutate(input: &Path, folder: &Path, arguments: &MutateArguments) -> anyhow::Result<Exit> {
    let Input::Kalah(problem) = read_input(input)? else {
        anyhow::bail!("{}: no mistakes are known for Nimcala", input.display());
    };
    let Some(assignment) = assignment(&problem) else {
        anyhow::bail!("{}: no mistakes are known for this task", input.display());
    };
    let settings = Settings {
        switches: arguments.keys.iter().copied().collect(),
        optional_rows: OptionalRows::Omit,
        steps: arguments.steps,
    };
    let target = folder.join(TRAVERSE_LOG);
    let broken = |error| failed("write", &target, &error);
    let mut outputs = Outputs::default();
    let log = problem.task.logged_algorithm().map(|_| Draft::beside(&target)).transpose()?;
    let mut log = log.map(BufWriter::new);
    let mut written = Ok(());
    let answer = stream(&assignment, settings, &mut |row| {
        written = log.as_mut().map_or(Ok(()), |log| writeln!(log, "{row}"));
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    written.map_err(broken)?;
    let answer = match answer {
        Ok(answer) => answer,
        Err(error @ Unanswered::OutOfSteps) => {
            say(format_args!("{}: nothing is written: {error}", input.display()));
            return Ok(Exit::Different);
        }
        Err(error) => return Err(error.into()),
    };
    if let Some(log) = log {
        let draft = log.into_inner().map_err(|error| broken(error.into_error()))?;
        outputs.add(draft)?;
    }
    outputs.add_bytes(&answer.next_state, folder.join(NEXT_STATE))?;
    outputs.publish().map(Exit::from)
}
