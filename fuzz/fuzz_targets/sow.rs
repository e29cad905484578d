//! A game of any moves from any board keeps its seeds and ends.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mancala::game::{Board, Kalah, Position, Rules, Side};

fuzz_target!(|bytes: &[u8]| {
    let [width, rules, rest @ ..] = bytes else { return };
    let width = usize::from(width % 10) + 1;
    let rules = [Rules::USC, Rules::CITS3001, Rules::UW][usize::from(rules % 3)];
    if rest.len() < 2 * width {
        return;
    }
    let (seeds, choices) = rest.split_at(2 * width);
    // Every hundredth pit or so is a large one.
    let seeds = seeds.iter().map(|&seeds| if seeds >= 252 { 1000 } else { u16::from(seeds % 32) });
    let seeds: Vec<_> = seeds.collect();
    let (south, north) = seeds.split_at(width);
    let board = Board::new([south, north], [0, 0]);
    let total = |board: &Board| {
        board.seeds_in_pits() + board.store(Side::South) + board.store(Side::North)
    };
    let Ok(mut position) = Kalah::new(board, rules, Side::South) else { return };
    for &choice in choices {
        let moves: Vec<_> = position.moves().collect();
        assert_eq!(moves.is_empty(), position.is_over());
        if moves.is_empty() {
            assert_eq!(position.board().seeds_in_pits(), 0);
            return;
        }
        position = position.play(moves[usize::from(choice) % moves.len()]);
        assert_eq!(total(position.board()), total(&board));
    }
});
