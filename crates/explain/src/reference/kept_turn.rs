//! What a program writes that keeps its best turn in one place for the whole search.

use std::collections::HashMap;

use super::Value;
use super::board::Pit;
use super::tree::Node;
use crate::mistakes::{Mistake, Mistakes, OF_KEPT_TURN};

/// The turn that stands there.
#[derive(Debug)]
pub(super) struct KeptTurn {
    by: Mistake,
    turn: Vec<Pit>,
    /// The turn that replaces it where the root's child turns out to be the best, and its value.
    below_child: Option<(Value, Vec<Pit>)>,
    /// For [`Mistake::StateOfRunningValues`]: the best value in the middle of a turn since then, where what
    /// improves a node is taken at once.
    mid_turn: Option<Value>,
    /// For [`Mistake::StateOfStalePath`]: all extra turns that were tried, and those of the turn that was tried last.
    path: Vec<Pit>,
    last_sows: Vec<Pit>,
    /// For [`Mistake::StateOfSharedSlice`]: what each memory of slices has, by the turn for which it was taken.
    slices: HashMap<Vec<Pit>, Vec<Pit>>,
}

impl KeptTurn {
    /// For a program that writes something else than the turn of the root.
    pub(super) fn of(mistakes: Mistakes) -> Option<Self> {
        let by = OF_KEPT_TURN.iter().copied().find(|&it| mistakes.has(it))?;
        let (turn, path, last_sows, slices) = (Vec::new(), Vec::new(), Vec::new(), HashMap::new());
        Some(Self { by, turn, below_child: None, mid_turn: None, path, last_sows, slices })
    }

    /// Whether every turn that is tried takes memory.
    pub(super) fn keeps_all(&self) -> bool {
        self.by == Mistake::StateOfSharedSlice
    }

    /// Remembers a pit that was tried after `sows`, its value, and whether it was the best of its node so far.
    pub(super) fn remember(
        &mut self,
        sows: &[Pit],
        (pit, child): (Pit, &Node),
        (value, improves): (Value, bool),
    ) {
        let ends_turn = !child.extra_turn() || child.over;
        let turn = || [sows, &[pit]].concat();
        let best_below = self.below_child.as_ref().map(|it| it.0);
        match self.by {
            Mistake::StateOfSharedSlice => put(self.memory_of(&turn()), sows.len(), pit),
            Mistake::StateOfLastTurn if ends_turn => self.turn = turn(),
            Mistake::StateOfLastTurnBelowBest if ends_turn => {
                self.below_child = Some((value, turn()));
            }
            Mistake::StateOfLastImprovement if improves && ends_turn => self.turn = turn(),
            Mistake::StateOfLastPass if improves && !child.extra_turn() => self.turn = turn(),
            // Of those that improve the one that is not worse than any other.
            Mistake::StateOfLastInChain
                if improves && ends_turn && best_below.is_none_or(|best| value >= best) =>
            {
                self.below_child = Some((value, turn()));
            }
            Mistake::StateOfMixedTurns if improves => put(&mut self.turn, sows.len(), pit),
            Mistake::StateOfRunningValues => {
                let me = sows.first().map_or(pit.owner, |it| it.owner);
                let is_reply = pit.owner != me && sows.last().is_some_and(|it| it.owner == me);
                let counts = if is_reply { improves } else { ends_turn && pit.owner == me };
                if counts && best_below.is_none_or(|best| value > best) {
                    self.below_child = Some((value, if is_reply { sows.to_vec() } else { turn() }));
                }
                let in_mid_turn = counts && improves && !sows.is_empty() && !is_reply;
                if in_mid_turn && self.mid_turn.is_none_or(|best| value > best) {
                    self.mid_turn = Some(value);
                    self.below_child.iter_mut().for_each(|it| it.1 = turn());
                }
            }
            Mistake::StateOfStalePath if ends_turn => {
                let is_known = |&(one, other): &(&Pit, &Pit)| one == other;
                let known = sows.iter().zip(&self.last_sows).take_while(is_known).count();
                self.path.extend(&sows[known..]);
                self.last_sows = sows.to_vec();
                if best_below.is_none_or(|best| value > best) {
                    self.below_child = Some((value, [&self.path[..], &[pit]].concat()));
                }
            }
            _ => {}
        }
        if sows.is_empty() {
            self.end_child(improves);
        }
    }

    /// Ends a child of the root, which is the best so far or not.
    fn end_child(&mut self, is_best: bool) {
        match self.by {
            Mistake::StateOfLastTurnBelowBest | Mistake::StateOfStalePath if is_best => {
                self.turn = self.below_child.clone().map_or_else(Vec::new, |it| it.1);
            }
            Mistake::StateOfLastInChain => {
                let kept = self.below_child.take().filter(|_| is_best);
                kept.into_iter().for_each(|it| self.turn = it.1);
            }
            Mistake::StateOfRunningValues if is_best => {
                self.turn = self.below_child.take().map_or_else(Vec::new, |it| it.1);
                self.mid_turn = None;
            }
            _ => {}
        }
    }

    /// The memory of a turn that was made by append of Go: where the turn before it fills its memory, a new one of twice the
    /// size, else the same.
    fn memory_of(&mut self, turn: &[Pit]) -> &mut Vec<Pit> {
        let taken_at = turn.len().next_power_of_two() / 2 + 1;
        let taken_for = &turn[..taken_at.min(turn.len())];
        self.slices.entry(taken_for.to_vec()).or_insert_with(|| taken_for.to_vec())
    }

    /// The turn that is written, where that of the root is `turn`.
    pub(super) fn written(mut self, turn: &[Pit]) -> Vec<Pit> {
        if self.by != Mistake::StateOfSharedSlice {
            return self.turn;
        }
        let memory = self.memory_of(turn);
        memory.truncate(turn.len());
        std::mem::take(memory)
    }
}

/// Puts a pit at a place of a turn.
fn put(turn: &mut Vec<Pit>, at: usize, pit: Pit) {
    turn.resize(turn.len().max(at + 1), pit);
    turn[at] = pit;
}
