//! A position of Nimcala, as any search may play it.
//!
//! Left out: what a move does to the row ([`row`](super::row)).

use super::row::{Take, TokenRow};
use crate::game::{Position, Side};

/// A position: a row and whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Nimcala {
    row: TokenRow,
    mover: Side,
}

impl Nimcala {
    /// The position in which `mover` is to move. An empty row is lost for `mover`.
    #[must_use]
    pub const fn new(row: TokenRow, mover: Side) -> Self {
        Self { row, mover }
    }

    /// Where the tokens lie.
    #[must_use]
    pub const fn row(&self) -> &TokenRow {
        &self.row
    }
}

impl Position for Nimcala {
    type Move = Take;

    #[inline]
    fn mover(&self) -> Side {
        self.mover
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.row.is_empty()
    }

    fn moves(&self) -> impl Iterator<Item = Take> + use<> {
        self.row.takes()
    }

    #[inline]
    fn play(&self, take: Take) -> Self {
        Self {
            row: self.row.after(take),
            mover: self.mover.opponent(),
        }
    }

    /// 1 for a won game, -1 for a lost one; 0 as long as the game is not over.
    #[inline]
    fn score(&self, side: Side) -> i32 {
        match (self.is_over(), self.mover == side) {
            (false, _) => 0,
            // The last token was taken by the player who is not to move.
            (true, true) => -1,
            (true, false) => 1,
        }
    }
}
