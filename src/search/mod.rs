//! Choosing a move. Pure: no game is named here, nothing fails, reads or writes.
//!
//! In reading order: [`Visit`] with its [`Value`] and [`Window`], and [`Observer`] (who is told of it),
//! [`search()`] (minimax and alpha-beta as the assignment traverses them) and the [`Choice`] that it
//! makes, [`Evaluated`] (leaves valued by another measure than the score).

mod evaluated;
mod fast;
mod frontier;
mod textbook;
mod traversal;
mod visit;

pub use evaluated::{Evaluated, Evaluation};
pub(crate) use frontier::{Frontier, Subtree, is_at_frontier};
pub use textbook::{Algorithm, Choice, search};
pub use traversal::Limits;
pub use visit::{FnObserver, Goal, Leaves, Observer, Searched, Stage, Value, Visit, Window};
