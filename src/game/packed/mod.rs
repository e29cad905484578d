//! Kalah in packed lanes: the same game as [`kalah`](super::kalah), several times as fast.
//!
//! ```text
//!             lane   0    1    2    3    4    5         7
//!   own   row      | 4  | 0  | 4  | 4  | 4  | 4  | .. | 0 |     one machine word (or vector):
//! + drops           | 0  | 0  | 1  | 1  | 1  | 1  | .. | 0 |     a whole sow is two additions
//! ```
//!
//! A row of N pits is one word, its lanes in the order in which its owner sows: the last one is next to
//! the owner's store, and lane i lies opposite the other row's lane N-1-i. So both players sow alike,
//! and two positions that differ only in who is who are one. What a pit of so many seeds drops where
//! is a line of a table made once per game, so a sow costs the same whatever it drops.
//!
//! In reading order: [`Row`] (words of lanes), [`Sowing`] (what a sow does), [`RowPair`] (both rows, and one sow of
//! them), [`Packed`] (the pair with mover and lead, as a search asks for it).

mod position;
mod row;
pub(crate) mod sowing;

pub use position::{AfterSow, Packed, RowPair};
pub use row::{Narrow, Row, Wide};
pub use sowing::Sowing;
