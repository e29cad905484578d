//! The lines of an input file, and the numbers that each may hold.
//!
//! Left out: reading them ([`parse`](super::parse)).

use std::fmt;

use crate::game::Side;
use crate::game::board::MAX_STORE;
use crate::homework::problem::MAX_CUTOFF;
use crate::nimcala;

/// The fewest pits in a row of the homework.
pub const MIN_PITS: usize = 3;
/// The most pits in a row of the homework.
pub const MAX_PITS: usize = 10;
/// The most stones in a pit of an input file.
pub const MAX_STONES: u32 = 1000;
/// One of the lines of an input file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// The line before line 1: which game, by which rules.
    Rules,
    /// Line 1.
    Task,
    /// Line 2.
    Player,
    /// Line 3.
    Cutoff,
    /// Lines 4 and 5.
    Pits(Side),
    /// Lines 6 and 7.
    Store(Side),
    /// Line 1 of Nimcala.
    NimcalaTask,
    /// Line 3 of Nimcala.
    NimcalaCutoff,
    /// Line 4 of Nimcala.
    Row,
}

impl Line {
    pub(super) const fn number(self) -> u8 {
        match self {
            Self::Rules => 0,
            Self::Task | Self::NimcalaTask => 1,
            Self::Player => 2,
            Self::Cutoff | Self::NimcalaCutoff => 3,
            Self::Pits(Side::North) | Self::Row => 4,
            Self::Pits(Side::South) => 5,
            Self::Store(Side::North) => 6,
            Self::Store(Side::South) => 7,
        }
    }

    /// The numbers that this line may hold.
    pub(super) const fn range(self) -> (u32, u32) {
        match self {
            Self::Rules => (0, 0),
            Self::Task => (1, 4),
            Self::NimcalaTask => (1, 3),
            Self::Player => (1, 2),
            Self::Cutoff | Self::NimcalaCutoff => (0, MAX_CUTOFF),
            Self::Pits(_) => (0, MAX_STONES),
            Self::Store(_) => (0, MAX_STORE),
            Self::Row => (0, nimcala::MAX_TOKENS),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules => f.write_str("the rules"),
            Self::Task => {
                f.write_str("the task (1 greedy, 2 minimax, 3 alpha-beta, 4 competition)")
            }
            Self::NimcalaTask => f.write_str("the task (1 greedy, 2 minimax, 3 alpha-beta)"),
            Self::Player => f.write_str("the player to move (1 or 2)"),
            Self::Cutoff => write!(f, "the cutoff depth (0 to {MAX_CUTOFF})"),
            Self::NimcalaCutoff => write!(f, "the cutoff depth (0 to {MAX_CUTOFF}, or none)"),
            Self::Pits(side) => write!(
                f,
                "player {}'s pits ({MIN_PITS} to {MAX_PITS} numbers, each 0 to {MAX_STONES})",
                side.player()
            ),
            Self::Store(side) => {
                write!(f, "player {}'s mancala (0 to {MAX_STORE})", side.player())
            }
            Self::Row => write!(
                f,
                "the row of pits (1 to {} numbers, together at most {})",
                nimcala::MAX_PITS,
                nimcala::MAX_TOKENS
            ),
        }
    }
}
