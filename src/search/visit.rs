//! A visit of a search, which is what a row of the log shows: a node, its value and the window there; and the
//! observers that are told of every visit. These may write a log, compare one, or do nothing, and may stop the search (a
//! full disk, a first difference) by breaking with a reason of their own.
//!
//! Left out: the boards. An observer that wants one replays the moves that lead to the node, which
//! [`Visit::ply`] lets it keep.

use std::convert::Infallible;
use std::fmt;
use std::ops::ControlFlow;

use crate::game::Side;

/// The value of a node: a score, or an infinity before the first child is known.
///
/// The order is the usual one: `-Infinity < every score < Infinity`.
///
/// ```
/// use mancala::search::{Value, Window};
///
/// assert!(Value::NEG_INFINITY < Value::score(-3) && Value::score(-3) < Value::INFINITY);
/// assert_eq!(Value::NEG_INFINITY.to_string(), "-Infinity");
/// assert_eq!(format!("{:?}", Window { alpha: Value::score(-2), beta: Value::INFINITY }), "-2..Infinity");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(i32);

impl Value {
    /// Below every score.
    pub const NEG_INFINITY: Self = Self(i32::MIN);
    /// Above every score.
    pub const INFINITY: Self = Self(i32::MAX);

    /// The value of a leaf with this score.
    ///
    /// Scores are differences of two stores and stay below [`i32::MAX`] by a factor of 500, so no
    /// score is ever taken for an infinity.
    #[inline]
    pub const fn score(score: i32) -> Self {
        debug_assert!(score != i32::MIN && score != i32::MAX);
        Self(score)
    }

    /// Its place in a list of all scores from minus `bound` on; lesser ones and the infinities lie beyond the end.
    #[inline]
    pub const fn index(self, bound: i32) -> usize {
        self.0.wrapping_add(bound) as u32 as usize
    }

    /// The score, or `None` for an infinity.
    #[inline]
    pub const fn finite(self) -> Option<i32> {
        match self {
            Self::NEG_INFINITY | Self::INFINITY => None,
            Self(score) => Some(score),
        }
    }
}

/// As the assignment writes it: `-Infinity`, `Infinity` or a plain integer.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NEG_INFINITY => f.pad("-Infinity"),
            Self::INFINITY => f.pad("Infinity"),
            Self(score) => score.fmt(f),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The values that still matter to the players above a node: alpha is what the maximizing player
/// already has elsewhere, beta what the minimizing player has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// The lower end.
    pub alpha: Value,
    /// The upper end.
    pub beta: Value,
}

impl Window {
    /// Everything matters: the window of the root.
    pub const FULL: Self = Self { alpha: Value::NEG_INFINITY, beta: Value::INFINITY };
}

/// `-2..Infinity`.
impl fmt::Debug for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.alpha, self.beta)
    }
}

/// What the player who moves at a node is after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The player whose move is sought: a max node.
    Max,
    /// The other player: a min node.
    Min,
}

impl Goal {
    /// That of the other player.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Max => Self::Min,
            Self::Min => Self::Max,
        }
    }

    /// `max` or `min`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Max => "max",
            Self::Min => "min",
        }
    }

    /// The value of a node none of whose children is known.
    #[inline]
    pub const fn start(self) -> Value {
        match self {
            Self::Max => Value::NEG_INFINITY,
            Self::Min => Value::INFINITY,
        }
    }

    /// The better of two values.
    // Not by `prefers`: which of two values is better cannot be predicted, so let there be no branch.
    #[inline]
    pub fn better(self, one: Value, other: Value) -> Value {
        match self {
            Self::Max => one.max(other),
            Self::Min => one.min(other),
        }
    }

    /// Whether `new` is strictly better than `old`, so that ties stay with the first child.
    #[inline]
    pub fn prefers(self, new: Value, old: Value) -> bool {
        match self {
            Self::Max => new > old,
            Self::Min => new < old,
        }
    }
}

/// Alpha-beta, as in figure 5.7 of Russell and Norvig (third edition).
impl Window {
    /// Whether a node of this goal and value cannot matter any more, however its other children end.
    #[inline]
    pub fn cuts(&self, goal: Goal, value: Value) -> bool {
        match goal {
            Goal::Max => value >= self.beta,
            Goal::Min => value <= self.alpha,
        }
    }

    /// The window of the node's remaining children.
    #[inline]
    #[must_use]
    pub fn narrowed(self, goal: Goal, value: Value) -> Self {
        match goal {
            Goal::Max => Self { alpha: self.alpha.max(value), ..self },
            Goal::Min => Self { beta: self.beta.min(value), ..self },
        }
    }
}

/// Why a node is visited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// An inner node is entered; its value is its goal's start value.
    Enter,
    /// A node at the cutoff has its value.
    Leaf,
    /// A node at which the game is over has its value.
    GameOver,
    /// A child of an inner node has returned; the value is the best so far.
    Update,
}

