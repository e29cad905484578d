//! The help: the subcommands in groups, and examples at the end of each.
//!
//! Left out: what arguments mean; each says it where it is defined.

use clap::{Command, CommandFactory};

use super::Arguments;

/// The subcommands by what somebody wants to do.
const GROUPS: &[(&str, &[&str])] = &[
    ("Answer", &["run", "check", "compare", "trace"]),
    (
        "Learn and play",
        &["rules", "play", "match", "kgp", "draw", "page"],
    ),
    ("Solve", &["solve", "perft"]),
    (
        "Grade",
        &[
            "doctor",
            "grade",
            "explain",
            "report",
            "rescore",
            "merge",
            "name",
            "tournament",
            "export",
        ],
    ),
    (
        "Make cases",
        &["generate", "mutate", "mistakes", "examples"],
    ),
    ("This program", &["completions", "man", "help"]),
];

/// What is typed, by subcommand; each set works in a fresh clone. A test runs them.
const EXAMPLES: &[(&str, &[&str])] = &[
    (
        "run",
        &[
            "mancala run inputs/usc/statement/two-laps-player-1.txt -o out",
            "mancala run inputs -o answers --quiet",
        ],
    ),
    (
        "check",
        &[
            "mancala check",
            "mancala check inputs/usc expected/usc --filter capture",
        ],
    ),
    (
        "compare",
        &[
            "mancala run inputs/usc/statement/two-laps-player-1.txt -o mine",
            "mancala compare mine -i inputs/usc/statement/two-laps-player-1.txt",
        ],
    ),
    (
        "trace",
        &[
            "mancala trace inputs/usc/statement/equal-value-cuts-player-1.txt --rows 1..6 --boards",
            "mancala trace inputs/usc/statement/equal-value-cuts-player-1.txt expected/usc/statement/equal-value-cuts-player-1/traverse_log.txt",
        ],
    ),
    ("page", &["mancala page -o mancala.html"]),
    (
        "rules",
        &["mancala rules uw", "mancala rules usc,takes=opposite"],
    ),
    (
        "play",
        &[
            "mancala play",
            "mancala play --south greedy --north alphabeta:4 --record game.game",
            "mancala play --rules nimcala --south greedy --north perfect",
        ],
    ),
    (
        "match",
        &[
            "mancala match greedy alphabeta:3 --games 20",
            "mancala match perfect random --rules nimcala --games 20",
        ],
    ),
    (
        "draw",
        &[
            "mancala draw inputs/usc/statement/two-laps-player-1.txt --format text",
            "mancala draw inputs/usc/statement/two-laps-player-1.txt -o board.svg",
            "mancala draw inputs/nimcala/taking-both-wins-taking-one-loses.txt --format text",
        ],
    ),
    (
        "solve",
        &[
            "mancala solve --rules cits3001 --pits 4 --seeds 3",
            "mancala solve -i inputs/usc/statement/two-laps-player-1.txt",
            "mancala solve --rules nimcala --pits 4 --tokens 5",
        ],
    ),
    ("perft", &["mancala perft --pits 6 --seeds 4 --depth 6"]),
    (
        "grade",
        &[
            "mancala grade examples/submissions --cases inputs/usc --filter greedy --results results # exit code 1",
        ],
    ),
    (
        "merge",
        &[
            "mancala grade examples/submissions --cases inputs/usc/beyond --results parts --shard 1/2",
            "mancala grade examples/submissions --cases inputs/usc/beyond --results parts --shard 2/2",
            "mancala merge parts/shard-1-of-2 parts/shard-2-of-2 -o merged # exit code 1",
        ],
    ),
    (
        "explain",
        &[
            "mancala mutate ties-to-last -i inputs/usc/statement -o wrong",
            "mancala explain wrong --cases inputs/usc/statement # exit code 1",
        ],
    ),
    ("generate", &["mancala generate --count 20 -o suite"]),
    (
        "mutate",
        &["mancala mutate no-extra-turn -i inputs/usc/statement -o wrong"],
    ),
    (
        "mistakes",
        &[
            "mancala mistakes ties-to-last",
            "mancala mistakes --matrix inputs/usc",
        ],
    ),
    (
        "examples",
        &["mancala examples inputs/usc/statement --expected expected/usc/statement"],
    ),
    ("completions", &["mancala completions bash > mancala.bash"]),
    ("man", &["mancala man -o man"]),
];

/// The program's arguments, with their help put in order.
pub(super) fn command() -> Command {
    let plain = Arguments::command();
    // Built, since what a deferred subcommand does is said where its options are.
    let mut built = plain.clone();
    built.build();
    let groups = groups(&built);
    let names: Vec<_> = plain
        .get_subcommands()
        .map(|it| it.get_name().to_owned())
        .collect();
    let ordered = names.iter().fold(plain, |command, name| {
        // Hidden from the flat list, since the groups show it.
        command.mut_subcommand(name, |it| with_examples(it).hide(true))
    });
    ordered
        .override_usage("mancala [OPTIONS]\n       mancala <COMMAND>")
        .help_template(format!("{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{{all-args}}{{after-help}}"))
}

/// The program's arguments as other programs read them: completions and man pages.
pub(super) fn listed_command() -> Command {
    let plain = Arguments::command();
    let names: Vec<_> = plain
        .get_subcommands()
        .map(|it| it.get_name().to_owned())
        .collect();
    names.iter().fold(plain, |command, name| {
        command.mut_subcommand(name, with_examples)
    })
}

fn with_examples(command: Command) -> Command {
    match EXAMPLES
        .iter()
        .find(|(name, _)| *name == command.get_name())
    {
        Some((_, lines)) => command.after_help(format!("Examples:\n  {}", lines.join("\n  "))),
        None => command,
    }
}

/// The subcommands with what they do, group by group; what is in no group comes last.
fn groups(command: &Command) -> String {
    let line = |it: &Command| {
        let about = it.get_about().map(ToString::to_string).unwrap_or_default();
        format!("  {:12} {about}\n", it.get_name())
    };
    let mut text = String::new();
    for (title, names) in GROUPS {
        text += &format!("{title}:\n");
        text.extend(
            names
                .iter()
                .filter_map(|name| command.find_subcommand(name))
                .map(line),
        );
        text += "\n";
    }
    let grouped = |it: &&Command| {
        GROUPS
            .iter()
            .any(|(_, names)| names.contains(&it.get_name()))
    };
    text.extend(
        command
            .get_subcommands()
            .filter(|it| !grouped(it))
            .map(line),
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subcommand_is_in_one_group() {
        let mut grouped: Vec<_> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        grouped.sort_unstable();
        let command = Arguments::command();
        let mut names: Vec<_> = command
            .get_subcommands()
            .map(Command::get_name)
            .chain(["help"])
            .collect();
        names.sort_unstable();
        assert_eq!(grouped, names);
    }
}
