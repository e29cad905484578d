//! From a problem to its answer: the one place that picks lanes and algorithm.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::problem::Problem;
use super::question::{Filed, MoveOf, Question};
use crate::game::lanes::{Narrow, Packed, Table, Wide};
use crate::game::{Kalah, Pit, Position};
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
    /// The board after the whole turn. If that ended a game of Kalah, all seeds are in the stores.
    pub board: P::Board,
}

/// Answers `problem` from `start`, its position, and tells `observer` of every visit of the search.
///
/// Greedy is minimax with cutoff 1: the best of all complete turns. It has no log, so the observer
/// hears nothing of it.
///
/// # Errors
/// `Break` with the observer's reason if it stopped the search.
pub fn answer<Q: Question, O: Observer<MoveOf<Q>>>(
    problem: &Q,
    start: Q::Position,
    observer: &mut O,
) -> ControlFlow<O::Stop, Answer<Q::Position>> {
    let choice = problem.choose(start, observer)?;
    ControlFlow::Continue(Answer {
        board: play_turn(start, &choice.turn).board(),
        turn: choice.turn,
        value: choice.value,
        nodes: choice.nodes,
    })
}

/// Searches for the turn that a problem of Kalah asks for, on the narrowest lanes that hold the game.
pub(super) fn choose_on_lanes<O: Observer<Pit>>(
    problem: &Problem,
    start: Kalah,
    observer: &mut O,
) -> ControlFlow<O::Stop, Choice<Pit>> {
    if let Some(table) = Table::<Narrow>::for_game_from(&start) {
        choose(problem, Packed::new(&start, &table), observer)
    } else if let Some(table) = Table::<Wide>::for_game_from(&start) {
        choose(problem, Packed::new(&start, &table), observer)
    } else {
        choose(problem, start, observer)
    }
}

/// Searches for the turn that the problem asks for, on any form of its positions.
pub(super) fn choose<Q, P, O>(
    problem: &Q,
    start: P,
    observer: &mut O,
) -> ControlFlow<O::Stop, Choice<P::Move>>
where
    Q: Question + ?Sized,
    P: Position,
    O: Observer<P::Move>,
{
    match problem.task().logged_algorithm() {
        Some(algorithm) => search(start, problem.limits(), algorithm, observer),
        None => ControlFlow::Continue(greedy(start, problem.limits())),
    }
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
