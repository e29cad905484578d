//! A board or a whole game as text and as SVG.
//!
//! In reading order: [`narration`] (what a sow did, in a sentence), [`text`] (a board in letters),
//! [`frame`] (a moment of a game with its marks), [`svg`] (frames as pictures).
//!
//! Left out: files ([`cli`](crate::cli)), and the game as text that parses back
//! ([`record`](crate::play::record)).

pub mod frame;
pub mod narration;
pub mod svg;
pub mod text;

pub use frame::{Frame, frames};
