//! The numbers of a question before anything is searched: what the board tells of the work.
//!
//! Left out: what is known once the search was there ([`table`](super::table)).

use super::Numbers;
use crate::game::packed::Row;
use crate::solve::children::EarningRow;
use crate::solve::state::State;

/// What the numbers of a question are before it is asked for the first time.
#[derive(Debug, Clone, Copy)]
pub(in crate::solve) struct FirstNumbers {
    /// The most seeds of a leaf.
    pub(in crate::solve) leaf: u32,
    pub(in crate::solve) earning: EarningRow,
}

// Weights, found by trial, in twelfths of a doubling of the work.

/// A question about as many seeds as a leaf has: sixteen times the least number, so that there are steps
/// below.
const LEAF_WORK: i32 = 50;
/// Each seed more.
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
    pub(in crate::solve) fn of(self, state: State, beta: i32) -> Numbers {
        let Self { leaf, earning } = self;
        let size = LEAF_WORK + SEED * (state.seeds() as i32 - leaf as i32);
        let earning = earning.moves(state.own) - earning.moves(state.other);
        let asked = ASKED * (beta - INITIATIVE) - EARNING * earning;
        let moves = state.own.filled().count_ones() as usize;
        let moves = ALL_MOVES[moves.min(ALL_MOVES.len() - 1)];
        Numbers {
            proof: doublings(size + asked),
            disproof: doublings(size - asked + moves),
        }
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
    fn twelve_twelfths_are_a_doubling() {
        for (twelfths, value) in [(-5, 1), (0, 1), (12, 2), (24, 4), (30, 5), (120, 1024)] {
            assert_eq!(doublings(twelfths), value, "{twelfths}");
        }
        assert!((0..300).all(|twelfths| doublings(twelfths) <= doublings(twelfths + 1)));
    }
}
