//! What a sow drops where: one line for each side, pit and number of seeds.
//!
//! A sow of more seeds than the table has lines for is a number of whole laps and a line.
//!
//! Left out: what lies on the board already.

use super::super::board::{Pit, Side};
use super::super::kalah::{Hole, Kalah, hole_at, place_on_ring};
use super::super::rules::{CaptureLanding, Rules};
use super::row::Row;

/// The lines for one board width and one set of rules.
#[derive(Debug, Clone)]
pub struct Table<R> {
    rules: Rules,
    /// Holes of a lap.
    ring: usize,
    /// There are lines for 0 to so many seeds.
    most: usize,
    /// By seeds, side and column.
    lines: Vec<Line<R>>,
    /// One seed in each pit.
    lap: R,
}

/// What one sow drops.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<R> {
    /// Into the mover's row.
    pub(super) own: R,
    /// Into the opponent's row.
    pub(super) other: R,
    /// Into the mover's store.
    pub(super) store: u16,
    /// The lane where the last seed may capture; the spare lane if it may not.
    pub(super) landing: u8,
    /// The row of that lane.
    pub(super) landing_row: LandingRow,
    /// Whether the last seed falls in the mover's store.
    pub(super) extra_turn: bool,
}

/// A row, from the mover's side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LandingRow {
    Own,
    Other,
}

/// A board of so many seeds or fewer has a line for every sow.
const MOST_LINES: u32 = 255;

impl<R: Row> Table<R> {
    /// Whether rows of this kind can hold every position of a game from `start`.
    #[must_use]
    pub fn fits(start: &Kalah) -> bool {
        let board = start.board();
        board.width() <= R::SPARE && board.seeds_in_pits() <= R::MOST
    }

    /// The table for every sow of a game from `start`.
    ///
    /// # Panics
    /// If the game does not [fit](Table::fits).
    #[must_use]
    pub fn new(start: &Kalah) -> Self {
        assert!(Self::fits(start), "too many pits or seeds for these rows");
        let (board, rules) = (start.board(), start.rules());
        let width = board.width();
        let seeds = board.seeds_in_pits();
        let ring = 2 * width + 1;
        let most = if seeds <= MOST_LINES {
            seeds as usize
        } else {
            ring
        };
        let mut table = Self {
            rules,
            ring,
            most,
            lines: vec![Line::NOTHING; 2 * (most + 1) * (R::SPARE + 1)],
            lap: (0..width).fold(R::EMPTY, |row, lane| row.with_more(lane, 1)),
        };
        for side in Side::BOTH {
            for column in 0..width {
                let start = place_on_ring(width, side, Pit::new(column));
                let mut line = Line::NOTHING;
                for seeds in 1..=most {
                    line.drop_seed(side, hole_at(width, side, (start + seeds) % ring), rules);
                    let at = Self::index(side, seeds, column);
                    table.lines[at] = line;
                }
            }
        }
        table
    }

    /// The rules of the game.
    #[inline]
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What a sow of `seeds` from `column` drops.
    #[inline]
    pub(super) fn sow(&self, side: Side, column: usize, seeds: u16) -> Line<R> {
        if R::MOST <= MOST_LINES || usize::from(seeds) <= self.most {
            return self.lines[Self::index(side, seeds.into(), column)];
        }
        // Whole laps, and 1 to `ring` seeds. Every hole gets a seed of the laps, so the last pit
        // holds more than one: it is no matter that the line still says where a capture might be.
        // Dividing 16 bits takes a fraction of dividing 64.
        let ring = self.ring as u16;
        let laps = (seeds - 1) / ring;
        let line = self.lines[Self::index(side, (seeds - laps * ring).into(), column)];
        let lap = self.lap.times(laps);
        Line {
            own: line.own.plus(lap),
            other: line.other.plus(lap),
            store: line.store + laps,
            ..line
        }
    }

    #[inline]
    fn index(side: Side, seeds: usize, column: usize) -> usize {
        (2 * seeds + side.index()) * (R::SPARE + 1) + column
    }
}

impl<R: Row> Line<R> {
    const NOTHING: Self = Self {
        own: R::EMPTY,
        other: R::EMPTY,
        store: 0,
        landing: R::SPARE as u8,
        landing_row: LandingRow::Own,
        extra_turn: false,
    };

    /// One seed more, which falls into `hole` and is the last for now.
    fn drop_seed(&mut self, sower: Side, hole: Hole, rules: Rules) {
        let mut next = Self {
            own: self.own,
            other: self.other,
            store: self.store,
            ..Self::NOTHING
        };
        match hole {
            Hole::Store => {
                next.store += 1;
                next.extra_turn = true;
            }
            Hole::Pit(row, pit) if row == sower => {
                next.own = next.own.with_more(pit.column(), 1);
                if rules.capture_landing != CaptureLanding::Nowhere {
                    next.landing = pit.column() as u8;
                }
            }
            Hole::Pit(_, pit) => {
                next.other = next.other.with_more(pit.column(), 1);
                if rules.capture_landing == CaptureLanding::EitherRow {
                    next.landing = pit.column() as u8;
                    next.landing_row = LandingRow::Other;
                }
            }
        }
        *self = next;
    }
}
