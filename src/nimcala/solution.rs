//! A solved board: who wins, how soon, and by which moves. All solvers answer in these words.
//!
//! The winner plays for the shortest game and the loser for the longest.

use std::fmt;

use super::position::{Nimcala, Take};
use crate::game::Position;

/// The player who wins a board with best play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The player to move.
    Win,
    /// The other player.
    Loss,
}

/// The end that best play leads to, for the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prospect {
    /// Who wins.
    pub outcome: Outcome,
    /// Moves until the end; `None` if only the winner was sought.
    pub moves: Option<u32>,
}

impl Prospect {
    /// That of a player who `wins` or loses, nobody knows how soon.
    pub(super) const fn untimed(wins: bool) -> Self {
        Self { outcome: if wins { Outcome::Win } else { Outcome::Loss }, moves: None }
    }
}

/// What a solver found out about a board, and what it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// The board itself, for the player to move.
    pub prospect: Prospect,
    /// Every first move with what it leads to, for the same player and that move included.
    pub first_moves: Vec<(Take, Prospect)>,
    /// The moves of a whole game of best play: among equal moves the first, leftmost pit and fewest
    /// tokens first. `None` from a solver that does not keep what it found.
    pub line: Option<Vec<Take>>,
    /// Nodes that a search visited, the root and every repetition included; `None` without a search.
    pub nodes: Option<u64>,
    /// Visits that a table answered; `None` without a table to look into.
    pub table_hits: Option<u64>,
    /// Boards or positions that a table holds; `None` without a table.
    pub table_size: Option<u64>,
}

impl Solution {
    /// The first moves that win.
    pub fn winning(&self) -> impl Iterator<Item = Take> + '_ {
        let winning = self.first_moves.iter().filter(|(_, to)| to.outcome == Outcome::Win);
        winning.map(|&(take, _)| take)
    }
}

/// The reason why a board was not solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsolved {
    /// A search would have visited more nodes than this, the most that it was allowed to.
    OutOfNodes(u64),
    /// There are more boards ([`u64::MAX`] for too many to count) than a table holds.
    TooManyBoards {
        /// How many there are.
        boards: u64,
        /// How many the table holds.
        most: u64,
    },
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfNodes(limit) => write!(f, "not solved within {limit} nodes"),
            Self::TooManyBoards { boards, most } => {
                let found = match boards {
                    &u64::MAX => "more boards than can be counted".to_owned(),
                    boards => format!("{boards} boards"),
                };
                write!(f, "{found}: the table for this holds at most {most}")
            }
        }
    }
}

impl std::error::Error for Unsolved {}

/// A prospect whose length is known, in two bytes and in the order of the *other* player's liking:
/// a loss in m moves is m, a win in m moves is the largest number less m. So a player's best move
/// leads to the smallest, whether that wins soon or loses late.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Length(u16);

impl Length {
    /// The player to move has lost.
    pub const LOST: Self = Self(0);

    /// The same one move earlier, for the player who makes that move.
    pub const fn one_move_before(self) -> Self {
        // No game is near 32,767 moves long.
        if self.is_loss() { Self(u16::MAX - (self.0 + 1)) } else { Self(u16::MAX - self.0 + 1) }
    }

    const fn is_loss(self) -> bool {
        self.0 <= u16::MAX / 2
    }

    /// The same in words.
    pub fn prospect(self) -> Prospect {
        let (outcome, moves) = match self.is_loss() {
            true => (Outcome::Loss, self.0),
            false => (Outcome::Win, u16::MAX - self.0),
        };
        Prospect { outcome, moves: Some(u32::from(moves)) }
    }
}

/// The moves of best play from `start`, by the lengths of all positions that come up.
pub fn line(start: Nimcala, length: impl Fn(&Nimcala) -> Option<Length>) -> Option<Vec<Take>> {
    let mut line = Vec::new();
    let mut here = start;
    while !here.is_over() {
        let mut best: Option<(Length, Take)> = None;
        for take in here.moves() {
            let after = length(&here.play(take))?;
            if best.is_none_or(|(least, _)| after < least) {
                best = Some((after, take));
            }
        }
        let (_, take) = best?;
        line.push(take);
        here = here.play(take);
    }
    Some(line)
}
