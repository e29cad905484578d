//! What every walk of a search's tree shares: its limits, its nodes, and telling of a visit.
//!
//! Left out: the order of the visits ([`textbook`](super::textbook)).

use std::ops::ControlFlow;

use super::first_turn::FirstTurn;
use super::observer::{Observer, Stage, Visit};
use super::value::{Goal, Pruning, Value};
use crate::game::{Position, Side};
use crate::stack::StackFloor;

/// For whom to search, and how far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The player whose turn is sought, who maximizes.
    pub player: Side,
    /// The depth, in turns, at which a finished turn is valued and not continued.
    pub cutoff: u32,
}

impl Limits {
    /// What `mover` is after.
    #[inline]
    pub(super) fn goal(&self, mover: Side) -> Goal {
        if mover == self.player {
            Goal::Max
        } else {
            Goal::Min
        }
    }
}

/// A position with its place in the tree.
pub(super) struct Node<P: Position> {
    pub(super) position: P,
    pub(super) made_by: Option<(Side, P::Move)>,
    pub(super) ply: usize,
    pub(super) depth: u32,
    /// Whether the move that made the node leaves its turn unfinished.
    pub(super) turn: TurnState,
}

/// Whether the player of a node's move has another move to make.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TurnState {
    Finished,
    Unfinished,
}

impl<P: Position> Node<P> {
    pub(super) fn root(position: P) -> Self {
        Self {
            position,
            made_by: None,
            ply: 0,
            depth: 0,
            turn: TurnState::Finished,
        }
    }

    #[inline(always)]
    pub(super) fn child(&self, choice: P::Move) -> Self {
        let position = self.position.play(choice);
        Self {
            position,
            made_by: Some((self.position.mover(), choice)),
            ply: self.ply + 1,
            depth: self.depth_of_children(),
            turn: if position.continues_turn_of(&self.position) {
                TurnState::Unfinished
            } else {
                TurnState::Finished
            },
        }
    }

    /// The depth of all children, whatever their own moves lead to.
    #[inline]
    pub(super) fn depth_of_children(&self) -> u32 {
        match self.turn {
            TurnState::Finished => self.depth + 1,
            TurnState::Unfinished => self.depth,
        }
    }

    /// Whether the player of the root's turn chooses here which move of that turn comes next.
    pub(super) fn is_in_first_turn(&self) -> bool {
        match self.turn {
            TurnState::Finished => self.depth == 0,
            TurnState::Unfinished => self.depth == 1,
        }
    }
}

/// A search under way.
pub(super) struct Search<'o, M, O> {
    pub(super) limits: Limits,
    /// Who is told of every visit.
    pub(super) observer: &'o mut O,
    /// Nodes that were entered.
    pub(super) nodes: u64,
    pub(super) turn: FirstTurn<M>,
    /// Of the stack that the search is on.
    pub(super) floor: StackFloor,
}

impl<'o, M: Copy, O: Observer<M>> Search<'o, M, O> {
    pub(super) fn new(limits: Limits, observer: &'o mut O) -> Self {
        Self {
            limits,
            observer,
            nodes: 0,
            turn: FirstTurn::default(),
            floor: StackFloor::near(),
        }
    }

    /// Why `node` has no children; `None` if it has.
    #[inline(always)]
    pub(super) fn leaf<P: Position<Move = M>>(&self, node: &Node<P>) -> Option<Stage> {
        if node.position.is_over() {
            Some(Stage::GameOver)
        } else if node.depth == self.limits.cutoff && node.turn == TurnState::Finished {
            Some(Stage::Leaf)
        } else {
            None
        }
    }

    #[inline]
    pub(super) fn goal<P: Position<Move = M>>(&self, node: &Node<P>) -> Goal {
        self.limits.goal(node.position.mover())
    }

    /// The visit that is made of a node.
    #[inline(always)]
    pub(super) fn visit<P: Position<Move = M>, W: Pruning>(
        &self,
        node: &Node<P>,
        stage: Stage,
        value: Value,
        pruning: &W,
    ) -> Visit<M> {
        Visit {
            made_by: node.made_by,
            ply: node.ply,
            depth: node.depth,
            goal: self.goal(node),
            value,
            window: pruning.window(),
            stage,
        }
    }

    #[inline(always)]
    pub(super) fn report<P, W>(
        &mut self,
        node: &Node<P>,
        stage: Stage,
        value: Value,
        pruning: &W,
    ) -> ControlFlow<O::Stop>
    where
        P: Position<Move = M>,
        W: Pruning,
    {
        let visit = self.visit(node, stage, value, pruning);
        self.observer.visit(&visit)
    }

    /// The value of an inner node that the observer knows already.
    #[inline(always)]
    pub(super) fn searched<P, W>(
        &mut self,
        node: &Node<P>,
        pruning: &W,
    ) -> ControlFlow<O::Stop, Option<Value>>
    where
        P: Position<Move = M>,
        W: Pruning,
    {
        let entered = self.visit(node, Stage::Enter, self.goal(node).start(), pruning);
        let Some(searched) = self.observer.searched(&entered)? else {
            return ControlFlow::Continue(None);
        };
        // The node itself has been counted.
        self.nodes += searched.nodes - 1;
        ControlFlow::Continue(Some(searched.value))
    }
}
