//! The larger parts of a log whose extent is known, by what decides it.
//!
//! They take at most [`MOST`] entries, some fifty megabytes (twice that on boards of more than 7 pits or
//! 255 seeds). When they are full, the smaller ones go: finding them again takes least.
//!
//! Left out: finding them ([`extent`](super::extent)).

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use mancala::game::packed::{Row, RowPair};
use mancala::search::Value;

/// Parts with fewer rows are not kept.
pub(super) const LEAST: u64 = 1 << 12;

/// The most parts that are known at a time: what a table of 2^20 places holds.
const MOST: usize = (1 << 20) / 8 * 7;

/// The part of a log that one node and all below it write.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    /// How many rows.
    pub(super) rows: u64,
    /// The node's value in the end.
    pub(super) value: Value,
    /// The fewest turns left at any of its leaves.
    pub(super) floor: u32,
}

/// What decides a part of a log, the values counted from the score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key<R> {
    pub(super) rows: RowPair<R>,
    pub(super) left: u32,
    pub(super) ends: [Value; 2],
    pub(super) maximizes: bool,
}

/// What is known.
pub(super) struct Parts<R>(HashMap<Key<R>, Extent, BuildHasherDefault<Mixer>>);

impl<R> Default for Parts<R> {
    fn default() -> Self {
        Self(HashMap::default())
    }
}

impl<R: Row> Parts<R> {
    #[inline]
    pub(super) fn get(&self, key: &Key<R>) -> Option<&Extent> {
        self.0.get(key)
    }

    pub(super) fn keep(&mut self, key: Key<R>, extent: Extent) {
        if self.0.len() >= MOST {
            let mut least = LEAST;
            while self.0.len() > MOST / 2 {
                least *= 2;
                self.0.retain(|_, extent| extent.rows >= least);
            }
        }
        self.0.insert(key, extent);
    }
}

/// A value counted from elsewhere; an infinity is as far from everywhere.
#[inline]
pub(super) fn moved(value: Value, by: i32) -> Value {
    match value.finite() {
        Some(score) => Value::score(score + by),
        None => value,
    }
}

/// Mixes words; nobody chooses boards so that they meet.
#[derive(Debug, Default)]
struct Mixer(u64);

impl Mixer {
    #[inline]
    fn mix(&mut self, word: u64) {
        let product = (self.0.rotate_left(26) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = product ^ (product >> 32);
    }
}

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let mut eight = [0; 8];
            eight[..word.len()].copy_from_slice(word);
            self.mix(u64::from_le_bytes(eight));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.mix(word.into());
    }

    #[inline]
    fn write_i32(&mut self, word: i32) {
        self.mix(u64::from(word as u32));
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
