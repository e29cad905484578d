//! Exact values: against plain minimax under every rule set, against figures known from elsewhere,
//! and against themselves with other threads and tables. The program that prints them is
//! [`solve`](super::solve)'s.

mod resumed;

use std::collections::HashMap;

use mancala::game::rules::{
    CaptureLanding, CaptureTakes, EmptyOpposite, EndTest, Remainder, Rules,
};
use mancala::game::{Board, Kalah, Pit, Position, Side};
use mancala::solve::best_play;
use mancala::solve::endgame::Endgame;
use mancala::solve::state_of;
use mancala::solve::{Certainty, Remaining};
use mancala::solve::{Engine, Resources};

/// Every rule set that can be named.
fn every_rule_set() -> Vec<Rules> {
    let mut all = Vec::new();
    for capture_landing in
        [CaptureLanding::Nowhere, CaptureLanding::OwnRow, CaptureLanding::EitherRow]
    {
        for capture_takes in [CaptureTakes::Opposite, CaptureTakes::OppositeAndLast] {
            for empty_opposite in [EmptyOpposite::NoCapture, EmptyOpposite::CapturesLast] {
                for end_test in [EndTest::EverySow, EndTest::EveryTurn] {
                    for remainder in [
                        Remainder::RowOwner,
                        Remainder::PlayerOut,
                        Remainder::OtherPlayer,
                        Remainder::Nobody,
                    ] {
                        all.push(Rules {
                            capture_landing,
                            capture_takes,
                            empty_opposite,
                            end_test,
                            remainder,
                        });
                    }
                }
            }
        }
    }
    all
}

/// Plain minimax to the end: what the mover still gains less what the opponent does.
#[derive(Default)]
pub(super) struct Minimax(HashMap<(Vec<u16>, Vec<u16>), i32>);

impl Minimax {
    pub(super) fn value(&mut self, position: &Kalah) -> i32 {
        if position.is_over() {
            return 0;
        }
        let mover = position.mover();
        // Rows as the mover sees them, so that both players share what is known.
        let row = |side: Side| {
            let mut row = position.board().row(side).to_vec();
            if side == Side::North {
                row.reverse();
            }
            row
        };
        let key = (row(mover), row(mover.opponent()));
        if let Some(&value) = self.0.get(&key) {
            return value;
        }
        let worth = |pit: Pit| {
            let next = position.play(pit);
            let gain = next.score(mover) - position.score(mover);
            let later = self.value(&next);
            gain + if next.mover() == mover { later } else { -later }
        };
        let best = position.moves().map(worth).max().unwrap();
        self.0.insert(key, best);
        best
    }
}

pub(super) fn board(rows: [&[u16]; 2]) -> Board {
    Board::new(rows, [0, 0])
}

/// All rows of `width` pits with `seeds` seeds.
fn rows(width: usize, seeds: u16) -> Vec<Vec<u16>> {
    if width == 1 {
        return vec![vec![seeds]];
    }
    let with_first = |first| {
        rows(width - 1, seeds - first).into_iter().map(move |mut row| {
            row.insert(0, first);
            row
        })
    };
    (0..=seeds).flat_map(with_first).collect()
}

/// All boards of `width` pits with `seeds` seeds.
fn boards(width: usize, seeds: u16) -> Vec<Board> {
    let pairs = |south: u16| {
        let norths = rows(width, seeds - south);
        rows(width, south)
            .into_iter()
            .flat_map(move |row| norths.clone().into_iter().map(move |other| board([&row, &other])))
    };
    (0..=seeds).flat_map(pairs).collect()
}

pub(super) const MEMORY: usize = 64 << 20;

pub(super) fn resources(memory: usize, threads: usize) -> Resources {
    Resources { memory, endgame: usize::MAX, threads }
}

#[track_caller]
pub(super) fn exact(engine: &mut Engine, position: &Kalah) -> i32 {
    let answer = engine.value(position, Remaining::END, None, &());
    assert_eq!(answer.certainty, Certainty::Proved);
    answer.bounds.value().unwrap()
}

#[test]
fn every_position_of_a_table_has_its_minimax_value() {
    for rules in every_rule_set() {
        for (width, most) in [(1, 9), (2, 6), (3, 4), (8, 2)] {
            let table = Endgame::build(rules, width, most.into(), 2);
            let mut minimax = Minimax::default();
            for board in (0..=most).flat_map(|seeds| boards(width, seeds)) {
                for mover in Side::BOTH {
                    let position = Kalah::new(board, rules, mover).unwrap();
                    let Some(rows) = state_of(&position) else {
                        continue;
                    };
                    let value = minimax.value(&position);
                    assert_eq!(table.value(rows), Some(value), "{position:?}");
                }
            }
        }
    }
}

/// Random boards with a given number of seeds, the same every time.
pub(super) fn random_boards(width: usize, seeds: u16, count: usize) -> Vec<Board> {
    let mut state: u64 = 0x2545_f491_4f6c_dd1d;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let one = |_| {
        let mut rows = [vec![0; width], vec![0; width]];
        for _ in 0..seeds {
            rows[random(2)][random(width)] += 1;
        }
        board([&rows[0], &rows[1]])
    };
    (0..count).map(one).collect()
}

