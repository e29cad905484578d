//! Plain minimax to the end of the game, within a limit: the textbook's search, listened to.
//!
//! Left out: how soon the game ends, and a table ([`exhaustive`](super::exhaustive)).

use std::ops::ControlFlow;

use super::exhaustive::OutOfNodes;
use super::position::Nimcala;
use super::row::Take;
use super::solution::{Outcome, Prospect, Solution};
use crate::game::Position;
use crate::search::{Algorithm, Limits, Observer, Stage, Value, Visit, search};

/// Searches the whole tree below `start`: who wins, by which first moves.
///
/// # Errors
/// [`OutOfNodes`] if it has more than `limit` nodes.
pub(super) fn solve(start: Nimcala, limit: u64) -> Result<Solution, OutOfNodes> {
    let limits = Limits {
        player: start.mover(),
        // No game is as long.
        cutoff: u32::MAX,
    };
    let mut listener = Listener {
        limit,
        nodes: 0,
        first_moves: Vec::new(),
    };
    let choice = match search(start, limits, Algorithm::Minimax, &mut listener) {
        ControlFlow::Continue(choice) => choice,
        ControlFlow::Break(out_of_nodes) => return Err(out_of_nodes),
    };
    let first_moves = listener.first_moves.into_iter();
    Ok(Solution {
        prospect: prospect(choice.value),
        first_moves: first_moves
            .map(|(first, value)| (first, prospect(value)))
            .collect(),
        line: None,
        nodes: Some(choice.nodes),
        table_hits: None,
        table_size: None,
    })
}

/// The end that a value for the player to move stands for.
fn prospect(value: Value) -> Prospect {
    Prospect {
        outcome: match value > Value::score(0) {
            true => Outcome::Win,
            false => Outcome::Loss,
        },
        moves: None,
    }
}

/// Counts nodes and notes the values of the root's children.
struct Listener {
    limit: u64,
    nodes: u64,
    first_moves: Vec<(Take, Value)>,
}

impl Observer<Take> for Listener {
    type Stop = OutOfNodes;

    fn visit(&mut self, visit: &Visit<Take>) -> ControlFlow<OutOfNodes> {
        if visit.stage != Stage::Update {
            if self.nodes == self.limit {
                return ControlFlow::Break(OutOfNodes { limit: self.limit });
            }
            self.nodes += 1;
        }
        if visit.ply == 1
            && let Some((_, first)) = visit.made_by
        {
            // A node is visited again after each of its children: its last value counts.
            match self.first_moves.last_mut() {
                Some((_, value)) if visit.stage == Stage::Update => *value = visit.value,
                _ => self.first_moves.push((first, visit.value)),
            }
        }
        ControlFlow::Continue(())
    }
}
