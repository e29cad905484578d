//! A board in letters, never wider than 80 columns, and lines no longer than they may be.

use mancala::game::{Board, Pit, PitName, Side};
use mancala::nimcala::TokenRow;

/// The board as it lies on the table, with the names of the pits.
///
/// ```text
///          A2  A3  A4
/// North     1   0   2
///        5              0 South
///           2   0   1
///          B2  B3  B4
/// ```
pub fn grid(board: &Board) -> String {
    // Four digits at most would be usual; a pit can hold 20,000.
    let cell = board
        .columns()
        .flat_map(|pit| Side::BOTH.map(|side| board.seeds(side, pit).to_string().len()))
        .max()
        .unwrap_or(1)
        .max(3)
        + 1;
    let left = format!("North {:>3}", board.store(Side::North));
    let margin = " ".repeat(left.len());
    let names = |side| row(board, cell, |pit| PitName(side, pit).to_string());
    let seeds = |side| row(board, cell, |pit| board.seeds(side, pit).to_string());
    let gap = " ".repeat(cell * board.width());
    let upper = format!("{margin}{}\n{margin}{}\n", names(Side::North), seeds(Side::North));
    let stores = format!("{left}{gap} {:>3} South\n", board.store(Side::South));
    let lower = format!("{margin}{}\n{margin}{}\n", seeds(Side::South), names(Side::South));
    upper + &stores + &lower
}

fn row(board: &Board, cell: usize, content: impl Fn(Pit) -> String) -> String {
    let cells = board.columns().map(|pit| format!("{:>cell$}", content(pit)));
    cells.collect()
}

/// The board to be read aloud: one line for each side, every number after its name.
///
/// ```text
/// North: A2 1, A3 0, A4 2, store 5.
/// South: B2 2, B3 0, B4 1, store 0.
/// ```
pub fn lines(board: &Board) -> String {
    let line = |side: Side| {
        let pit = |pit| format!("{} {}, ", PitName(side, pit), board.seeds(side, pit));
        let pits: String = board.columns().map(pit).collect();
        format!("{}: {pits}store {}.\n", side.name(), board.store(side))
    };
    line(Side::North) + &line(Side::South)
}

/// A row of Nimcala below the numbers of its pits.
pub fn token_row(row: &TokenRow) -> String {
    let most = row.tokens().iter().copied().max().unwrap_or(0);
    let cell = 1 + most.max(row.tokens().len() as u16).to_string().len();
    let pits: String = (1..=row.tokens().len()).map(|pit| format!("{pit:>cell$}")).collect();
    let tokens: String = row.tokens().iter().map(|tokens| format!("{tokens:>cell$}")).collect();
    format!("pit   {pits}\n      {tokens}\n")
}

/// The text with lines of at most `width` columns, broken at blanks where that can be done.
pub fn wrapped(text: &str, width: usize) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let mut column = 0;
        // Blanks at the beginning of a line, and between words, stay as they are.
        for word in line.split_inclusive(' ') {
            let length = word.trim_end().chars().count();
            if column > 0 && length > 0 && column + length > width {
                out.truncate(out.trim_end_matches(' ').len());
                out.push('\n');
                column = 0;
            }
            out += word;
            column += word.chars().count();
        }
    }
    out
}
