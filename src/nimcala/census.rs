//! What else one pass through the boards tells: Grundy numbers, the shortest and the longest game,
//! how many games there are and how large the tree of all of them is.
//!
//! Each is computed for a board from what is known of the boards it leads to, so each is one line.

use std::collections::HashSet;

use super::ranks::{Ascent, TooManyBoards, boards, rank};
use super::{MAX_TOKENS, TokenRow};

/// The most boards that a census is taken of.
pub const MAX_BOARDS: u64 = 1_000_000;

/// Figures about all games from a board.
///
/// A number that 128 bits cannot hold is `None`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Census {
    /// The size of the Nim heap that the board is worth: 0 if the player to move loses.
    pub grundy: u32,
    /// Moves of the shortest game.
    pub shortest_game: u32,
    /// Moves of the longest game.
    pub longest_game: u32,
    /// Different boards that come up, the first and the empty one included.
    pub boards: u64,
    /// Nodes of the tree of all games, the root included: what plain minimax visits.
    pub tree_nodes: Option<u128>,
    /// Games: the leaves of that tree.
    pub games: Option<u128>,
}

/// Takes the census of the games from a board.
///
/// # Errors
/// [`TooManyBoards`] if there are more than [`MAX_BOARDS`] of as many tokens.
pub fn census(row: &TokenRow) -> Result<Census, TooManyBoards> {
    let boards = boards(row.tokens().len(), row.total());
    if boards > MAX_BOARDS {
        let most = MAX_BOARDS;
        return Err(TooManyBoards { boards, most });
    }
    Ok(Census {
        grundy: solve(row, |after| least_missing(after))?,
        shortest_game: solve(row, |after| after.min().map_or(0, |moves: u32| moves + 1))?,
        longest_game: solve(row, |after| after.max().map_or(0, |moves: u32| moves + 1))?,
        boards: boards_below(*row),
        tree_nodes: solve(row, |after| sum(after)?.checked_add(1))?,
        games: solve(row, |after| match sum(after) {
            // Only the empty board leads nowhere: one game has ended here.
            Some(0) => Some(1),
            games => games,
        })?,
    })
}

/// The value of a board, where `value` makes it of the values of the boards one move on.
fn solve<T: Copy>(
    row: &TokenRow,
    value: impl Fn(&mut dyn Iterator<Item = T>) -> T,
) -> Result<T, TooManyBoards> {
    let mut ascent = Ascent::new(row.tokens().len(), row.total())?;
    let empty = value(&mut std::iter::empty());
    let mut values = vec![empty];
    while values.len() as u64 <= rank(row) && ascent.advance().is_some() {
        let here = value(&mut ascent.ranks_after().map(|rank| values[rank]));
        values.push(here);
    }
    Ok(values[values.len() - 1])
}

fn sum(numbers: &mut dyn Iterator<Item = Option<u128>>) -> Option<u128> {
    let mut sum = 0u128;
    for number in numbers {
        sum = sum.checked_add(number?)?;
    }
    Some(sum)
}

/// The least number that does not occur.
fn least_missing(numbers: &mut dyn Iterator<Item = u32>) -> u32 {
    // A board of t tokens has t moves, so at most MAX_TOKENS numbers occur.
    let mut occurs = [0u64; MAX_TOKENS as usize / 64 + 1];
    for number in numbers {
        occurs[number as usize / 64] |= 1 << (number % 64);
    }
    let full = occurs.iter().take_while(|&&word| word == u64::MAX).count();
    let partly = occurs.get(full).map_or(0, |word| word.trailing_ones());
    full as u32 * 64 + partly
}

/// How many boards come up in games from `row`, itself included.
fn boards_below(row: TokenRow) -> u64 {
    let mut found = HashSet::from([row]);
    let mut unexplored = vec![row];
    while let Some(row) = unexplored.pop() {
        let after = row.takes().map(|take| row.after(take));
        unexplored.extend(after.filter(|&row| found.insert(row)));
    }
    found.len() as u64
}
