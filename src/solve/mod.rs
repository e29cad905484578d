//! Exact play of Kalah: a position's value, and the strongest turn when the value is out of reach.
//!
//! # From a position to its value
//! 1. [`Engine`] takes the seeds in the stores off and [`state_of`] makes the rest two words: both rows as
//!    the mover sees them, which [`packed`](crate::game::packed) sows.
//! 2. `windows` asks one null window after the other until the bounds meet, with all threads (`worker`) on the
//!    same question.
//! 3. `proof_search` answers one of them: is the value at least beta? It goes on with the move that is
//!    easiest to prove, by `proof_numbers`. Where few seeds are left, `null_window` takes over, which
//!    tries moves in an order.
//! 4. Both try to resolve a child before they visit it, by two tables: [`endgame`] has the exact values of
//!    all positions with few seeds, and `transposition` what was found of any other that was visited. How
//!    large they are is for `tables` to say, which adapts them to what the search has seen.
//!
//! Around that: [`best_play`] (turns and whole games), [`Control`] (a caller's wish to stop), [`SavedEntry`]
//! (what can be kept of a search and taken up again).
//!
//! ```
//! use std::time::{Duration, Instant};
//!
//! use mancala::game::{Board, Kalah, Rules, Side};
//! use mancala::solve::best_play::strongest_turn;
//! use mancala::solve::{Certainty, Control, Remaining, Engine, Resources};
//!
//! /// Stops when its time is over.
//! struct Deadline(Instant);
//!
//! impl Control for Deadline {
//!     fn stop(&self) -> bool {
//!         Instant::now() >= self.0
//!     }
//! }
//!
//! let start = Kalah::new(Board::opening(3, 2), Rules::CITS3001, Side::South)?;
//! // Bytes for all tables, and of them for the endgame table.
//! let resources = Resources { memory: 8 << 20, endgame: 1 << 20, threads: 1 };
//! let mut engine = Engine::new(&start, resources);
//! let deadline = Deadline(Instant::now() + Duration::from_secs(10));
//! let value = engine.value(&start, Remaining::END, None, &deadline);
//! assert_eq!(value.certainty, Certainty::Proved);
//!
//! // The same value, with a turn that reaches it.
//! let advice = strongest_turn(&mut engine, &start, &deadline);
//! assert_eq!(advice.assessment.bounds.value(), value.bounds.value());
//! assert!(!advice.turn.is_empty());
//! # Ok::<(), mancala::game::kalah::Unplayable>(())
//! ```

pub mod best_play;
mod bounds;
mod control;
pub mod endgame;
mod engine;
mod state;

mod null_window;
mod proof_numbers;
mod proof_search;
mod tables;
mod transposition;
mod windows;
mod worker;

pub use bounds::{Assessment, Certainty, Interval, Remaining};
pub use control::{Control, SavedEntry};
pub use engine::{Book, Engine};
pub use state::{MAX_SEEDS, MAX_WIDTH, State, state_of};
pub use tables::Resources;
