//! A row of tokens and what a move does to it, and with whose turn it is a position for any search.

use std::fmt;

use crate::game::{Position, Side};

/// The most pits in a row.
pub const MAX_PITS: usize = 64;

/// The most tokens on a board.
pub const MAX_TOKENS: u32 = 1000;

/// Tokens in a row of 1 to [`MAX_PITS`] pits, at most [`MAX_TOKENS`] together.
///
/// ```
/// use mancala::nimcala::TokenRow;
///
/// let opening = TokenRow::opening(4, 5)?;
/// let take_three = opening.takes().find(|take| take.count() == 3);
/// let after = take_three.map(|take| opening.after(take).to_string());
/// assert_eq!(after.as_deref(), Some("2 1 1 1"));
/// # Ok::<(), mancala::nimcala::NoRow>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenRow {
    width: u8,
    /// From the width on all 0.
    pits: [u16; MAX_PITS],
}

/// Why tokens do not make a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoRow {
    /// There are no pits, or more than [`MAX_PITS`].
    PitCount,
    /// There are more than [`MAX_TOKENS`] tokens.
    TooManyTokens,
}

impl fmt::Display for NoRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PitCount => write!(f, "a row has 1 to {MAX_PITS} pits"),
            Self::TooManyTokens => write!(f, "a row has at most {MAX_TOKENS} tokens"),
        }
    }
}

impl std::error::Error for NoRow {}

impl TokenRow {
    /// The row with these tokens, pit 1 first.
    ///
    /// # Errors
    /// [`NoRow`] if there are too few or too many pits, or too many tokens.
    pub fn new(tokens: &[u32]) -> Result<Self, NoRow> {
        if tokens.is_empty() || tokens.len() > MAX_PITS {
            return Err(NoRow::PitCount);
        }
        let total = tokens.iter().try_fold(0u32, |sum, &tokens| sum.checked_add(tokens));
        if total.is_none_or(|total| total > MAX_TOKENS) {
            return Err(NoRow::TooManyTokens);
        }
        let mut row = Self { width: tokens.len() as u8, pits: [0; MAX_PITS] };
        for (pit, &tokens) in row.pits.iter_mut().zip(tokens) {
            // Fits: no more than MAX_TOKENS.
            *pit = tokens as u16;
        }
        Ok(row)
    }

    /// The board before the first move: `tokens` in the first of `pits` pits.
    ///
    /// # Errors
    /// As [`TokenRow::new`].
    pub fn opening(pits: usize, tokens: u32) -> Result<Self, NoRow> {
        let mut row = vec![0; pits];
        *row.first_mut().ok_or(NoRow::PitCount)? = tokens;
        Self::new(&row)
    }

    /// The tokens, pit 1 first.
    #[inline]
    pub fn tokens(&self) -> &[u16] {
        &self.pits[..usize::from(self.width)]
    }

    /// All tokens in play.
    pub fn total(&self) -> u32 {
        self.tokens().iter().copied().map(u32::from).sum()
    }

    /// Whether no token is left.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.tokens().iter().all(|&tokens| tokens == 0)
    }

    /// The possible moves: leftmost pit first, fewest tokens first.
    pub fn takes(&self) -> impl Iterator<Item = Take> + use<> {
        let row = *self;
        (0..row.width).flat_map(move |pit| {
            let tokens = row.pits[usize::from(pit)];
            (1..=tokens).map(move |count| Take { pit, count })
        })
    }

    /// The row after `take`, which must be possible.
    #[must_use]
    pub fn after(mut self, take: Take) -> Self {
        let from = take.pit();
        debug_assert!(take.count >= 1 && take.count <= self.pits[from]);
        self.pits[from] -= take.count;
        let to_the_right = usize::from(self.width) - 1 - from;
        let dropped = to_the_right.min(usize::from(take.count));
        for pit in &mut self.pits[from + 1..=from + dropped] {
            *pit += 1;
        }
        self
    }
}

/// The tokens with single blanks between them: `2 1 1 1`.
impl fmt::Display for TokenRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tokens: Vec<_> = self.tokens().iter().map(u16::to_string).collect();
        f.write_str(&tokens.join(" "))
    }
}

/// A move: so many tokens of one pit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Take {
    pit: u8,
    count: u16,
}

impl Take {
    /// The pit, 0 = leftmost.
    pub const fn pit(self) -> usize {
        self.pit as usize
    }

    /// How many tokens, at least 1.
    pub const fn count(self) -> u32 {
        self.count as u32
    }
}

/// A position: a row and whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Nimcala {
    row: TokenRow,
    mover: Side,
}

impl Nimcala {
    /// The position in which `mover` is to move. An empty row is lost for `mover`.
    pub const fn new(row: TokenRow, mover: Side) -> Self {
        Self { row, mover }
    }

    /// Where the tokens lie.
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
        Self { row: self.row.after(take), mover: self.mover.opponent() }
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
