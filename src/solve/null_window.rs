//! One null-window search: is a state's value at least beta?
//!
//! Negamax, fail-soft. The contract of [`Worker::visit`], which returns v:
//! - v >= beta: the value is at least v;
//! - v < beta: the value is at most v.
//!
//! A child is first settled without a visit if possible: by the end of the game, the seeds that are
//! left (nobody can gain more), the endgame table or the transposition table. Only the others are
//! ordered and visited: the move that was best before, then moves that earn another, then larger
//! gains, then pits nearer to the store.
//!
//! Two threads search the same state with one table. A child that the other thread is in, not the
//! first, waits until the rest is done (after Weill's ABDADA); by then its entry is in the table.
//!
//! Left out: which windows to ask ([`driver`](super::driver)).

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use arrayvec::ArrayVec;

use super::bounds::{Bounds, Certainty, Depth, Found};
use super::busy::Busy;
use super::children::{Child, Children, Site, Tabled, Turn, order};
use super::table::{Entry, OpenTable};
use crate::solve::solvable::{MAX_CHOICES, Next, Parity, Solvable, Successor};
use crate::stack::deeper;

/// What the workers of one search share.
pub(super) struct Shared<'a, G: Solvable> {
    pub(super) game: &'a G,
    pub(super) table: OpenTable<'a>,
    /// How the table's keys are made.
    pub(super) packing: G::Packing,
    pub(super) busy: &'a Busy,
    /// Whether the caller wants an end.
    pub(super) stop: &'a (dyn Fn() -> bool + Sync),
    /// Whether some worker has the answer, or has seen the caller's wish.
    pub(super) done: AtomicBool,
}

/// One thread of a search.
pub(super) struct Worker<'a, G: Solvable> {
    shared: &'a Shared<'a, G>,
    pub(super) nodes: u64,
}

/// The best of the children so far, none of which reached beta.
struct Best {
    found: Found,
    choice: Option<u8>,
}

impl Best {
    const NONE: Self = Self {
        found: Found {
            value: Bounds::NONE.lower,
            certainty: Certainty::Proved,
        },
        choice: None,
    };

    /// An upper bound is as certain as the least certain child.
    fn add(&mut self, choice: u8, found: Found) {
        self.found.certainty = self.found.certainty.min(found.certainty);
        if found.value > self.found.value {
            self.found.value = found.value;
            self.choice = Some(choice);
        }
    }
}

/// One visit: the question and how far the answer is.
struct Visit {
    beta: i32,
    depth: Depth,
    best: Best,
}

/// How a visit ends early: the search was stopped, or a child reached beta.
enum End {
    Stopped,
    Cut(u8, Found),
}

impl<'a, G: Solvable> Worker<'a, G> {
    pub(super) fn new(shared: &'a Shared<'a, G>) -> Self {
        Self { shared, nodes: 0 }
    }

    /// A state with its place in the table.
    #[inline]
    pub(super) fn site(&self, state: G::State) -> Site<G::State> {
        let table = self.shared.table;
        let key = self.shared.game.key(&state, self.shared.packing);
        Site {
            state,
            slot: key.map(|key| table.slot(key)),
            hint: None,
        }
    }

