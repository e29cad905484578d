//! Resolves children without search: the end of the game, the number of their seeds, the endgame table or the
//! transposition table says enough of them.
//!
//! Whatever has to be fetched from memory is asked for before anything is read.

use std::ops::ControlFlow;

use super::bounds::{Bound, Certainty};
use super::endgame::Place;
use super::state::{Child, Children, State, StateNode, estimate};
use super::worker::{End, Shared, Visit, Worker};
use crate::game::packed::Row;

impl Worker<'_> {
    /// Takes note of the children whose value is plain, and gathers the others, for which the
    /// transposition table has to be probed. Whatever has to be fetched from memory is asked for before
    /// anything is read.
    #[inline]
    pub fn resolve_without_probing(
        &mut self,
        node: &StateNode,
        visit: &mut Visit,
        children: &mut Children<StateNode>,
    ) -> ControlFlow<End> {
        let mut in_endgame = Children::new();
        self.play_all(node.state, visit, &mut in_endgame, children)?;
        for child in in_endgame {
            let value = self.shared.endgame.at(child.node);
            visit.note_child(&child, Bound::proved(value))?;
        }
        ControlFlow::Continue(())
    }

    /// Sows every pit, and sorts what comes of it: what is plain is noted at once.
    #[inline]
    fn play_all(
        &mut self,
        state: State,
        visit: &mut Visit,
        in_endgame: &mut Children<Place>,
        children: &mut Children<StateNode>,
    ) -> ControlFlow<End> {
        let Shared { endgame, .. } = self.shared;
        let mut filled = state.own.filled();
        // From the pit nearest to the store, which is most often the best.
        while let Some(lane) = filled.checked_ilog2() {
            filled ^= 1 << lane;
            let after = state.sow(lane as usize, endgame.sowing());
            if after.over {
                visit.note(lane as u8, Bound::proved(after.gain))?;
                continue;
            }
            let child = Child {
                node: after.next(),
                lane: lane as u8,
                gain: after.gain,
                extra_turn: after.extra_turn,
            };
            if let Some(place) = endgame.place(child.node) {
                in_endgame.push(child.with(place));
            } else if let Some(bound) = self.without_tables(&child, visit) {
                visit.note(child.lane, bound)?;
            } else {
                children.push(child.with(self.node(child.node)));
            }
        }
        ControlFlow::Continue(())
    }

    /// A bound of a move's value that is plain without a look into any table, if it is enough.
    #[inline]
    fn without_tables(&self, child: &Child<State>, visit: &Visit) -> Option<Bound> {
        let seeds = child.node.seeds() as i32;
        // Nobody can gain more than the seeds that are left.
        if child.gain + seeds < visit.beta {
            Some(Bound::proved(child.gain + seeds))
        } else if child.gain - seeds >= visit.beta {
            Some(Bound::proved(child.gain - seeds))
        } else if !child.extra_turn && visit.remaining.after_turn().is_exhausted() {
            Some(Bound { value: child.gain - estimate(seeds), certainty: Certainty::Estimated })
        } else {
            None
        }
    }

    /// Probes the transposition table for a child: whether that needs no visit then.
    #[inline]
    pub fn probe(
        &mut self,
        child: &mut Child<StateNode>,
        visit: &mut Visit,
    ) -> ControlFlow<End, bool> {
        let entry = child.node.slot.and_then(|slot| self.shared.table.probe(slot));
        let Some(entry) = entry else {
            return ControlFlow::Continue(false);
        };
        let remaining = child.remaining(visit.remaining);
        if entry.remaining.is_near(remaining) {
            child.node.hash_move = entry.hash_move;
        }
        if entry.remaining < remaining {
            return ControlFlow::Continue(false);
        }
        let bounds = if child.extra_turn { entry.bounds } else { entry.bounds.negated() }
            .after_gain(child.gain);
        let value = if bounds.lower >= visit.beta {
            bounds.lower
        } else if bounds.upper < visit.beta {
            bounds.upper
        } else {
            return ControlFlow::Continue(false);
        };
        let certainty = entry.remaining.certainty();
        visit.note(child.lane, Bound { value, certainty })?;
        ControlFlow::Continue(true)
    }
}
