//! One question, answered by going on with what is easiest: is a state's value at least beta?
//!
//! Remaining-first proof-number search (df-pn, after Nagai). The search goes on with the move that is easiest to
//! prove, and leaves it for another as soon as it turns out to be harder. Who goes through moves in an
//! order has to finish each: with many seeds left, a wrong first move costs more than all right ones
//! together, and no look at the board tells them apart.
//!
//! With few seeds left it is the other way round: states are cheap, and looking after numbers is not. So states of up
//! to some seeds more than the endgame table has are leaves here, and [`null_window`](super::null_window) answers them.
//!
//! Threads search the same root with one table. A move in which another thread is counts as harder than it is.
//!
//! Only searches to the end are searched so: the estimates of others have nothing to be proved.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::bounds::{Bound, Remaining};
use super::proof_numbers::{FirstNumbers, Key, Numbers};
use super::state::{Child, Children, MAX_WIDTH, StateNode};
use super::worker::{End, Shared, Visit, Worker};

/// What a look at a question came to.
enum Progress {
    Answered(Bound),
    /// One of the numbers has reached its limit.
    Open(Numbers),
}

/// A move that no table answers.
struct OpenMove {
    child: Child<StateNode>,
    /// What is asked of the child.
    beta: i32,
    key: Key,
    /// As the player sees it whose move it is.
    numbers: Numbers,
}

/// A little more, or two moves that are as hard would take turns all the time.
const fn eighth_more(number: u32) -> u32 {
    number.saturating_add(number / 8 + 1)
}

/// What the open moves say of their state, and where to go on.
struct Expansion {
    numbers: Numbers,
    /// The move that is easiest to prove.
    easiest: usize,
    /// The proof number of the next one.
    next: u32,
}

