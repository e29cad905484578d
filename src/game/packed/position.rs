//! A position of Kalah in packed lanes.

use super::super::board::{Pit, Side};
use super::super::kalah::{Kalah, place_on_ring};
use super::super::position::{MoveOutcome, OUTCOMES, Position};
use super::leaf_deltas::Columns;
use super::pair::RowPair;
use super::row::{Narrow, Row};
use super::sowing::Sowing;

/// The position that a [`Kalah`] is, without its stores.
#[derive(Debug, Clone, Copy)]
pub struct Packed<'t, R> {
    sowing: &'t Sowing<R>,
    rows: RowPair<R>,
    /// The mover's store less the opponent's.
    lead: i32,
    mover: Side,
    over: bool,
}

impl<'t, R: Row> Packed<'t, R> {
    /// The same position as `start`, for whose game `sowing` must be.
    pub fn new(start: &Kalah, sowing: &'t Sowing<R>) -> Self {
        let (board, mover) = (start.board(), start.mover());
        Self {
            sowing,
            rows: RowPair::new(board, mover),
            lead: board.lead(mover),
            mover,
            over: start.is_over(),
        }
    }

    /// The seeds in the pits as the mover sees them: all that decides what may be sown from here on.
    #[inline]
    pub fn rows(&self) -> RowPair<R> {
        self.rows
    }

    /// The seeds in a pit.
    pub fn seeds(&self, side: Side, pit: Pit) -> u16 {
        let row = if side == self.mover { self.rows.own } else { self.rows.other };
        row.seeds(place_on_ring(self.sowing.width(), side, pit))
    }

    /// The position after the mover sows `pit`, and how many seeds that captured.
    ///
    /// `pit` must be one of [`moves`](Position::moves).
    #[inline(always)]
    pub fn sow(&self, pit: Pit) -> (Self, u32) {
        let lane = place_on_ring(self.sowing.width(), self.mover, pit);
        self.sow_lane(lane)
    }

    /// The same for the pit in a lane.
    #[inline(always)]
    pub(in crate::game) fn sow_lane(&self, lane: usize) -> (Self, u32) {
        let after = self.rows.sow(lane, self.sowing);
        let lead = self.lead + after.gain;
        let (rows, lead, mover) = if after.extra_turn {
            (after.rows, lead, self.mover)
        } else {
            (after.rows.swapped(), -lead, self.mover.opponent())
        };
        let next = Self { sowing: self.sowing, rows, lead, mover, over: after.over };
        (next, after.captured)
    }

    /// The mover's pits that hold seeds.
    #[inline]
    fn pits(&self) -> Pits {
        Pits(match self.mover {
            Side::South => self.rows.own.filled(),
            Side::North => self.rows.own.filled_backwards(self.sowing.width()),
        })
    }

    /// The lanes of the mover's pits that hold seeds.
    #[inline]
    pub(in crate::game) fn filled_lanes(&self) -> impl Iterator<Item = usize> + use<R> {
        Pits(self.rows.own.filled()).map(Pit::column)
    }
}

/// A set of pits of one row; iterates from the left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pits(u32);

impl Iterator for Pits {
    type Item = Pit;

    #[inline]
    fn next(&mut self) -> Option<Pit> {
        if self.0 == 0 {
            return None;
        }
        let column = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(Pit::new(column))
    }
}

/// The moves of a position that no sow can end, with what each leads to.
#[derive(Debug)]
struct Outcomes<'t> {
    pits: Pits,
    columns: Columns<'t>,
    /// Of the side that asks; it goes up or down by what the mover gains.
    score: i32,
    sign: i32,
}

impl Iterator for Outcomes<'_> {
    type Item = (Pit, MoveOutcome);

    // Inlined so that the rows stay in registers.
    #[inline(always)]
    fn next(&mut self) -> Option<(Pit, MoveOutcome)> {
        let pit = self.pits.next()?;
        let delta = self.columns.delta(pit);
        let outcome = MoveOutcome {
            score: self.score + self.sign * delta.gain,
            same_mover: delta.extra_turn,
        };
        Some((pit, outcome))
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
        self.pits()
    }

    #[inline(always)]
    fn play(&self, pit: Pit) -> Self {
        self.sow(pit).0
    }

    #[inline(always)]
    fn outcomes(
        &self,
        side: Side,
    ) -> Option<impl Iterator<Item = (Pit, MoveOutcome)> + use<'t, R>> {
        const { assert!(Narrow::LANES <= OUTCOMES) };
        let (own, other) = (self.rows.own.narrow()?, self.rows.other.narrow()?);
        let columns = self.sowing.leaf_deltas()?.at(own, other, self.mover)?;
        Some(Outcomes {
            pits: Pits(columns.filled()),
            columns,
            score: self.score(side),
            sign: if side == self.mover { 1 } else { -1 },
        })
    }

    #[inline]
    fn score(&self, side: Side) -> i32 {
        if side == self.mover { self.lead } else { -self.lead }
    }
}
