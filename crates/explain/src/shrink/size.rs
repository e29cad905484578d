//! Which of two problems is smaller.
//!
//! Fewer pits come first. Then what has to be followed by hand decides: the seeds on the board and
//! the rows of the right log, together. Of problems that are equal in that, the simpler task is
//! smaller, then the lower cutoff, then player 1, then the numbers of the board in reading order.

use std::ops::ControlFlow;

use crate::assignment::{Assignment, Side, Task, assignment};
use crate::reference::{Settings, stream};
use mancala::homework::Problem;

/// The most steps of the search of a problem that has a size; a longer one is not small.
const MAX_STEPS: u64 = 2_000_000;

/// The size of a problem; of two problems under the same rules, the smaller is less.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    pits: usize,
    work: u64,
    task: Task,
    cutoff: u32,
    player: Side,
    board: Vec<u32>,
}

impl Size {
    /// The size of a problem; `None` of the competition, and of one whose log is very long.
    pub fn of(problem: &Problem) -> Option<Self> {
        let assignment = assignment(problem)?;
        let rows = rows(&assignment)?;
        Some(Self::with_rows(&assignment, rows))
    }

    /// The size of a problem whose log has so many rows, the header not counted.
    pub fn with_rows(assignment: &Assignment, rows: u64) -> Self {
        let (lower, upper) = (&assignment.lower, &assignment.upper);
        let stores = [assignment.upper_store, assignment.lower_store];
        let board: Vec<u32> = upper.iter().chain(lower).chain(&stores).copied().collect();
        Self {
            pits: lower.len(),
            work: rows + board.iter().map(|&seeds| u64::from(seeds)).sum::<u64>(),
            task: assignment.task,
            cutoff: assignment.cutoff,
            player: assignment.player,
            board,
        }
    }

    /// The seeds on the board and the rows of the log.
    pub(super) const fn work(&self) -> u64 {
        self.work
    }
}

/// Rows of the right log, the header not counted.
fn rows(assignment: &Assignment) -> Option<u64> {
    if assignment.task == Task::Greedy {
        return Some(0);
    }
    let settings = Settings { steps: MAX_STEPS, ..Settings::default() };
    let mut rows = 0_u64;
    let sink = &mut |_: &str| {
        rows += 1;
        ControlFlow::Continue(())
    };
    stream(assignment, settings, sink).ok()?;
    Some(rows.saturating_sub(1))
}
