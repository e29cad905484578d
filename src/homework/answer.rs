//! From a problem to its answer: the one place that picks game, lanes and algorithm.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::problem::Problem;
use crate::game::lanes::{Narrow, Packed, Table, Wide};
use crate::game::{Board, Kalah, Pit, Position};
use crate::search::{Algorithm, Choice, Limits, Observer, Value, search};

/// The answer to a problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The chosen turn, one pit for each sow; empty if there is nothing to choose.
    pub turn: Vec<Pit>,
    /// The value of the root for the problem's player.
    pub value: Value,
    /// Nodes of the tree that were entered.
    pub nodes: u64,
    /// The board after the whole turn. If that ended the game, all seeds are in the stores.
    pub board: Board,
}

/// Answers `problem` from `start`, its position, and tells `observer` of every visit of the search.
///
/// Greedy is minimax with cutoff 1: the best of all complete turns. It has no log, so the observer
/// hears nothing of it.
///
/// # Errors
/// `Break` with the observer's reason if it stopped the search.
pub fn answer<O: Observer<Pit>>(
    problem: &Problem,
    start: Kalah,
    observer: &mut O,
) -> ControlFlow<O::Stop, Answer> {
    let choice = if let Some(table) = Table::<Narrow>::for_game_from(&start) {
        choose(problem, Packed::new(&start, &table), observer)?
    } else if let Some(table) = Table::<Wide>::for_game_from(&start) {
        choose(problem, Packed::new(&start, &table), observer)?
    } else {
        choose(problem, start, observer)?
    };
    ControlFlow::Continue(Answer {
        board: *play_turn(start, &choice.turn).board(),
        turn: choice.turn,
        value: choice.value,
        nodes: choice.nodes,
    })
}

/// Searches for the turn that the problem asks for.
fn choose<P: Position<Move = Pit>, O: Observer<Pit>>(
    problem: &Problem,
    start: P,
    observer: &mut O,
) -> ControlFlow<O::Stop, Choice<Pit>> {
    let limits = Limits {
        player: problem.player,
        cutoff: problem.cutoff,
    };
    match problem.task.logged_algorithm() {
        Some(algorithm) => search(start, limits, algorithm, observer),
        None => ControlFlow::Continue(greedy(start, limits)),
    }
}

fn greedy<P: Position<Move = Pit>>(start: P, limits: Limits) -> Choice<Pit> {
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

/// The position after every sow of `turn`.
fn play_turn(start: Kalah, turn: &[Pit]) -> Kalah {
    turn.iter().fold(start, |position, &pit| position.play(pit))
}
