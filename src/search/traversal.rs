//! What every walk of a search's tree shares: its limits, its nodes, what is kept of the nodes above, telling of a visit,
//! and the turn that is chosen.

use std::ops::ControlFlow;

use super::visit::{Goal, Observer, Stage, Value, Visit, Window};
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
    pub fn goal(&self, mover: Side) -> Goal {
        if mover == self.player { Goal::Max } else { Goal::Min }
    }
}

/// A position with its place in the tree.
pub struct Node<P: Position> {
    pub position: P,
    pub made_by: Option<(Side, P::Move)>,
    pub ply: usize,
    pub depth: u32,
    /// Whether the move that made the node leaves its turn unfinished.
    pub turn: TurnState,
}

/// Whether the player of a node's move has another move to make.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TurnState {
    Finished,
    Unfinished,
}

impl<P: Position> Node<P> {
    pub fn root(position: P) -> Self {
        Self { position, made_by: None, ply: 0, depth: 0, turn: TurnState::Finished }
    }

    #[inline(always)]
    pub fn child(&self, choice: P::Move) -> Self {
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
    pub fn depth_of_children(&self) -> u32 {
        match self.turn {
            TurnState::Finished => self.depth + 1,
            TurnState::Unfinished => self.depth,
        }
    }

    /// Whether the player of the root's turn chooses here which move of that turn comes next.
    pub fn is_in_first_turn(&self) -> bool {
        match self.turn {
            TurnState::Finished => self.depth == 0,
            TurnState::Unfinished => self.depth == 1,
        }
    }
}

/// What a search keeps of the nodes above: nothing (minimax) or a window (alpha-beta).
pub trait Pruning: Copy {
    /// Whether any child is ever cut off.
    const PRUNES: bool;

    /// Whether a node of this goal and value cannot matter any more, however its other children end.
    fn cuts(&self, goal: Goal, value: Value) -> bool;

    /// What to keep for the node's remaining children.
    #[must_use]
    fn narrowed(self, goal: Goal, value: Value) -> Self;

    /// What to keep for the node's remaining children; `None` if these are cut off.
    #[inline(always)]
    fn for_the_rest(self, goal: Goal, value: Value) -> Option<Self> {
        (!self.cuts(goal, value)).then(|| self.narrowed(goal, value))
    }

    /// The window, where there is one.
    fn window(&self) -> Option<Window>;
}

/// Minimax: nothing is kept, nothing is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unpruned;

impl Pruning for Unpruned {
    const PRUNES: bool = false;

    #[inline]
    fn cuts(&self, _: Goal, _: Value) -> bool {
        false
    }

    #[inline]
    fn narrowed(self, _: Goal, _: Value) -> Self {
        self
    }

    #[inline]
    fn window(&self) -> Option<Window> {
        None
    }
}

impl Pruning for Window {
    const PRUNES: bool = true;

    #[inline]
    fn cuts(&self, goal: Goal, value: Value) -> bool {
        Self::cuts(self, goal, value)
    }

    #[inline]
    fn narrowed(self, goal: Goal, value: Value) -> Self {
        Self::narrowed(self, goal, value)
    }

    #[inline]
    fn window(&self) -> Option<Window> {
        Some(*self)
    }
}

/// A search under way.
pub struct Search<'o, M, O> {
    pub limits: Limits,
    /// Who is told of every visit.
    pub observer: &'o mut O,
    /// Nodes that were entered.
    pub nodes: u64,
    pub turn: FirstTurn<M>,
    /// Of the stack that the search is on.
    pub floor: StackFloor,
}

impl<'o, M: Copy, O: Observer<M>> Search<'o, M, O> {
    pub fn new(limits: Limits, observer: &'o mut O) -> Self {
        Self { limits, observer, nodes: 0, turn: FirstTurn::default(), floor: StackFloor::near() }
    }

    /// Why `node` has no children; `None` if it has.
    #[inline(always)]
    pub fn leaf<P: Position<Move = M>>(&self, node: &Node<P>) -> Option<Stage> {
        if node.position.is_over() {
            Some(Stage::GameOver)
        } else if node.depth == self.limits.cutoff && node.turn == TurnState::Finished {
            Some(Stage::Leaf)
        } else {
            None
        }
    }

    #[inline]
    pub fn goal<P: Position<Move = M>>(&self, node: &Node<P>) -> Goal {
        self.limits.goal(node.position.mover())
    }

    /// Notes what the child that `choice` makes has come to: whether it is the best so far. Only in the root's
    /// turn is there a move to choose.
    #[inline(always)]
    pub fn choose<P: Position<Move = M>>(&mut self, node: &Node<P>, choice: M, is_best: bool) {
        if node.is_in_first_turn() {
            if is_best {
                self.turn.prefer(node.ply, choice);
            }
            self.turn.leave(node.ply + 1);
        }
    }

    /// The visit that is made of a node.
    #[inline(always)]
    pub fn visit<P: Position<Move = M>, W: Pruning>(
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
    pub fn report<P: Position<Move = M>, W: Pruning>(
        &mut self,
        node: &Node<P>,
        stage: Stage,
        value: Value,
        pruning: &W,
    ) -> ControlFlow<O::Stop> {
        let visit = self.visit(node, stage, value, pruning);
        self.observer.visit(&visit)
    }

    /// The value of an inner node that the observer knows already.
    #[inline(always)]
    pub fn searched<P: Position<Move = M>, W: Pruning>(
        &mut self,
        node: &Node<P>,
        pruning: &W,
    ) -> ControlFlow<O::Stop, Option<Value>> {
        let entered = self.visit(node, Stage::Enter, self.goal(node).start(), pruning);
        let Some(searched) = self.observer.searched(&entered)? else {
            return ControlFlow::Continue(None);
        };
        // The node itself has been counted.
        self.nodes += searched.nodes - 1;
        ControlFlow::Continue(Some(searched.value))
    }
}

/// The best chain of moves found so far from each node of the root's turn.
///
/// Entry `ply` belongs to the node of that ply on the path of the search. Only nodes of the first
/// turn ever [`prefer`](FirstTurn::prefer), so the entry below another node is empty.
pub struct FirstTurn<M>(Vec<Vec<M>>);

impl<M> Default for FirstTurn<M> {
    fn default() -> Self {
        Self(vec![Vec::new()])
    }
}

impl<M: Copy> FirstTurn<M> {
    /// Forgets the chain of the node at `ply`, before another node takes its place.
    pub fn leave(&mut self, ply: usize) {
        if let Some(chain) = self.0.get_mut(ply) {
            chain.clear();
        }
    }

    /// The best chain from the node at `ply` is now `choice` and then its child's best chain.
    pub fn prefer(&mut self, ply: usize, choice: M) {
        while self.0.len() < ply + 2 {
            self.0.push(Vec::new());
        }
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        let chain = &mut upper[ply];
        chain.clear();
        chain.push(choice);
        chain.extend_from_slice(&lower[0]);
    }

    pub fn into_moves(mut self) -> Vec<M> {
        std::mem::take(&mut self.0[0])
    }
}
