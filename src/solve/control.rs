//! What a search asks of its caller, and tells; among that what it found, as bytes that can be kept.
//!
//! ```text
//! of a state      own row 8 bytes | other row 8 | what the transposition table keeps of it 4
//! of a question   its hash 8      | its numbers 8 | ff ff ff ff                 all little endian
//! ```

use super::bounds::Interval;
use super::proof_numbers::{Key, Numbers};
use super::state::State;
use super::transposition::HashEntry;
use crate::game::Pit;
use crate::game::packed::Narrow;

/// What a caller may do during a search.
pub trait Control: Sync {
    /// Whether the search should end now, with what it has. Asked often, by all threads.
    fn stop(&self) -> bool;

    /// Whether what was found so far should be saved now. Asked as often as [`stop`](Self::stop).
    fn pause(&self) -> bool {
        false
    }

    /// Is given what is worth being kept of all that was found so far, after a [`pause`](Self::pause).
    fn save(&self, _: &mut dyn Iterator<Item = SavedEntry>) {}

    /// Is told the bounds of the value whenever they change.
    fn progress(&self, _: Interval) {}

    /// Is told the strongest turn so far, each time that a search of some turns has found one.
    fn better(&self, _: &[Pit]) {}
}

impl Control for () {
    fn stop(&self) -> bool {
        false
    }
}

/// Something that a search found: of a state the bounds of its value and the move that was best, or of an
/// open question how much work is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SavedEntry(pub(super) Found);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    State(State, HashEntry),
    Question(Key, Numbers),
}

/// In place of what is kept of a state, which has fewer bits.
const QUESTION: u32 = u32::MAX;

impl SavedEntry {
    /// The bytes of a finding.
    pub const BYTES: usize = 20;

    /// What is found of a state with fewer nodes is not worth its bytes: to find it again is quick.
    pub(super) const LEAST_EFFORT: u64 = 8;

    /// The finding as bytes.
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let (first, second, kept) = match self.0 {
            Found::State(State { own, other }, entry) => (own.0, other.0, entry.to_payload()),
            Found::Question(key, numbers) => (key.0, numbers.to_word(), QUESTION),
        };
        let mut bytes = [0; Self::BYTES];
        bytes[..8].copy_from_slice(&first.to_le_bytes());
        bytes[8..16].copy_from_slice(&second.to_le_bytes());
        bytes[16..].copy_from_slice(&kept.to_le_bytes());
        bytes
    }

    /// The finding that once was these bytes. Others make one as well: who keeps them has to know that they are whole.
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let word = |from: usize| u64::from_le_bytes(std::array::from_fn(|at| bytes[from + at]));
        let kept = u32::from_le_bytes(std::array::from_fn(|at| bytes[16 + at]));
        let (first, second) = (word(0), word(8));
        Self(if kept == QUESTION {
            Found::Question(Key(first), Numbers::from_word(second))
        } else {
            let (own, other) = (Narrow(first), Narrow(second));
            Found::State(State { own, other }, HashEntry::from_payload(kept))
        })
    }
}
