//! The table of ABDADA: which states the threads of a search are in, so that a move to one of them can be deferred.
//!
//! Advice and nothing more: two states may share a place, and a wrong answer only changes the order
//! of the work. A single thread never defers a move.
//!
//! Left out: waiting. Nobody ever waits for another thread.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::transposition::Slot;

const PLACES: usize = 1 << 14;

/// How many threads search the states of each place.
#[derive(Debug)]
pub(super) struct CurrentlySearched {
    /// Empty for one thread.
    places: Vec<AtomicU32>,
}

impl CurrentlySearched {
    pub(super) fn new(threads: usize) -> Self {
        let places = if threads > 1 { PLACES } else { 0 };
        Self {
            places: (0..places).map(|_| AtomicU32::new(0)).collect(),
        }
    }

    #[inline]
    fn place(&self, slot: Option<Slot>) -> Option<&AtomicU32> {
        self.places.get(slot?.spread() as usize % PLACES)
    }

    #[inline]
    pub(super) fn contains(&self, slot: Option<Slot>) -> bool {
        self.place(slot)
            .is_some_and(|place| place.load(Relaxed) > 0)
    }

    #[inline]
    pub(super) fn starting(&self, slot: Option<Slot>) {
        if let Some(place) = self.place(slot) {
            place.fetch_add(1, Relaxed);
        }
    }

    #[inline]
    pub(super) fn finished(&self, slot: Option<Slot>) {
        if let Some(place) = self.place(slot) {
            place.fetch_sub(1, Relaxed);
        }
    }
}
