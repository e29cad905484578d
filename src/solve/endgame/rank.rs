//! Perfect ranking of a row: all rows of s seeds are numbered 0, 1, 2, .. without a gap; and where in a table the
//! positions of two rows lie.
//!
//! Let `q_j` be the seeds in the first j of N pits. They rise weakly, and the rank is
//! `C(q_1, 1) + C(q_2 + 1, 2) + .. + C(q_{N-1} + N - 2, N - 1)`. Two things follow that the tables
//! rely on: a sow that stays within its row lowers the rank, since it lowers some `q_j` and raises
//! none; and all `q_j` come out of one multiplication.

use crate::game::packed::{Narrow, Row};
use crate::solve::state::MAX_WIDTH;

/// The most seeds in a row that can be ranked.
pub const MAX_ROW: usize = 31;

/// The terms of the sum above for one width.
#[derive(Debug)]
pub struct Ranking {
    width: usize,
    /// By pit j (from 0) and seeds in the pits up to and with it.
    terms: [[u32; MAX_ROW + 1]; MAX_WIDTH],
}

/// The seeds of a row and its place among the rows of as many seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ranked {
    pub seeds: usize,
    pub rank: usize,
}

impl Ranking {
    pub fn new(width: usize) -> Self {
        let mut terms = [[0; MAX_ROW + 1]; MAX_WIDTH];
        for (pit, terms) in terms.iter_mut().enumerate().take(width.saturating_sub(1)) {
            for (seeds, term) in terms.iter_mut().enumerate() {
                // Fits: at most C(31 + 6, 7).
                *term = choose(seeds + pit, pit + 1) as u32;
            }
        }
        Self { width, terms }
    }

    /// Ranks a row of at most [`MAX_ROW`] seeds.
    #[inline]
    pub fn rank(&self, Narrow(row): Narrow) -> Ranked {
        // Lane j of the product is the sum of the lanes up to j.
        let prefixes = row.wrapping_mul(u64::MAX / 0xff);
        let mut rank = 0;
        // Pits beyond the last but one have only zeros here, so the loop has a fixed length.
        for (pit, terms) in self.terms.iter().enumerate().take(MAX_WIDTH - 2) {
            rank += terms[(prefixes >> (8 * pit)) as usize & MAX_ROW];
        }
        // Only the widest rows pay for their last term.
        if self.width == MAX_WIDTH {
            let pit = MAX_WIDTH - 2;
            rank += self.terms[pit][(prefixes >> (8 * pit)) as usize & MAX_ROW];
        }
        Ranked { seeds: (prefixes >> 56) as usize, rank: rank as usize }
    }

    /// How many rows have exactly `seeds` seeds.
    pub fn count(&self, seeds: usize) -> usize {
        choose(seeds + self.width - 1, self.width - 1) as usize
    }

    /// All rows of exactly `seeds` seeds, by rank.
    pub fn rows(&self, seeds: usize) -> Vec<Narrow> {
        let mut rows = vec![Narrow::EMPTY; self.count(seeds)];
        self.fill(&mut rows, 0, Narrow::EMPTY, seeds);
        rows
    }

    fn fill(&self, rows: &mut [Narrow], pit: usize, row: Narrow, left: usize) {
        if pit + 1 == self.width {
            let row = row.with_more(pit, left as u16);
            rows[self.rank(row).rank] = row;
            return;
        }
        for seeds in 0..=left {
            let row = row.with_more(pit, seeds as u16);
            self.fill(rows, pit + 1, row, left - seeds);
        }
    }
}

/// Where the positions lie that have so many seeds in the mover's row and so many in the other.
///
/// Of the two blocks with the same pair of numbers, both have the row with fewer seeds as the slow
/// index: most sows then lead from neighbours to neighbours.
#[derive(Debug, Clone, Copy, Default)]
pub struct Block {
    pub start: usize,
    pub own_stride: usize,
    pub other_stride: usize,
}

#[derive(Debug)]
pub struct Layout {
    /// By seeds in the mover's row and in the other.
    pub blocks: [[Block; MAX_ROW + 1]; MAX_ROW + 1],
    pub positions: usize,
}

impl Layout {
    pub fn new(ranking: &Ranking, seeds: usize) -> Self {
        let mut layout =
            Self { blocks: [[Block::default(); MAX_ROW + 1]; MAX_ROW + 1], positions: 0 };
        for total in 0..=seeds {
            for own in 0..=total {
                let other = total - own;
                let (own_count, other_count) = (ranking.count(own), ranking.count(other));
                let own_is_slow = own <= other;
                layout.blocks[own][other] = Block {
                    start: layout.positions,
                    own_stride: if own_is_slow { other_count } else { 1 },
                    other_stride: if own_is_slow { 1 } else { own_count },
                };
                layout.positions += own_count * other_count;
            }
        }
        layout
    }

    // Inlined so that a search asks without a call.
    #[inline(always)]
    pub fn place(&self, own: Ranked, other: Ranked) -> usize {
        let block = &self.blocks[own.seeds & MAX_ROW][other.seeds & MAX_ROW];
        block.start + own.rank * block.own_stride + other.rank * block.other_stride
    }
}

/// The number of ways to choose `k` of `n`; saturates far above any size of memory, whatever the width of an address.
pub fn choose(n: usize, k: usize) -> u64 {
    let mut ways: u128 = 1;
    for i in 0..k {
        ways = ways.saturating_mul(n.saturating_sub(i) as u128) / (i as u128 + 1);
    }
    u64::try_from(ways).unwrap_or(u64::MAX)
}
