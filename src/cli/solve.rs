//! `mancala solve`: picks the game. Each game has a file of its own.

use clap::Args;

use super::{Exit, Format, solve_nimcala};
use crate::game::rule_names::GameName;

#[derive(Debug, Args)]
pub(super) struct Solve {
    /// The game: a rule set, as `mancala rules` explains, or nimcala
    #[arg(long, value_name = "NAME[,OPTION=VALUE]..", default_value = "usc")]
    rules: GameName,
    /// Pits in a row
    #[arg(long, value_name = "N")]
    pits: Option<u8>,
    #[command(flatten)]
    nimcala: solve_nimcala::Options,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn run(solve: &Solve) -> anyhow::Result<Exit> {
    match solve.rules {
        GameName::Nimcala => solve_nimcala::run(solve.pits, &solve.nimcala, solve.format),
        GameName::Kalah(_) => anyhow::bail!("solving {} is not available yet", solve.rules),
    }
}
