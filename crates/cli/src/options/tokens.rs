//! Where a game of Nimcala begins: the options that commands share.

use clap::Args;

use super::refused::refuse;
use mancala::game::Side;
use mancala::nimcala::{Nimcala, TokenRow};

/// The game that none of these options is for.
pub(crate) const OTHER_GAME: &str = "Kalah (--rules nimcala has it)";

/// Pits and tokens of the handout's game.
const PITS: u8 = 4;
const TOKENS: u32 = 5;

#[derive(Debug, Args, Default)]
pub(crate) struct Tokens {
    /// Nimcala: tokens in the first pit of the opening [default: 5]
    #[arg(long, value_name = "N")]
    pub(crate) tokens: Option<u32>,
    /// Nimcala: tokens in each pit, in place of an opening, as in 0,0,0,2 or "0 0 0 2"
    #[arg(long, value_name = "ROW", conflicts_with = "tokens")]
    pub(crate) board: Option<String>,
}

impl Tokens {
    /// Fails if one of these options was given for a game of Kalah.
    ///
    /// # Errors
    /// Names it.
    pub(crate) fn refuse_for_kalah(&self) -> anyhow::Result<()> {
        let options = [
            ("--tokens", self.tokens.is_some()),
            ("--board", self.board.is_some()),
        ];
        refuse(&options, OTHER_GAME)
    }

    /// The position that the options say; of an opening the handout's four pits unless `pits` says
    /// otherwise.
    pub(crate) fn position(&self, pits: Option<u8>, mover: Side) -> anyhow::Result<Nimcala> {
        Ok(Nimcala::new(self.row(pits)?, mover))
    }

    fn row(&self, pits: Option<u8>) -> anyhow::Result<TokenRow> {
        let Some(board) = &self.board else {
            let (pits, tokens) = (pits.unwrap_or(PITS), self.tokens.unwrap_or(TOKENS));
            return Ok(TokenRow::opening(pits.into(), tokens)?);
        };
        anyhow::ensure!(
            pits.is_none(),
            "--board says how many pits there are: omit --pits"
        );
        let words = board.split(|c: char| c == ',' || c.is_whitespace());
        let tokens: Result<Vec<u32>, _> = words
            .filter(|word| !word.is_empty())
            .map(str::parse)
            .collect();
        let Ok(tokens) = tokens else {
            anyhow::bail!(
                "--board {board:?}: expected whole numbers with commas or blanks between them"
            );
        };
        TokenRow::new(&tokens).map_err(|error| anyhow::anyhow!("--board {board:?}: {error}"))
    }
}
