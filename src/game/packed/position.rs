//! A position of Kalah in packed lanes.
//!
//! Left out: stores, and with them the board: a search needs only the lead. Who wants the board
//! plays the chosen moves on a [`Kalah`].

use super::super::board::{Pit, Side};
use super::super::kalah::Kalah;
use super::super::position::Position;
use super::super::rules::{CaptureTakes, EmptyOpposite, EndTest, Remainder, Rules};
use super::row::Row;
use super::table::{LandingRow, Table};

/// The position that a [`Kalah`] is, without its stores.
#[derive(Debug, Clone, Copy)]
pub struct Packed<'t, R> {
    table: &'t Table<R>,
    rows: Rows<R>,
    /// The mover's store less the opponent's.
    lead: i32,
    mover: Side,
    over: bool,
}

/// Both rows, as the mover sees them.
#[derive(Debug, Clone, Copy)]
struct Rows<R> {
    own: R,
    other: R,
}

impl<'t, R: Row> Packed<'t, R> {
    /// The same position as `start`, from whose game `table` must be.
    #[must_use]
    pub fn new(start: &Kalah, table: &'t Table<R>) -> Self {
        let (board, mover) = (start.board(), start.mover());
        let row = |side| {
            let seeds = board.row(side).iter().enumerate();
            seeds.fold(R::EMPTY, |row, (lane, &seeds)| row.with_more(lane, seeds))
        };
        Self {
            table,
            rows: Rows {
                own: row(mover),
                other: row(mover.opponent()),
            },
            lead: board.lead(mover),
            mover,
            over: start.is_over(),
        }
    }

    /// The seeds in a pit.
    #[must_use]
    pub fn seeds(&self, side: Side, pit: Pit) -> u16 {
        let row = if side == self.mover {
            self.rows.own
        } else {
            self.rows.other
        };
        row.seeds(pit.column())
    }

    /// The position after the mover sows `pit`, and how many seeds that captured.
    ///
    /// `pit` must be one of [`moves`](Position::moves).
    // Inlined so that a search keeps the rows in registers; through memory a sow takes twice as long.
    #[inline(always)]
    #[must_use]
    pub fn sow(&self, pit: Pit) -> (Self, u32) {
        let column = pit.column();
        let seeds = self.rows.own.seeds(column);
        let line = self.table.sow(self.mover, column, seeds);
        let rows = Rows {
            own: self.rows.own.without(column).plus(line.own),
            other: self.rows.other.plus(line.other),
        };
        let rules = self.table.rules();
        let landing_row = match line.landing_row {
            LandingRow::Own => rows.own,
            LandingRow::Other => rows.other,
        };
        // One seed now means that the pit was empty just before the last seed fell.
        let (rows, captured) = if landing_row.seeds(line.landing.into()) == 1 {
            rows.after_capture(line.landing_row, line.landing, rules)
        } else {
            (rows, 0)
        };
        let lead = self.lead + i32::from(line.store) + captured as i32;
        let (rows, lead, over) = if rows.own.or_other_is_empty(rows.other) {
            rows.at_end(lead, line.extra_turn, rules)
        } else {
            (rows, lead, false)
        };
        let (rows, lead, mover) = if line.extra_turn {
            (rows, lead, self.mover)
        } else {
            (rows.swapped(), -lead, self.mover.opponent())
        };
        let table = self.table;
        let next = Self {
            table,
            rows,
            lead,
            mover,
            over,
        };
        (next, captured)
    }
}

impl<R: Row> Rows<R> {
    /// The same rows as the other player sees them.
    #[inline]
    fn swapped(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
        }
    }

    /// The rows after the last seed fell into an empty pit, and what it captured.
    #[inline]
    fn after_capture(self, row: LandingRow, lane: u8, rules: &Rules) -> (Self, u32) {
        if row == LandingRow::Other {
            let (rows, captured) = self.swapped().after_own_capture(lane, rules);
            return (rows.swapped(), captured);
        }
        self.after_own_capture(lane, rules)
    }

    #[inline]
    fn after_own_capture(self, lane: u8, rules: &Rules) -> (Self, u32) {
        let lane = usize::from(lane);
        let opposite = u32::from(self.other.seeds(lane));
        if opposite == 0 && rules.empty_opposite == EmptyOpposite::NoCapture {
            return (self, 0);
        }
        let other = self.other.without(lane);
        match rules.capture_takes {
            CaptureTakes::Opposite => (Self { other, ..self }, opposite),
            CaptureTakes::OppositeAndLast => {
                let own = self.own.without(lane);
                (Self { own, other }, opposite + 1)
            }
        }
    }

    /// The rows and the sower's lead now that a row is empty, and whether the game is over.
    #[cold]
    fn at_end(self, lead: i32, extra_turn: bool, rules: &Rules) -> (Self, i32, bool) {
        let sower_out = self.own.is_empty();
        if extra_turn && !sower_out && rules.end_test == EndTest::EveryTurn {
            return (self, lead, false);
        }
        let (own, other) = (self.own.sum() as i32, self.other.sum() as i32);
        let gain = match (rules.remainder, sower_out) {
            (Remainder::RowOwner, _) => own - other,
            (Remainder::PlayerOut, true) | (Remainder::OtherPlayer, false) => own + other,
            (Remainder::PlayerOut, false) | (Remainder::OtherPlayer, true) => -(own + other),
            (Remainder::Nobody, _) => 0,
        };
        let rows = Self {
            own: R::EMPTY,
            other: R::EMPTY,
        };
        (rows, lead + gain, true)
    }
}

impl<'t, R: Row> Position for Packed<'t, R> {
    type Move = Pit;

    #[inline]
    fn mover(&self) -> Side {
        self.mover
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.over
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = Pit> + use<'t, R> {
        self.rows.own.filled()
    }

    #[inline(always)]
    fn play(&self, pit: Pit) -> Self {
        self.sow(pit).0
    }

    #[inline]
    fn score(&self, side: Side) -> i32 {
        if side == self.mover {
            self.lead
        } else {
            -self.lead
        }
    }
}
