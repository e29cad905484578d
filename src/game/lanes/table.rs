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
    /// By side, seeds and column.
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
    /// The lane of the mover's row where the last seed may capture; the spare lane if it may not.
    pub(super) own_landing: u8,
    /// The same in the opponent's row.
    pub(super) other_landing: u8,
    /// Whether the last seed falls in the mover's store.
    pub(super) extra_turn: bool,
}

/// A board of so many seeds or fewer has a line for every sow.
const MOST_LINES: u32 = 255;

impl<R: Row> Table<R> {
    /// The table for every sow of a game from `start`; `None` if these rows cannot hold the game.
    #[must_use]
    pub fn for_game_from(start: &Kalah) -> Option<Self> {
        let board = start.board();
        let seeds = board.seeds_in_pits();
        (board.width() <= R::SPARE && seeds <= R::MOST)
            .then(|| Self::new(start.rules(), board.width(), seeds))
    }

    fn new(rules: Rules, width: usize, seeds: u32) -> Self {
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
                    let at = table.index(side, seeds, column);
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
        let seeds = usize::from(seeds);
        if R::MOST <= MOST_LINES || seeds <= self.most {
            return self.lines[self.index(side, seeds, column)];
        }
        // Whole laps, and 1 to `ring` seeds. Every hole gets a seed of the laps, so the last pit
        // holds more than one: it is no matter that the line still says where a capture might be.
        let laps = (seeds - 1) / self.ring;
        let line = self.lines[self.index(side, seeds - laps * self.ring, column)];
        let lap = self.lap.times(laps as u16);
        Line {
            own: line.own.plus(lap),
            other: line.other.plus(lap),
            store: line.store + laps as u16,
            ..line
        }
    }

    #[inline]
    fn index(&self, side: Side, seeds: usize, column: usize) -> usize {
        (side.index() * (self.most + 1) + seeds) * (R::SPARE + 1) + column
    }
}

impl<R: Row> Line<R> {
    const NOTHING: Self = Self {
        own: R::EMPTY,
        other: R::EMPTY,
        store: 0,
        own_landing: R::SPARE as u8,
        other_landing: R::SPARE as u8,
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
                    next.own_landing = pit.column() as u8;
                }
            }
            Hole::Pit(_, pit) => {
                next.other = next.other.with_more(pit.column(), 1);
                if rules.capture_landing == CaptureLanding::EitherRow {
                    next.other_landing = pit.column() as u8;
                }
            }
        }
        *self = next;
    }
}
