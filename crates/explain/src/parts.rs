//! What is sure of a part of the cases, where nothing explains all of them: of one task, of one
//! player, or of the logs.
//!
//! A program often has a part of its own for each task, and only one of them is beyond the catalogue.
//!
//! Left out: the search for the mistakes of a part, which is that for the whole.

use super::assignment::{Player, Task};
use super::combine::combine;
use super::mistakes::{Mistake, Switches};
use super::strength::is_enough;
use super::trials::{Judged, Trials};

/// A part of what was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// Both files of one task.
    Task(Task),
    /// Both files of the cases of one player.
    Player(Player),
    /// The logs without the states.
    Logs,
}

/// The ways to divide cases, the more telling first.
const DIVISIONS: [&[Part]; 3] = [
    &[
        Part::Task(Task::Greedy),
        Part::Task(Task::Minimax),
        Part::Task(Task::AlphaBeta),
    ],
    &[Part::Player(Player::One), Part::Player(Player::Two)],
    &[Part::Logs],
];

/// A program that writes all of a part.
pub(super) struct PartTruth {
    pub(super) part: Part,
    pub(super) switches: Switches,
    /// Cases of the part.
    pub(super) cases: usize,
    /// Those of them that are wrong.
    pub(super) wrong: usize,
}

/// What is sure of the parts of the first division that has a part that can be named.
pub(super) fn part_truths(trials: &Trials<'_>, known: &[Mistake]) -> Vec<PartTruth> {
    let divisions = DIVISIONS.into_iter();
    let mut told = divisions.map(|parts| -> Vec<_> {
        let parts = parts.iter();
        parts
            .filter_map(|&part| truth(trials, part, known))
            .collect()
    });
    told.find(|it| !it.is_empty()).unwrap_or_default()
}

fn truth(trials: &Trials<'_>, part: Part, known: &[Mistake]) -> Option<PartTruth> {
    let cases: Vec<_> = trials.all().iter().filter_map(|it| part.of(it)).collect();
    let wrong = cases.iter().filter(|it| !it.is_right()).count();
    // What is wrong in one part only was looked for with the whole.
    let is_part = part == Part::Logs || wrong < trials.wrong().count();
    if wrong == 0 || !is_part {
        return None;
    }
    let mut trials = trials.of_part(&cases);
    let exact = combine(&mut trials, known).exact;
    trials.lead_wrong();
    let [switches] = exact[..] else {
        return None;
    };
    is_enough(&trials, &trials.reviewed(switches)).then_some(PartTruth {
        part,
        switches,
        cases: cases.len(),
        wrong,
    })
}

impl Part {
    /// What of a case is in the part.
    fn of<'a>(self, judged: &Judged<'a>) -> Option<Judged<'a>> {
        let assignment = &judged.case.assignment;
        match self {
            Self::Task(task) => (assignment.task == task).then(|| judged.clone()),
            Self::Player(player) => (assignment.player == player).then(|| judged.clone()),
            Self::Logs => judged.log_alone(),
        }
    }

    /// The beginning of a sentence on it.
    pub(super) fn words(self) -> String {
        match self {
            Self::Task(task) => format!("In {}", task.name()),
            Self::Player(Player::One) => "Where you play as player 1".to_owned(),
            Self::Player(Player::Two) => "Where you play as player 2".to_owned(),
            Self::Logs => "In the logs, without the states".to_owned(),
        }
    }
}
