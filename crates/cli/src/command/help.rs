//! The help: the subcommands in groups, and examples at the end of each; and `mancala man` and `mancala completions`, the
//! same in the forms that a shell reads.

use std::path::PathBuf;

use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;

use super::Arguments;
use crate::io::{Outputs, print};

/// The subcommands by what somebody wants to do, and below each what is typed: a set that works in a fresh clone. A test
/// runs them.
const SUBCOMMANDS: &str = include_str!("subcommands.txt");

/// The program's arguments, with their help put in order.
pub fn command() -> Command {
    let plain = Arguments::command();
    // Built, since what a deferred subcommand does is said where its options are.
    let mut built = plain.clone();
    built.build();
    let groups = groups(&built);
    // Hidden from the flat list, since the groups show them.
    let ordered = plain.mut_subcommands(|it| with_examples(it).hide(true));
    ordered.override_usage("mancala [OPTIONS]\n       mancala <COMMAND>").help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{{all-args}}{{after-help}}"
    ))
}

/// The program's arguments as other programs read them: completions and man pages.
fn listed_command() -> Command {
    Arguments::command().mut_subcommands(with_examples)
}

fn with_examples(command: Command) -> Command {
    let lines = SUBCOMMANDS.lines().skip_while(|line| *line != command.get_name()).skip(1);
    let lines: Vec<_> = lines.take_while(|line| line.starts_with(' ')).collect();
    match lines.is_empty() {
        true => command,
        false => command.after_help(format!("Examples:\n{}", lines.join("\n"))),
    }
}

/// The subcommands with what they do, group by group; what is in no group comes last.
fn groups(command: &Command) -> String {
    let line = |it: &Command| {
        let about = it.get_about().map(ToString::to_string).unwrap_or_default();
        format!("  {:12} {about}\n", it.get_name())
    };
    let mut text = String::new();
    for word in SUBCOMMANDS.lines().filter(|line| !line.starts_with(' ')) {
        let end = if text.is_empty() { "" } else { "\n" };
        match command.find_subcommand(word) {
            Some(subcommand) => text += &line(subcommand),
            None if word.ends_with(':') => text += &format!("{end}{word}\n"),
            None => {}
        }
    }
    text += "\n";
    if cfg!(not(feature = "full")) {
        text += "Built with --no-default-features, which leaves most commands out.\n\n";
    }
    let grouped = |it: &&Command| SUBCOMMANDS.lines().any(|name| name == it.get_name());
    text.extend(command.get_subcommands().filter(|it| !grouped(it)).map(line));
    text
}

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

pub fn completions(arguments: &CompletionsArguments) -> anyhow::Result<()> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut listed_command(), "mancala", &mut text);
    print(String::from_utf8_lossy(&text))
}

pub fn man(arguments: &ManArguments) -> anyhow::Result<()> {
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
    outputs.publish()
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

#[cfg(all(test, feature = "full"))]
mod tests;
