//! Kalah in packed lanes: the same game as [`kalah`](super::kalah), several times as fast.
//!
//! ```text
//!             lane   0    1    2    3    4    5         7
//!   own   row      | 4  | 0  | 4  | 4  | 4  | 4  | .. | 0 |     one machine word (or vector):
//! + drops           | 0  | 0  | 1  | 1  | 1  | 1  | .. | 0 |     a whole sow is two additions
//! ```
//!
//! A row of pits is one word, a lane for each column. What a pit of so many seeds drops where is a
//! line of a table made once per game, so a sow costs the same whatever it drops. Stores are not
//! kept: a search asks only who is ahead by how much.
//!
//! In reading order: [`row`] (words of lanes), [`table`] (what a sow drops where), and
//! [`position`].
//!
//! Left out: the rules, which a reader learns from [`kalah`](super::kalah) and which the tests hold
//! this room to; boards and stores.

pub mod position;
pub mod row;
pub mod table;

pub use position::Packed;
pub use row::{Narrow, Row, Wide};
pub use table::Table;
