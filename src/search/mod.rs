//! Choosing a move. Pure: no game is named here, nothing fails, reads or writes.
//!
//! In reading order: [`Value`] and [`Window`], [`Observer`] and [`Visit`] (being told of each visit),
//! [`search()`] (minimax and alpha-beta as the assignment traverses them) and the [`Choice`] that it
//! makes, [`Evaluated`] (leaves valued by another measure than the score).

mod evaluated;
mod fast;
mod frontier;
mod observer;
mod textbook;
mod traversal;
mod value;

pub use evaluated::{Evaluated, Evaluation};
pub(crate) use frontier::{Frontier, Subtree, is_at_frontier};
pub use observer::{FnObserver, Leaves, Observer, Searched, Stage, Visit};
pub use textbook::{Algorithm, Choice, search};
pub use traversal::Limits;
pub use value::{Goal, Value, Window};