impl Worker<'_> {
    /// Whether the value of a state that has a move and is not in the endgame table is at least `beta`: a
    /// bound, or `None` if the search is done.
    pub fn prove(&mut self, root: &StateNode, beta: i32) -> Option<Bound> {
        loop {
            if let Progress::Answered(bound) = self.expand(root, beta, Numbers::NEVER)? {
                return Some(bound);
            }
        }
    }

    /// Works on a question until it is answered or a number has reached its limit; `None` if the search is done.
    fn expand(&mut self, node: &StateNode, beta: i32, limits: Numbers) -> Option<Progress> {
        if node.state.seeds() <= self.shared.leaf {
            return self.visit(node, beta, Remaining::END).map(Progress::Answered);
        }
        let before = self.nodes;
        self.enter()?;
        let mut visit = self.question(node.state, beta, Remaining::END);
        let key = Key::new(node.state, visit.beta);
        let (hash_move, bound) = match self.work_on(node, &mut visit, limits) {
            ControlFlow::Break(End::Done) => return None,
            ControlFlow::Break(End::Cutoff(lane, bound)) => (Some(lane), bound),
            ControlFlow::Continue(None) => (visit.best_lane, visit.best),
            ControlFlow::Continue(Some(numbers)) => {
                let is_new = self.shared.proofs.store(key, numbers);
                self.filled.questions += u64::from(is_new);
                return Some(Progress::Open(numbers));
            }
        };
        self.shared.proofs.forget(key);
        let effort = self.nodes - before;
        self.keep(node, &visit, bound, hash_move, effort);
        Some(Progress::Answered(bound))
    }

    /// Goes on with one move after the other; the numbers of the state when one has reached its limit, or
    /// `None` when no move is open.
    fn work_on(
        &mut self,
        node: &StateNode,
        visit: &mut Visit,
        limits: Numbers,
    ) -> ControlFlow<End, Option<Numbers>> {
        let mut open = self.open_moves(node, visit)?;
        while !open.is_empty() {
            let expansion = self.expansion(&open);
            let Numbers { proof, disproof } = expansion.numbers;
            if proof >= limits.proof || disproof >= limits.disproof {
                return ControlFlow::Continue(Some(expansion.numbers));
            }
            let easiest = &mut open[expansion.easiest];
            // Another thread may have been there, or this one, by another way.
            if self.probe(&mut easiest.child, visit)? {
                open.remove(expansion.easiest);
                continue;
            }
            if let Some(known) = self.shared.proofs.numbers(easiest.key) {
                let known = seen_from_other_end(&easiest.child, known);
                if known.proof > easiest.numbers.proof {
                    easiest.numbers = known;
                    continue;
                }
            }
            // Beyond the limit of the state only if other threads are in all moves below it.
            let least = easiest.numbers.proof;
            let proof = eighth_more(expansion.next).min(limits.proof);
            let limits = Numbers {
                proof: if least < proof { proof } else { eighth_more(least) },
                disproof: limits.disproof - (disproof - easiest.numbers.disproof),
            };
            let limits = seen_from_other_end(&easiest.child, limits);
            let expanded = self.below(easiest.child.node.slot, |worker| {
                worker.expand(&easiest.child.node, easiest.beta, limits)
            });
            match expanded {
                None => return ControlFlow::Break(End::Done),
                Some(Progress::Open(numbers)) => {
                    easiest.numbers = seen_from_other_end(&easiest.child, numbers);
                }
                Some(Progress::Answered(bound)) => {
                    visit.note_child(&easiest.child, bound)?;
                    open.remove(expansion.easiest);
                }
            }
        }
        ControlFlow::Continue(None)
    }

    /// The moves of a state that no table answers.
    fn open_moves(
        &mut self,
        node: &StateNode,
        visit: &mut Visit,
    ) -> ControlFlow<End, ArrayVec<OpenMove, MAX_WIDTH>> {
        let mut children = Children::new();
        self.resolve_without_probing(node, visit, &mut children)?;
        let Shared { parity, proofs, leaf, earning, .. } = *self.shared;
        let questions: ArrayVec<_, MAX_WIDTH> = children
            .iter_mut()
            .map(|child| {
                let state = child.node.state;
                // Here leaves have an entry, however few their seeds are: they are come back to often.
                child.node.slot = child.node.slot.or_else(|| self.slot(state));
                let beta = parity.round_up(child.beta(visit.beta), state.seeds() as i32);
                let key = Key::new(state, beta);
                proofs.prefetch(key);
                (beta, key)
            })
            .collect();
        let first = FirstNumbers { leaf, earning };
        let mut open = ArrayVec::new();
        for (mut child, (beta, key)) in children.into_iter().zip(questions) {
            if !self.probe(&mut child, visit)? {
                let known = proofs.numbers(key);
                let numbers = known.unwrap_or_else(|| first.of(child.node.state, beta));
                open.push(OpenMove {
                    numbers: seen_from_other_end(&child, numbers),
                    child,
                    beta,
                    key,
                });
            }
        }
        ControlFlow::Continue(open)
    }

    fn expansion(&self, open: &[OpenMove]) -> Expansion {
        let (mut proof, mut largest, mut sum) = (u32::MAX, 0, 0_u64);
        let (mut easiest, mut least, mut next) = (0, u32::MAX, u32::MAX);
        for (at, OpenMove { child, numbers, .. }) in open.iter().enumerate() {
            proof = proof.min(numbers.proof);
            largest = largest.max(numbers.disproof);
            sum += u64::from(numbers.disproof);
            let seeming = if self.shared.searched.contains(child.node.slot) {
                numbers.proof.saturating_add(numbers.proof / 2)
            } else {
                numbers.proof
            };
            if seeming < least {
                (easiest, least, next) = (at, seeming, least);
            } else {
                next = next.min(seeming);
            }
        }
        let others = sum - u64::from(largest);
        let disproof = u64::from(largest) + others / 2;
        Expansion {
            numbers: Numbers { proof, disproof: disproof.min(Numbers::MOST.into()) as u32 },
            easiest,
            next,
        }
    }
}

/// Numbers or limits of a child as those of the move to it, and the other way round.
const fn seen_from_other_end(child: &Child<StateNode>, numbers: Numbers) -> Numbers {
    if child.extra_turn { numbers } else { numbers.of_opponent() }
}
