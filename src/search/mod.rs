//! Choosing a move. Pure: no game is named here, nothing fails, reads or writes.
//!
//! In reading order: [`value`] (values and windows), [`observer`] (who is told of each visit),
//! [`textbook`] (minimax and alpha-beta as the assignment traverses them), [`solver`] (exact values).

pub mod observer;
pub mod solver;
pub mod textbook;
pub mod value;

pub use observer::{Observer, Stage, Visit};
pub use textbook::{Algorithm, Choice, Limits, search};
pub use value::{Value, Window};
