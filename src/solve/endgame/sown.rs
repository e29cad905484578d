//! What a sow does, told from the mover's row alone.
//!
//! A sow changes the mover's row in one way, whatever lies in the other row, and the other row in
//! one of few ways, whatever lies in the mover's. So the sows of all positions of a block are few
//! changes of one row times few changes of the other, and each needs to be found out once only.
//!
//! Left out: the positions that they lead to (`lines`).

use super::rank::Ranking;
use crate::game::rules::{CaptureLanding, CaptureTakes, EmptyOpposite, Rules};
use crate::solve::rows::{MAX_WIDTH, ONES, Sowing, lane, without};

/// What is known of a sow from the mover's row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sown {
    /// One seed to the store, and the mover moves again.
    Again { own: u64 },
    /// One seed to each of the other row's first pits, and one to the store if any got there; the
    /// opponent moves.
    Passes { own: u64, dropped: usize },
    /// The last seed falls alone: it captures if the other row's pit `facing` lets it.
    Captures {
        facing: usize,
        /// The mover's row if it does not.
        stays: u64,
        /// The mover's row if it does.
        taken: u64,
    },
    /// More than the above, and rare: the two rows have to be seen together.
    Depends,
}

/// What the seeds of `pit`, at least one, do.
#[inline]
pub(super) fn sown(sowing: &Sowing, row: u64, pit: usize) -> Sown {
    let (rules, width) = (sowing.rules(), sowing.width());
    let seeds = lane(row, pit) as usize;
    let last = pit + seeds;
    if last > 2 * width {
        return Sown::Depends;
    }
    let own = without(row, pit) + (ones(width.min(last + 1)) & !ones(pit + 1));
    if last == width {
        return Sown::Again { own };
    }
    let dropped = last.saturating_sub(width);
    if dropped > 0 {
        // The pit that faces the one in which the last seed falls.
        let facing = lane(own, width - dropped);
        let captures = Captures::of(rules).gain(facing).is_some();
        if rules.capture_landing == CaptureLanding::EitherRow && captures {
            return Sown::Depends;
        }
    } else if rules.capture_landing != CaptureLanding::Nowhere && lane(own, last) == 1 {
        let taken = match rules.capture_takes {
            CaptureTakes::Opposite => own,
            CaptureTakes::OppositeAndLast => without(own, last),
        };
        if taken == 0 {
            return Sown::Depends;
        }
        return Sown::Captures {
            facing: width - 1 - last,
            stays: own,
            taken,
        };
    }
    if own == 0 {
        return Sown::Depends;
    }
    Sown::Passes { own, dropped }
}

/// What captures gain under given rules.
#[derive(Debug, Clone, Copy)]
pub(super) struct Captures {
    /// Of the last seed.
    last: i8,
    /// Whether the last seed is captured if it faces an empty pit.
    alone: bool,
}

impl Captures {
    pub(super) fn of(rules: Rules) -> Self {
        let takes_last = rules.capture_takes == CaptureTakes::OppositeAndLast;
        Self {
            last: takes_last.into(),
            alone: takes_last && rules.empty_opposite == EmptyOpposite::CapturesLast,
        }
    }

    /// What a last seed that falls alone gains, if it captures, by the seeds that it faces.
    #[inline]
    pub(super) fn gain(self, facing: u64) -> Option<i8> {
        (facing > 0 || self.alone).then_some(facing as i8 + self.last)
    }
}

/// One in each of the first `lanes` lanes, of at most eight.
#[inline]
pub(super) const fn ones(lanes: usize) -> u64 {
    match lanes {
        0 => 0,
        _ => ONES >> (64 - 8 * lanes),
    }
}

/// A move from one row to another, both by rank.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) from: u32,
    pub(super) to: u32,
}

/// The same for a move that may capture.
#[derive(Debug, Clone, Copy)]
pub(super) struct Capture {
    pub(super) from: u32,
    pub(super) stays: u32,
    pub(super) taken: u32,
}

/// All sows of all rows of one number of seeds, those together that do the same to the other row.
#[derive(Debug, Default)]
pub(super) struct Sows {
    pub(super) again: Vec<Step>,
    /// By the number of pits in the other row that get a seed.
    pub(super) passes: [Vec<Step>; MAX_WIDTH + 1],
    /// By the facing pit.
    pub(super) captures: [Vec<Capture>; MAX_WIDTH],
    /// The row's rank and the pit.
    pub(super) depends: Vec<(u32, usize)>,
}

impl Sows {
    /// Of `rows`, by rank.
    pub(super) fn new(sowing: &Sowing, ranking: &Ranking, rows: &[u64]) -> Self {
        let mut sows = Self::default();
        let rank = |row| ranking.rank(row).rank as u32;
        for (from, &row) in (0..).zip(rows) {
            for pit in pits(sowing, row) {
                match sown(sowing, row, pit) {
                    Sown::Again { own } => sows.again.push(Step {
                        from,
                        to: rank(own),
                    }),
                    Sown::Passes { own, dropped } => sows.passes[dropped].push(Step {
                        from,
                        to: rank(own),
                    }),
                    Sown::Captures {
                        facing,
                        stays,
                        taken,
                    } => sows.captures[facing].push(Capture {
                        from,
                        stays: rank(stays),
                        taken: rank(taken),
                    }),
                    Sown::Depends => sows.depends.push((from, pit)),
                }
            }
        }
        sows
    }
}

/// The pits of `row` that can be sown.
#[inline]
pub(super) fn pits(sowing: &Sowing, row: u64) -> impl Iterator<Item = usize> {
    (0..sowing.width()).filter(move |&pit| lane(row, pit) > 0)
}

/// What sows do to the other row, for all rows of one number of seeds.
#[derive(Debug)]
pub(super) struct Changes {
    /// The rank with one seed more in each of the first pits, by the number of those pits.
    pub(super) dropped: Vec<Vec<u32>>,
    /// The rank without the seeds of a pit, by that pit.
    pub(super) captured: Vec<Vec<u32>>,
}

impl Changes {
    /// Of `rows`, by rank; drops of at most `most` seeds.
    pub(super) fn new(width: usize, ranking: &Ranking, rows: &[u64], most: usize) -> Self {
        let ranks = |change: &dyn Fn(u64) -> u64| -> Vec<u32> {
            let rank = |&row| ranking.rank(change(row)).rank as u32;
            rows.iter().map(rank).collect()
        };
        Self {
            dropped: (0..=width.min(most))
                .map(|pits| ranks(&|row| row + ones(pits)))
                .collect(),
            captured: (0..width)
                .map(|pit| ranks(&|row| without(row, pit)))
                .collect(),
        }
    }
}
