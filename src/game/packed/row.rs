//! A row of pits as one word of lanes.
//!
//! The lanes are in the order of sowing; those beyond the last pit are always empty.

use super::super::board::MAX_SEEDS_IN_PITS;

/// A row of pits, one lane each.
pub trait Row: Copy + Eq + std::hash::Hash + std::fmt::Debug {
    /// The most pits of a row.
    const LANES: usize;
    /// The most seeds that a lane holds.
    const MOST: u32;
    /// No seeds.
    const EMPTY: Self;

    /// The row with `seeds` more in lane `lane`.
    #[must_use]
    fn with_more(self, lane: usize, seeds: u16) -> Self;

    /// Lane by lane the sum of two rows. No lane may overflow.
    #[must_use]
    fn plus(self, other: Self) -> Self;

    /// Each lane so many times. No lane may overflow.
    #[must_use]
    fn times(self, factor: u16) -> Self;

    /// The row without the seeds of a lane.
    #[must_use]
    fn without(self, lane: usize) -> Self;

    /// The seeds in a lane.
    fn seeds(self, lane: usize) -> u16;

    /// All seeds of the row.
    fn sum(self) -> u32;

    /// Whether every lane is empty.
    fn is_empty(self) -> bool;

    /// Whether every lane of this row or every lane of the other is empty.
    #[inline]
    fn or_other_is_empty(self, other: Self) -> bool {
        self.is_empty() || other.is_empty()
    }

    /// The lanes that hold seeds, as a set of bits: bit i for lane i.
    fn filled(self) -> u32;

    /// The same of the first `width` lanes read backwards: bit i for lane `width - 1 - i`.
    #[inline]
    fn filled_backwards(self, width: usize) -> u32 {
        self.filled().reverse_bits() >> (u32::BITS - width as u32)
    }

    /// The same row, if it is a narrow one.
    #[inline]
    fn narrow(self) -> Option<Narrow> {
        None
    }
}

/// Up to 8 pits that hold at most 255 seeds: eight lanes of 8 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Narrow(pub(crate) u64);

/// The lowest and the highest bit of every 8-bit lane.
const LOWS: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = LOWS << 7;

impl Row for Narrow {
    const LANES: usize = 8;
    const MOST: u32 = 255;
    const EMPTY: Self = Self(0);

    #[inline]
    fn with_more(self, lane: usize, seeds: u16) -> Self {
        Self(self.0 + (u64::from(seeds) << (8 * lane)))
    }

    #[inline]
    fn plus(self, other: Self) -> Self {
        // No lane overflows into the next: all lanes together hold at most MOST.
        Self(self.0 + other.0)
    }

    #[inline]
    fn times(self, factor: u16) -> Self {
        Self(self.0 * u64::from(factor))
    }

    #[inline]
    fn without(self, lane: usize) -> Self {
        Self(self.0 & !(0xff << (8 * lane)))
    }

    #[inline]
    fn seeds(self, lane: usize) -> u16 {
        (self.0 >> (8 * lane)) as u16 & 0xff
    }

    #[inline]
    fn sum(self) -> u32 {
        // Every lane is added into the highest one, where the sum fits as it is at most MOST.
        (self.0.wrapping_mul(LOWS) >> 56) as u32
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0 == 0
    }

    // Both are seldom empty, so one branch takes less than two.
    #[inline]
    fn or_other_is_empty(self, other: Self) -> bool {
        self.is_empty() | other.is_empty()
    }

    #[inline]
    fn filled(self) -> u32 {
        // The product moves bit 8i + 7 to bit 56 + i; no two of its terms meet.
        (self.highs_of_filled().wrapping_mul(0x0002_0408_1020_4081) >> 56) as u32
    }

    #[inline]
    fn filled_backwards(self, width: usize) -> u32 {
        self.backwards(width).filled()
    }

    #[inline]
    fn narrow(self) -> Option<Self> {
        Some(self)
    }
}

impl Narrow {
    /// The first `width` lanes the other way round, for the whole row of so many pits.
    #[inline]
    pub(super) const fn backwards(self, width: usize) -> Self {
        Self(self.0.swap_bytes() >> (u64::BITS - 8 * width as u32))
    }

    /// Whether every lane holds fewer seeds than `bound`, which must not be above 128.
    #[inline]
    pub(crate) const fn all_below(self, bound: u64) -> bool {
        // What reaches the bound reaches the highest bit of its lane, or had it before.
        (((self.0 & !HIGHS) + LOWS * (128 - bound)) | self.0) & HIGHS == 0
    }

    /// The row as a number with a digit for each lane, the first the lowest. Each lane holds fewer seeds than `base`.
    #[inline]
    pub(crate) const fn number(self, base: u64) -> u64 {
        const PAIRS: u64 = 0x00ff_00ff_00ff_00ff;
        const FOURS: u64 = 0x0000_ffff_0000_ffff;
        const EIGHT: u64 = 0x0000_0000_ffff_ffff;
        let (second, fourth) = (base * base, base * base * base * base);
        let row = (self.0 & PAIRS) + ((self.0 >> 8) & PAIRS) * base;
        let row = (row & FOURS) + ((row >> 16) & FOURS) * second;
        (row & EIGHT) + (row >> 32) * fourth
    }

    /// Whether no two lanes hold seeds.
    #[inline]
    pub(super) const fn one_pit_at_most(self) -> bool {
        let highs = self.highs_of_filled();
        highs & highs.wrapping_sub(1) == 0
    }

    /// The highest bit of every lane that has any.
    #[inline]
    const fn highs_of_filled(self) -> u64 {
        (((self.0 & !HIGHS) + !HIGHS) | self.0) & HIGHS
    }
}

/// Any board: sixteen lanes of 16 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(align(32))]
pub struct Wide([u16; 16]);

/// For each lane the bits of all others.
static KEPT: [Wide; 16] = {
    let mut kept = [Wide([u16::MAX; 16]); 16];
    let mut lane = 0;
    while lane < 16 {
        kept[lane].0[lane] = 0;
        lane += 1;
    }
    kept
};

const _: () = assert!(MAX_SEEDS_IN_PITS <= u16::MAX as u32, "a lane holds them all");

impl Row for Wide {
    const LANES: usize = 16;
    const MOST: u32 = MAX_SEEDS_IN_PITS;
    const EMPTY: Self = Self([0; 16]);

    #[inline]
    fn with_more(mut self, lane: usize, seeds: u16) -> Self {
        self.0[lane] += seeds;
        self
    }

    #[inline]
    fn plus(mut self, other: Self) -> Self {
        for (lane, more) in self.0.iter_mut().zip(other.0) {
            *lane = lane.wrapping_add(more);
        }
        self
    }

    #[inline]
    fn times(mut self, factor: u16) -> Self {
        for lane in &mut self.0 {
            *lane = lane.wrapping_mul(factor);
        }
        self
    }

    #[inline]
    fn without(mut self, lane: usize) -> Self {
        // Not `self.0[lane] = 0`: reading a vector back after writing a part of it takes long.
        for (lane, kept) in self.0.iter_mut().zip(&KEPT[lane].0) {
            *lane &= kept;
        }
        self
    }

    #[inline]
    fn seeds(self, lane: usize) -> u16 {
        self.0[lane]
    }

    #[inline]
    fn sum(self) -> u32 {
        self.0.iter().copied().map(u32::from).sum()
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |any, lane| any | lane) == 0
    }

    #[inline]
    fn filled(self) -> u32 {
        let bits = self.0.iter().enumerate();
        bits.fold(0, |set, (lane, &seeds)| set | (u32::from(seeds > 0) << lane))
    }
}
