//! A set of mistakes, small enough to copy.
//!
//! Left out: which mistakes make sense together; any of them may be combined.

use super::Mistake;

/// The mistakes that a program makes; the empty set is a correct program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Mistakes {
    /// One bit for each mistake, at its place in [`Mistake`].
    bits: u128,
}

impl Mistakes {
    /// A correct program.
    pub const NONE: Self = Self { bits: 0 };

    /// The set with one more mistake.
    #[must_use]
    pub const fn with(self, mistake: Mistake) -> Self {
        Self {
            bits: self.bits | bit(mistake),
        }
    }

    /// Whether the mistake is in the set.
    #[must_use]
    pub const fn has(self, mistake: Mistake) -> bool {
        self.bits & bit(mistake) != 0
    }

    /// Whether there is no mistake in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// The mistakes of the set, in the order of the catalogue.
    pub fn iter(self) -> impl Iterator<Item = Mistake> {
        Mistake::all().filter(move |&mistake| self.has(mistake))
    }
}

const fn bit(mistake: Mistake) -> u128 {
    1 << mistake as u32
}

impl From<Mistake> for Mistakes {
    fn from(mistake: Mistake) -> Self {
        Self::NONE.with(mistake)
    }
}

impl FromIterator<Mistake> for Mistakes {
    fn from_iter<I: IntoIterator<Item = Mistake>>(mistakes: I) -> Self {
        mistakes.into_iter().fold(Self::NONE, Self::with)
    }
}
