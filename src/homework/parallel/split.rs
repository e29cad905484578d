//! Where to split a search between threads, and whether to.

use std::io;
use std::num::NonZero;
use std::thread;

use crate::game::Position;
use crate::homework::row_text::{NodeName, RowBuffer, Sink};
use crate::homework::traverse_log::{LogRows, OptionalRows};
use crate::search::{Algorithm, Limits, search};

/// How a search is split.
#[derive(Debug, Clone, Copy)]
pub struct Split {
    /// The depth of the nodes that the subtrees hang on which are searched by themselves.
    pub frontier: u32,
    /// Threads besides that of the search.
    pub helpers: usize,
    /// Bytes of each of their buffers.
    pub buffer: usize,
}

/// More threads than this have nothing to do: writing takes a third as long as searching.
const MAX_THREADS: usize = 4;

impl Split {
    /// How to split a search that visits many nodes; `None` if it is not worth while.
    pub fn of<P: Position<Move: NodeName>>(
        root: P,
        limits: Limits,
        algorithm: Algorithm,
    ) -> Option<Self> {
        // On a page, no second thread can be started.
        if cfg!(target_family = "wasm") || algorithm == Algorithm::AlphaBeta || limits.cutoff < 2 {
            return None;
        }
        let below = turns_below(root, limits)?;
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let helpers = threads.min(MAX_THREADS) - 1;
        (helpers > 0).then_some(Self { frontier: limits.cutoff - below, helpers, buffer: CAPACITY })
    }
}

/// Bytes of rows that a subtree should have at most, more or less.
const LENGTH: usize = 100 << 10;
/// Bytes of a buffer: what one core's cache holds is written soonest in such blocks.
const CAPACITY: usize = 64 << 10;
/// Bytes of a log that is worth a second thread.
const WORTH: usize = 1 << 20;
/// Bytes of rows that are made for nothing, to learn how fast the tree grows.
const SAMPLE: usize = 16 << 10;

/// How many turns of the search are left at a frontier whose subtrees have at most about [`LENGTH`] bytes;
/// `None` if the whole tree has less than about [`WORTH`].
///
/// As the tree grows from one turn to the next at its root, it should grow elsewhere.
fn turns_below<P: Position<Move: NodeName>>(root: P, limits: Limits) -> Option<u32> {
    let (mut shorter, mut longer) = (1, 1);
    let mut below = 0;
    let mut rows = LogRows::new(Full, RowBuffer::with_capacity(SAMPLE), OptionalRows::Omit);
    for cutoff in 1..=limits.cutoff {
        let sample = Limits { cutoff, ..limits };
        rows.buffer.clear();
        if search(root, sample, Algorithm::Minimax, &mut rows).is_break() {
            break;
        }
        (shorter, longer) = (longer, rows.buffer.text().len());
        below = cutoff;
        if longer == shorter {
            // All games are over.
            return None;
        }
    }
    let mut turns = below;
    while turns < limits.cutoff && longer > shorter {
        (shorter, longer) = (longer, longer * longer / shorter);
        turns += 1;
        if longer <= LENGTH {
            below = turns;
        }
        if longer >= WORTH {
            return (0 < below && below < limits.cutoff).then_some(below);
        }
    }
    None
}

/// Where the rows of a sample go that are too many: nowhere, so the search ends.
struct Full;

impl Sink for Full {
    fn take(&mut self, _: &mut RowBuffer) -> io::Result<()> {
        Err(io::ErrorKind::OutOfMemory.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Board, Kalah, Rules, Side};

    fn turns(width: usize, seeds: u16, cutoff: u32) -> Option<u32> {
        let start = Kalah::new(Board::opening(width, seeds), Rules::USC, Side::South).unwrap();
        let player = Side::South;
        turns_below(start, Limits { player, cutoff })
    }

    #[test]
    fn only_long_logs_are_split() {
        // 145 kB, 1.3 MB, 15 MB.
        assert_eq!([4, 5, 6].map(|cutoff| turns(6, 3, cutoff)), [None, Some(3), Some(3)]);
        // The game is over before.
        assert_eq!(turns(2, 1, u32::MAX), None);
        // One turn has many ends.
        assert_eq!(turns(10, 100, 2), None);
    }
}
