//! The exact values of all positions with few seeds in the pits, one byte each.
//!
//! Positions are numbered perfectly: by the seeds in the two rows, then by the rank of each
//! row. A table for N pits a row and up to K seeds has `C(K + 2N, 2N)` positions.
//!
//! In reading order: `rank` (numbering a row, and a position), `sown` (what a sow does to each row, and all
//! sows of all rows), `build` (filling the table).

mod build;
mod rank;
mod sown;

use zerocopy::transmute_mut;

use super::state::{MAX_SEEDS, State};
use crate::game::packed::{Narrow, Sowing};
use crate::game::rules::Rules;
use crate::memory::{Zeroed, prefetch, zeroed};
pub(crate) use rank::choose;
use rank::{Layout, MAX_ROW, Ranking};
use sown::Prepared;

/// The most seeds that a table can go up to, whatever the memory.
pub const MAX_TABLE_SEEDS: usize = MAX_ROW;

/// The values of all positions of one width and rule set with up to so many seeds in the pits.
#[derive(Debug)]
pub struct Endgame {
    sowing: Sowing<Narrow>,
    seeds: usize,
    ranking: Ranking,
    layout: Layout,
    /// A signed byte each.
    values: Zeroed,
}

/// Bytes of a table for `width` pits a row and up to `seeds` seeds: one for each position. More than
/// there are addresses for is as many as there are.
pub fn bytes(width: usize, seeds: usize) -> usize {
    usize::try_from(positions(width, seeds)).unwrap_or(usize::MAX)
}

/// Positions of `width` pits a row and up to `seeds` seeds.
pub(super) fn positions(width: usize, seeds: usize) -> u64 {
    choose(seeds + 2 * width, 2 * width)
}

/// How many threads there are for one who wants so many: one in WebAssembly, which can start no other.
pub(super) const fn usable_threads(wanted: usize) -> usize {
    if cfg!(target_family = "wasm") || wanted == 0 { 1 } else { wanted }
}

impl Endgame {
    /// Computes the table for up to `seeds` seeds, with `threads` threads.
    ///
    /// # Panics
    /// If `width` is not in 1..=[`MAX_WIDTH`](super::MAX_WIDTH), or `seeds` is above [`MAX_TABLE_SEEDS`].
    pub fn build(rules: Rules, width: usize, seeds: usize, threads: usize) -> Self {
        let mut table = Self::zeros(rules, width, seeds);
        table.fill(0, threads);
        table
    }

    /// Goes on to more seeds, with `threads` threads. While it does, both tables are in memory.
    ///
    /// # Panics
    /// If `seeds` is above [`MAX_TABLE_SEEDS`].
    pub(super) fn extend(&mut self, seeds: usize, threads: usize) {
        let (rules, width) = (*self.sowing.rules(), self.sowing.width());
        let mut larger = Self::zeros(rules, width, seeds);
        // Positions with fewer seeds come first, in every table alike.
        larger.values[..self.values.len()].copy_from_slice(&self.values);
        larger.fill(self.seeds + 1, threads);
        *self = larger;
    }

    /// Fills the positions with `first` seeds and more.
    fn fill(&mut self, first: usize, threads: usize) {
        let values = transmute_mut!(&mut self.values[..]);
        let prepared = Prepared::new(&self.sowing, &self.ranking, &self.layout, self.seeds);
        build::fill(&prepared, values, first, usable_threads(threads));
    }

    fn zeros(rules: Rules, width: usize, seeds: usize) -> Self {
        assert!(seeds <= MAX_TABLE_SEEDS, "no rank for such a row");
        let ranking = Ranking::new(width);
        let layout = Layout::new(&ranking, seeds);
        Self {
            sowing: Sowing::new(rules, width, MAX_SEEDS),
            seeds,
            values: zeroed(layout.positions),
            ranking,
            layout,
        }
    }

    /// Positions in the table; each takes a byte.
    pub fn positions(&self) -> usize {
        self.layout.positions
    }

    /// The most seeds in the pits of a position in the table.
    #[inline]
    pub fn seeds(&self) -> usize {
        self.seeds
    }

    /// The rules and the width that the table is for.
    #[inline]
    pub fn sowing(&self) -> &Sowing<Narrow> {
        &self.sowing
    }

    /// What the mover of `state` gains from now on less what the opponent gains, with best play;
    /// `None` if it holds more than [`seeds`](Self::seeds) seeds.
    pub fn value(&self, state: State) -> Option<i32> {
        self.place(state).map(|place| self.at(place))
    }

    /// Where the value of `state` lies, if the table has it. Asks the processor to fetch it.
    #[inline]
    pub(super) fn place(&self, state: State) -> Option<Place> {
        if state.seeds() as usize > self.seeds {
            return None;
        }
        let (own, other) = (self.ranking.rank(state.own), self.ranking.rank(state.other));
        let place = self.layout.place(own, other);
        prefetch(&self.values[..], place);
        Some(Place(place))
    }

    /// The value at a place.
    #[inline]
    pub(super) fn at(&self, Place(place): Place) -> i32 {
        i8::from_ne_bytes([self.values[place]]).into()
    }
}

/// Where the table has the value of a state.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place(usize);
