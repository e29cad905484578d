//! Plain minimax to the end of the game, within a limit: the textbook's search, listened to.
//!
//! Left out: how soon the game ends, and a table ([`exhaustive`](super::exhaustive)).

use std::ops::ControlFlow;

use super::exhaustive::OutOfNodes;
use crate::game::Position;
use crate::search::observer::{Observer, Stage, Visit};
use crate::search::textbook::{Algorithm, Limits, search};
use crate::search::value::Value;

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution<M> {
    /// The score at the end, for the player to move at the root.
    pub score: i32,
    /// Every first move with the score that it leads to, for the same player.
    pub first_moves: Vec<(M, i32)>,
    /// Nodes of the tree, the root included.
    pub nodes: u64,
}

/// Searches the whole tree below `root`.
///
/// # Errors
/// `Break` if it has more than `limit` nodes.
pub fn minimax<P: Position>(root: P, limit: u64) -> ControlFlow<OutOfNodes, Solution<P::Move>> {
    let limits = Limits {
        player: root.mover(),
        // No game is as long.
        cutoff: u32::MAX,
    };
    let mut listener = Listener {
        limit,
        nodes: 0,
        first_moves: Vec::new(),
    };
    let choice = search(root, limits, Algorithm::Minimax, &mut listener)?;
    let score = |value: Value| value.finite().unwrap_or(0);
    let first_moves = listener.first_moves.into_iter();
    ControlFlow::Continue(Solution {
        score: score(choice.value),
        first_moves: first_moves
            .map(|(first, value)| (first, score(value)))
            .collect(),
        nodes: choice.nodes,
    })
}

/// Counts nodes and notes the values of the root's children.
struct Listener<M> {
    limit: u64,
    nodes: u64,
    first_moves: Vec<(M, Value)>,
}

impl<M: Copy> Observer<M> for Listener<M> {
    type Stop = OutOfNodes;

    fn visit(&mut self, visit: &Visit<M>) -> ControlFlow<OutOfNodes> {
        if visit.stage != Stage::Update {
            if self.nodes == self.limit {
                return ControlFlow::Break(OutOfNodes);
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
