//! What a search has seen, for the sizes of its tables.
//!
//! Left out: what follows from it ([`tables`](super::tables)).

/// The most seeds above the endgame table of a state that has no entry.
pub(super) const MAX_NEAR: usize = 5;

/// Visiting a state again is cheap up to so many nodes: as long as fetching an entry.
const CHEAP: u64 = 32;

/// How many entries a search has filled.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Filled {
    /// Nodes whose finding was stored.
    pub(super) findings: u64,
    /// Questions that were left open, each counted once.
    pub(super) questions: u64,
}

impl Filled {
    /// All of them.
    pub(super) const fn all(self) -> u64 {
        self.findings + self.questions
    }

    pub(super) fn add_all(&mut self, other: Self) {
        self.findings += other.findings;
        self.questions += other.questions;
    }
}

/// What visits to states close to the endgame table took, by seeds above it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct NearVisits {
    visits: [u64; MAX_NEAR + 1],
    nodes: [u64; MAX_NEAR + 1],
}

impl NearVisits {
    /// Takes note of a visit that took so many nodes.
    #[inline]
    pub(super) fn add(&mut self, above: usize, nodes: u64) {
        if above <= MAX_NEAR {
            self.visits[above] += 1;
            self.nodes[above] += nodes;
        }
    }

    pub(super) fn add_all(&mut self, other: &Self) {
        for above in 0..=MAX_NEAR {
            self.visits[above] += other.visits[above];
            self.nodes[above] += other.nodes[above];
        }
    }

    /// Up to how many seeds above the table visits are cheap.
    pub(super) fn cheap(&self) -> usize {
        let is_cheap = |&above: &usize| self.nodes[above] <= CHEAP * self.visits[above];
        (1..=MAX_NEAR).take_while(is_cheap).last().unwrap_or(0)
    }
}
