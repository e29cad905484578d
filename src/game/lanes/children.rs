//! All sows of a position at once, for counting: one 64-bit lane of a vector for each pit.
//!
//! ```text
//!   vector lane     0      1      2      3      4      5        the pit that is sown
//!   own'         [ row  | row  | row  | row  | row  | row  ]    the mover's row after that sow
//!   other'       [ row  | row  | row  | row  | row  | row  ]    the opponent's row
//! ```
//!
//! Here a row is in *sowing order*, byte 0 the pit that its owner's seeds pass first, so that both
//! players sow towards higher bytes and the pit opposite byte `b` is byte `width - 1 - b`. Places on
//! the ring are counted in bits: pit 0 of the sower is 0, the store `8 * width`, a lap `8 * ring`.
//!
//! Needs AVX-512 (F and BW), which [`Counter::new`] asks the processor for; counts exactly what
//! [`Packed`](super::Packed) counts.
//!
//! Left out: scores, stores and the order of moves; a count asks for none of them.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::super::board::Side;
use super::super::kalah::{Kalah, place_on_ring};
use super::super::perft::Sows;
use super::super::position::Position;
use super::super::rules::{CaptureLanding, CaptureTakes, EmptyOpposite, EndTest, Rules};
use super::row::Narrow;
use super::table::Table;

/// Counts sequences of sows for one board width and one set of rules.
#[derive(Clone, Copy)]
pub(in super::super) struct Counter {
    rules: Rules,
    /// Bits of a row in use: 8 for each pit.
    row: i64,
    /// Bits of a lap: 8 for each hole.
    ring: i64,
}

/// One seed in each byte.
const ONES: i64 = 0x0101_0101_0101_0101;

/// What the sows of one position lead to. A mask has bit `i` for the pit at place `i`.
struct Children {
    /// The rows of the player who moves then, and of the other.
    own: __m512i,
    other: __m512i,
    /// The pits that can be sown.
    sown: __mmask8,
    extra_turn: __mmask8,
    captured: __mmask8,
    over: __mmask8,
}

impl Counter {
    /// `None` if the processor, or the game, is not made for this.
    pub(in super::super) fn new(start: &Kalah) -> Option<Self> {
        let able = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
        let width = start.board().width() as i64;
        (able && Table::<Narrow>::fits(start)).then(|| Self {
            rules: start.rules(),
            row: 8 * width,
            ring: 8 * (2 * width + 1),
        })
    }

    /// Adds the sequences of 1, 2, .. `counts.len()` sows from `start`, the position that the
    /// counter was made for.
    pub(in super::super) fn add_sows(&self, start: &Kalah, counts: &mut [Sows]) {
        let row = |side| {
            let board = start.board();
            board.columns().fold(0, |row, pit| {
                let place = place_on_ring(board.width(), side, pit);
                row | u64::from(board.seeds(side, pit)) << (8 * place)
            })
        };
        let mover: Side = start.mover();
        // SAFETY: a counter exists only where `new` found that the processor has both features.
        unsafe { self.add_sows_from(row(mover), row(mover.opponent()), counts) }
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    fn add_sows_from(&self, own: u64, other: u64, counts: &mut [Sows]) {
        let Some((here, deeper)) = counts.split_first_mut() else {
            return;
        };
        let children = self.children(own, other);
        here.nodes += u64::from(children.sown.count_ones());
        here.extra_turns += u64::from(children.extra_turn.count_ones());
        here.captures += u64::from(children.captured.count_ones());
        here.game_overs += u64::from(children.over.count_ones());
        if deeper.is_empty() {
            return;
        }
        let (own, other) = (lanes(children.own), lanes(children.other));
        let mut open = children.sown & !children.over;
        while open != 0 {
            let child = open.trailing_zeros() as usize;
            self.add_sows_from(own[child], other[child], deeper);
            open &= open - 1;
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn children(&self, own: u64, other: u64) -> Children {
        let own = _mm512_set1_epi64(own as i64);
        let other = _mm512_set1_epi64(other as i64);
        // The place of each vector lane's own pit; the last lane of a row is no pit and is empty.
        let place = _mm512_set_epi64(56, 48, 40, 32, 24, 16, 8, 0);
        let seeds = byte_at(own, place);
        let sown = _mm512_test_epi64_mask(seeds, seeds);

        let (seeds, lap) = self.without_laps(seeds);
        let last = _mm512_add_epi64(place, _mm512_slli_epi64::<3>(seeds));
        let own = _mm512_andnot_si512(byte_mask(place), own);
        let own = _mm512_add_epi64(_mm512_add_epi64(own, lap), self.own_drops(place, last));
        let other = _mm512_add_epi64(_mm512_add_epi64(other, lap), self.other_drops(last));
        let extra_turn = _mm512_mask_cmpeq_epi64_mask(sown, last, _mm512_set1_epi64(self.row));

        let (own, other, captured) = self.capture(own, other, sown, last);
        let sower_out = _mm512_mask_testn_epi64_mask(sown, own, own);
        let other_out = _mm512_mask_testn_epi64_mask(sown, other, other);
        let over = match self.rules.end_test {
            EndTest::EverySow => sower_out | other_out,
            EndTest::EveryTurn => sower_out | (other_out & !extra_turn),
        };
        Children {
            own: _mm512_mask_blend_epi64(extra_turn, other, own),
            other: _mm512_mask_blend_epi64(extra_turn, own, other),
            sown,
            extra_turn,
            captured,
            over,
        }
    }

    /// The 1 to `ring` seeds that are left of each sow after its whole laps, and the seeds that the
    /// laps drop in each pit of a row.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn without_laps(&self, seeds: __m512i) -> (__m512i, __m512i) {
        let ring = self.ring / 8;
        if _mm512_cmpgt_epi64_mask(seeds, _mm512_set1_epi64(ring)) == 0 {
            return (seeds, _mm512_setzero_si512());
        }
        let mut left = lanes(seeds);
        let mut laps = [0; 8];
        for (left, laps) in left.iter_mut().zip(&mut laps) {
            let whole = left.saturating_sub(1) / ring as u64;
            *left -= whole * ring as u64;
            *laps = whole * (ONES as u64 >> (64 - self.row));
        }
        (vector(left), vector(laps))
    }

    /// Seeds for the sower's row: behind the pit, and from its start after the opponent's row.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn own_drops(&self, place: __m512i, last: __m512i) -> __m512i {
        let behind = self.seeds_before(_mm512_min_epi64(
            _mm512_add_epi64(last, _mm512_set1_epi64(8)),
            _mm512_set1_epi64(self.row),
        ));
        let to_pit = self.seeds_before(_mm512_add_epi64(place, _mm512_set1_epi64(8)));
        let around = self.seeds_before(_mm512_sub_epi64(last, _mm512_set1_epi64(self.ring - 8)));
        _mm512_add_epi64(_mm512_sub_epi64(behind, to_pit), around)
    }

    /// Seeds for the opponent's row: up to the last one, or all along.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn other_drops(&self, last: __m512i) -> __m512i {
        let row = _mm512_set1_epi64(self.row);
        self.seeds_before(_mm512_min_epi64(_mm512_sub_epi64(last, row), row))
    }

