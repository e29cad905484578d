//! Boards, rules and moves of the Kalah family. Pure: nothing here fails, reads, writes or looks at a
//! clock.
//!
//! The exception to "nothing fails" is the way in: from an unchecked [`Board`] to a playable [`Kalah`],
//! and from a name to [`Rules`]. After it no function of this module or of [`search`](crate::search)
//! returns an error.
//!
//! In reading order: [`board`] (rows, stores and sides), [`pit_name`] (the handout's names of pits),
//! [`rules`] (what the handouts disagree on), [`kalah`] (one sow), [`position`] (what a search may
//! ask), [`difference`] (the smallest board on which two rule sets part), [`packed`] (the same game,
//! fast), [`perft`] (counting, to check it all).
//!
//! Left out: Nimcala, which is a game of its own ([`nimcala`](crate::nimcala)).

pub mod board;
pub mod difference;
pub mod kalah;
pub mod packed;
pub mod perft;
pub mod pit_name;
pub mod position;
pub mod rules;

pub use board::{Board, Pit, Side};
pub use kalah::Kalah;
pub use pit_name::PitName;
pub use position::{Outcome, Position};
pub use rules::Rules;
