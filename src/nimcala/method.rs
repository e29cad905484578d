//! The ways to solve, under one name each.
//!
//! Left out: how they solve ([`minimax`], [`exhaustive`], [`ranked`]).

use std::fmt;

use super::exhaustive::OutOfNodes;
use super::position::Nimcala;
use super::ranks::TooManyBoards;
use super::solution::Solution;
use super::{exhaustive, minimax, ranked};

/// A way to solve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Plain minimax: who wins, from the whole tree.
    Minimax,
    /// The whole tree; wins as fast as possible, loses as slowly as possible.
    Fastest,
    /// The same with a table keyed by the board and whose turn it is.
    Table,
    /// All boards in the order of their ranks, each once.
    Ranks,
}

impl Method {
    /// All methods, the most laborious first.
    pub const ALL: [Self; 4] = [Self::Minimax, Self::Fastest, Self::Table, Self::Ranks];

    /// The method's name, one word in small letters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::Fastest => "fastest",
            Self::Table => "table",
            Self::Ranks => "ranks",
        }
    }

    /// Solves the game from `start`. A method that searches visits at most `limit` nodes.
    ///
    /// # Errors
    /// [`Unsolved`] if the limit or the memory is too small.
    pub fn solve(self, start: Nimcala, limit: u64) -> Result<Solution, Unsolved> {
        match self {
            Self::Minimax => minimax::solve(start, limit).map_err(Unsolved::OutOfNodes),
            Self::Fastest => exhaustive::solve(start, limit).map_err(Unsolved::OutOfNodes),
            Self::Table => exhaustive::solve_with_table(start, limit).map_err(Unsolved::OutOfNodes),
            Self::Ranks => ranked::solve(start.row()).map_err(Unsolved::TooManyBoards),
        }
    }
}

/// The reason why a board was not solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsolved {
    /// A search reached its limit.
    OutOfNodes(OutOfNodes),
    /// A table would be too large.
    TooManyBoards(TooManyBoards),
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfNodes(reason) => reason.fmt(f),
            Self::TooManyBoards(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for Unsolved {}
