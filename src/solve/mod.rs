//! Exact play of Kalah: a position's value, and the strongest turn when the value is out of reach.
//!
//! # From a position to its value
//! 1. [`engine`] takes the seeds in the stores off and [`state`] makes the rest two words: both rows as
//!    the mover sees them, which [`packed`](crate::game::packed) sows.
//! 2. `windows` asks one null window after the other until the bounds meet ([`bounds`]), with all
//!    threads on the same question.
//! 3. `proof_search` answers one of them: is the value at least beta? It goes on with the move that is
//!    easiest to prove, by `proof_numbers`. Where few seeds are left, `null_window` takes over, which
//!    tries moves in an order.
//! 4. Both try to `resolve` a child before they visit it, by two tables: [`endgame`] has the exact values of
//!    all positions with few seeds, and `transposition` what was found of any other that was visited. How
//!    large they are is for `tables` to say, which adapts them to what the search has seen (`resizing`).
//!
//! Around that: [`best_play`] (turns and whole games), `lookahead` (boards that are too large),
//! [`control`] (a caller's wish to stop), `worker` (a thread of a search), `children` (the moves of a
//! state), `abdada` (which states threads are in), `finding` (what can be kept of a search and taken
//! up again), `statistics`, `platform` (prefetch, threads).
//!
//! ```
//! use mancala::game::{Board, Kalah, Rules, Side};
//! use mancala::solve::best_play::strongest_turn;
//! use mancala::solve::{Certainty, Control, Depth, Engine, Resources};
//!
//! struct Patient;
//! impl Control for Patient {
//!     fn stop(&self) -> bool {
//!         false
//!     }
//! }
//!
//! let start = Kalah::new(Board::opening(3, 2), Rules::CITS3001, Side::South)?;
//! // Bytes for all tables, and of them for the endgame table.
//! let resources = Resources { memory: 8 << 20, endgame: 1 << 20, threads: 1 };
//! let mut engine = Engine::new(&start, None, resources);
//! let value = engine.value(&start, Depth::END, None, &Patient);
//! assert_eq!(value.certainty, Certainty::Proved);
//!
//! // The same value, with a turn that reaches it.
//! let advice = strongest_turn(&mut engine, &start, &Patient);
//! assert_eq!(advice.assessment.bounds.value(), value.bounds.value());
//! assert!(!advice.turn.is_empty());
//! # Ok::<(), mancala::game::kalah::Unplayable>(())
//! ```
//!
//! Left out: clocks and files. A caller with a time limit says so through [`Control::stop`].

pub mod best_play;
pub mod bounds;
pub mod control;
pub mod endgame;
pub mod engine;
pub mod state;

mod abdada;
mod children;
mod finding;
mod lookahead;
mod null_window;
mod platform;
mod proof_numbers;
mod proof_search;
mod resizing;
mod resolve;
mod statistics;
mod tables;
mod transposition;
mod windows;
mod worker;

pub use bounds::{Assessment, Certainty, Depth, Interval};
pub use control::Control;
pub use engine::Engine;
pub use finding::{Finding, Trust};
pub use statistics::Statistics;
pub use tables::Resources;
