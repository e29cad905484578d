//! Fills a table by ascending numbers of seeds, each position once, nothing by recursion.
//!
//! A sow that gains something leads to fewer seeds, thus to an earlier level. A sow that gains nothing stays within the
//! mover's row, keeps the numbers of seeds in the two rows, lets the opponent move and lowers the rank of the row sown.
//! So the two blocks with p and q seeds in the rows need only each other: for a = 0, 1, .. the positions whose p-row
//! has rank a come in turn, first those in which that row is to move, which need lower ranks than a on the same side,
//! then those in which the other row is, which need the ones just filled.
//!
//! The pairs of blocks of one level are independent of each other; threads share them out. What is the same for a
//! whole line of positions, which have one row in common, is found out once, see `sown`; what is left for each
//! position and sow is a value to look up, and a maximum.

use std::sync::{Mutex, PoisonError};

use super::rank::{MAX_ROW, Ranked};
use super::sown::{OwnSow, Prepared, RankCapture, RankStep, ones, pits};
use crate::game::packed::{Narrow, Row};
use crate::solve::state::State;

/// Below so many positions a level is not worth a thread.
const WORTH_THREADS: usize = 1 << 16;

/// A pair of blocks to be filled; `few` is the lower number of seeds in a row.
///
/// Both blocks are lines of as many positions as there are rows of `many` seeds, one line for each row of `few` seeds.
struct Pair<'v> {
    few: usize,
    many: usize,
    /// The row of few seeds is to move.
    few_moves: &'v mut [i8],
    /// The other is. Empty if both are of as many seeds, as it would hold the same once more.
    many_moves: &'v mut [i8],
}

/// Fills all `values` from level `first` on, with `threads` threads.
pub fn fill(prepared: &Prepared<'_>, values: &mut [i8], first: usize, threads: usize) {
    let levels = prepared.layout.blocks[0][..prepared.levels()].iter().enumerate();
    for (level, block) in levels.skip(first) {
        let (lower, rest) = values.split_at_mut(block.start);
        let pairs = pairs(prepared, rest, level);
        let size: usize = pairs.iter().map(|pair| pair.few_moves.len()).sum();
        let pairs = Mutex::new(pairs);
        // The largest pairs of blocks first: a thread that ends early finds a small one left.
        let next = || pairs.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let work = || {
            while let Some(pair) = next() {
                fill_pair(prepared, lower, pair);
            }
        };
        let threads = if size < WORTH_THREADS { 1 } else { threads };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
    }
}

/// The pairs of blocks of one level, whose values start where `rest` does; the last is largest.
fn pairs<'v>(prepared: &Prepared<'_>, rest: &'v mut [i8], level: usize) -> Vec<Pair<'v>> {
    let size = |few: usize| prepared.rows(few).len() * prepared.rows(level - few).len();
    let mut left = &mut rest[..(0..=level).map(size).sum()];
    let mut pairs = Vec::new();
    // The blocks of a level stand in the order of seeds in the mover's row.
    for few in 0..=level / 2 {
        let many = level - few;
        let (few_moves, rest) = left.split_at_mut(size(few));
        let end = rest.len() - if few == many { 0 } else { size(few) };
        let (rest, many_moves) = rest.split_at_mut(end);
        left = rest;
        pairs.push(Pair { few, many, few_moves, many_moves });
    }
    pairs
}

fn fill_pair(prepared: &Prepared<'_>, lower: &[i8], pair: Pair<'_>) {
    let Pair { few, many, .. } = pair;
    let length = prepared.rows(many).len();
    let mut same = Vec::new();
    let many_moves = if few == many {
        same.resize(pair.few_moves.len(), 0);
        &mut same[..]
    } else {
        pair.many_moves
    };
    let lines = BlockLines { prepared, lower, few, many };
    for (rank, few_moves) in pair.few_moves.chunks_exact_mut(length).enumerate() {
        let (above, rest) = many_moves.split_at_mut(rank * length);
        lines.few_move(rank, above, few_moves);
        lines.many_move(rank, few_moves, &mut rest[..length]);
    }
}

/// The lines of one pair of blocks: those with a row of `few` seeds and one of `many`, or as many.
struct BlockLines<'a> {
    prepared: &'a Prepared<'a>,
    /// The values of all earlier levels.
    lower: &'a [i8],
    few: usize,
    many: usize,
}

impl BlockLines<'_> {
    /// Fills the line of positions in which the row of few seeds and this `rank` is to move.
    ///
    /// `above` are the lines of lower rank in which the other row is.
    fn few_move(&self, rank: usize, above: &[i8], values: &mut [i8]) {
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
    fn many_move(&self, rank: usize, few_moves: &[i8], values: &mut [i8]) {
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
