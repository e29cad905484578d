//! What lies where and what a move does. Pure: nothing here fails, reads, writes or looks at a clock.
//!
//! The exception to "nothing fails" is the way in: from an unchecked [`Board`] to a playable [`Kalah`],
//! from numbers to a [`nimcala::Row`], from a name to [`Rules`], from a row to a table of boards that
//! is too large. After it no function of this floor or of [`search`](crate::search) returns an error.
//!
//! In reading order: [`board`] (where things lie), [`rules`] (what the handouts disagree on),
//! [`rule_options`], [`rule_names`] and [`rule_difference`] (rules by name, and where they differ),
//! [`kalah`] (one sow), [`position`] (what a search may ask), [`lanes`] (the same game, fast),
//! [`perft`] (counting, to check it all), [`nimcala`] (the other game).

pub mod board;
pub mod kalah;
pub mod lanes;
pub mod nimcala;
pub mod perft;
pub mod position;
pub mod rule_difference;
pub mod rule_names;
pub mod rule_options;
pub mod rules;

pub use board::{Board, Pit, Side};
pub use kalah::Kalah;
pub use nimcala::Nimcala;
pub use position::Position;
pub use rules::Rules;
