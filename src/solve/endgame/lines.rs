//! Fills lines of positions that have one row in common, from positions of earlier levels.
//!
//! What is the same for a whole line is found out once, see `sown`; what is left for each
//! position and sow is a value to look up, and a maximum.

use super::rank::{MAX_ROW, Ranked};
use super::sown::{OwnSow, Prepared, RankCapture, RankStep, ones, pits};
use crate::game::packed::{Narrow, Row};
use crate::solve::state::State;

/// The lines of one pair of blocks: those with a row of `few` seeds and one of `many`, or as many.
pub struct BlockLines<'a> {
    pub prepared: &'a Prepared<'a>,
    /// The values of all earlier levels.
    pub lower: &'a [i8],
    pub few: usize,
    pub many: usize,
}

impl BlockLines<'_> {
    /// Fills the line of positions in which the row of few seeds and this `rank` is to move.
    ///
    /// `above` are the lines of lower rank in which the other row is.
    pub fn few_move(&self, rank: usize, above: &[i8], values: &mut [i8]) {
        let Self { prepared, lower, few, many } = *self;
        let (row, others) = (prepared.rows(few)[rank], prepared.rows(many));
        if few == 0 {
            let rows = State { own: row, other: others[0] };
            values.fill(rows.remainder(prepared.sowing.rules()) as i8);
            return;
        }
        values.fill(i8::MIN);
        let above = |row: Narrow| &above[prepared.rank(row) * others.len()..][..others.len()];
        for pit in pits(row) {
            match OwnSow::new(prepared.sowing, row, pit) {
                OwnSow::Again { own } => {
                    let line = self.line_of_own(own, many);
                    raise_all(values, &lower[line.start..], |later| 1 + later);
                }
                OwnSow::Passes { own, dropped: 0 } => raise_all(values, above(own), |later| -later),
                OwnSow::Passes { own, dropped } => {
                    let line = self.line_of_other(many + dropped, own);
                    let ranks = &prepared.changes[many].dropped[dropped];
                    for (value, &to) in values.iter_mut().zip(ranks) {
                        raise(value, 1 - lower[line.at(to)]);
                    }
                }
                OwnSow::Captures { facing, stays, taken } => {
                    self.few_capture(facing, above(stays), taken, values);
                }
                OwnSow::Depends => {
                    for (value, &other) in values.iter_mut().zip(others) {
                        let current = |rows: State| above(rows.other)[prepared.rank(rows.own)];
                        raise(value, self.sow(State { own: row, other }, pit, current));
                    }
                }
            }
        }
    }

    /// Raises a line of positions to what a sow is worth that captures from `facing` and leaves
    /// `taken`, or that captures nothing and leads to the line `stays`.
    fn few_capture(&self, facing: usize, stays: &[i8], taken: Narrow, values: &mut [i8]) {
        let Self { prepared, lower, many, .. } = *self;
        // By seeds in the facing pit.
        let mut lines = [Strided::default(); MAX_ROW + 1];
        for (seeds, line) in lines.iter_mut().enumerate().take(many + 1) {
            *line = self.line_of_other(many - seeds, taken);
        }
        let ranks = &prepared.changes[many].captured[facing];
        let others = prepared.rows(many).iter().zip(stays);
        for ((value, &to), (&other, stays)) in values.iter_mut().zip(ranks).zip(others) {
            let seeds = other.seeds(facing);
            raise(
                value,
                match prepared.gain(seeds) {
                    Some(gain) => gain - lower[lines[seeds as usize & MAX_ROW].at(to)],
                    None => -stays,
                },
            );
        }
    }

    /// Fills the line of positions in which the row of few seeds and this `rank` is not to move.
    ///
    /// `few_moves` is the line in which it is.
    pub fn many_move(&self, rank: usize, few_moves: &[i8], values: &mut [i8]) {
        let Self { prepared, lower, few, many } = *self;
        let row = prepared.rows(few)[rank];
        let current = |rows: State| few_moves[prepared.rank(rows.other)];
        if few == 0 {
            // Under some rules the game ends where the table has a game that goes on.
            for (value, &own) in values.iter_mut().zip(prepared.rows(many)) {
                let worth = |pit| self.sow(State { own, other: row }, pit, current);
                *value = pits(own).map(worth).max().unwrap_or(0);
            }
            return;
        }
        values.fill(i8::MIN);
        let sows = &prepared.sows[many];
        let line = self.line_of_other(many - 1, row);
        raise_steps(values, &sows.again, |to| 1 + lower[line.at(to)]);
        raise_steps(values, &sows.passes[0], |to| -few_moves[to as usize]);
        for (dropped, steps) in sows.passes.iter().enumerate().skip(1) {
            if !steps.is_empty() {
                let line = self.line_of_own(row.plus(ones(dropped)), many - 1 - dropped);
                raise_steps(values, steps, |to| 1 - lower[line.at(to)]);
            }
        }
        for (facing, captures) in sows.captures.iter().enumerate() {
            if !captures.is_empty() {
                self.many_capture(row, facing, captures, few_moves, values);
            }
        }
        for &(from, pit) in &sows.depends {
            let own = prepared.rows(many)[from as usize];
            let value = self.sow(State { own, other: row }, pit, current);
            raise(&mut values[from as usize], value);
        }
    }

    /// Raises a line of positions with the other row `row` to what captures from `facing` are worth.
    fn many_capture(
        &self,
        row: Narrow,
        facing: usize,
        captures: &[RankCapture],
        few_moves: &[i8],
        values: &mut [i8],
    ) {
        let seeds = row.seeds(facing);
        let Some(gain) = self.prepared.gain(seeds) else {
            for capture in captures {
                let later = few_moves[capture.stays as usize];
                raise(&mut values[capture.from as usize], -later);
            }
            return;
        };
        let left = row.without(facing);
        let own = self.many - (gain as usize - seeds as usize);
        let line = self.line_of_own(left, own);
        for capture in captures {
            let later = self.lower[line.at(capture.taken)];
            raise(&mut values[capture.from as usize], gain - later);
        }
    }

    /// The value of one sow, looked up in earlier levels or, if it gains nothing, by `current`.
    fn sow(&self, rows: State, pit: usize, current: impl Fn(State) -> i8) -> i8 {
        let Prepared { sowing, ranking, layout, .. } = self.prepared;
        let after = rows.sow(pit, sowing);
        // In range: no value is larger than the number of seeds.
        let gain = after.gain as i8;
        if after.over {
            return gain;
        }
        let next = after.next();
        let value = match gain {
            0 => current(next),
            _ => self.lower[layout.place(ranking.rank(next.own), ranking.rank(next.other))],
        };
        if after.extra_turn { gain + value } else { gain - value }
    }

    /// The positions with the mover's row `own`, by the rank of the other row, of `other` seeds.
    fn line_of_own(&self, own: Narrow, other: usize) -> Strided {
        let Ranked { seeds, rank } = self.prepared.ranking.rank(own);
        let block = &self.prepared.layout.blocks[seeds][other];
        Strided { start: block.start + rank * block.own_stride, stride: block.other_stride }
    }

    /// The positions with the other row `other`, by the rank of the mover's row, of `own` seeds.
    fn line_of_other(&self, own: usize, other: Narrow) -> Strided {
        let Ranked { seeds, rank } = self.prepared.ranking.rank(other);
        let block = &self.prepared.layout.blocks[own][seeds];
        Strided { start: block.start + rank * block.other_stride, stride: block.own_stride }
    }
}

/// Where the values of positions lie that have a row in common, by the rank of the other row.
#[derive(Debug, Clone, Copy, Default)]
struct Strided {
    start: usize,
    stride: usize,
}

impl Strided {
    #[inline]
    fn at(self, rank: u32) -> usize {
        self.start + rank as usize * self.stride
    }
}

#[inline]
fn raise(value: &mut i8, to: i8) {
    *value = (*value).max(to);
}

#[inline]
fn raise_all(values: &mut [i8], later: &[i8], worth: impl Fn(i8) -> i8) {
    for (value, &later) in values.iter_mut().zip(later) {
        raise(value, worth(later));
    }
}

#[inline]
fn raise_steps(values: &mut [i8], steps: &[RankStep], worth: impl Fn(u32) -> i8) {
    for step in steps {
        raise(&mut values[step.from as usize], worth(step.to));
    }
}
