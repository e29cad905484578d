//! Nimcala: one shared row, tokens that leave play at its end.
//!
//! ```text
//!   pit     1  2  3  4
//!           5  0  0  0     player 1 takes 3 from pit 1, drops one in each pit to the right ..
//!           2  1  1  1     .. and player 2 is to move
//! ```
//!
//! A move takes 1 to all tokens of one pit and drops one in each pit to the right, from the next one
//! on; tokens left over after the last pit leave play. Who removes the last token wins. Both players
//! may take from every pit, so the board alone decides whether the player to move wins.
//!
//! In reading order: [`row`] (tokens and moves), [`position`] (whose turn it is), [`solution`] (who
//! wins, how soon, by which moves), [`method`] (the ways to find out): [`minimax`] and [`exhaustive`]
//! search, [`ranked`] goes once through all boards by their numbers ([`ranks`]); [`census`] (what else
//! such a pass tells).
//!
//! ```
//! use mancala::game::Side;
//! use mancala::nimcala::{Nimcala, Outcome, Method, TokenRow};
//!
//! let start = Nimcala::new(TokenRow::opening(4, 5)?, Side::South);
//! let solution = Method::Ranks.solve(start, 0)?;
//! assert_eq!(solution.prospect.outcome, Outcome::Win);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Left out: names of moves and files ([`homework`](crate::homework)).

pub mod census;
pub mod exhaustive;
pub mod method;
pub mod minimax;
pub mod position;
pub mod ranked;
pub mod ranks;
pub mod row;
pub mod solution;

pub use method::{Method, Unsolved};
pub use position::Nimcala;
pub use row::{MAX_PITS, MAX_TOKENS, NoRow, Take, TokenRow};
pub use solution::{Outcome, Prospect, Solution};
