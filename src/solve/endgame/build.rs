//! Fills a table by ascending numbers of seeds, each position once, nothing by recursion.
//!
//! A sow that gains something leads to fewer seeds, thus to an earlier level. A sow that gains
//! nothing stays within the mover's row, keeps the numbers of seeds in the two rows, lets the
//! opponent move and lowers the rank of the row sown. So the two blocks with p and q seeds in the
//! rows need only each other: for a = 0, 1, .. the positions whose p-row has rank a come in turn,
//! first those in which that row is to move, which need lower ranks than a on the same side, then
//! those in which the other row is, which need the ones just filled.
//!
//! The pairs of blocks of one level are independent of each other; threads share them out.

use std::sync::{Mutex, PoisonError};

use super::lines::BlockLines;
use super::sown::Prepared;
use crate::solve::tables::usable_threads;

/// Below so many positions a level is not worth a thread.
const WORTH_THREADS: usize = 1 << 16;

/// A pair of blocks to be filled; `few` is the lower number of seeds in a row.
///
/// Both blocks are lines of as many positions as there are rows of `many` seeds, one line for each
/// row of `few` seeds.
struct Pair<'v> {
    few: usize,
    many: usize,
    /// The row of few seeds is to move.
    few_moves: &'v mut [i8],
    /// The other is. Empty if both are of as many seeds, as it would hold the same once more.
    many_moves: &'v mut [i8],
}

/// Fills all `values` from level `first` on, with `threads` threads.
pub fn fill(prepared: &Prepared<'_>, values: &mut [i8], first: usize, threads: usize) {
    let levels = prepared.layout.blocks[0][..prepared.levels()].iter().enumerate();
    for (level, block) in levels.skip(first) {
        let (lower, rest) = values.split_at_mut(block.start);
        let pairs = pairs(prepared, rest, level);
        let size: usize = pairs.iter().map(|pair| pair.few_moves.len()).sum();
        let pairs = Mutex::new(pairs);
        // The largest pairs of blocks first: a thread that ends early finds a small one left.
        let next = || pairs.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let work = || {
            while let Some(pair) = next() {
                fill_pair(prepared, lower, pair);
            }
        };
        let threads = if size < WORTH_THREADS { 1 } else { usable_threads(threads) };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
    }
}

/// The pairs of blocks of one level, whose values start where `rest` does; the last is largest.
fn pairs<'v>(prepared: &Prepared<'_>, rest: &'v mut [i8], level: usize) -> Vec<Pair<'v>> {
    let size = |few: usize| prepared.rows(few).len() * prepared.rows(level - few).len();
    let mut left = &mut rest[..(0..=level).map(size).sum()];
    let mut pairs = Vec::new();
    // The blocks of a level stand in the order of seeds in the mover's row.
    for few in 0..=level / 2 {
        let many = level - few;
        let (few_moves, rest) = left.split_at_mut(size(few));
        let end = rest.len() - if few == many { 0 } else { size(few) };
        let (rest, many_moves) = rest.split_at_mut(end);
        left = rest;
        pairs.push(Pair { few, many, few_moves, many_moves });
    }
    pairs
}

fn fill_pair(prepared: &Prepared<'_>, lower: &[i8], pair: Pair<'_>) {
    let Pair { few, many, .. } = pair;
    let length = prepared.rows(many).len();
    let mut same = Vec::new();
    let many_moves = if few == many {
        same.resize(pair.few_moves.len(), 0);
        &mut same[..]
    } else {
        pair.many_moves
    };
    let lines = BlockLines { prepared, lower, few, many };
    for (rank, few_moves) in pair.few_moves.chunks_exact_mut(length).enumerate() {
        let (above, rest) = many_moves.split_at_mut(rank * length);
        lines.few_move(rank, above, few_moves);
        lines.many_move(rank, few_moves, &mut rest[..length]);
    }
}
