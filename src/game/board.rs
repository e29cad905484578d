//! The board: two rows of pits, two stores, and the two sides; and the handout's names of pits.
//!
//! ```text
//!             column   0    1    2    3
//!                    A2   A3   A4   A5        North = player 2
//!   North's store A1                    B6    South's store
//!                    B2   B3   B4   B5        South = player 1
//! ```
//!
//! A pit is a column on the page, 0 = leftmost, for both sides: input rows, names, tie-break order
//! and "opposite" (the same column) need no direction. Only sowing does: South sows left to right,
//! North right to left, so that the seeds run counter-clockwise around the board.
//!
//! In the names the stores take the first and last column of the handout's drawing, so the pit in column
//! `c` has the number `c + 2`, two digits from the ninth pit on.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The most pits that a row can have.
pub const MAX_WIDTH: usize = 12;

/// The most seeds that a board's pits can hold together, stores not counted.
///
/// Twenty pits of 1000 seeds, the largest board of the homework.
pub const MAX_SEEDS_IN_PITS: u32 = 20_000;

/// The most seeds that a store can hold before the game begins.
pub const MAX_STORE: u32 = 1_000_000;

/// One of the two players, named for the row that is theirs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Player 1: the lower row and the store at the right.
    South,
    /// Player 2: the upper row and the store at the left.
    North,
}

impl Side {
    /// Both sides, South first.
    pub const BOTH: [Self; 2] = [Self::South, Self::North];

    /// The other side.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::North => Self::South,
        }
    }

    /// 0 for South, 1 for North.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::South => "South",
            Self::North => "North",
        }
    }

    /// The player's number in the handouts: 1 for South, 2 for North.
    pub const fn player(self) -> u8 {
        match self {
            Self::South => 1,
            Self::North => 2,
        }
    }
}

/// A pit of either row: its column on the page, 0 = leftmost.
///
/// ```
/// use mancala::game::{Pit, PitName, Side};
///
/// let leftmost = Pit::new(0);
/// assert_eq!(PitName(Side::South, leftmost).to_string(), "B2");
/// assert_eq!(PitName(Side::North, leftmost).to_string(), "A2");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pit(u8);

impl Pit {
    /// The pit in column `column`.
    ///
    /// # Panics
    /// If `column` is not below [`MAX_WIDTH`].
    #[inline]
    pub const fn new(column: usize) -> Self {
        assert!(column < MAX_WIDTH, "a row has at most MAX_WIDTH pits");
        Self(column as u8)
    }

    /// The column, below [`MAX_WIDTH`].
    #[inline]
    pub const fn column(self) -> usize {
        self.0 as usize
    }
}

/// Seeds in two rows of 1 to [`MAX_WIDTH`] pits and in two stores.
///
/// Any such arrangement is a board; whether it can be played is for [`Kalah::new`](super::Kalah::new) to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    width: u8,
    /// By side; columns from the width on stay 0.
    rows: [[u16; MAX_WIDTH]; 2],
    stores: [u32; 2],
}

impl Board {
    /// A board of `width` pits a side, all empty.
    ///
    /// # Panics
    /// If `width` is not in 1..=[`MAX_WIDTH`].
    pub const fn empty(width: usize) -> Self {
        assert!(width >= 1 && width <= MAX_WIDTH, "a row has 1 to 12 pits");
        Self { width: width as u8, rows: [[0; MAX_WIDTH]; 2], stores: [0; 2] }
    }

    /// The board before the first move: `seeds` in each of `width` pits a side.
    ///
    /// # Panics
    /// If `width` is not in 1..=[`MAX_WIDTH`].
    pub fn opening(width: usize, seeds: u16) -> Self {
        let mut board = Self::empty(width);
        for side in Side::BOTH {
            board.rows[side.index()][..width].fill(seeds);
        }
        board
    }

