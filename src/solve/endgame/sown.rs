//! What a sow does, told from the mover's row alone, and that of all rows of a table.
//!
//! A sow changes the mover's row in one way, whatever lies in the other row, and the other row in
//! one of few ways, whatever lies in the mover's. So the sows of all positions of a block are few
//! changes of one row times few changes of the other, and each needs to be found out once only.

use super::rank::{Layout, Ranking};
use crate::game::packed::sowing::LandingRow;
use crate::game::packed::{Narrow, Row, Sowing};
use crate::game::rules::CaptureTakes;
use crate::solve::state::MAX_WIDTH;

/// What is known of a sow from the mover's row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnSow {
    /// One seed to the store, and the mover moves again.
    Again { own: Narrow },
    /// One seed to each of the other row's first pits, and one to the store if any got there; the opponent moves.
    Passes { own: Narrow, dropped: usize },
    /// The last seed falls alone: it captures if the other row's pit `facing` lets it.
    Captures {
        facing: usize,
        /// The mover's row if it does not.
        stays: Narrow,
        /// The mover's row if it does.
        taken: Narrow,
    },
    /// More than the above, and rare: the two rows have to be seen together.
    Depends,
}

impl OwnSow {
    /// What the seeds of `pit`, at least one, do.
    #[inline]
    pub fn new(sowing: &Sowing<Narrow>, row: Narrow, pit: usize) -> Self {
        let (width, seeds) = (sowing.width(), row.seeds(pit));
        let last = pit + usize::from(seeds);
        if last > 2 * width {
            return Self::Depends;
        }
        let drops = sowing.drops(pit, seeds);
        let own = row.without(pit).plus(drops.own);
        if drops.extra_turn {
            return Self::Again { own };
        }
        let (landing, facing) = (usize::from(drops.landing), usize::from(drops.facing));
        let captures = sowing.captures();
        match drops.landing_row {
            _ if !drops.may_capture => {}
            LandingRow::Own if own.seeds(landing) == 1 => {
                let taken = match captures.takes {
                    CaptureTakes::Opposite => own,
                    CaptureTakes::OppositeAndLast => own.without(landing),
                };
                if taken.is_empty() {
                    return Self::Depends;
                }
                return Self::Captures { facing, stays: own, taken };
            }
            LandingRow::Other => {
                if captures.taken(own.seeds(facing).into()).is_some() {
                    return Self::Depends;
                }
            }
            LandingRow::Own => {}
        }
        if own.is_empty() {
            return Self::Depends;
        }
        Self::Passes { own, dropped: last.saturating_sub(width) }
    }
}

/// One in each of the first `lanes` lanes.
#[inline]
pub fn ones(lanes: usize) -> Narrow {
    (0..lanes).fold(Narrow::EMPTY, |row, lane| row.with_more(lane, 1))
}

/// A sow that leads from one row to another, both by rank.
#[derive(Debug, Clone, Copy)]
pub struct RankStep {
    pub from: u32,
    pub to: u32,
}

/// The same for a sow that may capture.
#[derive(Debug, Clone, Copy)]
pub struct RankCapture {
    pub from: u32,
    pub stays: u32,
    pub taken: u32,
}

/// All sows of all rows of one number of seeds, those together that do the same to the other row.
#[derive(Debug, Default)]
pub struct SowsByEffect {
    pub again: Vec<RankStep>,
    /// By the number of pits in the other row that get a seed.
    pub passes: [Vec<RankStep>; MAX_WIDTH + 1],
    /// By the facing pit.
    pub captures: [Vec<RankCapture>; MAX_WIDTH],
    /// The row's rank and the pit.
    pub depends: Vec<(u32, usize)>,
}

impl SowsByEffect {
    /// Of `rows`, by rank.
    pub fn new(sowing: &Sowing<Narrow>, ranking: &Ranking, rows: &[Narrow]) -> Self {
        let mut sows = Self::default();
        let rank = |row| ranking.rank(row).rank as u32;
        for (from, &row) in (0..).zip(rows) {
            for pit in pits(row) {
                match OwnSow::new(sowing, row, pit) {
                    OwnSow::Again { own } => sows.again.push(RankStep { from, to: rank(own) }),
                    OwnSow::Passes { own, dropped } => {
                        sows.passes[dropped].push(RankStep { from, to: rank(own) })
                    }
                    OwnSow::Captures { facing, stays, taken } => sows.captures[facing]
                        .push(RankCapture { from, stays: rank(stays), taken: rank(taken) }),
                    OwnSow::Depends => sows.depends.push((from, pit)),
                }
            }
        }
        sows
    }
}

/// The pits of `row` that can be sown.
#[inline]
pub fn pits(row: Narrow) -> impl Iterator<Item = usize> {
    let mut filled = row.filled();
    std::iter::from_fn(move || {
        let pit = (filled != 0).then(|| filled.trailing_zeros())?;
        filled &= filled - 1;
        Some(pit as usize)
    })
}

/// What sows do to the other row, for all rows of one number of seeds.
#[derive(Debug)]
pub struct Changes {
    /// The rank with one seed more in each of the first pits, by the number of those pits.
    pub dropped: Vec<Vec<u32>>,
    /// The rank without the seeds of a pit, by that pit.
    pub captured: Vec<Vec<u32>>,
}

impl Changes {
    /// Of `rows`, by rank; drops of at most `most` seeds.
    pub fn new(width: usize, ranking: &Ranking, rows: &[Narrow], most: usize) -> Self {
        let ranks = |change: &dyn Fn(Narrow) -> Narrow| -> Vec<u32> {
            let rank = |&row| ranking.rank(change(row)).rank as u32;
            rows.iter().map(rank).collect()
        };
        Self {
            dropped: (0..=width.min(most)).map(|pits| ranks(&|row| row.plus(ones(pits)))).collect(),
            captured: (0..width).map(|pit| ranks(&|row| row.without(pit))).collect(),
        }
    }
}

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
