//! Perft: exact counts of the sequences of sows, and of whole turns, from a position.
//!
//! Two engines that agree on these numbers agree on the rules; one wrong seed anywhere shows.
//!
//! Left out: speed records (see `benches/`) and printing.

use super::kalah::{Kalah, Sown};
use super::position::Position;

/// What the sequences of exactly so many sows end in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sows {
    /// Sequences of sows; a sequence that ended the game is not prolonged.
    pub nodes: u64,
    /// Those whose last sow fell in the mover's store.
    pub extra_turns: u64,
    /// Those whose last sow captured.
    pub captures: u64,
    /// Those whose last sow ended the game.
    pub game_overs: u64,
}

/// Counts the sequences of 1, 2, .. `depth` sows from `position`; entry 0 is for one sow.
#[must_use]
pub fn count_sows(position: &Kalah, depth: usize) -> Vec<Sows> {
    let mut counts = vec![Sows::default(); depth];
    add_sows(position, &mut counts);
    counts
}

fn add_sows(position: &Kalah, counts: &mut [Sows]) {
    let Some((here, deeper)) = counts.split_first_mut() else {
        return;
    };
    for pit in position.moves() {
        let (next, sown) = position.sow(pit);
        here.add(&next, sown);
        if !next.is_over() {
            add_sows(&next, deeper);
        }
    }
}

impl Sows {
    fn add(&mut self, next: &Kalah, sown: Sown) {
        self.nodes += 1;
        self.extra_turns += u64::from(sown.earns_extra_turn());
        self.captures += u64::from(sown.captured > 0);
        self.game_overs += u64::from(next.is_over());
    }
}

/// Counts the sequences of 1, 2, .. `depth` whole turns from `position`; entry 0 is for one turn.
///
/// A turn that the end of the game cuts short counts as a turn.
#[must_use]
pub fn count_turns<P: Position>(position: &P, depth: usize) -> Vec<u64> {
    let mut counts = vec![0; depth];
    add_turns(position, 0, &mut counts);
    counts
}

fn add_turns<P: Position>(position: &P, turn: usize, counts: &mut [u64]) {
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
