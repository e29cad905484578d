//! Which mistake explains a wrong submission, and suites that no known mistake survives.
//!
//! In reading order: [`reference`](mod@reference) (the homework answered a second time, with a switch for each
//! mistake), [`mistakes`] (the catalogue), [`evidence`] (what a submission wrote), [`hypothesis`]
//! (would a program with these mistakes have written it?), [`diagnosis`] (which mistakes would),
//! [`wording`] (a diagnosis in words), [`explanation`] (the front door, [`explain`]); then
//! [`kill_matrix`] (which case catches which mistake) and [`generate`] (cases that catch them all).
//!
//! Left out: running submissions, scores, and the layout of reports.

pub mod diagnosis;
pub mod evidence;
pub mod explanation;
pub mod generate;
pub mod hypothesis;
pub mod kill_matrix;
pub mod mistakes;
pub mod reference;
pub mod wording;

pub use explanation::{Explanation, Kind, explain};

use crate::game::Side;
use crate::homework::{Problem, Task};

/// The same question for the reference engine; `None` for the competition, which it cannot answer.
#[must_use]
pub fn assignment(problem: &Problem) -> Option<reference::Assignment> {
    let row = |side| {
        problem
            .board()
            .row(side)
            .iter()
            .copied()
            .map(u32::from)
            .collect()
    };
    Some(reference::Assignment {
        rules: problem.rules(),
        task: match problem.task {
            Task::Greedy => reference::Task::Greedy,
            Task::Minimax => reference::Task::Minimax,
            Task::AlphaBeta => reference::Task::AlphaBeta,
            Task::Competition => return None,
        },
        player: match problem.player() {
            Side::South => reference::Player::One,
            Side::North => reference::Player::Two,
        },
        cutoff: problem.cutoff.unwrap_or(u32::MAX),
        upper: row(Side::North),
        lower: row(Side::South),
        upper_store: problem.board().store(Side::North),
        lower_store: problem.board().store(Side::South),
    })
}
