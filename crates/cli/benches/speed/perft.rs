//! Counting sows, against the plain loop.

use mancala::game::perft::{Sows, count_sows};
use mancala::game::{Board, Kalah, Rules, Side};

use super::loops::{Holes, Seeds};
use super::measure::pair;

pub(super) fn run() {
    small();
    large();
}

fn start(width: usize, seeds: u16) -> Kalah {
    Kalah::new(Board::opening(width, seeds), Rules::USC, Side::South).unwrap()
}

fn by_loops<S: Seeds, const WIDTH: usize>(seeds: u32, depth: usize) -> Vec<Sows> {
    let mut counts = vec![Sows::default(); depth];
    Holes::<S, WIDTH>::opening(seeds).count(&mut counts);
    counts
}

fn nodes(counts: &[Sows]) -> u64 {
    counts.iter().map(|count| count.nodes).sum()
}

fn small() {
    let (start, depth) = (start(6, 4), 10);
    let expected = by_loops::<u8, 6>(4, depth);
    assert_eq!(nodes(&expected), 16_840_130);
    compare(
        "6 x 4 to depth 10, against a loop over bytes",
        2.5,
        || assert_eq!(count_sows(&start, depth), expected),
        || assert_eq!(by_loops::<u8, 6>(4, depth), expected),
        nodes(&expected),
    );
}

fn large() {
    let (start, depth) = (start(10, 1000), 5);
    let expected = by_loops::<u16, 10>(1000, depth);
    assert_eq!(nodes(&expected), 111_110);
    compare(
        "10 x 1000 to depth 5, against stone by stone",
        40.0,
        || assert_eq!(count_sows(&start, depth), expected),
        || assert_eq!(by_loops::<u16, 10>(1000, depth), expected),
        nodes(&expected),
    );
}

fn compare(what: &str, goal: f64, ours: impl FnMut(), theirs: impl FnMut(), nodes: u64) {
    let pair = pair(ours, theirs);
    let millions = |time: std::time::Duration| nodes as f64 / time.as_secs_f64() / 1e6;
    println!(
        "{what}: {:.1} times as fast (goal {goal}); {:.0} against {:.1} million sows a second",
        1.0 / pair.ratio,
        millions(pair.ours),
        millions(pair.theirs)
    );
}
