//! What a search knows of a value, and how deep it looks.

/// The ends of the range in which a value lies, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interval {
    /// At least this.
    pub lower: i32,
    /// At most this.
    pub upper: i32,
}

impl Interval {
    /// Nothing is known. Far from the ends of the type, so that gains can be added.
    pub const NONE: Self = Self { lower: i32::MIN / 4, upper: i32::MAX / 4 };

    /// The range of one value.
    pub const fn exact(value: i32) -> Self {
        Self { lower: value, upper: value }
    }

    /// The value, if only one is left.
    pub const fn value(self) -> Option<i32> {
        if self.lower == self.upper { Some(self.lower) } else { None }
    }

    /// What is in both ranges.
    #[must_use]
    pub fn meet(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// The range of `gain + value`.
    #[must_use]
    pub const fn after_gain(self, gain: i32) -> Self {
        Self { lower: gain + self.lower, upper: gain + self.upper }
    }

    /// The range of `-value`: the same, seen by the other player.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }
}

/// Whether a bound holds for the game or only as far as the search looked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// It rests on an estimate somewhere.
    Estimated,
    /// It holds for the game.
    Proved,
}

/// A bound of a value and how certain it is; whether lower or upper, the question tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    /// The bound.
    pub value: i32,
    /// Whether it holds for the game.
    pub certainty: Certainty,
}

impl Bound {
    /// The range that an answer to "is the value at least `beta`?" leaves.
    pub const fn as_interval(self, beta: i32) -> Interval {
        if self.value >= beta {
            Interval { lower: self.value, ..Interval::NONE }
        } else {
            Interval { upper: self.value, ..Interval::NONE }
        }
    }

    /// A bound that holds for the game.
    pub const fn proved(value: i32) -> Self {
        Self { value, certainty: Certainty::Proved }
    }
}

/// What a search knows of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Assessment {
    /// The range of the value; a single value unless the search was stopped.
    pub bounds: Interval,
    /// Whether the range holds for the game.
    pub certainty: Certainty,
}

impl Assessment {
    /// Bounds that hold for the game.
    pub const fn proved(bounds: Interval) -> Self {
        Self { bounds, certainty: Certainty::Proved }
    }
}

/// How many turns a search looks ahead, or to the end of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Remaining(pub(super) u8);

impl Remaining {
    /// To the end: what is found is proved.
    pub const END: Self = Self(63);
    /// The most turns that are counted.
    pub const MAX_TURNS: u8 = 62;

    /// This many turns.
    ///
    /// # Panics
    /// If `turns` is above [`MAX_TURNS`](Self::MAX_TURNS).
    pub const fn turns(turns: u8) -> Self {
        assert!(turns <= Self::MAX_TURNS, "no such remaining");
        Self(turns)
    }

    /// One turn less.
    #[inline]
    #[must_use]
    pub const fn after_turn(self) -> Self {
        match self {
            Self::END => Self::END,
            Self(turns) => Self(turns.saturating_sub(1)),
        }
    }

    /// Whether the next finished turn is estimated.
    #[inline]
    pub(super) const fn is_exhausted(self) -> bool {
        self.0 == 0
    }

    /// How certain is what a search of so many turns found.
    #[inline]
    pub(super) const fn certainty(self) -> Certainty {
        match self {
            Self::END => Certainty::Proved,
            _ => Certainty::Estimated,
        }
    }

    /// Whether what was best with so many turns to go is likely to be best with `other`. What is best for a few turns
    /// is a worse guess of what is best to the end than none.
    pub(super) const fn is_near(self, other: Self) -> bool {
        self.0.abs_diff(other.0) <= 2
    }
}
