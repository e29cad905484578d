//! Faults that leave no output to compare: crashes and endless loops, named by the cases in which
//! they happen.
//!
//! A fault is named if every crash (or every endless run) of a submission is in a case of one kind,
//! and at least half of the cases of that kind have it.
//!
//! Left out: telling an endless run from a slow one; whoever ran it says which it was.

use std::ops::ControlFlow;

pub use crate::explain::evidence::End;
use crate::explain::mistakes::Switches;
use crate::explain::reference::{Assignment, OptionalRows, Settings, Task, stream};

/// The most steps to find out what a case is like.
const STEPS: u64 = 2_000_000;

/// A fault of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RunFault {
    /// Crashes where pits have two-digit names.
    CrashOnTwoDigitNames,
    /// Crashes where the chosen turn ends the game.
    CrashWhenTurnEndsGame,
    /// Crashes where the game ends within the tree.
    CrashWhenGameEndsInTree,
    /// Does not end where the game ends within the tree.
    EndlessWhenGameEndsInTree,
}

impl RunFault {
    /// Every fault; of two that fit, the earlier is named.
    pub const ALL: [Self; 4] = [
        Self::CrashOnTwoDigitNames,
        Self::CrashWhenTurnEndsGame,
        Self::CrashWhenGameEndsInTree,
        Self::EndlessWhenGameEndsInTree,
    ];

    /// A name for files and reports.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::CrashOnTwoDigitNames => "crash-on-two-digit-names",
            Self::CrashWhenTurnEndsGame => "crash-when-turn-ends-game",
            Self::CrashWhenGameEndsInTree => "crash-when-game-ends-in-tree",
            Self::EndlessWhenGameEndsInTree => "endless-when-game-ends-in-tree",
        }
    }

    /// A sentence for the student.
    #[must_use]
    pub const fn student(self) -> &'static str {
        match self {
            Self::CrashOnTwoDigitNames => {
                "Your program crashes on boards whose pits have two-digit names, such as B10."
            }
            Self::CrashWhenTurnEndsGame => "Your program crashes when its own turn ends the game.",
            Self::CrashWhenGameEndsInTree => {
                "Your program crashes when the game can end within the search."
            }
            Self::EndlessWhenGameEndsInTree => {
                "Your program does not stop searching when the game can end within the search."
            }
        }
    }

    const fn end(self) -> End {
        match self {
            Self::EndlessWhenGameEndsInTree => End::Stopped,
            _ => End::Crashed,
        }
    }

    const fn is_possible_in(self, case: Traits) -> bool {
        match self {
            Self::CrashOnTwoDigitNames => case.two_digit_names,
            Self::CrashWhenTurnEndsGame => case.turn_ends_game,
            Self::CrashWhenGameEndsInTree | Self::EndlessWhenGameEndsInTree => case.ends_in_tree,
        }
    }
}

/// What a case is like.
#[derive(Debug, Clone, Copy, Default)]
struct Traits {
    two_digit_names: bool,
    turn_ends_game: bool,
    ends_in_tree: bool,
}

impl Traits {
    fn of(assignment: &Assignment) -> Self {
        let settings = Settings {
            switches: Switches::NONE,
            optional_rows: OptionalRows::Marked,
            steps: STEPS,
        };
        let mut ends_in_tree = false;
        // The course marks a row before each node at which the game is over.
        let answer = stream(assignment, settings, &mut |row| {
            ends_in_tree |= row.ends_with("OPTIONAL");
            ControlFlow::Continue(())
        });
        let is_empty = |line: &str| line.split(' ').all(|seeds| seeds == "0");
        let turn_ends_game =
            answer.is_ok_and(|answer| answer.next_state.lines().take(2).all(is_empty));
        Self {
            two_digit_names: assignment.task != Task::Greedy && assignment.lower.len() >= 9,
            turn_ends_game,
            ends_in_tree: ends_in_tree || turn_ends_game,
        }
    }
}

/// The fault that explains how the runs ended, for crashes and for endless runs.
#[must_use]
pub fn find(runs: &[(&Assignment, End)]) -> Vec<RunFault> {
    if runs.iter().all(|(_, end)| *end == End::Normal) {
        return Vec::new();
    }
    let cases: Vec<_> = runs
        .iter()
        .map(|&(assignment, end)| (Traits::of(assignment), end))
        .collect();
    let fits = |fault: &RunFault| {
        let has_it = |(_, end): &&(Traits, End)| *end == fault.end();
        let possible = cases
            .iter()
            .filter(|(case, _)| fault.is_possible_in(*case))
            .count();
        let happened = cases.iter().filter(has_it).count();
        let elsewhere = cases
            .iter()
            .filter(has_it)
            .any(|(case, _)| !fault.is_possible_in(*case));
        happened > 0 && !elsewhere && 2 * happened >= possible
    };
    [End::Crashed, End::Stopped]
        .into_iter()
        .filter_map(|end| {
            RunFault::ALL
                .into_iter()
                .find(|fault| fault.end() == end && fits(fault))
        })
        .collect()
}
