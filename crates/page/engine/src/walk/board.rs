//! The board at a node of a walk, with the last sow.
//!
//! Left out: which node, and drawing it.

use crate::json::or_null;
use crate::view;
use arena::Game;
use mancala::game::{Kalah, Pit, Position};

/// The position at the end of `path` and the sow that led to it, as an answer has them.
pub(super) fn board(start: Kalah, path: &[Pit]) -> Result<[(&'static str, String); 2], String> {
    let mut position = start;
    let mut last = None;
    if let Some((&pit, before)) = path.split_last() {
        let before = before.iter();
        let before = before.fold(start, |position, &pit| position.play(pit));
        let mut game = Game::new(before);
        game.sow(pit).map_err(|error| error.to_string())?;
        last = game.steps().last().map(|step| view::step(&step));
        position = *game.position();
    }
    Ok([
        ("position", view::position(&position)),
        ("last", or_null(last)),
    ])
}
