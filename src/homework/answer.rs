//! From a problem to its answer: the one place that picks game and algorithm.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::question::{Filed, Question};
use crate::game::{Kalah, Position};
use crate::search::{Algorithm, Choice, Limits, Observer, Value, search};

/// The answer to a problem; of the Kalah family, unless another game is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer<P: Filed = Kalah> {
    /// The chosen turn, move by move; empty if there is nothing to choose.
    pub turn: Vec<P::Move>,
    /// The value of the root for the problem's player.
    pub value: Value,
    /// Nodes of the tree that were entered.
    pub nodes: u64,
    /// The board after the whole turn. If that ended the game of Kalah, all seeds are in the
    /// stores.
    pub board: P::Board,
}

/// Answers `problem` from `start`, its position, and tells `observer` of every visit of the search.
///
/// Greedy is minimax with cutoff 1: the best of all complete turns. It has no log, so the observer
/// hears nothing of it.
///
/// # Errors
/// `Break` with the observer's reason if it stopped the search.
pub fn answer<Q: Question, O: Observer<<Q::Position as Position>::Move>>(
    problem: &Q,
    start: Q::Position,
    observer: &mut O,
) -> ControlFlow<O::Stop, Answer<Q::Position>> {
    let limits = problem.limits();
    let choice = match problem.task().logged_algorithm() {
        Some(algorithm) => search(start, limits, algorithm, observer)?,
        None => greedy(start, limits),
    };
    ControlFlow::Continue(Answer {
        board: play_turn(start, &choice.turn).board(),
        turn: choice.turn,
        value: choice.value,
        nodes: choice.nodes,
    })
}

fn greedy<P: Position>(start: P, limits: Limits) -> Choice<P::Move> {
    let limits = Limits {
        cutoff: 1,
        ..limits
    };
    let result: ControlFlow<Infallible, _> = search(start, limits, Algorithm::Minimax, &mut ());
    match result {
        ControlFlow::Continue(choice) => choice,
        ControlFlow::Break(never) => match never {},
    }
}

/// The position after every move of `turn`.
fn play_turn<P: Position>(start: P, turn: &[P::Move]) -> P {
    turn.iter()
        .fold(start, |position, &choice| position.play(choice))
}
