//! The smallest problem that shows one mistake of a program, and no other.
//!
//! First all boards of the fewest pits and of few seeds are tried, so that what is found there is the
//! smallest there is. A mistake that takes more to be seen, two-digit names for instance, is looked
//! for in given problems, and the one that shows it is made smaller.

use super::descend::shrink;
use super::size::Size;
use crate::assignment::{Assignment, assignment};
use crate::mistakes::{Switch, Switches};
use crate::reference::{Answer, Settings, Unanswered, answer};
use mancala::game::difference::boards;
use mancala::game::{Board, Rules, Side};
use mancala::homework::{Problem, Task};

/// The most seeds of the boards that are all tried.
const MAX_SEEDS: u16 = 8;

/// What is asked on each board, the least to be followed by hand first.
const QUESTIONS: [(Task, u32); 7] = [
    (Task::Greedy, 1),
    (Task::Minimax, 1),
    (Task::AlphaBeta, 1),
    (Task::Minimax, 2),
    (Task::AlphaBeta, 2),
    (Task::Minimax, 3),
    (Task::AlphaBeta, 3),
];

/// The most steps of a search. A mistaken program may never end.
const STEPS: u64 = 200_000;

/// How many problems are tried at most, of the small boards and of what the given ones become.
const MAX_TRIED: u32 = 120_000;
const MAX_SHRUNK: u32 = 2_000;

/// The smallest problem that `may_be_shown` on which a program with the mistakes `all` answers as one
/// that makes `switch` alone, and a right one does not; `None` if none was found.
///
/// `given` are problems on which such a program goes wrong, the smallest first.
pub fn smallest_showing(
    switch: Switch,
    all: Switches,
    rules: Rules,
    given: &[Problem],
    may_be_shown: &dyn Fn(&Problem) -> bool,
) -> Option<Problem> {
    let shown = Shown { switch, all };
    let mut small = SmallBoards { shown: &shown, may_be_shown, best: None, left: MAX_TRIED };
    small.try_all(rules);
    if let Some((_, problem)) = small.best {
        return Some(problem);
    }
    let shows = |problem: &Problem| assignment(problem).is_some_and(|it| shown.is_seen(&it));
    let start = given.iter().find(|problem| shows(problem))?;
    let mut left = MAX_SHRUNK;
    let mut holds = |problem: &Problem| {
        left = left.checked_sub(1)?;
        Some(may_be_shown(problem) && shows(problem))
    };
    let found = shrink(*start, Size::of(start)?, &mut holds).problem;
    may_be_shown(&found).then_some(found)
}

/// What is to be seen.
struct Shown {
    switch: Switch,
    all: Switches,
}

impl Shown {
    fn is_seen(&self, assignment: &Assignment) -> bool {
        let right = answered(assignment, Switches::NONE);
        right.is_ok() && self.is_seen_beside(assignment, &right)
    }

    fn is_seen_beside(&self, assignment: &Assignment, right: &Answered) -> bool {
        let alone = Switches::NONE.with(self.switch);
        let one = answered(assignment, alone);
        one != *right && (alone == self.all || answered(assignment, self.all) == one)
    }
}

/// The outputs, or why there are none.
type Answered = Result<(String, Option<String>), Unanswered>;

fn answered(assignment: &Assignment, switches: Switches) -> Answered {
    let settings = Settings { switches, steps: STEPS, ..Settings::default() };
    let outputs = |it: Answer| (it.next_state, it.traverse_log);
    answer(assignment, settings).map(outputs)
}

/// Goes through all small boards.
struct SmallBoards<'a> {
    shown: &'a Shown,
    may_be_shown: &'a dyn Fn(&Problem) -> bool,
    best: Option<(Size, Problem)>,
    left: u32,
}

impl SmallBoards<'_> {
    fn try_all(&mut self, rules: Rules) {
        for seeds in 2..=MAX_SEEDS {
            if self.is_beaten(u64::from(seeds)) || self.left == 0 {
                return;
            }
            for board in boards(seeds) {
                self.ask(board, rules);
            }
        }
    }

    fn ask(&mut self, board: Board, rules: Rules) {
        if Side::BOTH.iter().any(|&side| board.seeds_in_row(side) == 0) {
            return;
        }
        for player in Side::BOTH {
            for (task, cutoff) in QUESTIONS {
                // A log has a row at least.
                let work = board.seeds_in_pits() + u32::from(task != Task::Greedy);
                if !self.is_beaten(work.into())
                    && let Ok(problem) = Problem::on_board(board, rules, player, task, cutoff)
                {
                    self.try_one(problem);
                }
            }
        }
    }

    fn try_one(&mut self, problem: Problem) {
        let Some(left) = self.left.checked_sub(1) else { return };
        let Some(assignment) = assignment(&problem) else { return };
        self.left = left;
        let right = answered(&assignment, Switches::NONE);
        let Ok((_, log)) = &right else { return };
        let lines = log.as_ref().map_or(0, |log| log.lines().count() as u64);
        let size = Size::with_rows(&assignment, lines.saturating_sub(1));
        let is_smaller = self.best.as_ref().is_none_or(|(best, _)| size < *best);
        if is_smaller
            && (self.may_be_shown)(&problem)
            && self.shown.is_seen_beside(&assignment, &right)
        {
            self.best = Some((size, problem));
        }
    }

    /// Whether nothing with so many seeds and rows is smaller than what was found.
    fn is_beaten(&self, work: u64) -> bool {
        let best = self.best.as_ref();
        best.is_some_and(|(best, _)| best.work() < work)
    }
}
