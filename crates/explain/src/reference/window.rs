//! Who chooses at a node, and between which bounds the choice still matters.
//!
//! Each rule asks whether it is among the mistakes that are made.

use super::{Side, Value};
use crate::mistakes::{Mistake, Mistakes};

/// How a node gets its value from its children.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Max,
    Min,
}

impl Kind {
    /// The kind of a node at which `next` moves, in a search for `me`.
    pub(super) fn of(next: Side, me: Side) -> Self {
        if next == me { Self::Max } else { Self::Min }
    }

    pub(super) fn other(self) -> Self {
        match self {
            Self::Max => Self::Min,
            Self::Min => Self::Max,
        }
    }

    /// The value of a node before its first child.
    pub(super) fn worst_value(self, mistakes: Mistakes) -> Value {
        Window::widest(mistakes).bound(self.other())
    }

    /// Whether `new` is strictly better than `old`.
    pub(crate) fn prefers(self, new: Value, old: Value) -> bool {
        match self {
            Self::Max => new > old,
            Self::Min => new < old,
        }
    }
}

/// Alpha and beta: what the maximising and the minimising player have elsewhere already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Window {
    pub(crate) alpha: Value,
    pub(crate) beta: Value,
}

impl Window {
    /// The window of the root, which holds every value.
    pub(crate) fn widest(mistakes: Mistakes) -> Self {
        let too_small = [
            (Mistake::InfinityOf99, 99),
            (Mistake::InfinityOf100, 100),
            (Mistake::InfinityTooSmall, 999),
            (Mistake::InfinityOf1000, 1000),
            (Mistake::InfinityFrom1000, 1000),
        ];
        match too_small.into_iter().filter(|it| mistakes.has(it.0)).map(|it| it.1).next() {
            Some(most) => Self { alpha: Value::Seeds(-most), beta: Value::Seeds(most) },
            None => Self { alpha: Value::MinusInfinity, beta: Value::Infinity },
        }
    }

    /// The window of a node that children inherit.
    pub(super) fn passing(self, kind: Kind, value: Value, mistakes: Mistakes) -> Self {
        let is_value = mistakes.has(Mistake::ValuePassedAsBound);
        if is_value { self.with_bound(kind, value) } else { self }
    }

    /// The window that an extra turn inherits: its parent's.
    pub(super) fn for_extra_turn(self, mistakes: Mistakes) -> Self {
        if mistakes.has(Mistake::WindowResetOnExtraTurn) {
            Self::widest(mistakes)
        } else if mistakes.has(Mistake::WindowNegatedOnExtraTurn)
            || mistakes.has(Mistake::WindowNegatedInGreedyToo)
        {
            self.negated()
        } else {
            self.passed(mistakes)
        }
    }

    /// The window with the other sign, as the opponent sees it.
    pub(super) fn negated(self) -> Self {
        Self { alpha: self.beta.negated(), beta: self.alpha.negated() }
    }

    /// The window that any other child inherits: its parent's too.
    pub(super) fn for_child(self, mistakes: Mistakes) -> Self {
        let passed = self.passed(mistakes);
        if mistakes.has(Mistake::WindowNegated) { passed.negated() } else { passed }
    }

    fn passed(self, mistakes: Mistakes) -> Self {
        let widest = Self::widest(mistakes);
        let is_lost = |bound| mistakes.has(bound) || mistakes.has(Mistake::WindowNotPassed);
        Self {
            alpha: if is_lost(Mistake::AlphaNotPassed) { widest.alpha } else { self.alpha },
            beta: if is_lost(Mistake::BetaNotPassed) { widest.beta } else { self.beta },
        }
    }

    /// Whether a node of this value need not look at its other children.
    pub(crate) fn cuts(self, kind: Kind, value: Value, mistakes: Mistakes) -> bool {
        let is_own = mistakes.has(Mistake::CutAtOwnBound);
        let bound = self.bound(if is_own { kind.other() } else { kind });
        let cuts = kind.prefers(value, bound) || value == bound;
        let misses = mistakes.has(Mistake::StrictCut) && value == bound;
        let is_none = bound == Value::Seeds(0) && mistakes.has(Mistake::BoundOfZeroIsNone);
        let overflows = mistakes.has(Mistake::InfinityOverflows) && bound == Value::MinusInfinity;
        (cuts || overflows) && !misses && !is_none && !mistakes.has(Mistake::NoCut)
    }

    /// What a node's value must reach to cut; of the other kind, what it must be better than to narrow the window.
    pub(crate) fn bound(self, kind: Kind) -> Value {
        match kind {
            Kind::Max => self.beta,
            Kind::Min => self.alpha,
        }
    }

    /// The value that the row of a cut shows, and the value that the node returns: both are the node's.
    pub(super) fn on_cut(self, kind: Kind, value: Value, mistakes: Mistakes) -> (Value, Value) {
        let (bound, is_hard) = (self.bound(kind), mistakes.has(Mistake::FailHard));
        let returns_bound = is_hard || mistakes.has(Mistake::FailHardReturned);
        (if is_hard { bound } else { value }, if returns_bound { bound } else { value })
    }

    /// The value of a node before its first child: the worst for its kind, whatever its board is `worth`.
    pub(super) fn first_value(self, kind: Kind, worth: Value, mistakes: Mistakes) -> Value {
        let has = |mistake| mistakes.has(mistake);
        let at_bound = has(Mistake::ValueBeginsAtBound) || has(Mistake::ValueBeginsUnseenAtBound);
        match () {
            () if at_bound => self.bound(kind.other()),
            () if has(Mistake::ValueBeginsAtZero) => Value::Seeds(0),
            () if has(Mistake::ValueBeginsAtEvaluation) => worth,
            () => kind.worst_value(mistakes),
        }
    }

    /// The window once a node has this value, which a child of the value `child` may have improved.
    pub(crate) fn narrowed(
        self,
        kind: Kind,
        value: Value,
        child: Value,
        mistakes: Mistakes,
    ) -> Self {
        let is_other = mistakes.has(Mistake::WindowOfOtherKind);
        let kind = if is_other { kind.other() } else { kind };
        let improves = kind.prefers(value, self.bound(kind.other()));
        match () {
            () if mistakes.has(Mistake::WindowNotNarrowed) => self,
            () if mistakes.has(Mistake::WindowSetToChild) => self.with_bound(kind, child),
            () if improves || mistakes.has(Mistake::WindowOverwritten) => {
                self.with_bound(kind, value)
            }
            () => self,
        }
    }

    /// The window with alpha, for a max node, or beta at `value`.
    pub(crate) fn with_bound(self, kind: Kind, value: Value) -> Self {
        match kind {
            Kind::Max => Self { alpha: value, ..self },
            Kind::Min => Self { beta: value, ..self },
        }
    }
}
