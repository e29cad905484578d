//! A board on one line: North's row / South's row / North's store / South's store.
//!
//! The last four lines of an input file with slashes between them. A position has the player to move behind it.

use mancala::game::board::{MAX_SEEDS_IN_PITS, MAX_STORE, MAX_WIDTH};
use mancala::game::{Board, Kalah, Position, Rules, Side};
use mancala::homework::next_state;

/// The most seeds in a store once a game has been played.
const MAX_STORED: u32 = MAX_STORE + MAX_SEEDS_IN_PITS;

/// The text of a board, which [`parse`] reads back.
pub fn text(board: &Board) -> String {
    next_state(board).trim_end().replace('\n', " / ")
}

/// The board that is written as rows and stores with slashes between them.
///
/// # Errors
/// A sentence: what is wrong, and what was expected.
pub fn parse(text: &str) -> Result<Board, String> {
    let parts: Vec<_> = text.split('/').collect();
    let [upper, lower, upper_store, lower_store] = parts[..] else {
        return Err("expected North's row / South's row / North's store / South's store".to_owned());
    };
    let row = |name, text: &str| -> Result<Vec<u16>, String> {
        let seeds = text.split_whitespace().map(|word| number(name, word, MAX_SEEDS_IN_PITS));
        seeds.map(|seeds| Ok(seeds? as u16)).collect()
    };
    let (upper, lower) = (row("North's row", upper)?, row("South's row", lower)?);
    let [north, south] = [upper.len(), lower.len()];
    if north != south || !(1..=MAX_WIDTH).contains(&north) {
        return Err(format!(
            "North has {north} pits and South {south}: expected two rows of the same length, 1 to {MAX_WIDTH} pits"
        ));
    }
    let store = |name, text: &str| number(name, text.trim(), MAX_STORED);
    let stores = [store("South's store", lower_store)?, store("North's store", upper_store)?];
    Ok(Board::new([&lower, &upper], stores))
}

/// The text of a position, which [`parse_position`] reads back.
pub fn position_text(position: &Kalah) -> String {
    format!("{} / {}", text(position.board()), position.mover().player())
}

/// The position that is written as a board and the player to move.
///
/// # Errors
/// A sentence: what was expected.
pub fn parse_position(text: &str, rules: Rules) -> Result<Kalah, String> {
    let (board, mover) = text.rsplit_once('/').unwrap_or((text, ""));
    let mover = Side::BOTH.into_iter().find(|it| it.player().to_string() == mover.trim());
    let mover = mover.ok_or("expected the player to move at the end: / 1 or / 2")?;
    Kalah::new(parse(board)?, rules, mover).map_err(|error| error.to_string())
}

/// The plain decimal number of at most `most` in the part of a board with this name.
fn number(part: &str, word: &str, most: u32) -> Result<u32, String> {
    let is_plain = word.bytes().all(|byte| byte.is_ascii_digit());
    let number = word.parse().ok().filter(|number| is_plain && *number <= most);
    number
        .ok_or_else(|| format!("{part}: expected a whole number from 0 to {most}, found {word:?}"))
}
