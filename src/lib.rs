//! The game-search homework: mancala by greedy search, minimax and alpha-beta.

pub mod game;
pub mod grade;
