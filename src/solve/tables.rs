//! The tables of a search, and how much of the memory and the time they get.
//!
//! Which tables pay depends on the rules and the position, not on its size alone: where nothing can be
//! captured, a few seeds move for a long time. So the first tables are a guess by size, and a search
//! resizes them each time its nodes have doubled:
//! - the endgame table goes on to more seeds where that takes a fraction of the time of the search;
//! - a transposition table that has become too small grows;
//! - proof numbers are given up where they do not fit;
//! - states close to the endgame table have no entry, as long as it is cheap to visit them again.
//!
//! So no table takes much longer than the search that it serves, and no search goes on for long with
//! tables that do not serve it.

use super::control::{Found, SavedEntry};
use super::endgame::{self, Endgame, MAX_TABLE_SEEDS};
use super::proof_numbers::ProofTable;
use super::state::{MAX_SEEDS, Packing, State, state_of};
use super::transposition::TranspositionTable;
use crate::game::Kalah;

/// Bytes of an entry of the transposition table.
const ENTRY_BYTES: usize = 8;

/// What an engine may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resources {
    /// Bytes for endgame and transposition table together.
    pub memory: usize,
    /// The most bytes for the endgame table that is built before the search, if at most half of the memory.
    pub endgame: usize,
    /// Threads that search, and that build tables; at least 1.
    pub threads: usize,
}

impl Resources {
    /// Up to how many seeds an endgame table fits and is worth its time before anything is known of the
    /// search. `None` if the board is too large for one.
    pub fn table_seeds(self, position: &Kalah) -> Option<usize> {
        let state = state_of(position)?;
        let width = position.board().width();
        let most = worth(state, width).min(self.memory / 2).min(self.endgame).max(1);
        let mut seeds = 0..=MAX_TABLE_SEEDS.min(state.seeds() as usize);
        seeds.rfind(|&seeds| endgame::bytes(width, seeds) <= most)
    }
}

/// How many positions an endgame table is worth, found by trial on openings under rules with captures:
/// to compute it then takes about as long as the search.
fn worth(state: State, width: usize) -> usize {
    // Of all positions, even where there are more than addresses: in a browser those have 32 bits.
    let all = endgame::positions(width, state.seeds() as usize) as f64;
    (all.sqrt() * all.sqrt().sqrt() / 5.0) as usize
}

/// The endgame table has at least this many positions for each that the search keeps.
const TABLED_FOR_EACH_KEPT: usize = 16;

/// The least transposition table that a search begins with, if the memory allows it: touching memory for
/// the first time takes longer than a small search.
const FIRST_TRANSPOSITION_BYTES: usize = 64 << 10;

/// The least one that it goes on with: keys of smaller ones have no room for pits of more than a few seeds.
const LEAST_TRANSPOSITION_BYTES: usize = 16 << 20;

/// The transposition table is so many times as large as that of proof numbers.
const TRANSPOSITION_FOR_PROOFS: usize = 4;

/// At first, states of so many seeds more than the endgame table has, or fewer, are leaves of a search by
/// proof numbers; found by trial.
const LEAF: u32 = 8;

/// When of so many questions all but one are forgotten, a search by proof numbers does not get on any
/// more: what it learns of a question it has forgotten when it comes back. Moves in an order need no table at all.
const MAX_LOST: u64 = 8;

/// A search of at least so many nodes that fills hardly any entry while they double goes in circles: its
/// states have no key. It goes on without proof numbers.
const LEAST_IN_CIRCLES: u64 = 1 << 20;

/// What is left for the transposition table of so many bytes for both.
const fn without_proofs(bytes: usize) -> usize {
    bytes - bytes / (TRANSPOSITION_FOR_PROOFS + 1)
}

/// An empty table of proof numbers.
fn proofs_beside(transposition: &TranspositionTable) -> ProofTable {
    ProofTable::new(transposition.bytes() / TRANSPOSITION_FOR_PROOFS)
}

/// By how much a transposition table grows.
const TRANSPOSITION_GROWTH: usize = 4;

/// What an earlier search found leaves room in the transposition table for as much again.
const ENTRIES_FOR_EACH_FINDING: usize = 2;

/// The endgame table goes on if so many nodes were visited for each of its positions by then. A node
/// takes some thirty times as long as a position of the table, so this is a quarter of the search.
const POSITIONS_FOR_EACH_NODE: u64 = 8;

