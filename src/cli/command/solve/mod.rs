//! `mancala solve`: picks the game. Each game has a file of its own.

mod kalah;
mod nimcala;

use clap::Args;

use crate::cli::Exit;
use crate::cli::options::format::Format;
use crate::game::rules::names::GameName;

#[derive(Debug, Args)]
pub(super) struct SolveArguments {
    /// The game: a rule set, as `mancala rules` explains, or nimcala
    #[arg(long, value_name = "NAME[,OPTION=VALUE]..", default_value = "usc")]
    rules: GameName,
    /// Pits in a row
    #[arg(long, value_name = "N")]
    pits: Option<u8>,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    // Last, since their headings are for all that follows.
    #[command(flatten)]
    kalah: kalah::Options,
    #[command(flatten)]
    nimcala: nimcala::Options,
}

pub(super) fn run(solve: &SolveArguments) -> anyhow::Result<Exit> {
    match solve.rules {
        GameName::Nimcala => nimcala::run(solve.pits, &solve.nimcala, solve.format),
        GameName::Kalah(rules) => kalah::run(rules, solve.pits, &solve.kalah, solve.format),
    }
}
