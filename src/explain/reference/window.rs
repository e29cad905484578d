//! Who chooses at a node, and between which bounds the choice still matters.
//!
//! Each rule asks whether it is among the mistakes that are made.
//!
//! Left out: what the log shows of it.

use super::{Player, Value};
use crate::explain::mistakes::{Mistake, Mistakes};

/// What [`Mistake::InfinityTooSmall`] takes for infinity.
const SMALL_INFINITY: i64 = 999;

/// How a node gets its value from its children.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Max,
    Min,
}

impl Kind {
    /// The kind of a node at which `next` moves, in a search for `me`.
    pub(super) fn of(next: Player, me: Player) -> Self {
        if next == me { Self::Max } else { Self::Min }
    }

    /// The other kind.
    pub(super) fn other(self) -> Self {
        match self {
            Self::Max => Self::Min,
            Self::Min => Self::Max,
        }
    }

    /// The value of a node before its first child.
    pub(super) fn worst_value(self, mistakes: Mistakes) -> Value {
        let Window { alpha, beta } = Window::widest(mistakes);
        match self {
            Self::Max => alpha,
            Self::Min => beta,
        }
    }

    /// Whether `new` is strictly better than `old`.
    pub(super) fn prefers(self, new: Value, old: Value) -> bool {
        match self {
            Self::Max => new > old,
            Self::Min => new < old,
        }
    }
}

/// Alpha and beta: what the maximising and the minimising player have elsewhere already.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: Value,
    pub(super) beta: Value,
}

impl Window {
    /// The window of the root, which holds every value.
    pub(super) fn widest(mistakes: Mistakes) -> Self {
        if mistakes.has(Mistake::InfinityTooSmall) {
            Self {
                alpha: Value::Seeds(-SMALL_INFINITY),
                beta: Value::Seeds(SMALL_INFINITY),
            }
        } else {
            Self {
                alpha: Value::MinusInfinity,
                beta: Value::Infinity,
            }
        }
    }

    /// The window that an extra turn inherits: its parent's.
    pub(super) fn for_extra_turn(self, mistakes: Mistakes) -> Self {
        if mistakes.has(Mistake::WindowResetOnExtraTurn) {
            Self::widest(mistakes)
        } else {
            self.for_child(mistakes)
        }
    }

    /// The window that any other child inherits: its parent's too.
    pub(super) fn for_child(self, mistakes: Mistakes) -> Self {
        if mistakes.has(Mistake::WindowNotPassed) {
            Self::widest(mistakes)
        } else {
            self
        }
    }

    /// Whether a node of this value need not look at its other children.
    pub(super) fn cuts(self, kind: Kind, value: Value, mistakes: Mistakes) -> bool {
        let bound = match kind {
            Kind::Max => self.beta,
            Kind::Min => self.alpha,
        };
        kind.prefers(value, bound) || value == bound && !mistakes.has(Mistake::StrictCut)
    }

    /// The window once a node has this value.
    pub(super) fn narrowed(self, kind: Kind, value: Value, mistakes: Mistakes) -> Self {
        let overwrite = mistakes.has(Mistake::WindowOverwritten);
        let mut window = self;
        match kind {
            Kind::Max if value > window.alpha || overwrite => window.alpha = value,
            Kind::Min if value < window.beta || overwrite => window.beta = value,
            Kind::Max | Kind::Min => {}
        }
        window
    }
}
