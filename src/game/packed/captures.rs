//! What a capture takes.

use super::super::rules::{CaptureTakes, EmptyOpposite, Rules};

/// What a last seed that falls into an empty pit captures, where it may.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Captures {
    pub(crate) last: LastSeed,
    /// Whether it captures where it faces an empty pit.
    alone: bool,
}

/// What becomes of the last seed in a capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LastSeed {
    Stays,
    IsTaken,
}

impl Captures {
    pub(super) fn under(rules: &Rules) -> Self {
        let last = match rules.capture_takes {
            CaptureTakes::Opposite => LastSeed::Stays,
            CaptureTakes::OppositeAndLast => LastSeed::IsTaken,
        };
        let alone =
            last == LastSeed::IsTaken && rules.empty_opposite == EmptyOpposite::CapturesLast;
        Self { last, alone }
    }

    /// How many seeds are captured by a last seed that faces so many; `None` if it captures nothing.
    #[inline]
    pub(crate) fn taken(self, facing: u32) -> Option<u32> {
        (facing > 0 || self.alone).then_some(facing + u32::from(self.last == LastSeed::IsTaken))
    }
}
