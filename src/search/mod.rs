//! Choosing a move. Pure: no game is named here, nothing fails, reads or writes.
//!
//! In reading order: [`Value`] and [`Window`], [`Observer`] and [`Visit`] (being told of each visit),
//! [`search()`] (minimax and alpha-beta as the assignment traverses them) and the [`Choice`] that it
//! makes, [`Evaluated`] (leaves valued by another measure than the score), [`frontier`] (subtrees, each
//! searched by itself).
//!
//! Left out: exact values. They need more than a textbook, and know their game
//! ([`solve`](crate::solve), [`nimcala`](crate::nimcala)).

mod evaluated;
mod first_turn;
pub mod frontier;
mod last_ply;
mod observer;
mod textbook;
mod traversal;
mod value;

pub use evaluated::{Evaluated, Evaluation};
pub use observer::{Leaves, Observer, Searched, Stage, Visit};
pub use textbook::{Algorithm, Choice, search, search_below};
pub use traversal::Limits;
pub use value::{Goal, Value, Window};
