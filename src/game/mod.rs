//! Boards, rules and moves of the Kalah family. Pure: nothing here fails, reads, writes or looks at a clock.
//!
//! The exception to "nothing fails" is the way in: from an unchecked [`Board`] to a playable [`Kalah`],
//! and from a name to [`Rules`]. After it no function of this module or of [`search`](crate::search) returns an error.
//!
//! In reading order: [`board`] (rows, stores and sides), [`PitName`] (the handout's names of pits), [`rules`] (what the
//! handouts disagree on), [`kalah`] (one sow), [`position`] (what a search may ask), [`difference`] (the smallest board
//! on which two rule sets part), [`packed`] (the same game, fast), [`perft`] (counting, to check it all).

pub mod board;
pub mod difference;
pub mod kalah;
pub mod packed;
pub mod perft;
pub mod position;
pub mod rules;

pub use board::{Board, Pit, PitName, Side};
pub use kalah::Kalah;
pub use position::{MoveOutcome, Position};
pub use rules::Rules;
