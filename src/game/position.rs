//! The interface between a game and a search.

use super::board::Side;

/// What a move leads to, as far as a search asks that goes no further.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveOutcome {
    /// How far a side is ahead then.
    pub score: i32,
    /// Whether the player who has moved moves again.
    pub same_mover: bool,
}

/// Where [`outcomes`](Position::outcomes) are known there are fewer moves than this.
pub const OUTCOMES: usize = 8;

/// A position of a two-player game of perfect information.
///
/// A *turn* is the chain of moves that one player makes until the other moves: after
/// [`play`](Position::play) the same player may be the mover again.
pub trait Position: Copy {
    /// What a player chooses.
    type Move: Copy + Eq + std::fmt::Debug;

    /// The side that moves next. Once the game is over: that would have moved next.
    fn mover(&self) -> Side;

    /// Whether the game has ended. A position that is not over has at least one move.
    fn is_over(&self) -> bool;

    /// The legal moves, in the order in which ties are broken; none once the game is over.
    fn moves(&self) -> impl Iterator<Item = Self::Move> + use<Self>;

    /// The position after `choice`, which must be one of [`moves`](Position::moves).
    #[must_use]
    fn play(&self, choice: Self::Move) -> Self;

    /// How far `side` is ahead, exact when the game is over.
    fn score(&self, side: Side) -> i32;

    /// The legal moves with what each leads to, scored for `side`, where that is known without the positions; `None`
    /// where it is not, where a move may end the game, and where there may be as many moves as [`OUTCOMES`].
    #[inline]
    fn outcomes(
        &self,
        _side: Side,
    ) -> Option<impl Iterator<Item = (Self::Move, MoveOutcome)> + use<Self>> {
        None::<std::iter::Empty<_>>
    }

    /// Whether the mover owes another move of the turn that `before` was part of.
    #[inline]
    fn continues_turn_of(&self, before: &Self) -> bool {
        !self.is_over() && self.mover() == before.mover()
    }
}
