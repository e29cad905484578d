//! A position of Kalah in packed lanes.
//!
//! Left out: stores, and with them the board: a search needs only the lead. Who wants the board
//! plays the chosen moves on a [`Kalah`].

use super::super::board::{Pit, Side};
use super::super::kalah::Kalah;
use super::super::position::Position;
use super::super::rules::{CaptureTakes, EmptyOpposite, EndTest, Remainder};
use super::row::Row;
use super::table::Table;

/// The position that a [`Kalah`] is, without its stores.
#[derive(Debug, Clone, Copy)]
pub struct Packed<'t, R> {
    table: &'t Table<R>,
    /// The mover's row.
    own: R,
    /// The opponent's row.
    other: R,
    /// The mover's store less the opponent's.
    lead: i32,
    mover: Side,
    over: bool,
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
            own: row(mover),
            other: row(mover.opponent()),
            lead: board.lead(mover),
            mover,
            over: start.is_over(),
        }
    }

    /// The seeds in a pit.
    #[must_use]
    pub fn seeds(&self, side: Side, pit: Pit) -> u16 {
        let row = if side == self.mover {
            self.own
        } else {
            self.other
        };
        row.seeds(pit.column())
    }

    /// The position after the mover sows `pit`, and how many seeds that captured.
    ///
    /// `pit` must be one of [`moves`](Position::moves).
    #[inline]
    #[must_use]
    pub fn sow(&self, pit: Pit) -> (Self, u32) {
        let column = pit.column();
        let line = self.table.sow(self.mover, column, self.own.seeds(column));
        let mut next = *self;
        next.own = self.own.without(column).plus(line.own);
        next.other = self.other.plus(line.other);
        next.lead += i32::from(line.store);
        // One seed now means that the pit was empty just before the last seed fell.
        let captured = if next.own.seeds(line.own_landing.into()) == 1 {
            let (own, other, taken) = self.capture(next.own, next.other, line.own_landing);
            (next.own, next.other) = (own, other);
            taken
        } else if next.other.seeds(line.other_landing.into()) == 1 {
            let (other, own, taken) = self.capture(next.other, next.own, line.other_landing);
            (next.own, next.other) = (own, other);
            taken
        } else {
            0
        };
        next.lead += captured as i32;
        if next.own.is_empty() || next.other.is_empty() {
            next.end_if_over(line.extra_turn);
        }
        if !line.extra_turn {
            next = next.turned();
        }
        (next, captured)
    }

    /// The two rows after a capture in lane `lane` of the first, and how many seeds were taken.
    #[inline]
    fn capture(&self, row: R, opposite: R, lane: u8) -> (R, R, u32) {
        let lane = usize::from(lane);
        let rules = self.table.rules();
        let seeds = u32::from(opposite.seeds(lane));
        if seeds == 0 && rules.empty_opposite == EmptyOpposite::NoCapture {
            return (row, opposite, 0);
        }
        let opposite = opposite.without(lane);
        match rules.capture_takes {
            CaptureTakes::Opposite => (row, opposite, seeds),
            CaptureTakes::OppositeAndLast => (row.without(lane), opposite, seeds + 1),
        }
    }

    /// Ends the game if the rules say so now that a row is empty, before the turn is passed.
    #[cold]
    fn end_if_over(&mut self, extra_turn: bool) {
        let rules = self.table.rules();
        let can_go_on = extra_turn && !self.own.is_empty();
        if can_go_on && rules.end_test == EndTest::EveryTurn {
            return;
        }
        let (own, other) = (self.own.sum() as i32, self.other.sum() as i32);
        let all = own + other;
        self.lead += match (rules.remainder, self.own.is_empty()) {
            (Remainder::RowOwner, _) => own - other,
            (Remainder::PlayerOut, true) | (Remainder::OtherPlayer, false) => all,
            (Remainder::PlayerOut, false) | (Remainder::OtherPlayer, true) => -all,
            (Remainder::Nobody, _) => 0,
        };
        (self.own, self.other) = (R::EMPTY, R::EMPTY);
        self.over = true;
    }

    /// The same position for the other player to move.
    #[inline]
    fn turned(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
            lead: -self.lead,
            mover: self.mover.opponent(),
            ..self
        }
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
        self.own.filled()
    }

    #[inline]
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