/// The tables of a search.
#[derive(Debug)]
pub struct Tables {
    pub endgame: Endgame,
    pub transposition: TranspositionTable,
    pub proofs: ProofTable,
    /// States of so many seeds more than the endgame table has, or fewer, have no entry.
    pub near: usize,
    /// States of so many seeds more than the endgame table has, or fewer, are leaves of a search by proof
    /// numbers: all, once it was given up.
    leaf: u32,
    /// What was filled at the last resizing.
    filled: Filled,
    memory: usize,
    threads: usize,
}

impl Tables {
    /// The first tables for positions like `state`.
    pub fn new(state: State, endgame: Endgame, resources: Resources) -> Self {
        let Resources { memory, threads, .. } = resources;
        let worth = worth(state, endgame.sowing().width());
        let left = memory.saturating_sub(endgame.positions());
        let bytes = if endgame.positions() < worth / 4 {
            left // much more has to be searched, and kept
        } else {
            // A table larger than that costs the time of clearing it.
            let entries = worth / TABLED_FOR_EACH_KEPT;
            entries.saturating_mul(ENTRY_BYTES).max(FIRST_TRANSPOSITION_BYTES)
        };
        let transposition = TranspositionTable::new(bytes.min(without_proofs(left)));
        Self {
            endgame,
            proofs: proofs_beside(&transposition),
            transposition,
            near: MAX_NEAR,
            leaf: LEAF,
            filled: Filled::default(),
            memory,
            threads,
        }
    }

    /// States of so many seeds or fewer are leaves of a search by proof numbers.
    pub fn leaf(&self) -> u32 {
        self.leaf + self.endgame.seeds() as u32
    }

    /// Bytes of all tables.
    pub fn bytes(&self) -> usize {
        self.endgame.positions() + self.transposition.bytes() + self.proofs.bytes()
    }

    /// Adapts the tables to a search for a state of so many seeds that has visited so many nodes, and
    /// filled so many entries.
    pub fn resize(&mut self, seeds: u32, nodes: u64, filled: Filled, near: &NearVisits) {
        self.near = self.near.min(near.cheap());
        self.extend_endgame(seeds as usize, nodes);
        let before = std::mem::replace(&mut self.filled, filled).all();
        if nodes > LEAST_IN_CIRCLES && filled.all() < before + before / 8 {
            self.leaf = MAX_SEEDS;
        }
        let bytes = self.transposition.bytes();
        let is_full = filled.findings > (bytes / ENTRY_BYTES) as u64
            || filled.questions > self.proofs.entries() as u64;
        let wanted = bytes.saturating_mul(TRANSPOSITION_GROWTH);
        let wanted = wanted.max(LEAST_TRANSPOSITION_BYTES);
        let lost = filled.questions / MAX_LOST > self.proofs.entries() as u64;
        if is_full && !self.enlarge(wanted) && lost {
            self.leaf = MAX_SEEDS;
        }
    }

    /// What is worth being kept of all that was found.
    pub fn findings(&mut self) -> impl Iterator<Item = SavedEntry> {
        let packing = self.packing();
        let entries = self.transposition.shared().into_entries();
        let states = entries
            .filter(|(_, entry)| entry.effort >= SavedEntry::LEAST_EFFORT)
            .map(move |(key, entry)| Found::State(packing.state(key), entry));
        let questions = self.proofs.shared().into_entries();
        let questions = questions.map(|(key, numbers)| Found::Question(key, numbers));
        states.chain(questions).map(SavedEntry)
    }

    /// Takes over what an earlier search found.
    pub fn recall(&mut self, findings: impl ExactSizeIterator<Item = SavedEntry>) {
        self.enlarge(ENTRIES_FOR_EACH_FINDING * ENTRY_BYTES * findings.len());
        let packing = self.packing();
        let (table, proofs) = (self.transposition.shared(), self.proofs.shared());
        for SavedEntry(found) in findings {
            match found {
                Found::State(state, entry) => {
                    if let Some(key) = packing.key(state) {
                        table.store(table.slot(key), entry);
                    }
                }
                Found::Question(key, numbers) => {
                    proofs.store(key, numbers);
                }
            }
        }
    }

    /// How the keys of the transposition table are made.
    fn packing(&mut self) -> Packing {
        let bits = self.transposition.shared().key_bits();
        Packing::new(self.endgame.sowing().width(), bits)
    }

