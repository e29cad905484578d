//! Perft: every table of `perft/` counted again.
//!
//! A table is a file of rows `pits seeds rules sow depth nodes extra-turns captures game-overs` and
//! `pits seeds rules turn depth count`.

use mancala::game::perft::{Sows, count_sows};
use mancala::game::{Board, Kalah, Position, Rules, Side};

#[test]
fn tables() {
    insta::glob!("perft/*.txt", |path| {
        let table = std::fs::read_to_string(path).unwrap();
        let rows = table.lines().filter(|line| !line.starts_with('#'));
        assert!(rows.clone().count() > 20, "a table has rows");
        for row in rows {
            check(row);
        }
    });
}

#[track_caller]
fn check(row: &str) {
    let words: Vec<_> = row.split(' ').collect();
    let number = |at: usize| words[at].parse::<u64>().unwrap();
    let rules = match words[2] {
        "usc" => Rules::USC,
        "cits3001" => Rules::CITS3001,
        other => panic!("no such rules: {other}"),
    };
    let board = Board::opening(number(0) as usize, number(1) as u16);
    let start = Kalah::new(board, rules, Side::South).unwrap();
    let depth = number(4) as usize;
    match words[3] {
        "sow" => {
            let expected = Sows {
                nodes: number(5),
                extra_turns: number(6),
                captures: number(7),
                game_overs: number(8),
            };
            assert_eq!(count_sows(&start, depth).last(), Some(&expected), "{row}");
        }
        "turn" => assert_eq!(count_turns(&start, depth).last(), Some(&number(5)), "{row}"),
        other => panic!("no such unit: {other}"),
    }
}

/// Counts the sequences of 1, 2, .. `depth` whole turns from `position`; entry 0 is for one turn.
///
/// A turn that the end of the game cuts short counts as a turn.
fn count_turns(position: &Kalah, depth: usize) -> Vec<u64> {
    let mut counts = vec![0; depth];
    add_turns(position, 0, &mut counts);
    counts
}

fn add_turns(position: &Kalah, turn: usize, counts: &mut [u64]) {
    if turn == counts.len() {
        return;
    }
    for choice in position.moves() {
        let next = position.play(choice);
        if next.continues_turn_of(position) {
            add_turns(&next, turn, counts);
        } else {
            counts[turn] += 1;
            add_turns(&next, turn + 1, counts);
        }
    }
}