    /// A seed in each byte below bit `end`, none if it is negative.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn seeds_before(&self, end: __m512i) -> __m512i {
        // A shift by 64 and more leaves nothing.
        let shift = _mm512_sub_epi64(_mm512_set1_epi64(64), end);
        _mm512_srlv_epi64(_mm512_set1_epi64(ONES), shift)
    }

    /// The rows after the captures, and which sows had one.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn capture(
        &self,
        own: __m512i,
        other: __m512i,
        sown: __mmask8,
        last: __m512i,
    ) -> (__m512i, __m512i, __mmask8) {
        let (row, ring) = (_mm512_set1_epi64(self.row), _mm512_set1_epi64(self.ring));
        let around = _mm512_cmpge_epi64_mask(last, ring);
        let in_own = _mm512_mask_sub_epi64(last, around, last, ring);
        let lands_in_own = _mm512_mask_cmplt_epi64_mask(sown, in_own, row);
        let in_other = _mm512_sub_epi64(in_own, _mm512_set1_epi64(self.row + 8));
        let lands_in_other = _mm512_mask_cmpgt_epi64_mask(sown, in_own, row);
        match self.rules.capture_landing {
            CaptureLanding::Nowhere => (own, other, 0),
            CaptureLanding::OwnRow => self.capture_in(own, other, lands_in_own, in_own),
            CaptureLanding::EitherRow => {
                let (own, other, first) = self.capture_in(own, other, lands_in_own, in_own);
                let (other, own, second) = self.capture_in(other, own, lands_in_other, in_other);
                (own, other, first | second)
            }
        }
    }

    /// The rows after the captures of the last seeds that `lands` says fell `at` a pit of `row`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn capture_in(
        &self,
        row: __m512i,
        opposite: __m512i,
        lands: __mmask8,
        at: __m512i,
    ) -> (__m512i, __m512i, __mmask8) {
        // One seed now means that the pit was empty just before the last seed fell.
        let one = _mm512_set1_epi64(1);
        let alone = _mm512_mask_cmpeq_epi64_mask(lands, byte_at(row, at), one);
        let facing = _mm512_sub_epi64(_mm512_set1_epi64(self.row - 8), at);
        let taken = byte_at(opposite, facing);
        let rules = &self.rules;
        let takes_last = rules.capture_takes == CaptureTakes::OppositeAndLast;
        let captured = if takes_last && rules.empty_opposite == EmptyOpposite::CapturesLast {
            alone
        } else {
            _mm512_mask_test_epi64_mask(alone, taken, taken)
        };
        let opposite = _mm512_mask_andnot_epi64(opposite, captured, byte_mask(facing), opposite);
        let row = if takes_last {
            _mm512_mask_andnot_epi64(row, captured, byte_mask(at), row)
        } else {
            row
        };
        (row, opposite, captured)
    }
}

/// In each vector lane the byte at bit `at`, 0 if there is no such bit.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn byte_at(row: __m512i, at: __m512i) -> __m512i {
    _mm512_and_si512(_mm512_srlv_epi64(row, at), _mm512_set1_epi64(0xff))
}

/// In each vector lane the bits of the byte at bit `at`, none if there is no such bit.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn byte_mask(at: __m512i) -> __m512i {
    _mm512_sllv_epi64(_mm512_set1_epi64(0xff), at)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn lanes(vector: __m512i) -> [u64; 8] {
    // SAFETY: both are 64 bytes, and every pattern of bits is a value of either.
    unsafe { std::mem::transmute(vector) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn vector(lanes: [u64; 8]) -> __m512i {
    // SAFETY: as in `lanes`.
    unsafe { std::mem::transmute(lanes) }
}
