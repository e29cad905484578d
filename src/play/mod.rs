//! Whole games: who plays, how a game is kept, and how players are compared.
//!
//! In reading order: [`game`] (a game in progress), [`record`] (a game as text), [`evaluation`] (how
//! well a side stands), [`player`] (who chooses the turns), [`opening`] (where games begin),
//! [`matches`](mod@matches) (many games between two players), [`tally`] (what they show), [`session`] (a game that
//! people take part in).
//!
//! Left out: pictures ([`draw`](crate::draw)), and everything that reads keys or prints
//! ([`cli`](crate::cli)).

pub mod board_text;
pub mod evaluation;
pub mod game;
// Plays on all processors.
#[cfg(feature = "cli")]
pub mod matches;
pub mod opening;
pub mod player;
pub mod record;
pub mod session;
pub mod tally;

pub use game::{Game, GameResult, Turn};
pub use player::Player;
pub use record::GameRecord;
