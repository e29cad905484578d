//! `mancala man` and `mancala completions`: the help in the forms that a shell reads.

use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;

use super::help::listed_command;
use crate::Exit;
use crate::io::{Outputs, print};

/// Print a shell completion script
#[derive(Debug, Args)]
pub struct CompletionsArguments {
    /// The shell
    shell: Shell,
}

/// Write man pages
#[derive(Debug, Args)]
pub struct ManArguments {
    /// The folder for the pages, one for each subcommand
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    output: PathBuf,
}

pub fn completions(arguments: &CompletionsArguments) -> anyhow::Result<Exit> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut listed_command(), "mancala", &mut text);
    print(String::from_utf8_lossy(&text))?;
    Ok(Exit::Success)
}

pub fn man(arguments: &ManArguments) -> anyhow::Result<Exit> {
    let mut program = listed_command().disable_help_subcommand(true);
    // A page says how a subcommand is typed, which is known from then on.
    program.build();
    let mut outputs = Outputs::default();
    for command in with_subcommands(&program) {
        let mut page = Vec::new();
        let usage = synopsis(&command);
        let source = format!("mancala {}", program.get_version().unwrap_or_default());
        let man = clap_mangen::Man::new(command).source(source);
        man.render(&mut page)?;
        let page = String::from_utf8_lossy(&page);
        let (head, rest) = page.split_once(".SH SYNOPSIS\n").unwrap_or_default();
        let (_, rest) = rest.split_once('\n').unwrap_or_default();
        let page = format!("{head}.SH SYNOPSIS\n{usage}\n{rest}")
            .replace("EXTRA\nExamples:\n", "EXAMPLES\n.nf\n")
            .replace("EXTRA\nExit codes:\n", "EXIT STATUS\n.nf\n");
        outputs.add_bytes(&page, arguments.output.join(man.get_filename()))?;
    }
    outputs.publish()?;
    Ok(Exit::Success)
}

/// How a command is typed, with the names of what its options take.
fn synopsis(command: &Command) -> String {
    let options = command.get_arguments().filter(|it| !it.is_positional() && !it.is_hide_set());
    let options = options.map(|it| {
        let name = match (it.get_short(), it.get_long()) {
            (Some(short), _) => format!("-{short}"),
            (None, long) => format!("--{}", long.unwrap_or_default()),
        };
        let values = match it.get_action().takes_values() {
            true => format!(" \\fI{}\\fR", it.get_value_names().unwrap_or_default().join(" ")),
            false => String::new(),
        };
        let option = format!("\\fB{name}\\fR{values}");
        if it.is_required_set() { option } else { format!("[{option}]") }
    });
    let rest = command.get_positionals().map(ToString::to_string);
    let below = command.has_subcommands().then(|| "COMMAND".to_owned());
    let words: Vec<_> = options.chain(rest).chain(below).collect();
    let typed = command.get_bin_name().unwrap_or_else(|| command.get_name());
    format!("\\fB{typed}\\fR {}", words.join(" ")).replace('-', "\\-")
}

/// A command, and all below it.
fn with_subcommands(command: &Command) -> Vec<Command> {
    let below = command.get_subcommands().flat_map(with_subcommands);
    std::iter::once(command.clone()).chain(below).collect()
}
