//! The transposition table: what earlier visits to a state found.
//!
//! ```text
//! entry   tag 38 | lower 7 | upper 7 | move 3 | turns to go 6 | effort 3       one word, 0 = empty
//! ```
//!
//! A state's key is mixed by a bijection and split: the upper part picks a bucket, the lower 38 bits
//! are the tag. Two states never share both, so no entry is ever mistaken for another's. A table of
//! 2^b buckets can tell 2^(b + 38) keys apart; a state without such a key has no entry.
//!
//! An entry is one atomic word, read and written whole: threads share the table without locks and a
//! race loses an entry at worst. A table too small only costs time.

use std::num::NonZeroU64;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use zerocopy::{FromBytes, IntoBytes};

use super::bounds::{Interval, Remaining};
use crate::memory::{Zeroed, prefetch, zeroed};

/// The entries that a state may have: a line of the cache.
#[derive(Debug, FromBytes, IntoBytes)]
#[repr(C, align(64))]
struct Bucket([AtomicU64; 8]);

const TAG_BITS: u32 = 38;
const PAYLOAD_BITS: u32 = u64::BITS - TAG_BITS;
/// So that one more than a mixed key fits a word.
const MAX_KEY_BITS: u32 = 63;
/// No move is known.
const NO_MOVE: u8 = 7;

/// Where a state's entry lies: the mixed key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot(NonZeroU64);

impl Slot {
    /// Of a mixed key, which is below `2^MAX_KEY_BITS`.
    const fn new(mixed: u64) -> Self {
        // Shifted so that it is never zero.
        Self(NonZeroU64::MIN.saturating_add(mixed))
    }

    const fn mixed(self) -> u64 {
        self.0.get() - 1
    }

    const fn bucket(self) -> usize {
        (self.mixed() >> TAG_BITS) as usize
    }

    const fn tag(self) -> u64 {
        self.mixed() & ((1 << TAG_BITS) - 1)
    }

    /// A number that differs for most slots.
    #[inline]
    pub const fn spread(self) -> u64 {
        self.mixed() ^ self.mixed() >> TAG_BITS
    }
}

/// What an entry says of its state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct HashEntry {
    pub(super) bounds: Interval,
    /// The lane that was best to sow.
    pub(super) hash_move: Option<u8>,
    /// How deep the search was that found the bounds.
    pub(super) remaining: Remaining,
    /// How many nodes it took.
    pub(super) effort: u64,
}

#[derive(Debug)]
pub struct TranspositionTable {
    memory: Zeroed,
    key_bits: u32,
}

impl TranspositionTable {
    /// The largest table that takes at most `bytes`, and at least one bucket.
    pub fn new(bytes: usize) -> Self {
        let bucket_bits = (bytes / size_of::<Bucket>()).clamp(1, 1 << 31).ilog2();
        Self {
            memory: zeroed(size_of::<Bucket>() << bucket_bits),
            key_bits: (bucket_bits + TAG_BITS).min(MAX_KEY_BITS),
        }
    }

    pub fn bytes(&self) -> usize {
        self.memory.len()
    }

    /// The table as threads share it.
    pub fn shared(&mut self) -> SharedTable<'_> {
        // The memory is whole buckets and aligned to a page, so that there is always such a view.
        let buckets = <[Bucket]>::mut_from_bytes(&mut self.memory).unwrap_or_default();
        SharedTable { buckets, key_bits: self.key_bits }
    }
}

/// What keys are mixed with.
const FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93];

/// The number whose product with an odd `factor` is 1.
const fn inverse(factor: u64) -> u64 {
    // Newton's step doubles the right bits; an odd number is its own inverse as to the lowest three.
    let mut inverse = factor;
    let mut right = 3;
    while right < u64::BITS {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(factor.wrapping_mul(inverse)));
        right *= 2;
    }
    inverse
}

/// A table that may be read and written.
#[derive(Debug, Clone, Copy)]
pub struct SharedTable<'a> {
    buckets: &'a [Bucket],
    key_bits: u32,
}

impl<'a> SharedTable<'a> {
    /// How many bits the keys of this table may have.
    #[inline]
    pub fn key_bits(&self) -> u32 {
        self.key_bits
    }

    /// The place of the state whose key is `key`, below `2^key_bits`.
    #[inline]
    pub fn slot(&self, key: u64) -> Slot {
        let mask = (1 << self.key_bits) - 1;
        let half = self.key_bits / 2 + 1;
        // Each step can be undone within the key's bits: odd factors, and shifts of half or more.
        let mut key = key.wrapping_mul(FACTORS[0]) & mask;
        key ^= key >> half;
        key = key.wrapping_mul(FACTORS[1]) & mask;
        key ^= key >> half;
        Slot::new(key)
    }

