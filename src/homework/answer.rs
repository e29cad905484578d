//! From a problem to its answer: the one place that picks lanes and algorithm.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::problem::Problem;
use super::question::{Filed, MoveOf, Question};
use crate::game::packed::{Narrow, Packed, Table, Wide};
use crate::game::{Kalah, Pit, Position};
use crate::search::{Algorithm, Choice, Limits, Observer, Value, search};
use crate::solve::best_play::strongest_turn;
use crate::solve::{Control, Engine, Resources};

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
    if Table::<Narrow>::fits(&start) {
        let table = Table::<Narrow>::new(&start);
        choose(problem, Packed::new(&start, &table), observer)
    } else {
        let table = Table::<Wide>::new(&start);
        choose(problem, Packed::new(&start, &table), observer)
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

/// Answers task 4: the strongest turn that is found before `control` stops the search, which uses
/// no more than `resources`.
///
/// The answer's value is the lead at the end of the game, as far as the search saw.
pub fn compete(start: Kalah, resources: Resources, control: &impl Control) -> (Answer, Lookahead) {
    let mut engine = Engine::new(&start, None, resources);
    let advice = strongest_turn(&mut engine, &start, control);
    let looked = match (advice.answer.bounds.value(), advice.depth) {
        (None, _) => Lookahead::Nothing,
        (Some(_), Some(turns)) => Lookahead::Turns(turns),
        (Some(_), None) => Lookahead::Proved,
    };
    let value = advice.answer.bounds.value();
    let answer = Answer {
        board: *play_turn(start, &advice.turn).board(),
        turn: advice.turn,
        value: value.map_or(Value::NEG_INFINITY, Value::score),
        nodes: engine.nodes(),
    };
    (answer, looked)
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
