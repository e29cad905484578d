//! Exact values, and the strongest move when they are out of reach. Names no game but through
//! [`Solvable`](crate::game::Solvable).
//!
//! In reading order: `bounds` (what is known of a value), `table` (what was found before),
//! `children` and `null_window` (is the value at least so much?), `busy` (who is where), `driver` (from
//! windows to a value).
//!
//! Left out: clocks. A caller with a time limit says so through [`Control::stop`].

mod bounds;
mod busy;
mod children;
mod driver;
mod null_window;
mod table;

pub use bounds::{Bounds, Certainty, Depth, Found};
pub use driver::{Answer, Control, Solver};
