//! `mancala ugi`: an engine for managers of matches, by the Universal Game Interface.

use std::io;

use clap::Args;

use crate::options::start::KalahOpening;

/// Play as an engine on standard input and output, by the Universal Game Interface (UGI)
///
/// UGI is UCI, the protocol of chess engines, for any game: "position startpos moves B4", "go movetime 500", "query
/// p1turn". A move is one sow, named as in the handout. After "position fen" stands a line as `mancala moves` reads it:
/// North's pits, South's pits, North's store, South's store, and the player to move.
#[derive(Debug, Args)]
pub struct UgiArguments {
    #[command(flatten)]
    opening: KalahOpening,
}

pub fn run(arguments: &UgiArguments) -> anyhow::Result<()> {
    Ok(kgp::ugi::serve(arguments.opening.start()?, io::stdin().lock(), io::stdout())?)
}
