//! `mancala cases`: the built-in cases, as files.

use std::path::PathBuf;

use clap::Args;

use crate::io::{Outputs, input, say};
use crate::options::Named;
use explain::pluralize;

/// Write built-in cases as files: their inputs and expected outputs
#[derive(Debug, Args)]
pub struct CasesArguments {
    /// The built-in suite: usc, uw, cits3001, mixed, nimcala; or a part of it, such as usc/statement
    #[arg(value_name = "SUITE", value_parser = SUITES, hide_possible_values = true)]
    suite: String,
    /// The folder that gets inputs/SUITE and expected/SUITE
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

/// Any text, since a part of a suite has a name too.
const SUITES: Named<String> = Named { parse: |name| Ok(name.to_owned()), names: input::suites };

pub fn run(arguments: &CasesArguments) -> anyhow::Result<()> {
    let files = input::files_of(&arguments.suite)?;
    let mut outputs = Outputs::default();
    for (name, bytes) in &files {
        let target = arguments.output.join(name);
        anyhow::ensure!(!target.exists(), "{} is there already", target.display());
        outputs.add_bytes(bytes, target)?;
    }
    outputs.publish()?;
    let (count, folder) = (pluralize(files.len(), "file"), arguments.output.display());
    say(format_args!("Wrote {count} into {folder}."));
    Ok(())
}
