//! `mancala ugi`: an engine for managers of matches, by the Universal Game Interface.

use std::io;

use clap::Args;

use crate::Exit;
use crate::options::start::Seeds;
use crate::options::{number, rules};
use mancala::game::board::MAX_WIDTH;
use mancala::game::{Board, Kalah, Rules, Side};

/// Play as an engine on standard input and output, by the Universal Game Interface (UGI)
///
/// UGI is UCI, the protocol of chess engines, for any game: "position startpos moves B4", "go
/// movetime 500", "query p1turn". A move is one sow, named as in the handout. After "position fen"
/// stands a line as `mancala moves` reads it: North's pits, South's pits, North's store, South's
/// store, and the player to move.
#[derive(Debug, Args)]
pub struct UgiArguments {
    /// The rules
    #[arg(long, value_name = "RULES", default_value_t = Rules::default(), value_parser = rules::<Rules>(), hide_possible_values = true)]
    rules: Rules,
    /// Pits in a row of startpos
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = number::<u8>(1..=MAX_WIDTH as u8))]
    pits: u8,
    #[command(flatten)]
    seeds: Seeds,
}

pub fn run(arguments: &UgiArguments) -> anyhow::Result<Exit> {
    let board = Board::opening(arguments.pits.into(), arguments.seeds.under(arguments.rules));
    let start = Kalah::new(board, arguments.rules, Side::South)?;
    kgp::ugi::serve(start, io::stdin().lock(), io::stdout())?;
    Ok(Exit::Success)
}