    /// Lets the tables of what is found grow to about so many bytes for the transposition table, as far as
    /// memory goes; `false` if they would hardly grow.
    fn enlarge(&mut self, wanted: usize) -> bool {
        let left = self.memory.saturating_sub(self.endgame.positions());
        let larger = wanted.min(without_proofs(left));
        if larger / 2 < self.transposition.bytes() {
            return false;
        }
        self.enlarge_transposition(larger);
        let mut larger = proofs_beside(&self.transposition);
        larger.take_over(&mut self.proofs);
        self.proofs = larger;
        true
    }

    /// Takes all entries over into a table of `bytes`.
    fn enlarge_transposition(&mut self, bytes: usize) {
        let width = self.endgame.sowing().width();
        let mut larger = TranspositionTable::new(bytes);
        let (from, to) = (self.transposition.shared(), larger.shared());
        let [old, new] = [from, to].map(|table| Packing::new(width, table.key_bits()));
        for (key, entry) in from.into_entries() {
            if let Some(key) = new.key(old.state(key)) {
                to.store(to.slot(key), entry);
            }
        }
        self.transposition = larger;
    }

    /// Lets the endgame table go on as far as pays for a search of so many nodes.
    pub fn extend_endgame(&mut self, seeds: usize, nodes: u64) {
        let (width, begun) = (self.endgame.sowing().width(), self.endgame.seeds());
        let most = nodes.saturating_mul(POSITIONS_FOR_EACH_NODE);
        // While the table is copied there are two of them.
        let memory = (self.memory / 2).saturating_sub(self.endgame.positions());
        let is_worth_it = |&seeds: &usize| {
            let bytes = endgame::bytes(width, seeds);
            bytes as u64 <= most && bytes <= memory
        };
        let seeds = (begun + 1..=seeds.min(MAX_TABLE_SEEDS)).take_while(is_worth_it).last();
        if let Some(seeds) = seeds {
            self.endgame.extend(seeds, self.threads);
        }
    }
}

/// The most seeds above the endgame table of a state that has no entry.
pub const MAX_NEAR: usize = 5;

/// Visiting a state again is cheap up to so many nodes: as long as fetching an entry.
const CHEAP: u64 = 32;

/// How many entries a search has filled.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filled {
    /// Nodes whose finding was stored.
    pub findings: u64,
    /// Questions that were left open, each counted once.
    pub questions: u64,
}

impl Filled {
    /// All of them.
    pub const fn all(self) -> u64 {
        self.findings + self.questions
    }

    pub fn add_all(&mut self, other: Self) {
        self.findings += other.findings;
        self.questions += other.questions;
    }
}

/// What visits to states close to the endgame table took, by seeds above it.
#[derive(Debug, Clone, Copy, Default)]
pub struct NearVisits {
    visits: [u64; MAX_NEAR + 1],
    nodes: [u64; MAX_NEAR + 1],
}

impl NearVisits {
    /// Takes note of a visit that took so many nodes.
    #[inline]
    pub fn add(&mut self, above: usize, nodes: u64) {
        if above <= MAX_NEAR {
            self.visits[above] += 1;
            self.nodes[above] += nodes;
        }
    }

    pub fn add_all(&mut self, other: &Self) {
        for above in 0..=MAX_NEAR {
            self.visits[above] += other.visits[above];
            self.nodes[above] += other.nodes[above];
        }
    }

    /// Up to how many seeds above the table visits are cheap.
    pub fn cheap(&self) -> usize {
        let is_cheap = |&above: &usize| self.nodes[above] <= CHEAP * self.visits[above];
        (1..=MAX_NEAR).take_while(is_cheap).last().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Board, Rules, Side};

    #[test]
    fn a_search_in_circles_goes_on_without_proof_numbers() {
        let start = Kalah::new(Board::opening(6, 4), Rules::USC, Side::South).unwrap();
        let resources = Resources { memory: 8 << 20, endgame: 0, threads: 1 };
        let endgame = Endgame::build(Rules::USC, 6, 0, 1);
        let mut tables = Tables::new(state_of(&start).unwrap(), endgame, resources);
        // They are resized each time the nodes have doubled.
        let leaves = [50_000, 90_000, 100_000, 100_100].map(|findings| {
            let filled = Filled { findings, questions: 0 };
            let nodes = 2 * LEAST_IN_CIRCLES;
            tables.resize(0, nodes, filled, &NearVisits::default());
            tables.leaf
        });
        assert_eq!(leaves, [LEAF, LEAF, MAX_SEEDS, MAX_SEEDS]);
    }
}
