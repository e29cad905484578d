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
//! In reading order: [`TokenRow`] and [`Take`] (tokens and moves), [`Nimcala`] (whose turn it is),
//! [`Solution`] (who wins, how soon, by which moves), [`Method`] (the ways to find out): three search,
//! and one goes once through all boards by their numbers.
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

mod method;
mod position;
mod ranks;
mod solution;

pub use method::Method;
pub use position::{MAX_PITS, MAX_TOKENS, Nimcala, NoRow, Take, TokenRow};
pub use solution::{Outcome, Prospect, Solution, Unsolved};

#[cfg(test)]
mod tests;
