//! `mancala man` and `mancala completions`: the help in the forms that a shell reads.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

use super::help::listed_command;
use crate::Exit;
use crate::io::output::Outputs;
use crate::io::print::print;

/// Print what completes the command line of a shell
#[derive(Debug, Args)]
pub(super) struct CompletionsArguments {
    /// The shell
    shell: Shell,
}

/// Write man pages
#[derive(Debug, Args)]
pub(super) struct ManArguments {
    /// The folder for the pages, one for each subcommand
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    output: PathBuf,
}

pub(super) fn completions(arguments: &CompletionsArguments) -> anyhow::Result<Exit> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut listed_command(), "mancala", &mut text);
    print(String::from_utf8_lossy(&text))?;
    Ok(Exit::Success)
}

pub(super) fn man(arguments: &ManArguments) -> anyhow::Result<Exit> {
    let program = listed_command();
    let commands = program.get_subcommands().cloned().map(|command| {
        let name = format!("mancala-{}", command.get_name());
        command.name(name)
    });
    let mut outputs = Outputs::default();
    for command in commands.chain([program.clone()]) {
        let target = arguments.output.join(format!("{}.1", command.get_name()));
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        outputs.add_text(&String::from_utf8_lossy(&page), target)?;
    }
    outputs.publish()?;
    Ok(Exit::Success)
}
