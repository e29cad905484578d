//! Who wins, and how soon, by one pass through the boards in the order of their ranks.
//!
//! The winner plays for the shortest game and the loser for the longest.
//!
//! Left out: solvers that search ([`exhaustive`](crate::nimcala::exhaustive)), to which these are the
//! fast alternative.

use super::ranks::{Ascent, TooManyBoards, boards, rank};
use super::{Row, Take};

/// The largest table with lengths of games, in boards: 100 MB at two bytes each.
pub const MAX_BOARDS_WITH_LENGTH: u64 = 50_000_000;

/// Who wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The player to move.
    Win,
    /// The other player.
    Loss,
}

/// What is known of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prospect {
    /// Who wins.
    pub outcome: Outcome,
    /// Moves until the end, where a table with lengths was small enough.
    pub moves: Option<u32>,
}

/// What best play makes of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// The board itself, for the player to move.
    pub prospect: Prospect,
    /// The winning moves, each with the number of moves until the end, itself included.
    pub winning: Vec<(Take, Option<u32>)>,
    /// Boards that were solved on the way, the board itself included.
    pub boards: u64,
}

/// Solves a board, with the length of the game if there are at most [`MAX_BOARDS_WITH_LENGTH`]
/// boards of as many tokens.
///
/// # Errors
/// [`TooManyBoards`] if there are too many even for one bit each.
pub fn solve(row: &Row) -> Result<Solution, TooManyBoards> {
    let boards = boards(row.tokens().len(), row.total());
    if boards > MAX_BOARDS_WITH_LENGTH {
        return solve_without_length(row);
    }
    let table = lengths(Ascent::new(row.tokens().len(), row.total())?, rank(row));
    Ok(solution(row, |rank| prospect(table[rank as usize])))
}

/// Solves a board in the least memory and time: who wins, and not how soon.
///
/// # Errors
/// [`TooManyBoards`] if there are too many for one bit each.
pub fn solve_without_length(row: &Row) -> Result<Solution, TooManyBoards> {
    let losses = losses(Ascent::new(row.tokens().len(), row.total())?, rank(row));
    Ok(solution(row, |rank| Prospect {
        outcome: if is_in(&losses, rank as usize) {
            Outcome::Loss
        } else {
            Outcome::Win
        },
        moves: None,
    }))
}

fn solution(row: &Row, prospect: impl Fn(u64) -> Prospect) -> Solution {
    let winning = row
        .takes()
        .map(|take| (take, prospect(rank(&row.after(take)))))
        .filter(|(_, reply)| reply.outcome == Outcome::Loss)
        .map(|(take, reply)| (take, reply.moves.map(|moves| moves + 1)));
    Solution {
        prospect: prospect(rank(row)),
        winning: winning.collect(),
        boards: rank(row) + 1,
    }
}

/// Who wins and how soon, as a number that is the smaller the more the *other* player likes to move
/// here: a loss in m moves is m, a win in m moves is [`Length::MAX`] - m. So a player's best move
/// leads to the smallest number, whether that wins soon or loses late.
type Length = u16;

fn prospect(length: Length) -> Prospect {
    let (outcome, moves) = if length <= Length::MAX / 2 {
        (Outcome::Loss, length)
    } else {
        (Outcome::Win, Length::MAX - length)
    };
    Prospect {
        outcome,
        moves: Some(u32::from(moves)),
    }
}

/// The lengths of the boards up to rank `last`. The empty board is lost at once.
fn lengths(mut ascent: Ascent, last: u64) -> Vec<Length> {
    // Fits: a table of MAX_BOARDS_WITH_LENGTH entries.
    let mut lengths: Vec<Length> = Vec::with_capacity(last as usize + 1);
    lengths.push(0);
    while lengths.len() as u64 <= last && ascent.advance().is_some() {
        let after = ascent.ranks_after().map(|rank| lengths[rank]);
        let best = after.fold(Length::MAX, Length::min);
        // One move more, seen by the other player: no game is near 32,767 moves long.
        lengths.push(if best <= Length::MAX / 2 {
            Length::MAX - (best + 1)
        } else {
            Length::MAX - best + 1
        });
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
