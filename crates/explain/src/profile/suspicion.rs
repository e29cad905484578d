//! Where a program is likely to be wrong, so that the questions on that come first.

use super::battery::Probe;
use super::rule::{RULES, Rule};
use crate::assignment::Assignment;
use crate::hypothesis::cache::Judged;
use crate::mistakes::Mistake;

/// Numbers above this may be too large for a program.
const LARGE: u32 = 100;

/// What is suspected.
#[derive(Debug, Clone, Default)]
pub struct Suspicion {
    /// The likeliest first.
    pub rules: Vec<Rule>,
    /// What wrong cases ask, and right ones.
    wrong: Vec<Assignment>,
    right: Vec<Assignment>,
}

impl Suspicion {
    /// Of the rules that mistakes break, in the order of these.
    pub(crate) fn of(mistakes: impl IntoIterator<Item = Mistake>) -> Self {
        let broken = |it: Mistake| RULES.iter().filter(move |rule| rule.broken_by.contains(&it));
        let mut rules: Vec<Rule> = Vec::new();
        for entry in mistakes.into_iter().flat_map(broken) {
            if !rules.contains(&entry.rule) {
                rules.push(entry.rule);
            }
        }
        Self { rules, ..Self::default() }
    }

    /// The same where none of these mistakes explains what was judged.
    pub(crate) fn of_unknown(mistakes: &[Mistake], judged: &[Judged<'_>]) -> Self {
        let Self { mut rules, .. } = Self::of(mistakes.iter().copied());
        let (right, wrong): (Vec<_>, Vec<_>) = judged.iter().partition(|it| it.is_right());
        let [wrong, right]: [Vec<Assignment>; 2] =
            [wrong, right].map(|cases| cases.iter().map(|it| it.case.assignment.clone()).collect());
        let is_large = |Assignment { lower, upper, lower_store, upper_store, .. }: &Assignment| {
            lower.iter().chain(upper).chain([lower_store, upper_store]).any(|&it| it > LARGE)
        };
        if wrong.iter().all(is_large) {
            rules.splice(0..0, [Rule::LargeNumbers, Rule::LargeValues]);
        }
        Self { rules, wrong, right }
    }

    /// How much speaks against asking this: no case is wrong that is like it.
    pub(super) fn against(&self, probe: &Probe) -> usize {
        if self.wrong.is_empty() {
            return 0;
        }
        let probed = &probe.assignment;
        let wrong = || self.wrong.iter().filter(|it| it.task == probed.task);
        let right = || self.right.iter().filter(|it| it.task == probed.task);
        let is_right_up_to = |size: fn(&Assignment) -> usize| {
            right().any(|it| size(it) >= size(probed))
                && !wrong().any(|it| size(it) <= size(probed))
        };
        2 * usize::from(wrong().next().is_none())
            + usize::from(!wrong().any(|it| it.player == probed.player))
            + usize::from(is_right_up_to(|it| it.cutoff as usize))
            + usize::from(is_right_up_to(|it| it.lower.len()))
    }
}
