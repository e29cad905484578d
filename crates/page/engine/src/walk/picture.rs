//! The board at a node of a walk as a picture, with the marks of the last sow.
//!
//! Left out: which node.

use crate::games::style;
use mancala::draw::Frame;
use mancala::draw::svg::{self, Labels};
use mancala::game::{Pit, Position};
use mancala::homework::Problem;
use mancala::play::Game;

/// The board at the end of `path`, drawn as `look` says: a scheme, and `seeds` or `numbers`. Nothing
/// for an empty one.
pub(super) fn picture(problem: &Problem, path: &[Pit], look: &str) -> Result<String, String> {
    if look.is_empty() {
        return Ok(String::new());
    }
    let style = style(&mut look.split_whitespace())?;
    let frame = frame(problem, path)?;
    let labels = Labels {
        title: "The board at this row",
        players: ["player 1", "player 2"],
    };
    Ok(svg::still(&frame, &labels, style))
}

fn frame(problem: &Problem, path: &[Pit]) -> Result<Frame, String> {
    let Some((&last, before)) = path.split_last() else {
        return Ok(Frame::still(&problem.start()));
    };
    let before = before.iter();
    let before = before.fold(problem.start(), |position, &pit| position.play(pit));
    let mut game = Game::new(before);
    game.sow(last).map_err(|error| error.to_string())?;
    let after = game.steps().last().map(|step| Frame::after(&step));
    let frame = after.unwrap_or_else(|| Frame::still(game.position()));
    // It is the first turn only of the game that was made for the picture.
    let caption = frame.caption.trim_start_matches("1. ").to_owned();
    Ok(Frame { caption, ..frame })
}
