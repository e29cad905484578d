//! Solving a game by playing it out: the winner wins as fast as possible, the loser loses as slowly
//! as possible. With a table each position is solved once, without one as often as it comes up.
//!
//! This is for small games, and for counting what the table saves. A position is the key, and it
//! knows whose turn it is. There is no cutoff and nothing is pruned.
//!
//! Left out: logs and cutoffs ([`textbook`](super::textbook)).

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::game::Position;
use crate::stack::deeper;

/// What best play leads to, for the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prospect {
    /// The score at the end, for the player to move.
    pub score: i32,
    /// Moves until then.
    pub moves: u32,
}

impl Prospect {
    /// Whether the player to move would rather have this than `other`: a higher score, or an equal
    /// one that is won sooner or not won later.
    #[must_use]
    pub fn is_better_than(self, other: Self) -> bool {
        let haste = |prospect: Self| {
            if prospect.score > 0 {
                -i64::from(prospect.moves)
            } else {
                i64::from(prospect.moves)
            }
        };
        (self.score, haste(self)) > (other.score, haste(other))
    }

    /// The same one move earlier, seen by the player who makes that move.
    fn one_move_before<P: Position>(self, position: &P, next: &P) -> Self {
        Self {
            score: if next.mover() == position.mover() {
                self.score
            } else {
                -self.score
            },
            moves: self.moves + 1,
        }
    }
}

/// What was found and what it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution<M> {
    /// For the player to move at the root.
    pub prospect: Prospect,
    /// Every first move with what it leads to, that move included.
    pub first_moves: Vec<(M, Prospect)>,
    /// Positions that were visited, the root and every repetition included.
    pub nodes: u64,
    /// Visits that the table answered.
    pub table_hits: u64,
}

/// Where solved positions are looked up before each recursive call.
pub trait Table<P> {
    /// What was stored for this position.
    fn get(&self, position: &P) -> Option<Prospect>;
    /// Stores what was found for a position.
    fn put(&mut self, position: P, prospect: Prospect);
}

/// No table: nothing is remembered.
impl<P> Table<P> for () {
    fn get(&self, _: &P) -> Option<Prospect> {
        None
    }

    fn put(&mut self, _: P, _: Prospect) {}
}

impl<P: Eq + Hash> Table<P> for HashMap<P, Prospect> {
    fn get(&self, position: &P) -> Option<Prospect> {
        Self::get(self, position).copied()
    }

    fn put(&mut self, position: P, prospect: Prospect) {
        self.insert(position, prospect);
    }
}

/// The search visited as many nodes as it was allowed to, and is not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfNodes;

/// Solves the game from `root`.
///
/// # Errors
/// `Break` if more than `limit` nodes are needed.
pub fn solve<P: Position>(
    root: P,
    table: &mut impl Table<P>,
    limit: u64,
) -> ControlFlow<OutOfNodes, Solution<P::Move>> {
    let mut solver = Solver {
        table,
        limit,
        nodes: 0,
        table_hits: 0,
    };
    let mut first_moves = Vec::new();
    let prospect = solver.visit(root, Some(&mut first_moves))?;
    ControlFlow::Continue(Solution {
        prospect,
        first_moves,
        nodes: solver.nodes,
        table_hits: solver.table_hits,
    })
}

struct Solver<'t, T> {
    table: &'t mut T,
    limit: u64,
    nodes: u64,
    table_hits: u64,
}

impl<T> Solver<'_, T> {
    /// Solves one position, and lists what each of its moves leads to if somebody wants to know.
    fn visit<P: Position>(
        &mut self,
        position: P,
        mut each: Option<&mut Vec<(P::Move, Prospect)>>,
    ) -> ControlFlow<OutOfNodes, Prospect>
    where
        T: Table<P>,
    {
        if self.nodes == self.limit {
            return ControlFlow::Break(OutOfNodes);
        }
        self.nodes += 1;
        if let Some(known) = self.table.get(&position) {
            self.table_hits += 1;
            return ControlFlow::Continue(known);
        }
        let mut best: Option<Prospect> = None;
        for choice in position.moves() {
            let next = position.play(choice);
            let prospect = deeper(|| self.visit(next, None))?;
            let prospect = prospect.one_move_before(&position, &next);
            if let Some(each) = &mut each {
                each.push((choice, prospect));
            }
            if best.is_none_or(|best| prospect.is_better_than(best)) {
                best = Some(prospect);
            }
        }
        // No move, so the game is over.
        let best = best.unwrap_or_else(|| Prospect {
            score: position.score(position.mover()),
            moves: 0,
        });
        self.table.put(position, best);
        ControlFlow::Continue(best)
    }
}
