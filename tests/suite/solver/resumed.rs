//! Searches that are stopped, and go on in another engine with what was kept of them.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use mancala::game::{Board, Kalah, Rules, Side};
use mancala::solve::{Control, Engine, Remaining, SavedEntry};

use super::{MEMORY, exact, resources};

/// Stops a search once it has asked so often.
struct StopAt {
    asked: AtomicU64,
    at: u64,
}

impl StopAt {
    fn new(at: u64) -> Self {
        Self { asked: AtomicU64::new(0), at }
    }
}

impl Control for StopAt {
    fn stop(&self) -> bool {
        self.asked.fetch_add(1, Relaxed) >= self.at
    }
}

/// What is kept of a search is all its work but a few hundredths.
#[test]
fn a_search_that_goes_on_does_hardly_anything_twice() {
    let start = Kalah::new(Board::opening(5, 4), Rules::USC, Side::South).unwrap();
    let engine = || Engine::new(&start, resources(MEMORY, 1));
    let (mut whole, all) = (engine(), StopAt::new(u64::MAX));
    whole.value(&start, Remaining::END, None, &all);
    let value = exact(&mut whole, &start);
    let asked = all.asked.into_inner();
    for eighths in 4..8 {
        let mut stopped = engine();
        let found = stopped.value(&start, Remaining::END, None, &StopAt::new(asked * eighths / 8));
        assert_eq!(found.bounds.value(), None);
        let kept: Vec<_> = stopped.findings().map(|it| it.to_bytes()).collect();
        let mut resumed = engine();
        resumed.recall(kept.iter().map(SavedEntry::from_bytes));
        assert_eq!(exact(&mut resumed, &start), value);
        let twice = (stopped.nodes() + resumed.nodes()).saturating_sub(whole.nodes());
        assert!(
            twice <= stopped.nodes() / 25,
            "{twice} of {} nodes again after {eighths} eighths",
            stopped.nodes()
        );
    }
}
