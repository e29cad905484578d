//! The game-search homework: mancala by greedy search, minimax and alpha-beta.
//!
//! An input file answered, with its log; `examples/` has this and the strongest move as programs:
//!
//! ```
//! use mancala::homework::{OptionalRows, answer_with_log, parse};
//!
//! // Minimax (2) for player 1 to depth 1; player 2's pits, player 1's pits, and their stores.
//! let problem = parse(b"2\n1\n1\n1 0 2\n2 0 1\n0\n0\n")?;
//! let memory = || std::io::Result::Ok(Vec::new());
//! let (answer, log) = answer_with_log(&problem, OptionalRows::Omit, memory)?;
//! assert_eq!(answer.next_state(), "1 0 0\n0 1 0\n0\n4\n");
//!
//! let log = String::from_utf8(log.map(|log| log.out).unwrap_or_default())?;
//! print!("{log}");
//! assert!(log.starts_with("Node,Depth,Value\nroot,0,-Infinity\nB2,1,0\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Without the features `cli` and `grade`, that is with `default-features = false`, the library is
//! what a program needs that plays, searches, solves, draws or explains: under 20 packages, and it
//! builds for a browser too.
//!
//! # The house
//! Each floor uses only those before it in this list; a test keeps it so.
//!
//! | floor | what happens there |
//! |---|---|
//! | [`game`] | what lies where and what a move does; pure, cannot fail |
//! | [`search`] | the textbook: minimax and alpha-beta as the assignment traverses them; pure, names no game |
//! | [`solve`] | exact play of Kalah: values, and the strongest turn |
//! | [`nimcala`] | the other game, whole |
//! | [`homework`] | the assignment's files: `input.txt` in, `next_state.txt` and `traverse_log.txt` out |
//! | [`judge`] | what a file says, against the search as it runs |
//! | [`explain`] | which mistake it is: a reference engine that can make them, and a catalogue; pure |
//! | [`grade`] | other people's programs: found, built, run, scored, reported |
//! | [`play`] | whole games: players, the game record, matches |
//! | [`draw`] | a board or a game as text and as SVG |
//! | [`page`] | the page for browsers: one HTML file with all of the above but the grader |
//! | [`cli`] | the program: arguments, files, messages, exit codes |
//!
//! The walls around other people's programs are a crate of their own, `sandbox`.
//!
//! # Glossary
//! The field's words, and the handouts' where they differ.
//!
//! | word | meaning |
//! |---|---|
//! | pit | a hole of a row; named by its column on the page |
//! | store | a player's own hole for captured seeds; the homework's "mancala" |
//! | seed | what is sown; the homework's "stone", Nimcala's "token" |
//! | sow | the move of one pit's seeds; one *ply* |
//! | lap | once around the ring of 2N+1 holes that a player sows along |
//! | turn | the chain of sows that one player makes until the other moves |
//! | depth | turns from the root of a search |
//! | cutoff | the depth limit of a search, and nothing else |
//! | window | alpha and beta together |
//! | rank | the number of a Nimcala board, which every move lowers |
//!
//! # Invariants
//! - [`game`] and [`search`] do no I/O and look at no clock. Only the way in can fail there: from an
//!   unchecked [`game::Board`] to a playable [`game::Kalah`], from numbers to a
//!   [`nimcala::TokenRow`], from a name to rules, and from a row to a table that is too large.
//! - [`search`] names no game but through [`game::Position`].
//! - Only [`cli`] prints and exits.
//! - An output file appears whole or not at all.
//! - No `unsafe` in this crate. The crate `sandbox` has some, and so has the border of the page's engine to a browser;
//!   the compiler refuses it everywhere else.

pub mod game;
pub mod homework;
pub mod nimcala;
pub mod search;
pub mod solve;

mod memory;
pub mod stack;
mod visible;
