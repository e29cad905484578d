//! Each subcommand stands in one group of the help.

use super::*;

#[test]
fn every_subcommand_is_in_one_group() {
    let mut grouped: Vec<_> =
        SUBCOMMANDS.lines().filter(|line| !line.starts_with(' ') && !line.ends_with(':')).collect();
    grouped.sort_unstable();
    let command = Arguments::command();
    let mut names: Vec<_> =
        command.get_subcommands().map(Command::get_name).chain(["help"]).collect();
    names.sort_unstable();
    assert_eq!(grouped, names);
}
