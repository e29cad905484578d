//! Who wins, and how soon, by one pass through the boards in the order of their ranks.
//!
//! Left out: solvers that search ([`exhaustive`](super::exhaustive)), to which these are the fast
//! alternative.

use super::position::Nimcala;
use super::ranks::{Ascent, TooManyBoards, boards, rank};
use super::row::TokenRow;
use super::solution::{Length, Outcome, Prospect, Solution, line};
use crate::game::Side;

/// The largest table with lengths of games, in boards: 100 MB at two bytes each.
pub(super) const MAX_BOARDS_WITH_LENGTH: u64 = 50_000_000;

/// Solves a board, with the length of the game and a line of best play if there are at most
/// [`MAX_BOARDS_WITH_LENGTH`] boards of as many tokens.
///
/// # Errors
/// [`TooManyBoards`] if there are too many even for one bit each.
pub(super) fn solve(row: &TokenRow) -> Result<Solution, TooManyBoards> {
    let boards = boards(row.tokens().len(), row.total());
    if boards > MAX_BOARDS_WITH_LENGTH {
        return solve_without_length(row);
    }
    let table = lengths(Ascent::new(row.tokens().len(), row.total())?, rank(row));
    let length = |row: &TokenRow| table[rank(row) as usize];
    let first_moves = row.takes().map(|take| {
        let length = length(&row.after(take)).one_move_before();
        (take, length.prospect())
    });
    Ok(Solution {
        prospect: length(row).prospect(),
        first_moves: first_moves.collect(),
        // Who moves does not matter to a table of boards.
        line: line(Nimcala::new(*row, Side::South), |here| {
            Some(length(here.row()))
        }),
        ..by_ranks(row)
    })
}

/// Solves a board in the least memory and time: who wins, and not how soon.
///
/// # Errors
/// [`TooManyBoards`] if there are too many for one bit each.
pub(super) fn solve_without_length(row: &TokenRow) -> Result<Solution, TooManyBoards> {
    let losses = losses(Ascent::new(row.tokens().len(), row.total())?, rank(row));
    let is_lost = |row: &TokenRow| is_in(&losses, rank(row) as usize);
    let first_moves = row.takes().map(|take| {
        let wins = is_lost(&row.after(take));
        (take, untimed(wins))
    });
    Ok(Solution {
        prospect: untimed(!is_lost(row)),
        first_moves: first_moves.collect(),
        ..by_ranks(row)
    })
}

const fn untimed(wins: bool) -> Prospect {
    Prospect {
        outcome: match wins {
            true => Outcome::Win,
            false => Outcome::Loss,
        },
        moves: None,
    }
}

/// What a pass takes: a table of all boards up to the row's rank.
fn by_ranks(row: &TokenRow) -> Solution {
    Solution {
        prospect: untimed(false),
        first_moves: Vec::new(),
        line: None,
        nodes: None,
        table_hits: None,
        table_size: Some(rank(row) + 1),
    }
}

/// The lengths of the boards up to rank `last`. The empty board is lost at once.
fn lengths(mut ascent: Ascent, last: u64) -> Vec<Length> {
    // Fits: a table of MAX_BOARDS_WITH_LENGTH entries.
    let mut lengths: Vec<Length> = Vec::with_capacity(last as usize + 1);
    lengths.push(Length::LOST);
    while lengths.len() as u64 <= last && ascent.advance().is_some() {
        let after = ascent.ranks_after().map(|rank| lengths[rank]);
        lengths.push(Length::of_best(after));
    }
    lengths
}

/// Which of the boards up to rank `last` are lost for the player to move: one bit for each.
fn losses(mut ascent: Ascent, last: u64) -> Vec<u64> {
    let mut losses = vec![0u64; last as usize / 64 + 1];
    losses[0] = 1;
    while (ascent.rank() as u64) < last && ascent.advance().is_some() {
        let wins = ascent.ranks_after().any(|rank| is_in(&losses, rank));
        let rank = ascent.rank();
        losses[rank / 64] |= u64::from(!wins) << (rank % 64);
    }
    losses
}

fn is_in(bits: &[u64], rank: usize) -> bool {
    bits[rank / 64] >> (rank % 64) & 1 == 1
}
