//! The ways to solve, under one name each: plain minimax, which is the textbook's search with an observer;
//! playing a game out, with and without a table; and a pass through all boards by rank (`ranks`).
//!
//! Played out, the winner wins as fast as possible and the loser loses as slowly as possible. With a table
//! each position is solved once, without one as often as it comes up. A position is the key, and it knows
//! whose turn it is. There is no cutoff and nothing is pruned.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::position::{Nimcala, Take};
use super::ranks;
use super::solution::{Length, Prospect, Solution, Unsolved, line};
use crate::game::Position;
use crate::search::{Algorithm, Limits, Observer, Stage, Value, Visit, search};
use crate::stack::deeper;

/// A way to solve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Plain minimax: who wins, from the whole tree.
    Minimax,
    /// The whole tree; wins as fast as possible, loses as slowly as possible.
    Fastest,
    /// The same with a table keyed by the board and whose turn it is.
    Table,
    /// All boards in the order of their ranks, each once.
    Ranks,
}

impl Method {
    /// The method's name, one word in small letters.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::Fastest => "fastest",
            Self::Table => "table",
            Self::Ranks => "ranks",
        }
    }

    /// Solves the game from `start`. A method that searches visits at most `limit` nodes.
    ///
    /// # Errors
    /// [`Unsolved`] if the limit or the memory is too small.
    pub fn solve(self, start: Nimcala, limit: u64) -> Result<Solution, Unsolved> {
        match self {
            Self::Minimax => solve_by_minimax(start, limit),
            Self::Fastest => PlayOut::new(None, limit).solve(start),
            Self::Table => PlayOut::new(Some(HashMap::new()), limit).solve(start),
            Self::Ranks => ranks::solve(start.row()),
        }
    }
}

/// Searches the whole tree below `start`: who wins, by which first moves.
pub fn solve_by_minimax(start: Nimcala, limit: u64) -> Result<Solution, Unsolved> {
    let limits = Limits {
        player: start.mover(),
        // No game is as long.
        cutoff: u32::MAX,
    };
    let mut observer = FirstMoves { limit, nodes: 0, first_moves: Vec::new() };
    let choice = match search(start, limits, Algorithm::Minimax, &mut observer) {
        ControlFlow::Continue(choice) => choice,
        ControlFlow::Break(unsolved) => return Err(unsolved),
    };
    let first_moves = observer.first_moves.into_iter();
    let prospect = |value| Prospect::untimed(value > Value::score(0));
    Ok(Solution {
        prospect: prospect(choice.value),
        first_moves: first_moves.map(|(first, value)| (first, prospect(value))).collect(),
        line: None,
        nodes: Some(choice.nodes),
        table_hits: None,
        table_size: None,
    })
}

/// Counts nodes and notes the values of the root's children.
struct FirstMoves {
    limit: u64,
    nodes: u64,
    first_moves: Vec<(Take, Value)>,
}

impl Observer<Take> for FirstMoves {
    type Stop = Unsolved;

    fn visit(&mut self, visit: &Visit<Take>) -> ControlFlow<Unsolved> {
        if visit.stage != Stage::Update {
            if self.nodes == self.limit {
                return ControlFlow::Break(Unsolved::OutOfNodes(self.limit));
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

/// Solves by playing out, with a table of the positions that are solved or without.
struct PlayOut {
    table: Option<HashMap<Nimcala, Length>>,
    limit: u64,
    nodes: u64,
    table_hits: u64,
}

impl PlayOut {
    const fn new(table: Option<HashMap<Nimcala, Length>>, limit: u64) -> Self {
        Self { table, limit, nodes: 0, table_hits: 0 }
    }

    fn solve(mut self, start: Nimcala) -> Result<Solution, Unsolved> {
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
    ) -> Result<Length, Unsolved> {
        if self.nodes == self.limit {
            return Err(Unsolved::OutOfNodes(self.limit));
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
