//! How long it takes to tell all of the standard board: its value, that of every move, and a whole game of
//! best play.
//!
//! Left out: the value alone ([`super`]).

use std::time::Instant;

use mancala::game::{Board, Kalah, Rules, Side};
use mancala::solve::best_play::{line, sows, values};
use mancala::solve::{Engine, Remaining, Resources};

use super::{MEMORY, TIMES, all_threads, this_program};

/// The values of the six moves under each rule set.
const VALUES: [(Rules, [i32; 6]); 3] = [
    (Rules::USC, [-14, -8, 10, -2, -6, 4]),
    (Rules::CITS3001, [-14, -10, 8, -2, -8, 4]),
    (Rules::UW, [-10, -8, 2, -2, -2, 6]),
];

/// Medians; each measurement is a process of its own.
pub(super) fn report() {
    for (rules, _) in VALUES {
        let mut seconds: [f64; TIMES] = std::array::from_fn(|_| {
            let line = this_program(&["told", &rules.to_string()]);
            line.trim().parse().unwrap()
        });
        seconds.sort_by(f64::total_cmp);
        println!("{rules} 6x4, all told: {:.1} s", seconds[TIMES / 2]);
    }
}

/// The seconds that it takes from nothing, with all threads.
pub(super) fn measure(rules: Rules) -> f64 {
    let begin = Instant::now();
    let start = Kalah::new(Board::opening(6, 4), rules, Side::South).unwrap();
    let resources = Resources { memory: MEMORY, endgame: usize::MAX, threads: all_threads() };
    let mut engine = Engine::new(&start, resources);
    let value = engine.value(&start, Remaining::END, None, &()).bounds.value();
    let moves = values(&mut engine, &start, sows(&start), value, &());
    let found: Vec<_> = moves.map(|(_, found)| found.bounds.value()).collect();
    let known = VALUES.into_iter().find(|&(known, _)| known == rules);
    let (_, known) = known.expect("a rule set with known values");
    assert_eq!(found, known.map(Some));
    assert_eq!(value, known.into_iter().max());
    let game = line(&mut engine, &start, value.unwrap(), &());
    assert!(!game.is_empty());
    begin.elapsed().as_secs_f64()
}
