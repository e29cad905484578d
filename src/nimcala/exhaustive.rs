//! Solving a game by playing it out: the winner wins as fast as possible, the loser loses as slowly
//! as possible. With a table each position is solved once, without one as often as it comes up.
//!
//! This is for small games, and for counting what the table saves. A position is the key, and it
//! knows whose turn it is. There is no cutoff and nothing is pruned.
//!
//! Left out: logs and cutoffs ([`search`](crate::search)).

use std::collections::HashMap;
use std::fmt;

use super::position::Nimcala;
use super::row::Take;
use super::solution::{Length, Solution, line};
use crate::game::Position;
use crate::stack::deeper;

/// The search would have visited more nodes than it was allowed to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfNodes {
    /// The most nodes that it was allowed to visit.
    pub limit: u64,
}

impl fmt::Display for OutOfNodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not solved within {} nodes", self.limit)
    }
}

impl std::error::Error for OutOfNodes {}

/// Solves the game from `start` and remembers nothing: visits the whole tree.
///
/// # Errors
/// [`OutOfNodes`] if it has more than `limit` nodes.
pub(super) fn solve(start: Nimcala, limit: u64) -> Result<Solution, OutOfNodes> {
    Search::new(None, limit).solve(start)
}

/// Solves the game from `start` with a table of the positions that are solved.
///
/// # Errors
/// [`OutOfNodes`] if more than `limit` nodes are needed.
pub(super) fn solve_with_table(start: Nimcala, limit: u64) -> Result<Solution, OutOfNodes> {
    Search::new(Some(HashMap::new()), limit).solve(start)
}

struct Search {
    table: Option<HashMap<Nimcala, Length>>,
    limit: u64,
    nodes: u64,
    table_hits: u64,
}

impl Search {
    const fn new(table: Option<HashMap<Nimcala, Length>>, limit: u64) -> Self {
        Self {
            table,
            limit,
            nodes: 0,
            table_hits: 0,
        }
    }

    fn solve(mut self, start: Nimcala) -> Result<Solution, OutOfNodes> {
        let mut first_moves = Vec::new();
        let length = self.visit(start, &mut |take, length: Length| {
            first_moves.push((take, length.one_move_before().prospect()));
        })?;
        let table = self.table.as_ref();
        Ok(Solution {
            prospect: length.prospect(),
            first_moves,
            line: table.and_then(|table| line(start, |here| table.get(here).copied())),
            nodes: Some(self.nodes),
            table_hits: table.map(|_| self.table_hits),
            table_size: table.map(|table| table.len() as u64),
        })
    }

    /// Solves one position, and tells `each` of every move and the length after it.
    fn visit(
        &mut self,
        position: Nimcala,
        each: &mut dyn FnMut(Take, Length),
    ) -> Result<Length, OutOfNodes> {
        if self.nodes == self.limit {
            return Err(OutOfNodes { limit: self.limit });
        }
        self.nodes += 1;
        let known = self.table.as_ref().and_then(|table| table.get(&position));
        if let Some(&known) = known {
            self.table_hits += 1;
            return Ok(known);
        }
        let mut best: Option<Length> = None;
        for take in position.moves() {
            let next = position.play(take);
            let length = deeper(|| self.visit(next, &mut |_, _| ()))?;
            each(take, length);
            best = Some(best.map_or(length, |best| best.min(length)));
        }
        // No move, so the game is over.
        let length = best.map_or(Length::LOST, Length::one_move_before);
        if let Some(table) = &mut self.table {
            table.insert(position, length);
        }
        Ok(length)
    }
}
