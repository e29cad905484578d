//! What a search found of one state, as bytes that can be kept.
//!
//! ```text
//! finding   own row 8 bytes | other row 8 | what the transposition table keeps of it 4     little endian
//! ```
//!
//! Left out: where they are kept ([`cli`](crate::cli)).

use super::bounds::{Depth, Interval};
use super::state::State;
use super::transposition::HashEntry;
use crate::game::packed::Narrow;

/// What a search found of one state: bounds of its value and the move that was best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Finding {
    pub(super) state: State,
    pub(super) entry: HashEntry,
}

/// How far a search relies on what an earlier one found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// Bounds and moves, to go on where the earlier one stopped.
    Bounds,
    /// Moves only, as the first ones to try: whatever it then finds it has proved itself.
    Moves,
}

impl Finding {
    /// The bytes of a finding.
    pub const BYTES: usize = 20;

    /// A finding that took fewer nodes is not worth its bytes: to find it again is quick.
    pub(super) const LEAST_EFFORT: u64 = 64;

    /// The finding as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let (Narrow(own), Narrow(other)) = (self.state.own, self.state.other);
        let mut bytes = [0; Self::BYTES];
        bytes[..8].copy_from_slice(&own.to_le_bytes());
        bytes[8..16].copy_from_slice(&other.to_le_bytes());
        bytes[16..].copy_from_slice(&self.entry.to_payload().to_le_bytes());
        bytes
    }

    /// The finding that once was these bytes. Others make one as well: who keeps them has to know
    /// that they are whole.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let word = |from: usize| std::array::from_fn(|at| bytes[from + at]);
        Self {
            state: State {
                own: Narrow(u64::from_le_bytes(word(0))),
                other: Narrow(u64::from_le_bytes(word(8))),
            },
            entry: HashEntry::from_payload(u32::from_le_bytes(std::array::from_fn(|at| {
                bytes[16 + at]
            }))),
        }
    }

    /// What a search may take over of it.
    pub(super) fn as_entry(&self, trust: Trust) -> HashEntry {
        match trust {
            Trust::Bounds => self.entry,
            Trust::Moves => HashEntry {
                bounds: Interval::NONE,
                depth: Depth::END,
                ..self.entry
            },
        }
    }
}
