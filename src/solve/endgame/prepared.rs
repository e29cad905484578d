//! What is the same for a whole table: all rows, their sows, and what sows do to the other row.

use super::Layout;
use super::rank::Ranking;
use super::sown::{Changes, SowsByEffect};
use crate::game::packed::{Narrow, Sowing};

/// What does not change while a table is filled.
pub struct Prepared<'a> {
    pub sowing: &'a Sowing<Narrow>,
    pub ranking: &'a Ranking,
    pub layout: &'a Layout,
    /// All rows by seeds and rank.
    rows: Vec<Vec<Narrow>>,
    /// By seeds in the row sown.
    pub sows: Vec<SowsByEffect>,
    /// By seeds in the other row.
    pub changes: Vec<Changes>,
}

impl<'a> Prepared<'a> {
    /// For a table up to `seeds` seeds.
    pub fn new(
        sowing: &'a Sowing<Narrow>,
        ranking: &'a Ranking,
        layout: &'a Layout,
        seeds: usize,
    ) -> Self {
        let rows: Vec<_> = (0..=seeds).map(|seeds| ranking.rows(seeds)).collect();
        let sows = rows.iter().map(|rows| SowsByEffect::new(sowing, ranking, rows));
        let changes =
            (0..=seeds).map(|row| Changes::new(sowing.width(), ranking, &rows[row], seeds - row));
        Self { sows: sows.collect(), changes: changes.collect(), sowing, ranking, layout, rows }
    }

    /// How many numbers of seeds there are in the table.
    pub fn levels(&self) -> usize {
        self.rows.len()
    }

    /// All rows of so many seeds by rank.
    pub fn rows(&self, seeds: usize) -> &[Narrow] {
        &self.rows[seeds]
    }

    /// What a last seed that falls alone gains, if it captures, by the seeds that it faces.
    #[inline]
    pub fn gain(&self, facing: u16) -> Option<i8> {
        // In range: a position of the table has few seeds.
        let taken = self.sowing.captures().taken(facing.into());
        taken.map(|taken| taken as i8)
    }

    #[inline]
    pub fn rank(&self, row: Narrow) -> usize {
        self.ranking.rank(row).rank
    }
}
