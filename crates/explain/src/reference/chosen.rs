//! Which turn is chosen, and what a program remembers that chooses it wrongly.

use std::collections::HashMap;

use super::Value;
use super::ending::Game;
use super::rows::name;
use super::sowing::Pit;
use super::tree::Node;
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
    /// For [`Mistake::StateOfLastTurn`]: the last turn that was looked at.
    last: Vec<Pit>,
    /// For [`Mistake::StateOfLastTurnBelowBest`]: what that was as the root found its best child.
    last_below_best: Vec<Pit>,
    /// For [`Mistake::StateOfLastImprovement`]: the last turn that was better than those before it in its own chain.
    last_improvement: Vec<Pit>,
    /// For [`Mistake::StateOfLastPass`]: the same of turns after which the opponent is to move.
    last_pass: Vec<Pit>,
    /// For [`Mistake::StateOfLastInChain`]: of the root's child the last turn that was better than
    /// those before it in its own chain, and not worse than any in the child's chains.
    in_chain: Option<(Value, Vec<Pit>)>,
    /// What that was as the root found its best child.
    last_in_chain: Vec<Pit>,
    /// For [`Mistake::StateOfRunningValues`]: the turn that had the best value since the root found a better child.
    running: Option<(Value, Vec<Pit>)>,
    /// The best value in the middle of a turn since then, where what improves a node is taken at once.
    in_mid_turn: Option<Value>,
    /// What that was as the root found its best child.
    of_running: Vec<Pit>,
    /// For [`Mistake::StateOfMixedTurns`]: the last pit that was better at each sow of a chain.
    by_sow: Vec<Pit>,
    /// For [`Mistake::StateOfSharedSlice`]: what each memory of slices has, by the turn for which it was taken.
    slices: Option<HashMap<Vec<Pit>, Vec<Pit>>>,
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

    /// For a program that writes something else than the turn of the root.
    pub(super) fn to_keep(mistakes: Mistakes) -> Option<Self> {
        let slices = mistakes.has(Mistake::StateOfSharedSlice).then(HashMap::new);
        let is_needed = slices.is_some() || KEPT.iter().any(|it| mistakes.has(it.0));
        is_needed.then(|| Self { slices, ..Self::default() })
    }

    /// Whether every turn that is tried takes memory.
    pub(super) const fn keeps_all(&self) -> bool {
        self.slices.is_some()
    }

    /// Remembers a pit that was tried after `sows`, its value, and whether it was the best of its node so far.
    pub(super) fn remember(
        &mut self,
        sows: &[Pit],
        (pit, child): (Pit, &Node),
        (value, improves): (Value, bool),
    ) {
        let taken = improves.then_some(value);
        let ends_turn = !child.extra_turn() || child.game == Game::Over;
        let turn = || [sows, &[pit]].concat();
        if let Some(memory) = self.memory_of(&turn()) {
            memory.resize(memory.len().max(sows.len() + 1), pit);
            memory[sows.len()] = pit;
        }
        if ends_turn {
            self.last = turn();
        }
        if sows.is_empty() && taken.is_some() {
            self.last_below_best.clone_from(&self.last);
        }
        if let Some(value) = taken {
            if !child.extra_turn() {
                self.last_pass = turn();
            }
            if ends_turn {
                self.last_improvement = turn();
                if self.in_chain.as_ref().is_none_or(|(best, _)| value >= *best) {
                    self.in_chain = Some((value, turn()));
                }
            }
            self.by_sow.resize(self.by_sow.len().max(sows.len() + 1), pit);
            self.by_sow[sows.len()] = pit;
        }
        let me = sows.first().map_or(pit.owner, |it| it.owner);
        let is_reply = pit.owner != me && sows.last().is_some_and(|it| it.owner == me);
        let is_running = if is_reply { improves } else { ends_turn && pit.owner == me };
        if is_running && self.running.as_ref().is_none_or(|(best, _)| value > *best) {
            self.running = Some((value, if is_reply { sows.to_vec() } else { turn() }));
        }
        let in_mid_turn = is_running && improves && !sows.is_empty() && !is_reply;
        if in_mid_turn && self.in_mid_turn.is_none_or(|best| value > best) {
            self.in_mid_turn = Some(value);
            self.running.iter_mut().for_each(|it| it.1 = turn());
        }
        if sows.is_empty() && improves {
            self.of_running = self.running.take().map_or_else(Vec::new, |it| it.1);
            self.in_mid_turn = None;
        }
        if sows.is_empty()
            && let (Some((_, turn)), true) = (self.in_chain.take(), taken.is_some())
        {
            self.last_in_chain = turn;
        }
    }

    /// The memory of a turn that was made by append of Go: where the turn before it fills its memory, a new one of twice the
    /// size, else the same.
    fn memory_of(&mut self, turn: &[Pit]) -> Option<&mut Vec<Pit>> {
        let slices = self.slices.as_mut()?;
        let taken_at = turn.len().next_power_of_two() / 2 + 1;
        let taken_for = &turn[..taken_at.min(turn.len())];
        Some(slices.entry(taken_for.to_vec()).or_insert_with(|| taken_for.to_vec()))
    }

    /// The turn that is written, where that of the root is `turn`.
    pub(super) fn written(mut self, turn: Vec<Pit>, mistakes: Mistakes) -> Vec<Pit> {
        if let Some(memory) = self.memory_of(&turn) {
            memory.truncate(turn.len());
            return std::mem::take(memory);
        }
        KEPT.iter().find(|it| mistakes.has(it.0)).map_or(turn, |it| it.1(self))
    }
}

/// A mistake, and which of what is remembered a program that makes it writes.
type Kept = (Mistake, fn(Chosen) -> Vec<Pit>);

const KEPT: [Kept; 7] = [
    (Mistake::StateOfLastTurn, |it| it.last),
    (Mistake::StateOfLastTurnBelowBest, |it| it.last_below_best),
    (Mistake::StateOfLastImprovement, |it| it.last_improvement),
    (Mistake::StateOfLastPass, |it| it.last_pass),
    (Mistake::StateOfLastInChain, |it| it.last_in_chain),
    (Mistake::StateOfMixedTurns, |it| it.by_sow),
    (Mistake::StateOfRunningValues, |it| it.of_running),
];
