//! Where a game begins: the options that `play` and `match` share.

use clap::Args;

use crate::game::board::MAX_WIDTH;
use crate::game::{Board, Kalah, Rules, Side};

#[derive(Debug, Args)]
pub(crate) struct Start {
    /// Rule set by name, with options as in uw,capture=home
    #[arg(long, value_name = "RULES", default_value = "cits3001")]
    pub(crate) rules: Rules,
    /// Pits in a row
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=MAX_WIDTH as i64))]
    pub(crate) pits: u8,
    /// Seeds in each pit
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) seeds: u16,
}

impl Start {
    /// The position before the first move, South to play.
    pub(crate) fn position(&self) -> anyhow::Result<Kalah> {
        let board = Board::opening(self.pits.into(), self.seeds);
        Ok(Kalah::new(board, self.rules, Side::South)?)
    }
}
