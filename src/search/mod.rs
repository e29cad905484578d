//! Choosing a move. Pure: no game is named here, nothing fails, reads or writes.
//!
//! In reading order: [`value`] (values and windows), [`observer`] (being told of each visit),
//! [`textbook`] (minimax and alpha-beta as the assignment traverses them), `first_turn` (the turn
//! that they choose), [`evaluated`] (leaves valued by another measure than the score).
//!
//! Left out: exact values. They need more than a textbook, and know their game
//! ([`solve`](crate::solve), [`nimcala`](crate::nimcala)).

pub mod evaluated;
mod first_turn;
pub mod observer;
pub mod textbook;
pub mod value;

pub use evaluated::{Evaluated, Evaluation};
pub use observer::{Observer, Stage, Visit};
pub use textbook::{Algorithm, Choice, Limits, search, search_below};
pub use value::{Value, Window};
