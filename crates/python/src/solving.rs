//! Searches of a position, with an evaluation of one's own too, and exact values.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;

use crate::border::{UntilStopped, interruptible};
use crate::kalah::Kalah;
use mancala::game::{self, Pit, Position, Side};
use mancala::search::{
    Algorithm, Choice as Found, Evaluated, Evaluation, FnObserver, Limits, Visit,
    search as searched,
};
use mancala::solve::best_play::{keeping_turn, line, sows, values};
use mancala::solve::{Control, Engine, MAX_SEEDS, MAX_WIDTH, Remaining, Resources};

/// The turn that a search chose.
#[pyclass(frozen, get_all, module = "mancala_lab")]
#[derive(Debug)]
pub struct Choice {
    /// The moves, by name; empty if the game is over or the cutoff 0.
    turn: Vec<String>,
    /// The value of the root for the player to move.
    value: Option<i32>,
    /// Nodes that were entered.
    nodes: u64,
}

#[pymethods]
impl Choice {
    fn __repr__(&self) -> String {
        let value = self.value.map_or("None".to_owned(), |value| value.to_string());
        format!("<Choice turn={:?} value={value} nodes={}>", self.turn, self.nodes)
    }
}

/// An evaluation that Python computes.
struct Callable<'a, 'py> {
    function: &'a Bound<'py, PyAny>,
    /// What the function raised, which ends the search.
    raised: OnceCell<PyErr>,
}

impl Evaluation<game::Kalah> for Callable<'_, '_> {
    fn value(&self, position: &game::Kalah, side: Side) -> i32 {
        if self.raised.get().is_some() {
            return 0;
        }
        let found = self.function.call1((Kalah(*position), side.player()));
        let found = found.and_then(|found| found.extract::<i32>());
        let in_range = found.and_then(|found| match found {
            i32::MIN | i32::MAX => Err(PyValueError::new_err("evaluate: the value is too large")),
            found => Ok(found),
        });
        in_range.unwrap_or_else(|error| {
            // The first ends the search.
            let _ = self.raised.set(error);
            0
        })
    }
}

/// Searches as the homework does: `algorithm` is minimax or alpha-beta. `evaluate(game, player)` values the
/// leaves; without it, the score does.
#[pyfunction]
#[pyo3(signature = (game, algorithm="alpha-beta", cutoff=4, evaluate=None))]
pub fn search(
    py: Python<'_>,
    game: Kalah,
    algorithm: &str,
    cutoff: u32,
    evaluate: Option<&Bound<'_, PyAny>>,
) -> PyResult<Choice> {
    let algorithm = match algorithm {
        "minimax" => Algorithm::Minimax,
        "alpha-beta" => Algorithm::AlphaBeta,
        other => {
            let message = format!("expected the algorithm minimax or alpha-beta, not {other}");
            return Err(PyValueError::new_err(message));
        }
    };
    let mover = game.0.mover();
    let limits = Limits { player: mover, cutoff };
    let found: ControlFlow<(), Found<Pit>> = match evaluate {
        None => {
            interruptible(py, |stop| searched(game.0, limits, algorithm, &mut UntilStopped(stop)))?
        }
        Some(function) => {
            let callable = Callable { function, raised: OnceCell::new() };
            let root = Evaluated::new(game.0, &callable);
            let mut goes_on = |_: &Visit<Pit>| callable.raised.get().is_none();
            let found = searched(root, limits, algorithm, &mut FnObserver(&mut goes_on));
            // The last leaf of all has no visit after it that would end the search.
            callable.raised.into_inner().map_or(Ok(found), Err)?
        }
    };
    let choice = found.continue_value().ok_or_else(|| PyKeyboardInterrupt::new_err(()))?;
    Ok(Choice {
        turn: game::PitName::of_all(mover, &choice.turn),
        value: choice.value.finite(),
        nodes: choice.nodes,
    })
}

/// A position with its exact value.
#[pyclass(frozen, get_all, module = "mancala_lab")]
#[derive(Debug)]
pub struct Solution {
    /// The lead of the player to move at the end of the game, if both play as well as possible.
    value: i32,
    /// A turn that keeps it.
    turn: Vec<String>,
    /// The same lead after each move.
    moves: BTreeMap<String, i32>,
    /// A game of best play: (player, moves of the turn).
    line: Vec<(u8, Vec<String>)>,
    /// Positions that were visited.
    nodes: u64,
}

#[pymethods]
impl Solution {
    fn __repr__(&self) -> String {
        format!("<Solution value={} turn={:?} nodes={}>", self.value, self.turn, self.nodes)
    }
}

/// Solves a position to the end of the game, in at most `memory` bytes of tables and by so many threads.
#[pyfunction]
#[pyo3(signature = (game, *, memory=268435456, threads=1))]
pub fn solve(py: Python<'_>, game: Kalah, memory: usize, threads: usize) -> PyResult<Solution> {
    let resources = Resources { memory, endgame: usize::MAX, threads: threads.clamp(1, 1024) };
    if resources.table_seeds(&game.0).is_none() && !game.0.is_over() {
        return Err(PyValueError::new_err(format!(
            "the solver takes at most {MAX_WIDTH} pits in a row and {MAX_SEEDS} seeds, and no rules with \
             end-test=own-turn"
        )));
    }
    let solved = interruptible(py, |stop| solved(&game.0, resources, &UntilStopped(stop)))?;
    solved.ok_or_else(|| PyKeyboardInterrupt::new_err(()))
}

/// `None` if stopped.
fn solved(start: &game::Kalah, resources: Resources, control: &impl Control) -> Option<Solution> {
    let mut engine = Engine::new(start, resources);
    let found = engine.value(start, Remaining::END, None, control);
    let value = found.bounds.value()?;
    let turn = keeping_turn(&mut engine, start, value, &[], control)?;
    let each = values(&mut engine, start, sows(start), Some(value), control);
    let mover = start.mover();
    let moves = each.map(|(sow, found)| {
        let pit = game::PitName(mover, *sow.first()?).to_string();
        Some((pit, found.bounds.value()?))
    });
    let moves = moves.collect::<Option<_>>()?;
    let turns = line(&mut engine, start, value, control);
    let line = turns.iter().map(|(side, turn)| (side.player(), game::PitName::of_all(*side, turn)));
    let line = line.collect();
    (!control.stop()).then(|| Solution {
        value,
        turn: game::PitName::of_all(mover, &turn),
        moves,
        line,
        nodes: engine.nodes(),
    })
}
