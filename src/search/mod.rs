//! Choosing a move. Pure: no game is named here, nothing fails, reads or writes.
//!
//! In reading order: [`value`] (values and windows), [`observer`] (who is told of each visit),
//! [`textbook`] (minimax and alpha-beta as the assignment traverses them), [`exhaustive`] (small games
//! to their end, with and without a table).

pub mod evaluated;
pub mod exhaustive;
pub mod observer;
mod stack;
pub mod textbook;
pub mod value;

pub use evaluated::{Evaluated, Evaluation};
pub use observer::{Observer, Stage, Visit};
pub use textbook::{Algorithm, Choice, Limits, search};
pub use value::{Value, Window};
