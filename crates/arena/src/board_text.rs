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
pub fn parse(text: &str) -> Option<Board> {
    let parts: Vec<_> = text.split('/').map(str::trim).collect();
    let [upper, lower, upper_store, lower_store] = parts[..] else {
        return None;
    };
    let row = |text: &str| -> Option<Vec<u16>> {
        let seeds = text.split_whitespace().map(|word| number(word, MAX_SEEDS_IN_PITS));
        seeds.map(|seeds| u16::try_from(seeds?).ok()).collect()
    };
    let (upper, lower) = (row(upper)?, row(lower)?);
    if upper.len() != lower.len() || !(1..=MAX_WIDTH).contains(&upper.len()) {
        return None;
    }
    let stores = [number(lower_store, MAX_STORED)?, number(upper_store, MAX_STORED)?];
    Some(Board::new([&lower, &upper], stores))
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
    let board_and_mover = text.rsplit_once('/').and_then(|(board, mover)| {
        let mover = Side::BOTH.into_iter().find(|it| it.player().to_string() == mover.trim())?;
        Some((parse(board)?, mover))
    });
    let (board, mover) = board_and_mover.ok_or(EXPECTED)?;
    Kalah::new(board, rules, mover).map_err(|error| error.to_string())
}

const EXPECTED: &str = "expected North's pits / South's pits / North's store / South's store / player to move (1 or 2)";

/// A plain decimal number of at most `most`.
fn number(word: &str, most: u32) -> Option<u32> {
    let plain = word.bytes().all(|byte| byte.is_ascii_digit());
    let number = word.parse().ok()?;
    (plain && number <= most).then_some(number)
}
