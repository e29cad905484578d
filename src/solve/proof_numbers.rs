//! How hard a question is: is a state's value at least beta? An open question has two numbers: about how
//! much work is left to prove it, and how much to disprove it.
//!
//! ```text
//!             of a state
//! proof       the least of its moves
//! disproof    the largest of its moves, and half of the others
//!
//! entry       hash of state and beta 64 | proof 32 | disproof 32       two words; both 0 = empty
//! ```
//! The sum of all, as in the textbook, counts work several times that moves have in common: most of them
//! lead to the same states in another order.
//!
//! The table is advice and nothing more: two questions may share a hash, and of an entry that two threads
//! write at once a third may read half of each. A search then takes another way to the same answer: what is
//! proved is in the [transposition table](super::transposition), where no state is mistaken for another.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use zerocopy::{FromBytes, IntoBytes};

use super::state::{EarningRow, State};
use crate::game::packed::{Narrow, Row};
use crate::memory::{Zeroed, prefetch, zeroed};

/// About how much work is left to prove that the mover gains at least beta, and to prove that it does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    /// More than any number.
    pub const NEVER: Self = Self { proof: u32::MAX, disproof: u32::MAX };

    /// The largest number: even larger ones are not told apart.
    pub const MOST: u32 = u32::MAX - 1;

    pub const fn to_word(self) -> u64 {
        (self.proof as u64) << 32 | self.disproof as u64
    }

    pub const fn from_word(word: u64) -> Self {
        Self { proof: (word >> 32) as u32, disproof: word as u32 }
    }

    /// The same for the question whether the other player can prevent it.
    #[inline]
    pub const fn of_opponent(self) -> Self {
        Self { proof: self.disproof, disproof: self.proof }
    }
}

#[derive(Debug, FromBytes, IntoBytes)]
#[repr(C)]
struct Entry {
    key: AtomicU64,
    numbers: AtomicU64,
}

impl Entry {
    /// None for an empty entry: no open question has the number 0.
    #[inline]
    fn numbers(&self) -> Option<Numbers> {
        let numbers = Numbers::from_word(self.numbers.load(Relaxed));
        (numbers.proof > 0 && numbers.disproof > 0).then_some(numbers)
    }
}

/// The entries that a question may have: a line of the cache.
#[derive(Debug, FromBytes, IntoBytes)]
#[repr(C, align(64))]
struct Bucket([Entry; 4]);

/// A question's hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key(pub(super) u64);

impl Key {
    /// Of the question whether the value of `state` is at least `beta`.
    #[inline]
    pub fn new(state: State, beta: i32) -> Self {
        let (Narrow(own), Narrow(other)) = (state.own, state.other);
        let mixed = own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ other.rotate_left(31).wrapping_mul(0xd6e8_feb8_6659_fd93)
            ^ u64::from(beta as u32) << 32;
        Self((mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9))
    }
}

/// Proof numbers by question.
#[derive(Debug)]
pub struct ProofTable {
    memory: Zeroed,
}

impl ProofTable {
    /// The largest table that takes at most `bytes`, and at least one bucket.
    pub fn new(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        Self { memory: zeroed(size_of::<Bucket>() << buckets.ilog2()) }
    }

    pub fn bytes(&self) -> usize {
        self.memory.len()
    }

    /// How many questions it has room for.
    pub fn entries(&self) -> usize {
        self.memory.len() / size_of::<Entry>()
    }

    /// The table as threads share it.
    pub fn shared(&mut self) -> SharedProofs<'_> {
        // The memory is whole buckets and aligned to a page, so that there is always such a view.
        let buckets = <[Bucket]>::mut_from_bytes(&mut self.memory).unwrap_or_default();
        SharedProofs { buckets }
    }

    /// Takes all entries of `from` over.
    pub fn take_over(&mut self, from: &mut Self) {
        let to = self.shared();
        for (key, numbers) in from.shared().into_entries() {
            to.store(key, numbers);
        }
    }
}

/// A table that may be read and written.
#[derive(Debug, Clone, Copy)]
pub struct SharedProofs<'a> {
    buckets: &'a [Bucket],
}