    /// The board with these seeds: rows with the leftmost pit first, and stores, South's before North's.
    ///
    /// ```
    /// use mancala::game::{Board, Side};
    ///
    /// let board = Board::new([&[3, 3, 3], &[0, 4, 4]], [1, 0]);
    /// assert_eq!(board.row(Side::North), [0, 4, 4]);
    /// assert_eq!(board.store(Side::South), 1);
    /// ```
    ///
    /// # Panics
    /// If the rows differ in length, or their length is not in 1..=[`MAX_WIDTH`].
    pub fn new(rows: [&[u16]; 2], stores: [u32; 2]) -> Self {
        let [south, north] = rows;
        assert!(south.len() == north.len(), "rows are of the same length");
        let mut board = Self::empty(south.len());
        for (row, seeds) in board.rows.iter_mut().zip(rows) {
            row[..seeds.len()].copy_from_slice(seeds);
        }
        board.stores = stores;
        board
    }

    /// How many pits a row has.
    #[inline]
    pub const fn width(&self) -> usize {
        self.width as usize
    }

    /// The pits of a row, leftmost first.
    pub fn columns(&self) -> impl Iterator<Item = Pit> + use<> {
        (0..self.width).map(Pit)
    }

    /// The row of `side`, leftmost pit first.
    pub fn row(&self, side: Side) -> &[u16] {
        &self.rows[side.index()][..self.width()]
    }

    /// The seeds in a pit.
    #[inline]
    pub fn seeds(&self, side: Side, pit: Pit) -> u16 {
        self.rows[side.index()][pit.column()]
    }

    /// Puts `seeds` into a pit in place of what lies there.
    ///
    /// # Panics
    /// If the board has no such pit.
    pub(super) fn set_seeds(&mut self, side: Side, pit: Pit, seeds: u16) {
        assert!(pit.column() < self.width(), "no such pit on this board");
        self.rows[side.index()][pit.column()] = seeds;
    }

    /// The seeds in the store of `side`.
    #[inline]
    pub fn store(&self, side: Side) -> u32 {
        self.stores[side.index()]
    }

    /// Puts `seeds` into a store in place of what lies there.
    pub(super) fn set_store(&mut self, side: Side, seeds: u32) {
        self.stores[side.index()] = seeds;
    }

    /// All seeds in the row of `side`.
    pub fn seeds_in_row(&self, side: Side) -> u32 {
        self.row(side).iter().copied().map(u32::from).sum()
    }

    /// All seeds in both rows.
    pub fn seeds_in_pits(&self) -> u32 {
        self.seeds_in_row(Side::South) + self.seeds_in_row(Side::North)
    }

    /// The store of `side` less the other store.
    pub fn lead(&self, side: Side) -> i32 {
        self.store(side) as i32 - self.store(side.opponent()) as i32
    }
}

/// A pit's name.
///
/// ```
/// use mancala::game::{Pit, PitName, Side};
///
/// assert_eq!(PitName::parse("a11"), Some(PitName(Side::North, Pit::new(9))));
/// assert_eq!(PitName::parse("B1"), None, "a store is no pit");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PitName(pub Side, pub Pit);

impl PitName {
    /// The letter of a row.
    pub const fn letter(side: Side) -> char {
        match side {
            Side::South => 'B',
            Side::North => 'A',
        }
    }

    /// The names of pits of one row.
    pub fn of_all(side: Side, pits: &[Pit]) -> Vec<String> {
        pits.iter().map(|&pit| Self(side, pit).to_string()).collect()
    }

    /// The pit that `text` names, in capitals or not; `None` if it names none of a board of any width.
    pub fn parse(text: &str) -> Option<Self> {
        let mut characters = text.chars();
        let side = match characters.next()? {
            'A' | 'a' => Side::North,
            'B' | 'b' => Side::South,
            _ => return None,
        };
        Some(Self(side, Self::parse_pit(characters.as_str())?))
    }

    /// The pit whose number in the handout's drawing is `digits`.
    pub fn parse_pit(digits: &str) -> Option<Pit> {
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
        let column = digits.parse::<usize>().ok()?.checked_sub(2)?;
        (plain && column < MAX_WIDTH).then(|| Pit::new(column))
    }

    /// The number of a pit in its row.
    pub const fn number(pit: Pit) -> u32 {
        pit.column() as u32 + 2
    }
}

impl fmt::Display for PitName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Self::letter(self.0), Self::number(self.1))
    }
}
