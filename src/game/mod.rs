//! What lies where and what a move does. Pure: nothing here fails, reads, writes or looks at a clock.
//!
//! The one exception to "nothing fails" is the bridge from an unchecked [`Board`] to a playable
//! [`Kalah`]; after it no function of this floor or of [`search`](crate::search) returns an error.
//!
//! In reading order: [`board`] (where things lie), [`rules`] (what the handouts disagree on),
//! [`kalah`] (one sow), [`position`] (what a search may ask), [`lanes`]
//! (the same game, fast), [`perft`] (counting, to check it all).

pub mod board;
pub mod kalah;
pub mod lanes;
pub mod perft;
pub mod position;
pub mod rules;

pub use board::{Board, Pit, Side};
pub use kalah::Kalah;
pub use position::Position;
pub use rules::Rules;
