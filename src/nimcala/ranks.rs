//! Who wins, and how soon, by one pass through the boards in the order of their ranks.
//!
//! Every board has a number, its rank; the boards of a row are exactly the ranks from 0 on, and
//! every move lowers the rank. So one loop through the ranks solves every board from boards that
//! are solved already: no recursion, no hashing, no key stored.
//!
//! Let `p(j)` be the tokens in pits 1 to j: a weakly increasing sequence. Taking k from pit i lowers
//! `p(i)` by k, `p(i+1)` by k-1, and so on down to 1. In the combinatorial number system the rank is
//!
//! ```text
//!   rank = C(p(1), 1) + C(p(2) + 1, 2) + .. + C(p(M) + M-1, M)
//! ```
//!
//! It orders boards by `p(M)` first, then `p(M-1)`, ..: all boards of at most N tokens have the ranks below C(M+N, M).

use super::position::{MAX_PITS, Nimcala, Take, TokenRow};
use super::solution::{Length, Prospect, Solution, Unsolved, line};
use crate::game::Side;
use crate::solve::endgame::choose;

/// The largest table that is made, in boards: 100 MB at one bit each.
const MAX_BOARDS: u64 = 800_000_000;

/// How many boards have at most so many tokens in so many pits: C(M+N, M).
///
/// All of them come up in games from the opening. [`u64::MAX`] stands for anything larger.
pub fn boards(pits: usize, tokens: u32) -> u64 {
    choose(pits + tokens as usize, pits)
}

/// The rank of a board, among boards of as many pits. [`u64::MAX`] stands for anything larger.
pub fn rank(row: &TokenRow) -> u64 {
    let mut before = 0;
    let mut rank: u64 = 0;
    for (pit, &tokens) in row.tokens().iter().enumerate() {
        before += tokens as usize;
        if before > 0 {
            rank = rank.saturating_add(choose(before + pit, pit + 1));
        }
    }
    rank
}

/// A walk through all boards by rank, from the empty board up.
///
/// The ranks after the moves of the present board come almost for free, since a step mostly changes
/// only the first pits: by how much taking k from pit i lowers the rank depends on the pits from i
/// on alone, and is kept until one of them changes.
#[derive(Debug)]
pub struct Ascent {
    pits: usize,
    rank: u32,
    /// `p(j)` above, from pit 0; one more entry that is the number of tokens.
    prefix: [usize; MAX_PITS + 1],
    /// By how much taking k from pit i lowers the rank: `falls[i][k]`, for k up to `p(i)`, so also
    /// for more tokens than lie there.
    falls: Vec<Vec<u32>>,
    /// The falls of the possible moves, last pit first. Those of pit i end where those of pit i-1
    /// begin, at index p(M) - p(i-1): a pit's falls need no rewriting when an earlier pit changes.
    possible: Vec<u32>,
    /// By pit i and x: C(x+i, i+1), the share of `p(i) = x` in the rank.
    shares: Vec<Vec<u32>>,
}

impl Ascent {
    /// A walk through the boards of at most `tokens` tokens, standing at the empty one.
    ///
    /// # Errors
    /// [`Unsolved::TooManyBoards`] if that are more than [`MAX_BOARDS`].
    ///
    /// # Panics
    /// If `pits` is not in 1..=[`MAX_PITS`].
    pub fn new(pits: usize, tokens: u32) -> Result<Self, Unsolved> {
        assert!((1..=MAX_PITS).contains(&pits), "a row has 1 to MAX_PITS pits");
        let boards = boards(pits, tokens);
        if boards > MAX_BOARDS {
            return Err(Unsolved::TooManyBoards { boards, most: MAX_BOARDS });
        }
        let tokens = tokens as usize;
        // Fits: a share of a rank is no larger than the number of boards.
        let share = |pit, x| match x {
            0 => 0,
            x => choose(x + pit, pit + 1) as u32,
        };
        let shares = (0..pits).map(|pit| (0..=tokens).map(|x| share(pit, x)).collect()).collect();
        let mut prefix = [0; MAX_PITS + 1];
        prefix[pits] = tokens;
        Ok(Self {
            pits,
            rank: 0,
            prefix,
            falls: vec![vec![0; tokens + 1]; pits],
            possible: vec![0; tokens],
            shares,
        })
    }

