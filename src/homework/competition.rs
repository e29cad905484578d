//! Task 4: the strongest turn that is found within a time. It has no log.
//!
//! Left out: how the turn is found ([`solve`](crate::solve)), and clocks.

use super::answer::Answer;
use super::problem::Problem;
use crate::search::Value;
use crate::solve::best_play::strongest_turn;
use crate::solve::{Control, Engine, Resources};

/// How far the search for an answer to task 4 came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lookahead {
    /// There was no time to search.
    Nothing,
    /// So many turns ahead.
    Turns(u8),
    /// The end of the game: the value is proved.
    Proved,
}

/// Answers `problem` by the strongest turn that is found before `control` stops the search, which
/// uses no more than `resources`. Neither the problem's task nor its cutoff counts.
///
/// The answer's value is the lead at the end of the game, as far as the search saw.
pub fn compete(
    problem: &Problem,
    resources: Resources,
    control: &impl Control,
) -> (Answer, Lookahead) {
    let start = problem.start();
    let mut engine = Engine::new(&start, None, resources);
    let advice = strongest_turn(&mut engine, &start, control);
    let value = advice.assessment.bounds.value();
    let lookahead = match (value, advice.depth) {
        (None, _) => Lookahead::Nothing,
        (Some(_), Some(turns)) => Lookahead::Turns(turns),
        (Some(_), None) => Lookahead::Proved,
    };
    let value = value.map_or(Value::NEG_INFINITY, Value::score);
    let answer = Answer::new(start, advice.turn, value, advice.nodes);
    (answer, lookahead)
}
