//! Where a program is likely to be wrong, and which question comes next.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::battery::{Answer, Outcome, Probe};
use crate::assignment::Assignment;
use crate::hypothesis::cache::Judged;
use crate::mistakes::Mistake;
use crate::rule::{Rule, Topic};

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
        let broken = |it: Mistake| Rule::all().filter(move |&rule| it.entry().breaks(rule));
        let mut rules: Vec<Rule> = Vec::new();
        for rule in mistakes.into_iter().flat_map(broken) {
            if !rules.contains(&rule) {
                rules.push(rule);
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
        if wrong.iter().all(|it| it.most_stones() > LARGE) {
            rules.splice(0..0, [Rule::LargeNumbers, Rule::LargeValues]);
        }
        Self { rules, wrong, right }
    }

    /// How much speaks against asking this: no case is wrong that is like it.
    fn against(&self, probe: &Probe) -> usize {
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

/// Probes of a rule that fails before others are asked.
const OF_FAILING: usize = 2;
/// How many rules that are more suspected are asked about before one that a probe has asked about, and before a probe
/// against which one thing speaks.
const RANKS_OF_ASKED: usize = 10;
const RANKS_OF_ONE_AGAINST: usize = 3;

/// The probe to ask next, where these are the answers so far; `None` if all were asked. First of the rules that a
/// rule which fails needs, so that it is known whose fault that is; then of rules that fail, and where something is
/// suspected; of each rule one before any has two, and that the largest, which most mistakes change.
pub fn next(probes: &[Probe], answers: &[Answer], suspicion: &Suspicion) -> Option<usize> {
    let is_bad = |(probe, answer): &(&Probe, &Answer)| {
        !matches!(probe.outcome(answer).0, Outcome::Passed | Outcome::NotAsked)
    };
    let failing: Vec<_> = probes.iter().zip(answers).filter(is_bad).map(|it| it.0).collect();
    let needed = failing.iter().flat_map(|probe| {
        let needs = move |player| probe.needs().map(move |rule| (rule, player));
        probe.movers().flat_map(needs)
    });
    let mut needed: BTreeSet<_> = needed.collect();
    let mut open: Vec<_> = needed.iter().copied().collect();
    while let Some((rule, player)) = open.pop() {
        let needs = rule.entry().needs.iter().map(|&rule| (rule, player));
        open.extend(needs.filter(|&needed_too| needed.insert(needed_too)));
    }
    let order = |(at, probe): &(usize, &Probe)| {
        let of_rule = probes.iter().zip(answers).filter(|(other, _)| other.rule == probe.rule);
        let asked_of_rule = of_rule.filter(|(_, answer)| **answer != Answer::NotAsked);
        let asked = asked_of_rule.clone().count();
        let player = probe.assignment.player;
        let is_asked = asked_of_rule.map(|it| it.0.assignment.player).any(|it| it == player);
        let rank = suspicion.rules.iter().position(|&rule| rule == probe.rule);
        let fails = failing.iter().any(|it| it.rule == probe.rule);
        let class = match () {
            () if !is_asked && needed.contains(&(probe.rule, player)) => 0,
            () if asked < OF_FAILING && fails => 1,
            () => 2,
        };
        let is_form = probe.rule.entry().topic == Topic::Files;
        let rank = rank.unwrap_or(suspicion.rules.len());
        let unlikely =
            RANKS_OF_ASKED * asked + RANKS_OF_ONE_AGAINST * suspicion.against(probe) + rank;
        (class, unlikely, is_form, Reverse(probe.size()), *at)
    };
    let open = probes.iter().enumerate().filter(|(at, _)| answers[*at] == Answer::NotAsked);
    open.min_by_key(order).map(|(at, _)| at)
}
