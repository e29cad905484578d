//! A game valued by another measure than its score, for searches that stop before its end.

use crate::game::{Position, Side};

/// A measure of how well a side stands.
pub trait Evaluation<P> {
    /// How well `side` stands in `position`: the negative of how well its opponent does, and never
    /// `i32::MIN` or `i32::MAX`.
    fn value(&self, position: &P, side: Side) -> i32;
}

/// A position whose score is that of an evaluation.
///
/// Everything else is the position's own, so a search of it differs only in the values of its leaves.
#[derive(Debug)]
pub struct Evaluated<'e, P, E> {
    position: P,
    evaluation: &'e E,
}

impl<'e, P, E> Evaluated<'e, P, E> {
    /// `position` as `evaluation` values it.
    pub const fn new(position: P, evaluation: &'e E) -> Self {
        Self { position, evaluation }
    }
}

// Not derived: an evaluation need not be copied to be borrowed twice.
impl<P: Copy, E> Clone for Evaluated<'_, P, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Copy, E> Copy for Evaluated<'_, P, E> {}

impl<'e, P: Position, E: Evaluation<P>> Position for Evaluated<'e, P, E> {
    type Move = P::Move;

    #[inline]
    fn mover(&self) -> Side {
        self.position.mover()
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.position.is_over()
    }

    fn moves(&self) -> impl Iterator<Item = Self::Move> + use<'e, P, E> {
        self.position.moves()
    }

    #[inline]
    fn play(&self, choice: Self::Move) -> Self {
        Self { position: self.position.play(choice), ..*self }
    }

    #[inline]
    fn score(&self, side: Side) -> i32 {
        self.evaluation.value(&self.position, side)
    }
}