    /// The key whose slot this is.
    fn key(&self, slot: Slot) -> u64 {
        let mask = (1 << self.key_bits) - 1;
        let half = self.key_bits / 2 + 1;
        let mut key = slot.mixed();
        for factor in [FACTORS[1], FACTORS[0]] {
            key ^= key >> half;
            key = key.wrapping_mul(inverse(factor)) & mask;
        }
        key
    }

    /// All entries and the keys of their states.
    pub fn into_entries(self) -> impl Iterator<Item = (u64, HashEntry)> + 'a {
        let words = (0..).zip(self.buckets).flat_map(|(at, Bucket(bucket))| {
            bucket.iter().map(move |word| (at, word.load(Relaxed)))
        });
        words.filter(|&(_, word)| word != 0).map(move |(at, word)| {
            let slot = Slot::new(at << TAG_BITS | word >> PAYLOAD_BITS);
            (self.key(slot), unpack(word))
        })
    }

    /// Asks the processor to fetch the bucket that will be probed soon.
    #[inline]
    pub fn prefetch(&self, slot: Slot) {
        prefetch(self.buckets, slot.bucket());
    }

    /// What is known of a state.
    #[inline]
    pub fn probe(&self, slot: Slot) -> Option<HashEntry> {
        self.buckets[slot.bucket()]
            .0
            .iter()
            .map(|entry| entry.load(Relaxed))
            .find(|&word| word != 0 && word >> PAYLOAD_BITS == slot.tag())
            .map(unpack)
    }

    /// Stores `entry` in place of the one that took least effort.
    pub fn store(&self, slot: Slot, mut entry: HashEntry) {
        let Bucket(bucket) = &self.buckets[slot.bucket()];
        let (mut place, mut least) = (0, u64::MAX);
        for (at, word) in bucket.iter().enumerate() {
            let word = word.load(Relaxed);
            if word != 0 && word >> PAYLOAD_BITS == slot.tag() {
                let old = unpack(word);
                if old.remaining > entry.remaining {
                    return;
                }
                if old.remaining == entry.remaining {
                    entry.bounds = entry.bounds.meet(old.bounds);
                }
                place = at;
                break;
            }
            // An empty entry has no effort.
            let effort = if word == 0 { 0 } else { 1 + (word & 7) };
            if effort < least {
                (place, least) = (at, effort);
            }
        }
        bucket[place].store(pack(slot.tag(), entry), Relaxed);
    }
}

/// The range of a bound in an entry.
const LOWEST: i32 = -64;
const HIGHEST: i32 = 63;

impl HashEntry {
    /// What is kept of it beside the tag.
    pub fn to_payload(self) -> u32 {
        pack(0, self) as u32
    }

    pub fn from_payload(payload: u32) -> Self {
        unpack(payload.into())
    }
}

fn pack(tag: u64, entry: HashEntry) -> u64 {
    // A bound is moved outwards to fit: it says less, and nothing false.
    let lower = (entry.bounds.lower.clamp(LOWEST, HIGHEST) - LOWEST) as u64;
    let upper = (entry.bounds.upper.clamp(LOWEST, HIGHEST) - LOWEST) as u64;
    let hash_move = entry.hash_move.map_or(NO_MOVE, |lane| lane.min(NO_MOVE));
    let effort = (entry.effort.max(1).ilog2() / 3).min(7);
    tag << PAYLOAD_BITS
        | lower << 19
        | upper << 12
        | u64::from(hash_move) << 9
        | u64::from(entry.remaining.0) << 3
        | u64::from(effort)
}

#[inline]
fn unpack(word: u64) -> HashEntry {
    let bound = |shift: u32| (word >> shift & 127) as i32 + LOWEST;
    let hash_move = (word >> 9 & 7) as u8;
    // The ends of the range stand for everything beyond them.
    let (lower, upper) = (bound(19), bound(12));
    HashEntry {
        bounds: Interval {
            lower: if lower == LOWEST { Interval::NONE.lower } else { lower },
            upper: if upper == HIGHEST { Interval::NONE.upper } else { upper },
        },
        hash_move: (hash_move != NO_MOVE).then_some(hash_move),
        remaining: Remaining((word >> 3 & 63) as u8),
        effort: 1 << (3 * (word & 7)),
    }
}
