//! A position as a client sees it: the client is South and to move.
//!
//! `<pits, South's store, North's store, South's pits.., North's pits..>`, the pits of both in the order in which
//! their owner sows them, so that North's row is turned around. A move is a pit of South's from 1 on.

use mancala::game::board::{MAX_SEEDS_IN_PITS, MAX_WIDTH};
use mancala::game::{Board, Kalah, Pit, Position, Rules, Side};

/// The numbers of a position, with its mover as South.
pub fn numbers(position: &Kalah) -> Vec<u32> {
    let (board, mover) = (position.board(), position.mover());
    let sides = [mover, mover.opponent()];
    let width = u32::try_from(board.width()).unwrap_or_default();
    let stores = sides.map(|side| board.store(side));
    let rows = sides.into_iter().flat_map(|side| in_order(board, side));
    [width].into_iter().chain(stores).chain(rows).collect()
}

/// The seeds of a row in the order in which their owner sows.
fn in_order(board: &Board, side: Side) -> Vec<u32> {
    let mut row: Vec<_> = board.row(side).iter().map(|&seeds| seeds.into()).collect();
    if side == Side::North {
        row.reverse();
    }
    row
}

/// The position of these numbers, with South to move.
pub fn position(numbers: &[u32], rules: Rules) -> Result<Kalah, String> {
    let [width, south, north, pits @ ..] = numbers else {
        return Err("a board begins with its size and two stores".to_owned());
    };
    let width = usize::try_from(*width).unwrap_or(usize::MAX);
    if !(1..=MAX_WIDTH).contains(&width) {
        return Err(format!("a board of 1 to {MAX_WIDTH} pits can be played here"));
    }
    if pits.len() != 2 * width {
        return Err(format!("a board of size {width} has {} pits", 2 * width));
    }
    let seeds: Option<Vec<u16>> = pits.iter().map(|&it| u16::try_from(it).ok()).collect();
    let mut seeds = seeds.ok_or(format!("at most {MAX_SEEDS_IN_PITS} seeds can be played"))?;
    let (lower, upper) = seeds.split_at_mut(width);
    upper.reverse();
    let board = Board::new([lower, upper], [*south, *north]);
    Kalah::new(board, rules, Side::South).map_err(|error| error.to_string())
}

pub fn number_of(position: &Kalah, pit: Pit) -> i64 {
    let from_left = match position.mover() {
        Side::South => pit.column(),
        Side::North => position.board().width() - 1 - pit.column(),
    };
    i64::try_from(from_left).unwrap_or_default() + 1
}

/// The mover's pit of this number.
pub fn pit(position: &Kalah, number: i64) -> Option<Pit> {
    let mut pits = position.board().columns();
    pits.find(|&pit| number_of(position, pit) == number)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// North's move, seen from the other side of the table, is the same move.
    #[test]
    fn a_client_is_always_south() {
        let mut here = Kalah::new(Board::opening(5, 3), Rules::CITS3001, Side::South).unwrap();
        let mut sows = 0;
        while !here.is_over() {
            let seen = position(&numbers(&here), Rules::CITS3001).unwrap();
            assert_eq!(numbers(&seen), numbers(&here));
            let moves: Vec<_> = here.moves().collect();
            for &it in &moves {
                let number = number_of(&here, it);
                assert_eq!(pit(&here, number), Some(it));
                let [after, seen_after] = [here.play(it), seen.play(pit(&seen, number).unwrap())];
                assert_eq!(after.score(here.mover()), seen_after.score(Side::South));
                assert_eq!(after.is_over(), seen_after.is_over());
            }
            here = here.play(moves[sows % moves.len()]);
            sows += 1;
        }
        assert!(sows > 10);
    }

    #[test]
    fn boards_that_nobody_can_play() {
        for (numbers, why) in [
            (&[3, 0][..], "begins with its size"),
            (&[0, 0, 0], "1 to 12 pits"),
            (&[13, 0, 0], "1 to 12 pits"),
            (&[u32::MAX, 0, 0], "1 to 12 pits"),
            (&[2, 0, 0, 1, 1, 1], "size 2 has 4 pits"),
            (&[1, 0, 0, 70_000, 1], "at most 20000 seeds"),
            (&[1, u32::MAX, 0, 1, 1], ""),
            (&[2, 0, 0, 15_000, 15_000, 15_000, 15_000], ""),
        ] {
            let error = position(numbers, Rules::CITS3001).unwrap_err();
            assert!(error.contains(why), "{numbers:?}: {error}");
        }
    }
}
