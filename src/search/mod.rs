//! Choosing a move. Pure: no game is named here, nothing fails, reads or writes.
//!
//! In reading order: [`value`] (values and windows), [`observer`] (who is told of each visit),
//! [`textbook`] (minimax and alpha-beta as the assignment traverses them), [`plain`] and
//! [`exhaustive`] (small games to their end, without and with a table), [`solver`] (exact values).

pub mod evaluated;
pub mod observer;
pub(crate) mod stack;
pub mod textbook;
pub mod value;

pub use evaluated::{Evaluated, Evaluation};
pub use observer::{Observer, Stage, Visit};
pub use textbook::{Algorithm, Choice, Limits, search, search_below};
pub use value::{Value, Window};
