//! How hard a question is: is a state's value at least beta?
//!
//! An open question has two numbers: about how much work is left to prove it, and how much to disprove it.
//!
//! ```text
//!             of a state
//! proof       the least of its moves
//! disproof    the largest of its moves, and half of the others
//! ```
//! The sum of all, as in the textbook, counts work several times that moves have in common: most of them
//! lead to the same states in another order.
//!
//! Left out: the search that they lead ([`proof_search`](super::proof_search)).

mod first;
mod table;

pub(super) use first::FirstNumbers;
pub(super) use table::{Key, ProofTable, SharedProofs};

/// About how much work is left to prove that the mover gains at least beta, and to prove that it does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::solve) struct Numbers {
    pub(in crate::solve) proof: u32,
    pub(in crate::solve) disproof: u32,
}

impl Numbers {
    /// More than any number.
    pub(in crate::solve) const NEVER: Self = Self {
        proof: u32::MAX,
        disproof: u32::MAX,
    };

    /// The largest number: even larger ones are not told apart.
    pub(in crate::solve) const MOST: u32 = u32::MAX - 1;

    pub(in crate::solve) const fn to_word(self) -> u64 {
        (self.proof as u64) << 32 | self.disproof as u64
    }

    pub(in crate::solve) const fn from_word(word: u64) -> Self {
        Self {
            proof: (word >> 32) as u32,
            disproof: word as u32,
        }
    }

    /// The same for the question whether the other player can prevent it.
    #[inline]
    pub(in crate::solve) const fn of_opponent(self) -> Self {
        Self {
            proof: self.disproof,
            disproof: self.proof,
        }
    }
}
