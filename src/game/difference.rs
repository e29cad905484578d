//! The smallest board that tells two rule sets apart.

use super::rules::Rules;
use crate::game::board::{Board, Pit, Side};
use crate::game::kalah::Kalah;
use crate::game::position::Position;

/// Pits in a row: the fewest that an input file may have.
const WIDTH: usize = 3;

/// The most seeds that are tried.
const MAX_SEEDS: u16 = 9;

/// A sow that two rule sets finish differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// The board before the sow; the stores are empty.
    pub board: Board,
    /// The pit that player 1 sows.
    pub pit: Pit,
    /// The position after it, by the first rules and by the second.
    pub after: [Kalah; 2],
}

/// The board of three pits with the fewest seeds on which one sow of player 1 comes out differently
/// under `one` and under `other`; `None` if there is none of up to nine seeds.
pub fn smallest_difference(one: Rules, other: Rules) -> Option<Example> {
    (1..=MAX_SEEDS).flat_map(boards).find_map(|board| difference_on(board, [one, other]))
}

/// All boards of three pits with `seeds` seeds, none of them in a store.
pub fn boards(seeds: u16) -> Vec<Board> {
    let mut boards = Vec::new();
    add_boards([[0; WIDTH]; 2], 0, seeds, &mut boards);
    boards
}

/// All ways to put `seeds` into the pits from the given place on; places count along player 1's row, then player 2's.
fn add_boards(mut rows: [[u16; WIDTH]; 2], place: usize, seeds: u16, boards: &mut Vec<Board>) {
    let last = place + 1 == 2 * WIDTH;
    for here in (if last { seeds } else { 0 })..=seeds {
        rows[place / WIDTH][place % WIDTH] = here;
        if last {
            boards.push(Board::new([&rows[0], &rows[1]], [0, 0]));
        } else {
            add_boards(rows, place + 1, seeds - here, boards);
        }
    }
}

fn difference_on(board: Board, rules: [Rules; 2]) -> Option<Example> {
    let [Ok(one), Ok(other)] = rules.map(|rules| Kalah::new(board, rules, Side::South)) else {
        return None;
    };
    one.moves().find_map(|pit| {
        let after = [one.play(pit), other.play(pit)];
        let seen = after.map(|after| (*after.board(), after.is_over(), after.mover()));
        (seen[0] != seen[1]).then_some(Example { board, pit, after })
    })
}
