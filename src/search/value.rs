//! Values of nodes, and the window of alpha-beta.

use std::fmt;

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

    /// Its place in a list of all scores from minus `bound` on; for lesser ones and the infinities, a
    /// place beyond the end.
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

/// As it is written.
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