    /// A bound of the value of a state that has a move, or `None` if the search was stopped.
    pub(super) fn visit(
        &mut self,
        site: &Site<G::State>,
        beta: i32,
        depth: Depth,
    ) -> Option<Found> {
        let before = self.nodes;
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) && self.is_stopped() {
            return None;
        }
        let game = self.shared.game;
        let mut visit = Visit {
            beta: match game.parity() {
                Parity::OfReach => beta + ((beta ^ game.reach(&site.state)) & 1),
                Parity::Free => beta,
            },
            depth,
            best: Best::NONE,
        };
        let (choice, found) = match self.answer(site, &mut visit) {
            ControlFlow::Break(End::Stopped) => return None,
            ControlFlow::Break(End::Cut(choice, found)) => (Some(choice), found),
            ControlFlow::Continue(()) => (visit.best.choice, visit.best.found),
        };
        if let Some(slot) = site.slot {
            let bounds = if found.value >= visit.beta {
                Bounds {
                    lower: found.value,
                    ..Bounds::NONE
                }
            } else {
                Bounds {
                    upper: found.value,
                    ..Bounds::NONE
                }
            };
            self.shared.table.keep(
                slot,
                Entry {
                    bounds,
                    best: choice,
                    depth: match found.certainty {
                        Certainty::Proved => Depth::END,
                        Certainty::Estimated => depth,
                    },
                    effort: self.nodes - before,
                },
            );
        }
        Some(found)
    }

    /// Goes through the children, those first whose value is plain. Whatever has to be fetched from
    /// memory is asked for before anything is looked at.
    fn answer(&mut self, site: &Site<G::State>, visit: &mut Visit) -> ControlFlow<End> {
        let mut tabled = ArrayVec::<Tabled, MAX_CHOICES>::new();
        let mut children = Children::new();
        // From the pit nearest to the store, which is most often the best.
        for choice in self.shared.game.choices(&site.state).descending() {
            let Successor { gain, next } = self.shared.game.play(&site.state, choice);
            let (state, turn) = match next {
                Next::Over => {
                    visit.take(choice, Found::proved(gain))?;
                    continue;
                }
                Next::Same(state) => (state, Turn::GoesOn),
                Next::Opponent(state) => (state, Turn::Passes),
            };
            if let Some(place) = self.shared.game.place(&state) {
                tabled.push(Tabled {
                    place,
                    choice,
                    gain,
                    turn,
                });
                continue;
            }
            if let Some(found) = self.plain(&state, gain, turn, visit) {
                visit.take(choice, found)?;
                continue;
            }
            let site = self.site(state);
            if let Some(slot) = site.slot {
                self.shared.table.prefetch(slot);
            }
            children.push(Child {
                site,
                choice,
                gain,
                turn,
            });
        }
        for child in tabled {
            let value = self.shared.game.at(child.place);
            let value = child.turn.parents(child.gain, value);
            visit.take(child.choice, Found::proved(value))?;
        }
        let mut open = ArrayVec::<(i32, u8), MAX_CHOICES>::new();
        for (at, child) in (0..).zip(&mut children) {
            if self.recall(child, visit)? == Recalled::NotEnough {
                open.push((order(child, site.hint), at));
            }
        }
        open.sort_unstable_by_key(|&(order, _)| Reverse(order));
        self.visit_all(&mut children, &open, visit)
    }

    /// A bound of a move's value that is plain without a look into any table, if it is enough.
    #[inline]
    fn plain(&self, state: &G::State, gain: i32, turn: Turn, visit: &Visit) -> Option<Found> {
        let reach = self.shared.game.reach(state);
        // Nobody can gain more than the seeds that are left.
        if gain + reach < visit.beta {
            Some(Found::proved(gain + reach))
        } else if gain - reach >= visit.beta {
            Some(Found::proved(gain - reach))
        } else if turn == Turn::Passes && visit.depth.after_turn().is_exhausted() {
            Some(Found {
                value: gain - self.shared.game.estimate(state),
                certainty: Certainty::Estimated,
            })
        } else {
            None
        }
    }

    /// Looks a child up in the table.
    #[inline]
    fn recall(&self, child: &mut Child<G::State>, visit: &mut Visit) -> ControlFlow<End, Recalled> {
        let entry = child
            .site
            .slot
            .and_then(|slot| self.shared.table.look(slot));
        let Some(entry) = entry else {
            return ControlFlow::Continue(Recalled::NotEnough);
        };
        let depth = child.depth(visit.depth);
        if entry.depth.is_near(depth) {
            child.site.hint = entry.best;
        }
        if entry.depth < depth {
            return ControlFlow::Continue(Recalled::NotEnough);
        }
        let bounds = match child.turn {
            Turn::GoesOn => entry.bounds,
            Turn::Passes => entry.bounds.negated(),
        }
        .after_gain(child.gain);
        let value = if bounds.lower >= visit.beta {
            bounds.lower
        } else if bounds.upper < visit.beta {
            bounds.upper
        } else {
            return ControlFlow::Continue(Recalled::NotEnough);
        };
        let certainty = entry.depth.certainty();
        visit.take(child.choice, Found { value, certainty })?;
        ControlFlow::Continue(Recalled::Enough)
    }

    /// Visits the `open` ones of the children, in this order.
    fn visit_all(
        &mut self,
        children: &mut Children<G::State>,
        open: &[(i32, u8)],
        visit: &mut Visit,
    ) -> ControlFlow<End> {
        let mut waiting = ArrayVec::<u8, MAX_CHOICES>::new();
        for (place, &(_, at)) in open.iter().enumerate() {
            let child = &children[usize::from(at)];
            if place > 0 && self.shared.busy.is_in(child.site.slot) {
                waiting.push(at);
            } else {
                self.visit_child(child, visit)?;
            }
        }
        for at in waiting {
            let child = &mut children[usize::from(at)];
            if self.recall(child, visit)? == Recalled::NotEnough {
                self.visit_child(child, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn visit_child(&mut self, child: &Child<G::State>, visit: &mut Visit) -> ControlFlow<End> {
        let beta = match child.turn {
            Turn::GoesOn => visit.beta - child.gain,
            Turn::Passes => child.gain - visit.beta + 1,
        };
        self.shared.busy.enter(child.site.slot);
        let found = deeper(|| self.visit(&child.site, beta, child.depth(visit.depth)));
        self.shared.busy.leave(child.site.slot);
        let Some(found) = found else {
            return ControlFlow::Break(End::Stopped);
        };
        let value = child.turn.parents(child.gain, found.value);
        visit.take(child.choice, Found { value, ..found })
    }

    fn is_stopped(&self) -> bool {
        if (self.shared.stop)() {
            self.shared.done.store(true, Relaxed);
        }
        self.shared.done.load(Relaxed)
    }
}

impl Visit {
    /// Takes note of a child's bound, seen by the visited mover.
    #[inline]
    fn take(&mut self, choice: u8, found: Found) -> ControlFlow<End> {
        if found.value >= self.beta {
            return ControlFlow::Break(End::Cut(choice, found));
        }
        self.best.add(choice, found);
        ControlFlow::Continue(())
    }
}

/// Whether the table made a visit unnecessary.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Recalled {
    Enough,
    NotEnough,
}
