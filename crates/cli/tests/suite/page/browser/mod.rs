//! The page in a real browser, held against the library.

mod analyse;
mod class;
mod debug;
mod kept;
mod keyboard;
mod links;
mod own_tree;
mod pie;
mod play;
mod screens;
mod told;
mod walk;

use arena::record;
use mancala::game::Kalah;

use super::chromium::Page;

/// Of the game on the board: its turns, who plays, and how many turns were taken back.
const GAME: &str = "[mancala.play.game.turns.map((turn) => turn.text).join(' '), mancala.play.players.join(' '), mancala.play.undone.length]";

/// What the page says.
const SAID: &str = "document.getElementById('say').textContent";

/// Two people, no animation, a new game of the given rules.
fn new_game(page: &mut Page, preset: &str, pits: u8, seeds: u8) {
    page.value(&format!(
        "Object.assign(mancala.play.choice, {{ preset: '{preset}', options: {{}}, pits: {pits}, seeds: {seeds}, \
         first: 'South', players: ['human', 'human'] }}); mancala.play.begin(); 1"
    ));
}

fn position(page: &mut Page) -> Kalah {
    let text = page.text("mancala.play.game.record");
    *record::parse(text.as_bytes()).unwrap().game.position()
}
