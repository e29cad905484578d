//! Whole games of Kalah and Nimcala: who plays, how a game is kept and drawn, and how players are compared.
//!
//! In reading order: [`game`] (a game in progress), [`record`] (a game as text), [`evaluation`] (how
//! well a side stands), [`player`] (who chooses the turns), [`matches`](mod@matches)
//! (a game between two players), [`tournament`](mod@tournament) (every two players of two or more) and
//! [`standings`](mod@standings) (what many games show), [`session`] (a game that people take part in), [`review`](mod@review) (which turns of a game lost points), [`draw`] (a board or a game as text and as SVG).
//!
//! Games, sessions, players and contests are those of any [`Playable`](game::Playable): of Kalah, unless they say
//! another one. [`nimcala`] has the players of the other game; the text of a record is Kalah's alone.
//!
//! ```
//! use mancala::game::{Board, Kalah, Pit, Position, Rules, Side};
//! use arena::player::searching::Random;
//! use arena::player::Player;
//! use arena::record::{self, GameRecord, Tag};
//! use arena::Game;
//!
//! let start = Kalah::new(Board::opening(6, 4), Rules::CITS3001, Side::South)?;
//! let mut game = Game::new(start);
//! game.play(Pit::new(2))?; // the fourth seed falls in the store, so South sows again
//! assert!(game.unfinished_turn().is_some());
//!
//! // Chance plays the rest.
//! let mut player = Random::new(1);
//! while game.outcome().is_none() {
//!     for pit in player.turn(game.position())? {
//!         game.play(pit)?;
//!     }
//! }
//!
//! let mut record = GameRecord::new(game);
//! record.tags.extend(Tag::new("North", "random"));
//! let read = record::parse(record.to_string().as_bytes())?;
//! assert_eq!(read.game, record.game);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![allow(missing_docs, reason = "no sentence repeats a name that says it all")]

pub mod board_text;
pub mod draw;
pub mod evaluation;
pub mod fair;
pub mod game;
pub mod matches;
pub mod nimcala;
pub mod player;
pub mod record;
pub mod review;
pub mod session;
pub mod standings;
pub mod tournament;

pub use game::{Game, GameResult, Turn};
pub use player::Player;
pub use record::GameRecord;
