//! A position of Kalah in packed lanes: both rows as the mover sees them with one sow of them, capture and end;
//! and these with mover and lead, as a search asks for them.

use super::super::board::{Board, Pit, Side};
use super::super::kalah::{Kalah, place_on_ring};
use super::super::position::{MoveOutcome, OUTCOMES, Position};
use super::super::rules::{CaptureTakes, EndTest, Remainder, Rules};
use super::row::{Narrow, Row};
use super::sowing::{Captures, Columns, Drops, LandingRow, Sowing};

/// The seeds in the pits, seen by the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RowPair<R> {
    /// The mover's row.
    pub own: R,
    /// The opponent's row.
    pub other: R,
}

/// What one sow leads to.
#[derive(Debug, Clone, Copy)]
pub struct AfterSow<R> {
    /// The rows as the sower sees them; empty once the game is over.
    pub rows: RowPair<R>,
    /// What the sower gains by it less what the opponent does, with the remainder.
    pub gain: i32,
    /// Seeds of it that were captured.
    pub captured: u32,
    /// Whether the last seed fell in the sower's store.
    pub extra_turn: bool,
    /// Whether the game is over.
    pub over: bool,
}

impl<R: Row> RowPair<R> {
    /// The pits of `board` as `mover` sees them. They must fit the rows.
    pub fn new(board: &Board, mover: Side) -> Self {
        let row = |side| {
            board.columns().fold(R::EMPTY, |row, pit| {
                let lane = place_on_ring(board.width(), side, pit);
                row.with_more(lane, board.seeds(side, pit))
            })
        };
        Self { own: row(mover), other: row(mover.opponent()) }
    }

    /// All seeds in the pits.
    #[inline]
    pub fn seeds(self) -> u32 {
        self.own.sum() + self.other.sum()
    }

    /// The same rows as the other player sees them.
    #[inline]
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// Sows the mover's pit in `lane`, which must not be empty.
    // Inlined so that a search keeps the rows in registers; through memory a sow takes twice as long.
    #[inline(always)]
    pub fn sow(self, lane: usize, sowing: &Sowing<R>) -> AfterSow<R> {
        let drops = sowing.drops(lane, self.own.seeds(lane));
        let rows = Self {
            own: self.own.without(lane).plus(drops.own),
            other: self.other.plus(drops.other),
        };
        let landing_row = match drops.landing_row {
            LandingRow::Own => rows.own,
            LandingRow::Other => rows.other,
        };
        // One seed now means that the pit was empty just before the last seed fell.
        let (rows, captured) = if drops.may_capture & (landing_row.seeds(drops.landing.into()) == 1)
        {
            rows.after_capture(&drops, sowing.captures())
        } else {
            (rows, 0)
        };
        let mut after = AfterSow {
            rows,
            gain: i32::from(drops.store) + captured as i32,
            captured,
            extra_turn: drops.extra_turn,
            over: false,
        };
        if rows.own.or_other_is_empty(rows.other) {
            match rows.remainder_at_end(drops.extra_turn, sowing.rules()) {
                Some(remainder) => {
                    after.rows.own = R::EMPTY;
                    after.rows.other = R::EMPTY;
                    after.gain += remainder;
                    after.over = true;
                }
                // The turn goes on, or the opponent passes: in either case the sower sows again.
                None => after.extra_turn = true,
            }
        }
        after
    }

    /// The rows after the last seed fell into an empty pit, and what it captured.
    #[inline]
    fn after_capture(self, drops: &Drops<R>, captures: Captures) -> (Self, u32) {
        let (landing, facing) = (drops.landing.into(), drops.facing.into());
        if drops.landing_row == LandingRow::Other {
            let (rows, captured) = self.swapped().after_own_capture(landing, facing, captures);
            return (rows.swapped(), captured);
        }
        self.after_own_capture(landing, facing, captures)
    }

    #[inline]
    fn after_own_capture(self, landing: usize, facing: usize, captures: Captures) -> (Self, u32) {
        let Some(captured) = captures.taken(self.other.seeds(facing).into()) else {
            return (self, 0);
        };
        let other = self.other.without(facing);
        let own = match captures.takes {
            CaptureTakes::Opposite => self.own,
            CaptureTakes::OppositeAndLast => self.own.without(landing),
        };
        (Self { own, other }, captured)
    }

    /// What the sower gains by seeds left when a row is empty, less the opponent's gain; `None` if the game goes on.
    #[cold]
    fn remainder_at_end(self, extra_turn: bool, rules: &Rules) -> Option<i32> {
        let goes_on = match rules.end_test {
            EndTest::EverySow => false,
            EndTest::EveryTurn => extra_turn && !self.own.is_empty(),
            EndTest::OwnTurn => !self.own.is_empty(),
        };
        (!goes_on).then(|| self.remainder(rules))
    }

    /// What the owner of `own` gains, less the opponent's gain, when the game ends on these rows.
    ///
    /// The player whose row is empty is out; if both are, then the owner of `own`.
    pub fn remainder(self, rules: &Rules) -> i32 {
        let (own, other) = (self.own.sum() as i32, self.other.sum() as i32);
        match (rules.remainder, self.own.is_empty()) {
            (Remainder::RowOwner, _) => own - other,
            (Remainder::PlayerOut, true) | (Remainder::OtherPlayer, false) => own + other,
            (Remainder::PlayerOut, false) | (Remainder::OtherPlayer, true) => -(own + other),
            (Remainder::Nobody, _) => 0,
        }
    }
}

impl<R: Row> AfterSow<R> {
    /// The rows as the player sees them who moves next.
    #[inline]
    pub fn next(&self) -> RowPair<R> {
        if self.extra_turn { self.rows } else { self.rows.swapped() }
    }
}

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
        let (gain, same_mover) = self.columns.delta(pit);
        let outcome = MoveOutcome { score: self.score + self.sign * gain, same_mover };
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
