//! Which turn is chosen.

use super::Value;
use super::board::Pit;
use super::rows::name;
use super::window::Kind;
use crate::mistakes::{Mistake, Mistakes};

/// What a visit finds out.
#[derive(Clone)]
pub(super) struct Found {
    pub(super) value: Value,
    /// The rest of the turn that begins at the root; empty in every other turn.
    pub(super) turn: Vec<Pit>,
}

/// The turn that a node has chosen so far.
#[derive(Debug, Default)]
pub(super) struct Chosen {
    pub(super) turn: Vec<Pit>,
    /// For [`Mistake::TurnSowBySow`]: what the chosen turn's first sow is worth.
    first_sow: Option<Value>,
}

impl Chosen {
    /// Takes the turn that begins with a pit if its value is strictly better than `best`. Of the same value one is taken
    /// that `is_greater`, as a program compares it.
    pub(super) fn offer(
        &mut self,
        best: Value,
        found: &Found,
        (pit, first_sow): (Pit, Value),
        kind: Kind,
        (mistakes, is_greater): (Mistakes, bool),
    ) {
        let has = |mistake| mistakes.has(mistake);
        let last = found.turn.last().copied().unwrap_or(pit);
        let is_first = self.turn.is_empty() && has(Mistake::BestBeginsAtZeroAndFirst);
        let from_zero = has(Mistake::BestBeginsAtZero) || has(Mistake::BestBeginsAtZeroAndFirst);
        let counts = !from_zero || found.value > Value::Seeds(0);
        let zero_is_none = has(Mistake::ValueOfZeroIsNone) || has(Mistake::BestOfZeroIsNone);
        let is_none = best == Value::Seeds(0) && zero_is_none;
        let improves = (is_none || kind.prefers(found.value, best)) && counts;
        let ties = found.value == best && counts;
        let takes_tie = is_greater
            || has(Mistake::TiesToLast)
            || has(Mistake::TiesToLongest) && found.turn.len() >= self.turn.len()
            || has(Mistake::TiesToFewestSows) && found.turn.len() + 1 < self.turn.len()
            || has(Mistake::TiesToExtraTurn) && self.turn.len() < 2 && !found.turn.is_empty()
            || has(Mistake::TiesByText) && Some(name(last)) < self.turn.last().copied().map(name)
            || has(Mistake::TiesToGreatestName)
                && Some(name(pit)) > self.turn.first().copied().map(name);
        let takes = match () {
            () if has(Mistake::FirstPit) => self.turn.is_empty(),
            () if has(Mistake::TurnSowBySow) => {
                self.first_sow.is_none_or(|best| kind.prefers(first_sow, best))
            }
            () => improves || ties && takes_tie || is_first,
        };
        if takes {
            self.turn = [&[pit], &found.turn[..]].concat();
            self.first_sow = Some(first_sow);
        }
    }
}
