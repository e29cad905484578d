//! Where a game begins: the options that commands share.

use clap::{Args, ValueEnum};

use crate::game::board::MAX_WIDTH;
use crate::game::rules::names::preset_of;
use crate::game::{Board, Kalah, Rules, Side};

#[derive(Debug, Args)]
pub(crate) struct Start {
    /// Rule set by name, with options as in uw,capture=home
    #[arg(long, value_name = "NAME[,OPTION=VALUE]..", default_value = "usc")]
    pub(crate) rules: Rules,
    /// Pits in a row
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=MAX_WIDTH as i64))]
    pub(crate) pits: u8,
    #[command(flatten)]
    pub(crate) seeds: Seeds,
    #[command(flatten)]
    pub(crate) first: First,
}

#[derive(Debug, Args, Default)]
pub(crate) struct Seeds {
    /// Seeds in each pit [default: 3 under cits3001, as its sheet says, 4 under the others]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) seeds: Option<u16>,
}

impl Seeds {
    /// How many, if games are played by `rules`.
    pub(crate) fn under(&self, rules: Rules) -> u16 {
        self.seeds.unwrap_or(preset_of(rules).seeds)
    }
}

#[derive(Debug, Args, Default)]
pub(crate) struct First {
    /// Who moves first [default: south]
    #[arg(id = "mover", long = "first", value_enum, value_name = "SIDE")]
    pub(crate) first: Option<Mover>,
}

/// A side by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mover {
    /// Player 1, the lower row
    South,
    /// Player 2, the upper row
    North,
}

impl First {
    pub(crate) fn side(&self) -> Side {
        match self.first {
            None | Some(Mover::South) => Side::South,
            Some(Mover::North) => Side::North,
        }
    }
}

impl Start {
    /// The position before the first move.
    pub(crate) fn position(&self) -> anyhow::Result<Kalah> {
        let board = Board::opening(self.pits.into(), self.seeds.under(self.rules));
        Ok(Kalah::new(board, self.rules, self.first.side())?)
    }
}
