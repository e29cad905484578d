//! `mancala solve`: picks the game. Each game has a file of its own.

mod kalah;
pub mod nimcala;

use std::path::PathBuf;

use clap::Args;

use crate::io::{Exit, read_input};
use crate::options::Format;
use crate::options::start::Start;
use mancala::game::rules::names::GameName;
use mancala::homework::Input;

/// Compute who wins with best play, and how
#[derive(Debug, Args)]
pub struct SolveArguments {
    #[command(flatten)]
    start: Start,
    /// Solve the position of an input file, of either game, instead of an opening
    #[arg(value_name = "INPUT",
        conflicts_with_all = ["input", "rules", "pits", "seeds", "mover", "tokens", "board"])]
    position: Option<PathBuf>,
    /// The same as INPUT
    #[arg(short, long, value_name = "FILE",
        conflicts_with_all = ["rules", "pits", "seeds", "mover", "tokens", "board"])]
    input: Option<PathBuf>,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    // Last, since their headings are for all that follows.
    #[command(flatten)]
    kalah: kalah::KalahOptions,
    #[command(flatten)]
    nimcala: nimcala::NimcalaOptions,
}

pub fn run(solve: &SolveArguments) -> anyhow::Result<Exit> {
    let kalah = |start| {
        solve.nimcala.refuse_for_kalah()?;
        kalah::run(start, &solve.kalah, solve.format)
    };
    let nimcala = |start| {
        solve.kalah.refuse_for_nimcala()?;
        nimcala::run(start, &solve.nimcala, solve.format).map(Exit::from)
    };
    let input = solve.position.as_ref().or(solve.input.as_ref());
    match (input.map(|file| read_input(file)).transpose()?, solve.start.rules) {
        (Some(Input::Kalah(problem)), _) => kalah(problem.start()),
        (Some(Input::Nimcala(problem)), _) => nimcala(problem.start()),
        (None, GameName::Kalah(rules)) => kalah(solve.start.kalah(rules)?),
        (None, GameName::Nimcala) => nimcala(solve.start.nimcala()?),
    }
}
