//! Fills a table by ascending numbers of seeds, each position once, nothing by recursion.
//!
//! A sow that gains something leads to fewer seeds, thus to an earlier level. A sow that gains
//! nothing stays within the mover's row, keeps the numbers of seeds in the two rows, lets the
//! opponent move and lowers the rank of the row sown. So the two blocks with p and q seeds in the
//! rows need only each other: for a = 0, 1, .. the positions whose p-row has rank a come in turn,
//! first those in which that row is to move, which need lower ranks than a on the same side, then
//! those in which the other row is, which need the ones just filled.
//!
//! In either case one row stays the same along a line of positions, and what is the same for all of
//! them is found out once: see `sown`. What is left for each position and sow is a value to
//! look up, and a maximum.
//!
//! The pairs of blocks of one level are independent of each other; threads share them out.

use std::sync::{Mutex, PoisonError};

use arrayvec::ArrayVec;

use super::Layout;
use super::rank::{MAX_ROW, Ranked, Ranking};
use super::sown::{Changes, Sown, Sows, Step, ones, pits, sown, takes_nothing_but_last};
use crate::game::rows::{Rows, Sowing, lane};
use crate::game::rules::CaptureTakes;
use crate::game::solvable::Next;

/// Below so many positions a level is not worth a thread.
const WORTH_THREADS: usize = 1 << 16;

/// So many lines are filled together, as far as their order allows.
const TILE: usize = 32;

/// What does not change while a table is filled.
pub(super) struct Builder<'a> {
    sowing: &'a Sowing,
    ranking: &'a Ranking,
    layout: &'a Layout,
    /// All rows by seeds and rank.
    rows: Vec<Vec<u64>>,
    sows: Vec<Sows>,
    changes: Vec<Changes>,
}

/// A pair of blocks to be filled; `few` is the lower number of seeds in a row.
struct Pair<'v> {
    few: usize,
    many: usize,
    /// The row of few seeds is to move.
    few_moves: &'v mut [i8],
    /// The other is. Empty if both are of as many seeds, as it would hold the same once more.
    many_moves: &'v mut [i8],
}

/// Positions that have a row in common: where their values lie, by the rank of the other row.
#[derive(Clone, Copy)]
struct Line {
    start: usize,
    stride: usize,
}

impl<'a> Builder<'a> {
    pub(super) fn new(
        sowing: &'a Sowing,
        ranking: &'a Ranking,
        layout: &'a Layout,
        seeds: usize,
    ) -> Self {
        let rows: Vec<_> = (0..=seeds).map(|seeds| ranking.rows(seeds)).collect();
        Self {
            sows: rows
                .iter()
                .map(|rows| Sows::new(sowing, ranking, rows))
                .collect(),
            changes: rows
                .iter()
                .enumerate()
                .map(|(row, rows)| Changes::new(sowing, ranking, rows, seeds - row))
                .collect(),
            sowing,
            ranking,
            layout,
            rows,
        }
    }

