//! Where a game begins: the options that commands share.

use clap::{Args, ValueEnum};

use super::refused::refuse;
use super::tokens::Tokens;
use mancala::game::board::MAX_WIDTH;
use mancala::game::rules::names::{GameName, preset_of};
use mancala::game::{Board, Kalah, Rules, Side};
use mancala::nimcala::Nimcala;

#[derive(Debug, Args)]
pub(crate) struct Start {
    /// Rule set by name, with options as in uw,capture=home; or nimcala
    #[arg(long, value_name = "NAME[,OPTION=VALUE]..", default_value = "usc")]
    pub(crate) rules: GameName,
    /// Pits in a row [default: 6, of Nimcala 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub(crate) pits: Option<u8>,
    #[command(flatten)]
    pub(crate) seeds: Seeds,
    #[command(flatten)]
    pub(crate) first: First,
    #[command(flatten)]
    pub(crate) tokens: Tokens,
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

/// The pits of the game as most people know it.
const PITS: u8 = 6;

impl Start {
    /// The position of Kalah before the first move.
    pub(crate) fn kalah(&self, rules: Rules) -> anyhow::Result<Kalah> {
        self.tokens.refuse_for_kalah()?;
        let pits = usize::from(self.pits.unwrap_or(PITS));
        anyhow::ensure!(pits <= MAX_WIDTH, "--pits: expected 1 to {MAX_WIDTH}");
        let board = Board::opening(pits, self.seeds.under(rules));
        Ok(Kalah::new(board, rules, self.first.side())?)
    }

    /// The position of Nimcala before the first move.
    pub(crate) fn nimcala(&self) -> anyhow::Result<Nimcala> {
        refuse(&[("--seeds", self.seeds.seeds.is_some())], "Nimcala")?;
        self.tokens.position(self.pits, self.first.side())
    }
}