#[test]
fn random_positions_have_their_minimax_value_under_every_rule_set() {
    for rules in every_rule_set() {
        let mut minimax = Minimax::default();
        let boards = [(4, 9), (8, 7)].map(|(width, seeds)| random_boards(width, seeds, 3));
        for board in boards.into_iter().flatten() {
            for mover in Side::BOTH {
                let position = Kalah::new(board, rules, mover).unwrap();
                let expected = position.score(mover) + minimax.value(&position);
                // A table that leaves most of the work to the search.
                let small = Resources { endgame: 200, ..resources(1 << 16, 1) };
                let mut engine = Engine::new(&position, small);
                assert_eq!(exact(&mut engine, &position), expected, "{position:?}");
            }
        }
    }
}

#[test]
fn threads_and_memory_change_nothing_but_the_time() {
    for rules in [Rules::USC, Rules::CITS3001, Rules::UW] {
        let position = Kalah::new(Board::opening(4, 3), rules, Side::South).unwrap();
        let values = [(0, 1), (1 << 10, 2), (1 << 16, 1), (MEMORY, 1), (MEMORY, 2)].map(
            |(memory, threads)| {
                let mut engine = Engine::new(&position, resources(memory, threads));
                exact(&mut engine, &position)
            },
        );
        assert_eq!(values, [values[0]; 5], "{rules}");
    }
}

/// Lines `rules pits seeds value: value of each opening sow`; see the file.
#[test]
fn openings_have_their_known_values() {
    let mut checked = 0;
    for line in include_str!("solver/openings.txt").lines() {
        if line.starts_with('#') {
            continue;
        }
        let (opening, sows) = line.split_once(':').unwrap();
        let words: Vec<_> = opening.split(' ').collect();
        let [rules, pits, seeds, value] = words[..] else { panic!("{line}") };
        let board = Board::opening(pits.parse().unwrap(), seeds.parse().unwrap());
        let start = Kalah::new(board, rules.parse().unwrap(), Side::South).unwrap();
        let mut engine = Engine::new(&start, resources(MEMORY, 1));
        let found = exact(&mut engine, &start);
        assert_eq!(found.to_string(), value, "{line}");
        let found: Vec<_> =
            best_play::values(&mut engine, &start, best_play::sows(&start), Some(found), &())
                .map(|(_, answer)| answer.bounds.value().unwrap().to_string())
                .collect();
        assert_eq!(found.join(" "), sows.trim(), "{line}");
        checked += 1;
    }
    assert!(checked >= 40);
}

/// Asserts that a search from nothing finds `value` and visits at most 20 times as many positions as a
/// plain memoised search remembers.
#[track_caller]
fn is_not_slow(position: &Kalah, value: i32, remembered: u64) {
    let mut engine = Engine::new(position, resources(MEMORY, 1));
    assert_eq!(exact(&mut engine, position), value, "{position:?}");
    let nodes = engine.nodes();
    assert!(nodes <= 20 * remembered, "{nodes} nodes, {remembered} remembered: {position:?}");
}

/// The endgame table was as small as the position, and nothing close to it was stored: billions of
/// nodes for twelve seeds.
#[test]
fn few_seeds_without_captures_are_solved_at_once() {
    let opening = Board::opening(6, 1);
    let start = Kalah::new(opening, "uw,capture=never".parse().unwrap(), Side::South).unwrap();
    is_not_slow(&start, 0, 616_172);
    let rules = "usc,landing=nowhere,end-test=every-turn,remainder=player-out";
    let rules: Rules = rules.parse().unwrap();
    let board = board([&[0, 1, 0, 2, 1, 0], &[0, 3, 1, 1, 0, 1]]);
    for (mover, value, remembered) in [(Side::South, 0, 65_246), (Side::North, 2, 65_579)] {
        is_not_slow(&Kalah::new(board, rules, mover).unwrap(), value, remembered);
    }
}

/// A small part of the spread of `benches/solve`.
#[test]
fn no_position_is_slow_for_its_size() {
    for (at, rules) in every_rule_set().into_iter().enumerate() {
        let (width, seeds) = (3 + at % 4, 6 + (at % 7) as u16);
        for board in random_boards(width, seeds, 2) {
            let start = Kalah::new(board, rules, Side::South).unwrap();
            let mut minimax = Minimax::default();
            let value = start.score(Side::South) + minimax.value(&start);
            is_not_slow(&start, value, minimax.0.len().max(1) as u64);
        }
    }
}

/// A search whose tables grow on the way, with little memory and with two threads.
#[test]
fn tables_that_grow_change_nothing_but_the_time() {
    let rules: Rules = "uw,capture=never".parse().unwrap();
    for board in random_boards(4, 18, 4) {
        let start = Kalah::new(board, rules, Side::South).unwrap();
        let mut minimax = Minimax::default();
        let value = start.score(Side::South) + minimax.value(&start);
        for (memory, threads) in [(0, 1), (1 << 12, 2), (1 << 20, 1), (MEMORY, 2)] {
            let mut engine = Engine::new(&start, resources(memory, threads));
            assert_eq!(exact(&mut engine, &start), value, "{memory} {threads}");
        }
    }
}
