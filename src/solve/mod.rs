//! Exact play of Kalah: a position's value, and the strongest turn when the value is out of reach.
//!
//! In reading order:
//! - [`bounds`] (what is known of a value) and [`solvable`] (what the search may ask of a game);
//! - [`rows`] (Kalah as its mover sees it), [`endgame`] (the values of all positions with few seeds),
//!   [`kalah`] (both together, and boards that fit neither);
//! - `table` (what was found before), `children` and `null_window` (is the value at least so much?),
//!   `busy` (who is where), `driver` (from windows to a value);
//! - [`engine`] (shares out the memory), [`best_play`] (turns and whole games); `platform` (memory, prefetch, threads).
//!
//! Left out: clocks and files. A caller with a time limit says so through [`Control::stop`].

pub mod best_play;
pub mod bounds;
pub mod endgame;
pub mod engine;
pub mod kalah;
pub mod rows;
pub mod solvable;

mod busy;
mod children;
mod driver;
mod null_window;
mod platform;
mod table;

pub use bounds::{Bounds, Certainty, Depth, Found};
pub use driver::{Answer, Control, Solver};
pub use engine::{Engine, Resources};
pub use solvable::Solvable;