impl<'a> SharedProofs<'a> {
    /// All open questions and their numbers.
    pub fn into_entries(self) -> impl Iterator<Item = (Key, Numbers)> + 'a {
        let entries = self.buckets.iter().flat_map(|Bucket(entries)| entries);
        entries.filter_map(|entry| Some((Key(entry.key.load(Relaxed)), entry.numbers()?)))
    }

    #[inline]
    fn bucket(&self, Key(key): Key) -> usize {
        // The number of buckets is a power of two.
        (key >> 32) as usize & (self.buckets.len() - 1)
    }

    #[inline]
    fn entry(&self, key: Key) -> Option<&Entry> {
        let Bucket(entries) = &self.buckets[self.bucket(key)];
        let Key(key) = key;
        entries.iter().find(|entry| entry.key.load(Relaxed) == key)
    }

    /// Asks the processor to fetch what will be looked up soon.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        prefetch(self.buckets, self.bucket(key));
    }

    /// The numbers of a question, if it was left open.
    #[inline]
    pub fn numbers(&self, key: Key) -> Option<Numbers> {
        self.entry(key)?.numbers()
    }

    /// Keeps the numbers of a question that is left open, in place of the one with least work behind it:
    /// that of the smallest numbers. Says whether it had none.
    pub fn store(&self, key: Key, numbers: Numbers) -> bool {
        let known = self.entry(key);
        let is_new = known.is_none();
        let Bucket(entries) = &self.buckets[self.bucket(key)];
        let work = |entry: &&Entry| {
            entry
                .numbers()
                .map_or(0, |numbers| u64::from(numbers.proof) + u64::from(numbers.disproof))
        };
        if let Some(entry) = known.or_else(|| entries.iter().min_by_key(work)) {
            let Key(key) = key;
            entry.key.store(key, Relaxed);
            entry.numbers.store(numbers.to_word(), Relaxed);
        }
        is_new
    }

    /// Makes room: a question is answered.
    pub fn forget(&self, key: Key) {
        if let Some(entry) = self.entry(key) {
            entry.numbers.store(0, Relaxed);
        }
    }
}

/// What the numbers of a question are before it is asked for the first time.
#[derive(Debug, Clone, Copy)]
pub struct FirstNumbers {
    /// The most seeds of a leaf.
    pub leaf: u32,
    pub earning: EarningRow,
}

// Weights, found by trial, in twelfths of a doubling of the work.

/// A question about as many seeds as a leaf has: sixteen times the least number, so that there are steps below.
const LEAF_WORK: i32 = 50;
const SEED: i32 = 1;
/// Each seed that is asked for.
const ASKED: i32 = 2;
/// Each move that earns another, of which the opponent has one less.
const EARNING: i32 = 6;
/// By how many moves there are: to disprove takes all of them, but they have work in common.
const ALL_MOVES: [i32; 8] = [0, 0, 6, 10, 12, 14, 16, 17];

/// What the player who moves gains on average, in seeds.
const INITIATIVE: i32 = 1;

impl FirstNumbers {
    /// The more is asked for, the harder to prove; the more seeds are left, the harder is either.
    #[inline]
    pub fn of(self, state: State, beta: i32) -> Numbers {
        let Self { leaf, earning } = self;
        let size = LEAF_WORK + SEED * (state.seeds() as i32 - leaf as i32);
        let earning = earning.moves(state.own) - earning.moves(state.other);
        let asked = ASKED * (beta - INITIATIVE) - EARNING * earning;
        let moves = state.own.filled().count_ones() as usize;
        let moves = ALL_MOVES[moves.min(ALL_MOVES.len() - 1)];
        Numbers { proof: doublings(size + asked), disproof: doublings(size - asked + moves) }
    }
}

/// 2 to the power of so many twelfths, within 1 and 4 millions.
#[inline]
fn doublings(twelfths: i32) -> u32 {
    /// 256 times 2 to the power of 0, 1, .. 11 twelfths.
    const FRACTIONS: [u32; 12] = [256, 271, 287, 304, 323, 342, 362, 384, 406, 431, 456, 483];
    let twelfths = twelfths.clamp(0, 12 * 22) as usize;
    (FRACTIONS[twelfths % 12] << (twelfths / 12)) >> 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_keeps_the_questions_with_most_work_behind_them() {
        let mut table = ProofTable::new(size_of::<Bucket>());
        assert_eq!(table.entries(), 4);
        let shared = table.shared();
        let numbers = |proof| Numbers { proof, disproof: 7 };
        for (key, proof) in [(1, 50), (2, 20), (3, 40), (4, 30), (5, 10)] {
            assert!(shared.store(Key(key), numbers(proof)), "{key}");
        }
        let kept = |key| shared.numbers(Key(key)).map(|numbers| numbers.proof);
        assert_eq!([1, 2, 3, 4, 5].map(kept), [Some(50), None, Some(40), Some(30), Some(10)]);
        assert!(!shared.store(Key(1), numbers(60)));
        shared.forget(Key(3));
        assert_eq!([1, 3].map(kept), [Some(60), None]);
        // A place that is free is taken first.
        assert!(shared.store(Key(6), numbers(1)));
        assert_eq!([1, 4, 5, 6].map(kept), [Some(60), Some(30), Some(10), Some(1)]);
    }

    #[test]
    fn the_same_state_with_another_beta_is_another_question() {
        let row = |seeds: u64| Narrow(seeds);
        let [state, mirrored] =
            [(3, 4), (4, 3)].map(|(own, other)| State { own: row(own), other: row(other) });
        assert_ne!(Key::new(state, 1), Key::new(state, -1));
        assert_ne!(Key::new(state, 1), Key::new(mirrored, 1));
        assert_eq!(Key::new(state, 1), Key::new(state, 1));
    }

    #[test]
    fn twelve_twelfths_are_a_doubling() {
        for (twelfths, value) in [(-5, 1), (0, 1), (12, 2), (24, 4), (30, 5), (120, 1024)] {
            assert_eq!(doublings(twelfths), value, "{twelfths}");
        }
        assert!((0..300).all(|twelfths| doublings(twelfths) <= doublings(twelfths + 1)));
    }
}