/// One visit to a node: what a row of the traversal log shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visit<M> {
    /// The move that made the node and who made it; `None` at the root.
    pub made_by: Option<(Side, M)>,
    /// Moves from the root to the node: 0 at the root, 1 at its children.
    pub ply: usize,
    /// Turns from the root: a chain of moves of one player has one depth.
    pub depth: u32,
    /// Whether the player to move maximizes.
    pub goal: Goal,
    /// The node's value at this moment.
    pub value: Value,
    /// Alpha and beta at this moment; `None` under minimax.
    pub window: Option<Window>,
    /// Why the node is visited.
    pub stage: Stage,
}

impl<M> Visit<M> {
    /// The visit to a leaf that is the next child of the visited node, made by a move of the player who moves there.
    #[inline(always)]
    pub(super) fn leaf(&self, made_by: (Side, M), depth: u32, score: i32) -> Self {
        Self {
            made_by: Some(made_by),
            ply: self.ply + 1,
            depth,
            goal: self.goal.opposite(),
            value: Value::score(score),
            window: self.window,
            stage: Stage::Leaf,
        }
    }
}

/// Leaves at the cutoff that are visited one after the other, all children of one node that does not
/// prune. As an iterator: the visit to each, and to the parent after it.
#[derive(Debug, Clone, Copy)]
pub struct Leaves<'a, M> {
    /// The last visit to the parent before the first leaf, as an update.
    pub parent: Visit<M>,
    /// The player who moves to the leaves.
    pub mover: Side,
    /// The depth of the leaves.
    pub depth: u32,
    /// The moves that make them.
    pub moves: &'a [M],
    /// The score of each.
    pub scores: &'a [i32],
}

impl<M: Copy> Iterator for Leaves<'_, M> {
    type Item = (Visit<M>, Visit<M>);

    #[inline(always)]
    fn next(&mut self) -> Option<(Visit<M>, Visit<M>)> {
        let (&choice, moves) = self.moves.split_first()?;
        let (&score, scores) = self.scores.split_first()?;
        (self.moves, self.scores) = (moves, scores);
        let leaf = self.parent.leaf((self.mover, choice), self.depth, score);
        let parent = &mut self.parent;
        parent.value = parent.goal.better(leaf.value, parent.value);
        Some((leaf, *parent))
    }
}

impl<M: Copy> Leaves<'_, M> {
    /// Tells `observer` of one visit after the other, and returns the parent's value after the last.
    ///
    /// # Errors
    /// Those of [`Observer::visit`].
    #[inline(always)]
    pub fn tell<O: Observer<M>>(mut self, observer: &mut O) -> ControlFlow<O::Stop, Value> {
        for (leaf, update) in self.by_ref() {
            observer.visit_leaf(&leaf, &update)?;
        }
        ControlFlow::Continue(self.parent.value)
    }
}

/// An observer of the visits of a search, in the order of the traversal.
pub trait Observer<M> {
    /// The reason to stop a search.
    type Stop;

    /// Takes note of a visit, or stops the search.
    ///
    /// # Errors
    /// `Break` ends the search at once; it returns the reason.
    fn visit(&mut self, visit: &Visit<M>) -> ControlFlow<Self::Stop>;

    /// Takes note of a leaf at the cutoff and then of its parent, as of two visits: for observers that
    /// are quicker with both at once. A search need not tell of all leaves so.
    ///
    /// # Errors
    /// Those of [`visit`](Observer::visit).
    #[inline(always)]
    fn visit_leaf(&mut self, leaf: &Visit<M>, update: &Visit<M>) -> ControlFlow<Self::Stop> {
        self.visit(leaf)?;
        self.visit(update)
    }

    /// The same for several leaves. Returns the parent's value after the last.
    ///
    /// # Errors
    /// Those of [`visit`](Observer::visit).
    #[inline(always)]
    fn visit_leaves(&mut self, leaves: Leaves<'_, M>) -> ControlFlow<Self::Stop, Value>
    where
        Self: Sized,
        M: Copy,
    {
        leaves.tell(self)
    }

    /// Says what the search of an inner node would find, if the observer has followed that already. The
    /// search goes on behind the node then, and tells of no visit there. It may not be a node of the
    /// root's turn; and of one whose own turn is unfinished, a search need not ask.
    ///
    /// # Errors
    /// Those of [`visit`](Observer::visit).
    #[inline(always)]
    fn searched(&mut self, _entered: &Visit<M>) -> ControlFlow<Self::Stop, Option<Searched>> {
        ControlFlow::Continue(None)
    }
}

/// What the search of a subtree found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Searched {
    /// The value of the node that it hangs on.
    pub value: Value,
    /// Nodes of it that were entered.
    pub nodes: u64,
}

/// Hands each visit to a closure, which says whether it wants more.
///
/// All closures share one build of the search: a page's program has to be small.
pub struct FnObserver<'a, M>(pub &'a mut dyn FnMut(&Visit<M>) -> bool);

impl<M> Observer<M> for FnObserver<'_, M> {
    type Stop = ();

    fn visit(&mut self, visit: &Visit<M>) -> ControlFlow<()> {
        if (self.0)(visit) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

impl<M> Observer<M> for () {
    type Stop = Infallible;

    #[inline]
    fn visit(&mut self, _: &Visit<M>) -> ControlFlow<Infallible> {
        ControlFlow::Continue(())
    }
}