    /// Fills all `values` with `threads` threads.
    pub(super) fn fill(&self, values: &mut [i8], threads: usize) {
        for level in 0..self.rows.len() {
            let (lower, rest) = values.split_at_mut(self.layout.blocks[0][level].start);
            let pairs = self.pairs(rest, level);
            let size: usize = pairs.iter().map(|pair| pair.few_moves.len()).sum();
            let pairs = Mutex::new(pairs);
            // The largest pairs of blocks first: a thread that ends early finds a small one left.
            let next = || pairs.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let work = || {
                while let Some(pair) = next() {
                    self.fill_pair(lower, pair);
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
    fn pairs<'v>(&self, rest: &'v mut [i8], level: usize) -> Vec<Pair<'v>> {
        let size = |few: usize| self.rows[few].len() * self.rows[level - few].len();
        let (mut left, _) = rest.split_at_mut((0..=level).map(size).sum());
        let mut pairs = Vec::new();
        for few in 0..=level / 2 {
            let (few_moves, rest) = left.split_at_mut(size(few));
            // The blocks of a level stand in the order of seeds in the mover's row.
            let end = if 2 * few == level {
                rest.len()
            } else {
                rest.len() - size(few)
            };
            let (rest, many_moves) = rest.split_at_mut(end);
            left = rest;
            pairs.push(Pair {
                few,
                many: level - few,
                few_moves,
                many_moves,
            });
        }
        pairs
    }

    fn fill_pair(&self, lower: &[i8], pair: Pair<'_>) {
        let Pair {
            few,
            many,
            few_moves,
            many_moves,
        } = pair;
        let line = self.rows[many].len();
        let mut same = Vec::new();
        let many_moves = if few == many {
            same.resize(few_moves.len(), 0);
            &mut same[..]
        } else {
            many_moves
        };
        for first in (0..self.rows[few].len()).step_by(TILE) {
            let ranks = first..self.rows[few].len().min(first + TILE);
            let tile = &mut many_moves[ranks.start * line..ranks.end * line];
            self.many_gain(lower, many, &self.rows[few][ranks.clone()], tile);
            for rank in ranks {
                let few_moves = &mut few_moves[rank * line..][..line];
                let (above, rest) = many_moves.split_at_mut(rank * line);
                self.few_move(lower, [few, many], rank, above, few_moves);
                self.many_move(lower, [few, many], rank, few_moves, &mut rest[..line]);
            }
        }
    }

    /// Raises lines of positions in which a row of `many` seeds is to move to what sows that put a
    /// seed in the store are worth: of sows that lead to earlier levels, most.
    ///
    /// `rows` are the other rows, one for each line.
    fn many_gain(&self, lower: &[i8], many: usize, rows: &[u64], values: &mut [i8]) {
        values.fill(i8::MIN);
        if rows[0] == 0 {
            return;
        }
        let sows = &self.sows[many];
        let lines = rows.iter().map(|&row| self.line_of_other(many - 1, row));
        raise_tile(values, &sows.again, lower, lines, |later| 1 + later);
        for (dropped, steps) in sows.passes.iter().enumerate().skip(1) {
            if steps.is_empty() {
                continue;
            }
            let line = |&row: &u64| self.line_of_own(row + ones(dropped), many - 1 - dropped);
            raise_tile(values, steps, lower, rows.iter().map(line), |later| {
                1 - later
            });
        }
    }

    /// Fills the line of positions in which the row of few seeds and this `rank` is to move.
    ///
    /// `above` are the lines of lower rank in which the other row is.
    fn few_move(
        &self,
        lower: &[i8],
        [few, many]: [usize; 2],
        rank: usize,
        above: &[i8],
        values: &mut [i8],
    ) {
        let (row, others) = (self.rows[few][rank], &self.rows[many]);
        if few == 0 {
            values.fill(self.remainder(row, others[0]));
            return;
        }
        values.fill(i8::MIN);
        let above = |row: u64| &above[self.rank(row) * others.len()..][..others.len()];
        for pit in pits(self.sowing, row) {
            match sown(self.sowing, row, pit) {
                Sown::Again { own } => {
                    let start = self.line_of_own(own, many).start;
                    raise_all(values, &lower[start..], |value| 1 + value);
                }
                Sown::Passes { own, dropped: 0 } => raise_all(values, above(own), |value| -value),
                Sown::Passes { own, dropped } => {
                    let line = self.line_of_other(many + dropped, own).start;
                    let ranks = &self.changes[many].dropped[dropped];
                    for (value, &to) in values.iter_mut().zip(ranks) {
                        raise(value, 1 - lower[line + to as usize]);
                    }
                }
                Sown::Captures {
                    facing,
                    stays,
                    taken,
                } => {
                    let stays = above(stays);
                    let gains = self.gains();
                    let lines: [Line; MAX_ROW + 1] = std::array::from_fn(|seeds| {
                        if seeds <= many {
                            self.line_of_other(many - seeds, taken)
                        } else {
                            Line {
                                start: 0,
                                stride: 0,
                            }
                        }
                    });
                    let ranks = &self.changes[many].captured[facing];
                    for (at, (value, &to)) in values.iter_mut().zip(ranks).enumerate() {
                        let seeds = lane(others[at], facing) as usize & MAX_ROW;
                        if seeds == 0 && !gains.from_empty {
                            raise(value, -stays[at]);
                        } else {
                            let line = lines[seeds];
                            let later = lower[line.start + to as usize * line.stride];
                            raise(value, seeds as i8 + gains.last - later);
                        }
                    }
                }
                Sown::Depends => {
                    for (value, &other) in values.iter_mut().zip(others) {
                        let current = |rows: Rows| above(rows.other)[self.rank(rows.own)];
                        raise(
                            value,
                            self.sow(lower, Rows { own: row, other }, pit, current),
                        );
                    }
                }
            }
        }
    }

    /// Completes the line of positions in which the row of few seeds and this `rank` is not to
    /// move, after [`many_gain`](Self::many_gain).
    ///
    /// `few_moves` is the line in which it is.
    fn many_move(
        &self,
        lower: &[i8],
        [few, many]: [usize; 2],
        rank: usize,
        few_moves: &[i8],
        values: &mut [i8],
    ) {
        let row = self.rows[few][rank];
        if few == 0 {
            self.other_is_empty(lower, many, few_moves, values);
            return;
        }
        let sows = &self.sows[many];
        for step in &sows.passes[0] {
            raise(
                &mut values[step.from as usize],
                -few_moves[step.to as usize],
            );
        }
        for (facing, steps) in sows.captures.iter().enumerate() {
            if steps.is_empty() {
                continue;
            }
            let gains = self.gains();
            let seeds = lane(row, facing);
            if seeds == 0 && !gains.from_empty {
                for step in steps {
                    raise(
                        &mut values[step.from as usize],
                        -few_moves[step.stays as usize],
                    );
                }
                continue;
            }
            let left = row & !(0xff << (8 * facing));
            let line = self.line_of_own(left, many - gains.last as usize);
            for step in steps {
                let later = lower[line.at(step.taken)];
                raise(
                    &mut values[step.from as usize],
                    seeds as i8 + gains.last - later,
                );
            }
        }
        for &(from, pit) in &sows.depends {
            let rows = Rows {
                own: self.rows[many][from as usize],
                other: row,
            };
            let value = self.sow(lower, rows, pit, |rows| few_moves[self.rank(rows.other)]);
            raise(&mut values[from as usize], value);
        }
    }

    /// Fills the positions in which only the mover has seeds, `own` of them.
    ///
    /// Under some rules the game ends when such a position is reached.
    fn other_is_empty(&self, lower: &[i8], own: usize, few_moves: &[i8], values: &mut [i8]) {
        for (&own, value) in self.rows[own].iter().zip(values) {
            let rows = Rows { own, other: 0 };
            *value = pits(self.sowing, own)
                .map(|pit| self.sow(lower, rows, pit, |rows| few_moves[self.rank(rows.other)]))
                .max()
                .unwrap_or(0);
        }
    }

    /// The value of one sow, looked up in earlier levels or, if it gains nothing, by `current`.
    fn sow(&self, lower: &[i8], rows: Rows, pit: usize, current: impl Fn(Rows) -> i8) -> i8 {
        let step = self.sowing.sow(rows, pit);
        let value = |rows: Rows| match step.gain {
            0 => current(rows),
            _ => {
                lower[self
                    .layout
                    .place(self.ranking.rank(rows.own), self.ranking.rank(rows.other))]
            }
        };
        // In range: no value is larger than the number of seeds.
        step.gain as i8
            + match step.next {
                Next::Over => 0,
                Next::Same(rows) => value(rows),
                Next::Opponent(rows) => -value(rows),
            }
    }

    fn rank(&self, row: u64) -> usize {
        self.ranking.rank(row).rank
    }

    fn remainder(&self, own: u64, other: u64) -> i8 {
        self.sowing.remainder(Rows { own, other }) as i8
    }

    fn gains(&self) -> Gains {
        let rules = self.sowing.rules();
        Gains {
            last: match rules.capture_takes {
                CaptureTakes::Opposite => 0,
                CaptureTakes::OppositeAndLast => 1,
            },
            from_empty: takes_nothing_but_last(rules),
        }
    }

    /// The positions with the mover's row `own`, by the rank of the other row, of `other` seeds.
    fn line_of_own(&self, own: u64, other: usize) -> Line {
        let Ranked { seeds, rank } = self.ranking.rank(own);
        let block = &self.layout.blocks[seeds][other];
        Line {
            start: block.start + rank * block.own_stride,
            stride: block.other_stride,
        }
    }

    /// The positions with the other row `other`, by the rank of the mover's row, of `own` seeds.
    fn line_of_other(&self, own: usize, other: u64) -> Line {
        let Ranked { seeds, rank } = self.ranking.rank(other);
        let block = &self.layout.blocks[own][seeds];
        Line {
            start: block.start + rank * block.other_stride,
            stride: block.own_stride,
        }
    }
}

impl Line {
    #[inline]
    fn at(self, rank: u32) -> usize {
        self.start + rank as usize * self.stride
    }
}

/// What a capture gains beside the seeds of the facing pit.
struct Gains {
    last: i8,
    /// Whether there is a capture if the facing pit is empty.
    from_empty: bool,
}

#[inline]
fn raise(value: &mut i8, to: i8) {
    *value = (*value).max(to);
}

#[inline]
fn raise_all(values: &mut [i8], later: &[i8], of: impl Fn(i8) -> i8) {
    for (value, &later) in values.iter_mut().zip(later) {
        raise(value, of(later));
    }
}

/// Raises each of a tile's lines by `steps` to what lies in its line of `lower`.
#[inline]
fn raise_tile(
    values: &mut [i8],
    steps: &[Step],
    lower: &[i8],
    lines: impl ExactSizeIterator<Item = Line>,
    of: impl Fn(i8) -> i8,
) {
    let length = values.len() / lines.len();
    let lines: ArrayVec<Line, TILE> = lines.collect();
    let mut raise = |at: usize, line: &Line, step: &Step| {
        let value = &mut values[at * length + step.from as usize];
        raise(value, of(lower[line.at(step.to)]));
    };
    if lines[0].stride == 1 {
        for (at, line) in lines.iter().enumerate() {
            steps.iter().for_each(|step| raise(at, line, step));
        }
    } else {
        // What lies in neighbouring lines for the same step is near.
        for step in steps {
            let lines = lines.iter().enumerate();
            lines.for_each(|(at, line)| raise(at, line, step));
        }
    }
}
