//! A board or a whole game as text and as SVG.
//!
//! In reading order: [`narration`] (what a sow did, in a sentence), [`text`] (a board in letters),
//! [`frame`] (a moment of a game with its marks), [`svg`] (frames as pictures).
//!
//! ```
//! use arena::draw::svg::{self, Labels, Scheme, Style, View};
//! use arena::draw::{frames, text};
//! use mancala::game::{Board, Kalah, Pit, Rules, Side};
//! use arena::Game;
//!
//! let mut game = Game::new(Kalah::new(Board::opening(6, 4), Rules::USC, Side::South)?);
//! game.sow(Pit::new(0))?;
//! print!("{}", text::grid(&Board::opening(6, 4)));
//!
//! let style = Style { scheme: Scheme::named("paper").ok_or("a scheme")?, view: View::Seeds };
//! let pictures: Vec<_> = frames(&game).collect();
//! let moving = svg::animated(&pictures, &Labels::titled("One sow"), style, 1.0);
//! assert_eq!(pictures.len(), 2);
//! assert!(moving.starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Left out: files (the program), and the game as text that parses back
//! ([`record`](crate::record)).

pub mod frame;
pub mod narration;
pub mod svg;
pub mod text;

pub use frame::{Frame, frames};
