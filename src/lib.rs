//! The game-search homework: mancala by greedy search, minimax and alpha-beta.
//!
//! An input file answered, with its log; `examples/` has this, the strongest move, and a search with
//! an evaluation and observers of one's own as programs:
//!
//! ```
//! use mancala::homework::{OptionalRows, answer_and_log, parse};
//!
//! // Minimax (2) for player 1 to depth 1; player 2's pits, player 1's pits, and their stores.
//! let problem = parse(b"2\n1\n1\n1 0 2\n2 0 1\n0\n0\n")?;
//! let (answer, log) = answer_and_log(&problem, OptionalRows::Omit)?;
//! assert_eq!(answer.next_state(), "1 0 0\n0 1 0\n0\n4\n");
//!
//! let log = log.ok_or("minimax has a log")?;
//! print!("{log}");
//! assert!(log.starts_with("Node,Depth,Value\nroot,0,-Infinity\nB2,1,0\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//! Each uses only those before it in this list.
//!
//! | module | what it has |
//! |---|---|
//! | [`game`] | what lies where and what a move does; pure, cannot fail |
//! | [`search`] | the textbook: minimax and alpha-beta as the assignment traverses them; pure, names no game |
//! | [`solve`] | exact play of Kalah: values, and the strongest turn |
//! | [`nimcala`] | the other game, whole |
//! | [`homework`] | the assignment's files: `input.txt` in, `next_state.txt` and `traverse_log.txt` out, and files of others held against them |
//!
//! # Crates
//! What else is made of this library stands in `crates/`. Each names what it uses in its manifest.
//!
//! | crate | what it has |
//! |---|---|
//! | `case-files` | which input belongs to which expected files, in a tree of cases |
//! | `explain` | which mistake a wrong program makes: a reference engine that can make them, and a catalogue; pure |
//! | `arena` | whole games: players, game records, contests, pictures |
//! | `kgp` | players at the other end of a network connection |
//! | `journal` | append-only files of results: lock, torn last line, merge, shard |
//! | `sandbox` | any program under limits, in isolation |
//! | `page` | the page for browsers: one HTML file; its engine is `page/engine`, in WebAssembly, also for npm |
//! | `python` | the library for Python |
//! | `grader` | other people's programs: found, built, run, scored, reported |
//! | `checker` | proves the values in `atlas/` again; it names no other crate, so that it shares no error with the solver |
//! | `cli` | the program `mancala`: arguments, files, messages, exit codes |
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
//! - [`game`] and [`search`] do no I/O and look at no clock. Only unchecked data can fail there: an
//!   unchecked [`game::Board`] that becomes a playable [`game::Kalah`], numbers that become a
//!   [`nimcala::TokenRow`], a name of rules, and a row whose table would be too large.
//! - [`search`] names no game but through [`game::Position`].
//! - Only the program prints and exits.
//! - An output file appears whole or not at all.
//! - The reference engine of `explain` shares no code with the search here.
//! - `sandbox` knows no game, and the grader's reports see only results.
//! - No `unsafe` in this crate. `sandbox` has some, and so has the border of the page's engine to a browser;
//!   the compiler refuses it everywhere else.

pub mod game;
pub mod homework;
pub mod nimcala;
pub mod search;
pub mod solve;
pub mod stack;
pub mod visible;

mod memory;
