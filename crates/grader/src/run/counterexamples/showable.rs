//! Problems that may be shown: none of a hidden case, and the smallest ones that show a mistake.
//!
//! Left out: running a program on them.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use explain::mistakes::{Switch, Switches};
use explain::shrink::smallest_showing;
use mancala::homework::Problem;

/// The problems of a suite, as far as they matter here.
pub(super) struct Showable {
    /// Those that are explained, the smallest first.
    pub(super) given: Vec<Problem>,
    /// What nobody may be shown.
    pub(super) hidden: Vec<Problem>,
    /// For the mistakes of a program, the smallest problem that shows one of them.
    pub(super) showing: Mutex<HashMap<(Switches, Switch), Option<Problem>>>,
}

impl Showable {
    pub(super) fn may_be_shown(&self, problem: &Problem) -> bool {
        !self
            .hidden
            .iter()
            .any(|hidden| hidden.asks_the_same(problem))
    }

    pub(super) fn smallest_showing(&self, switch: Switch, all: Switches) -> Option<Problem> {
        let showing = self.showing.lock();
        let mut showing = showing.unwrap_or_else(PoisonError::into_inner);
        let rules = self.given.first()?.rules();
        *showing.entry((all, switch)).or_insert_with(|| {
            smallest_showing(switch, all, rules, &self.given, &|it| self.may_be_shown(it))
        })
    }
}
