//! Taking times in pairs. Left out: what is timed.

use std::time::{Duration, Instant};

/// How often each thing is timed.
pub(super) const TIMES: usize = 5;

/// The machine's load in the last minute: a ratio taken on a busy machine is worth less.
pub(super) fn load() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').next().unwrap_or("unknown").to_owned()
}

/// How long `work` takes, and what it gives.
pub(super) fn time<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let begin = Instant::now();
    let result = work();
    (begin.elapsed(), result)
}

/// The middle of an odd number of values.
pub(super) fn median<T: PartialOrd + Copy>(mut values: Vec<T>) -> T {
    values.sort_by(|one, other| one.partial_cmp(other).expect("times are numbers"));
    values[values.len() / 2]
}

/// Two things timed one after the other.
pub(super) struct Pair {
    pub(super) ours: Duration,
    pub(super) theirs: Duration,
    /// The median of the ratios of `ours` to `theirs`, of the same moment each.
    pub(super) ratio: f64,
}

/// Times both alternately.
pub(super) fn pair(ours: impl FnMut(), theirs: impl FnMut()) -> Pair {
    pair_after(|| (), ours, theirs)
}

/// Times both alternately, with `prepare` before each, which is not timed.
pub(super) fn pair_after(
    mut prepare: impl FnMut(),
    mut ours: impl FnMut(),
    mut theirs: impl FnMut(),
) -> Pair {
    let mut one = |work: &mut dyn FnMut()| {
        prepare();
        time(work).0
    };
    let times: Vec<_> = (0..TIMES).map(|_| (one(&mut ours), one(&mut theirs))).collect();
    let ratio = |&(ours, theirs): &(Duration, Duration)| ours.as_secs_f64() / theirs.as_secs_f64();
    Pair {
        ours: median(times.iter().map(|pair| pair.0).collect()),
        theirs: median(times.iter().map(|pair| pair.1).collect()),
        ratio: median(times.iter().map(ratio).collect()),
    }
}
