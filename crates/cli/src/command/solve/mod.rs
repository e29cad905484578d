//! `mancala solve`: picks the game. Each game has a file of its own.

mod kalah;
mod nimcala;

use std::path::PathBuf;

use clap::Args;

use crate::Exit;
use crate::io::read_input;
use crate::options::{Format, number, rules};
use mancala::game::rules::names::GameName;
use mancala::homework::Input;

/// Compute who wins with best play, and how
#[derive(Debug, Args)]
pub struct SolveArguments {
    /// The game: a rule set, as `mancala rules` explains, or nimcala
    #[arg(long, value_name = "NAME[,OPTION=VALUE]..", default_value_t = GameName::default(), value_parser = rules::<GameName>(), hide_possible_values = true)]
    rules: GameName,
    /// Solve the position of an input file, of either game, instead of an opening
    #[arg(value_name = "INPUT",
        conflicts_with_all = ["input", "rules", "pits", "seeds", "mover", "tokens", "board", "player"])]
    position: Option<PathBuf>,
    /// The same as INPUT
    #[arg(short, long, value_name = "FILE",
        conflicts_with_all = ["rules", "pits", "seeds", "mover", "tokens", "board", "player"])]
    input: Option<PathBuf>,
    /// Pits in a row
    #[arg(long, value_name = "N", value_parser = number::<u8>(0..=u8::MAX))]
    pits: Option<u8>,
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
    let (kalah, nimcala) = (&solve.kalah, &solve.nimcala);
    match solve.position.as_ref().or(solve.input.as_ref()) {
        Some(input) => match read_input(input)? {
            Input::Kalah(problem) => {
                nimcala.refuse_for_kalah()?;
                kalah::run(problem.start(), kalah, solve.format)
            }
            Input::Nimcala(problem) => {
                kalah.refuse_for_nimcala()?;
                nimcala::run(problem.start(), nimcala, solve.format)
            }
        },
        None => match solve.rules {
            GameName::Nimcala => {
                kalah.refuse_for_nimcala()?;
                let start = nimcala::start(solve.pits, nimcala)?;
                nimcala::run(start, nimcala, solve.format)
            }
            GameName::Kalah(rules) => {
                nimcala.refuse_for_kalah()?;
                let start = kalah::start(rules, solve.pits, nimcala.board(), kalah)?;
                kalah::run(start, kalah, solve.format)
            }
        },
    }
}
