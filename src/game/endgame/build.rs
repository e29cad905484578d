//! Fills a table by ascending numbers of seeds, each position once, nothing by recursion.
//!
//! A sow that gains something leads to fewer seeds, thus to an earlier level. A sow that gains
//! nothing stays within the mover's row, keeps the numbers of seeds in the two rows, lets the
//! opponent move and lowers the rank of the row sown. So the two blocks with p and q seeds in the
//! rows need only each other: for a = 0, 1, .. the positions whose p-row has rank a come in turn,
//! first those in which that row is to move, which need lower ranks than a on the same side, then
//! those in which the other row is, which need the ones just filled.
//!
//! The pairs of blocks of one level are independent of each other; threads share them out.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::Endgame;
use crate::game::rows::{Rows, lane};
use crate::game::solvable::Next;

/// Fills every value of `table` with `threads` threads.
pub(super) fn fill(table: &Endgame, threads: usize) {
    let rows: Vec<_> = (0..=table.seeds)
        .map(|seeds| table.ranking.rows(seeds))
        .collect();
    for level in 0..=table.seeds {
        // The largest pairs of blocks first: a thread that ends early finds a small one left.
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(few) = (level / 2).checked_sub(next.fetch_add(1, Ordering::Relaxed)) {
                fill_pair(table, &rows[few], &rows[level - few]);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
    }
}

/// Fills the two blocks in which one row is of `few` and the other of `many`; they may be the same.
fn fill_pair(table: &Endgame, few: &[u64], many: &[u64]) {
    for &row in few {
        for &other in many {
            fill_position(table, Rows { own: row, other });
        }
        for &own in many {
            fill_position(table, Rows { own, other: row });
        }
    }
}

#[inline]
fn fill_position(table: &Endgame, rows: Rows) {
    // In range: no value is larger than the number of seeds.
    let value = best(table, rows) as i8;
    table.values[table.place(rows)].store(value, Ordering::Relaxed);
}

#[inline]
fn best(table: &Endgame, rows: Rows) -> i32 {
    if rows.own == 0 {
        return table.sowing.remainder(rows);
    }
    let mut best = i32::MIN;
    for pit in 0..table.sowing.width() {
        if lane(rows.own, pit) == 0 {
            continue;
        }
        let step = table.sowing.sow(rows, pit);
        let later = match step.next {
            Next::Over => 0,
            Next::Same(rows) => table.value(rows),
            Next::Opponent(rows) => -table.value(rows),
        };
        best = best.max(step.gain + later);
    }
    best
}
