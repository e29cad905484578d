//! Whole games: who plays, how a game is kept, and how players are compared.
//!
//! In reading order: [`game`] (a game in progress), [`record`] (a game as text).
//!
//! Left out: pictures ([`draw`](crate::draw)), and everything that reads keys or prints
//! ([`cli`](crate::cli)).

pub mod game;
pub mod record;
mod rule_names;

pub use game::{Game, Outcome, Turn};
pub use record::Record;
