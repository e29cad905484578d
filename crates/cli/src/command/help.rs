//! The help: the subcommands in groups, and examples at the end of each.

use clap::{Command, CommandFactory};

use super::Arguments;

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
    let names: Vec<_> = plain.get_subcommands().map(|it| it.get_name().to_owned()).collect();
    let ordered = names.iter().fold(plain, |command, name| {
        // Hidden from the flat list, since the groups show it.
        command.mut_subcommand(name, |it| with_examples(it).hide(true))
    });
    ordered.override_usage("mancala [OPTIONS]\n       mancala <COMMAND>").help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{{all-args}}{{after-help}}"
    ))
}

/// The program's arguments as other programs read them: completions and man pages.
pub fn listed_command() -> Command {
    let plain = Arguments::command();
    let names: Vec<_> = plain.get_subcommands().map(|it| it.get_name().to_owned()).collect();
    names.iter().fold(plain, |command, name| command.mut_subcommand(name, with_examples))
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

#[cfg(all(test, feature = "full"))]
mod tests {
    use super::*;

    #[test]
    fn every_subcommand_is_in_one_group() {
        let mut grouped: Vec<_> = SUBCOMMANDS
            .lines()
            .filter(|line| !line.starts_with(' ') && !line.ends_with(':'))
            .collect();
        grouped.sort_unstable();
        let command = Arguments::command();
        let mut names: Vec<_> =
            command.get_subcommands().map(Command::get_name).chain(["help"]).collect();
        names.sort_unstable();
        assert_eq!(grouped, names);
    }
}
