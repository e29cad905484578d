//! Grading against the same programs run without any care: `cargo bench --bench grading`.
//!
//! Two Python programs, over a hundred cases each, two at a time: `mancala grade`, which puts each run behind
//! the sandbox and judges it, against `xargs -P2`, which only makes a folder with the input for each run.
//! Five rounds, one after the other; the median of the ratios counts. Every round asserts how many
//! runs there were and that all were right.

// A benchmark that cannot run has failed.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod class;

use std::time::Duration;

use class::{Class, PYTHON, Taken, is_installed, ratio, time};

const ROUNDS: usize = 5;
const AT_ONCE: usize = 2;

fn main() {
    if !is_installed("python3") {
        return println!("skipped: no python3 on this machine");
    }
    let class = Class::new(&PYTHON, 2, usize::MAX);
    let mut rounds: Vec<_> = (0..ROUNDS)
        .map(|round| {
            let careless = time(|| class.run_carelessly(AT_ONCE, &format!("careless{round}")));
            let graded = time(|| class.grade(AT_ONCE, &format!("results{round}")));
            (careless, graded)
        })
        .collect();
    let by_clock = |(careless, graded): &(Taken, Taken)| ratio(careless.clock, graded.clock);
    rounds.sort_by(|a, b| by_clock(a).total_cmp(&by_clock(b)));
    let median = &rounds[ROUNDS / 2];
    let rate = |time: Duration| class.runs() as f64 / time.as_secs_f64();
    println!(
        "{} runs: {:.0} a second graded, {:.0} under xargs; ratio {:.2} (from {:.2} to {:.2}; of processor time {:.2})",
        class.runs(),
        rate(median.1.clock),
        rate(median.0.clock),
        by_clock(median),
        by_clock(&rounds[0]),
        by_clock(&rounds[ROUNDS - 1]),
        ratio(median.0.processor, median.1.processor),
    );
}