    /// The rank of the present board.
    pub fn rank(&self) -> usize {
        self.rank as usize
    }

    /// Goes on to the board of the next rank; `None` at the last one.
    #[inline]
    pub fn advance(&mut self) -> Option<()> {
        // The first prefix that can grow does, and those before it start again.
        let grown = (0..self.pits).find(|&pit| self.prefix[pit] < self.prefix[pit + 1])?;
        self.prefix[grown] += 1;
        self.prefix[..grown].fill(0);
        self.rank += 1;
        self.update_falls(grown);
        Some(())
    }

    /// Taking k from `pit` lowers its own prefix by k and the later ones as taking k-1 from the next
    /// pit does. A pit whose prefix is 0 has no entry to update.
    fn update_falls(&mut self, pit: usize) {
        let prefix = self.prefix[pit];
        let (falls, after) = self.falls[pit..].split_at_mut(1);
        let falls = &mut falls[0][1..=prefix];
        let shares = &self.shares[pit][..=prefix];
        let whole = shares[prefix];
        let own = shares[..prefix].iter().rev().map(|share| whole - share);
        match after.first() {
            Some(after) => {
                for ((fall, own), after) in falls.iter_mut().zip(own).zip(&after[..prefix]) {
                    *fall = own + after;
                }
            }
            None => falls.iter_mut().zip(own).for_each(|(fall, own)| *fall = own),
        }
        // The pits before it are empty, so all its tokens can be taken and nothing comes after.
        let all = self.prefix[self.pits - 1];
        self.possible[all - prefix..all].copy_from_slice(falls);
    }

    /// The ranks that the moves lead to, all below its own: last pit first, which finds a lost board soonest.
    #[inline]
    pub fn ranks_after(&self) -> impl Iterator<Item = usize> + '_ {
        let all = self.prefix[self.pits - 1];
        let possible = self.possible[..all].iter();
        possible.map(|fall| (self.rank - fall) as usize)
    }
}

/// The largest table with lengths of games, in boards: 100 MB at two bytes each.
const MAX_BOARDS_WITH_LENGTH: u64 = 50_000_000;

/// Solves a board, with the length of the game and a line of best play if there are at most
/// [`MAX_BOARDS_WITH_LENGTH`] boards of as many tokens.
///
/// # Errors
/// [`Unsolved::TooManyBoards`] if there are too many even for one bit each.
pub fn solve(row: &TokenRow) -> Result<Solution, Unsolved> {
    let boards = boards(row.tokens().len(), row.total());
    if boards > MAX_BOARDS_WITH_LENGTH {
        return solve_without_length(row);
    }
    let table = lengths(Ascent::new(row.tokens().len(), row.total())?, rank(row));
    let length = |row: &TokenRow| table[rank(row) as usize];
    let after = |take| length(&row.after(take)).one_move_before().prospect();
    // Who moves does not matter to a table of boards.
    let line = line(Nimcala::new(*row, Side::South), |here| Some(length(here.row())));
    Ok(by_ranks(row, length(row).prospect(), after, line))
}

/// Solves a board in the least memory and time: who wins, and not how soon.
///
/// # Errors
/// [`Unsolved::TooManyBoards`] if there are too many for one bit each.
pub fn solve_without_length(row: &TokenRow) -> Result<Solution, Unsolved> {
    let losses = losses(Ascent::new(row.tokens().len(), row.total())?, rank(row));
    let is_lost = |row: &TokenRow| is_in(&losses, rank(row) as usize);
    let after = |take| Prospect::untimed(is_lost(&row.after(take)));
    Ok(by_ranks(row, Prospect::untimed(!is_lost(row)), after, None))
}

/// What a pass through all boards up to the row's rank finds: the row's prospect, and that after each move.
fn by_ranks(
    row: &TokenRow,
    prospect: Prospect,
    after: impl Fn(Take) -> Prospect,
    line: Option<Vec<Take>>,
) -> Solution {
    Solution {
        prospect,
        first_moves: row.takes().map(|take| (take, after(take))).collect(),
        line,
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
        lengths.push(after.min().map_or(Length::LOST, Length::one_move_before));
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
