//! Which mistakes together reproduce what a submission wrote, found by the first difference.
//!
//! A switch is worth trying if with it the first wrong row of a wrong case comes later. It is kept if
//! it does that in some case and in none the first wrong row comes earlier; so mistakes are found
//! one after the other, and three cost little more than one. Which cases a switch may count in
//! (task and player) is read off the cases themselves: it is tried in all of them, and the scope is
//! chosen so that it leaves alone those that it would spoil.
//!
//! Left out: whether what is found is evidence enough for a name.

use super::evidence::Evidence;
use super::hypothesis::{Fit, Held, hold};
use super::mistakes::{At, Group, Known, MOST_SWITCHES, Mistake, Scope, Switch, Switches, Tasks};
use crate::explain::assignment::Player;

/// Hypotheses that are extended at each length.
const BEAM: usize = 5;
/// Wrong cases that a hypothesis is extended by, if any mistake helps there.
const FOCI: usize = 2;
/// The most wrong cases that are tried for that.
const MOST_FOCI: usize = 6;
/// Right cases that are asked at every step; the others are asked at the end.
const GUARDS: usize = 12;
/// The longest log of a right case that is asked at every step.
const SHORT: usize = 1_000;
/// Scopes of one mistake that are kept.
const SCOPES: usize = 3;

/// A case and what a right program makes of it.
pub(super) struct Judged<'a> {
    pub(super) case: &'a Evidence,
    pub(super) right: Held,
}

impl Judged<'_> {
    pub(super) fn is_right(&self) -> bool {
        self.right.fit == Fit::Reproduced
    }
}

/// A program with some mistakes, and how far it reproduces the leading cases.
#[derive(Debug, Clone)]
pub(super) struct Hypothesis {
    pub(super) switches: Switches,
    held: Vec<Held>,
    /// Wrong cases that it reproduces whole.
    pub(super) whole: usize,
    /// Wrong cases in which its first wrong row comes later than a right program's, or never.
    pub(super) later: usize,
}

/// What was found.
pub(super) struct Combinations {
    /// Programs that write everything that was written; the simplest first.
    pub(super) exact: Vec<Switches>,
    /// The program that comes nearest, if any comes nearer than a right one.
    pub(super) nearest: Option<Hypothesis>,
}

/// Looks for the mistakes; the cases are in the order in which they are asked.
pub(super) fn combine(cases: &[Judged<'_>], known: &[Mistake], budget: &mut u64) -> Combinations {
    let guards = cases
        .iter()
        .filter(|it| it.is_right() && it.case.rows() <= SHORT)
        .take(GUARDS);
    let wrong = cases.iter().filter(|it| !it.is_right());
    let search = Search {
        lead: wrong.chain(guards).collect(),
        all: cases,
        mistakes: by_likelihood(known),
    };
    search.run(budget)
}

struct Search<'a> {
    /// The wrong cases and some right ones.
    lead: Vec<&'a Judged<'a>>,
    all: &'a [Judged<'a>],
    mistakes: Vec<Mistake>,
}

impl Search<'_> {
    fn run(&self, budget: &mut u64) -> Combinations {
        let held: Vec<_> = self.lead.iter().map(|it| it.right.clone()).collect();
        let mut beam = vec![self.hypothesis(Switches::NONE, held)];
        let mut nearest: Option<Hypothesis> = None;
        for _ in 0..MOST_SWITCHES {
            let mut next: Vec<Hypothesis> = Vec::new();
            for base in &beam {
                for extended in self.extensions(base, budget) {
                    if !next.iter().any(|it| it.switches == extended.switches) {
                        next.push(extended);
                    }
                }
            }
            next.sort_by_key(Hypothesis::rank);
            let exact = self.exact(&next, budget);
            if !exact.is_empty() {
                return Combinations { exact, nearest };
            }
            let candidates = nearest.take().into_iter().chain(next.iter().cloned());
            nearest = candidates.min_by_key(Hypothesis::nearness);
            next.truncate(BEAM);
            beam = next;
            if beam.is_empty() || *budget == 0 {
                break;
            }
        }
        Combinations {
            exact: Vec::new(),
            nearest,
        }
    }

    fn hypothesis(&self, switches: Switches, held: Vec<Held>) -> Hypothesis {
        let of_wrong = || self.lead.iter().zip(&held).filter(|(it, _)| !it.is_right());
        let is_later = |(it, held): &(&&Judged<'_>, &Held)| held.fit > it.right.fit;
        Hypothesis {
            whole: of_wrong()
                .filter(|(_, held)| held.fit == Fit::Reproduced)
                .count(),
            later: of_wrong().filter(is_later).count(),
            switches,
            held,
        }
    }

    /// The programs among those ranked that write everything, the simplest only.
    fn exact(&self, ranked: &[Hypothesis], budget: &mut u64) -> Vec<Switches> {
        let mut exact: Vec<Switches> = Vec::new();
        for it in ranked {
            let complexity = complexity(it.switches);
            if it.held.iter().any(|held| held.fit != Fit::Reproduced)
                || exact
                    .first()
                    .is_some_and(|first| self::complexity(*first) < complexity)
            {
                continue;
            }
            let is_lead = |case: &Judged<'_>| {
                self.lead
                    .iter()
                    .any(|lead| std::ptr::eq(lead.case, case.case))
            };
            let mut rest = self.all.iter().filter(|case| !is_lead(case));
            if rest.all(|it2| hold(it2.case, it.switches, budget).fit == Fit::Reproduced) {
                exact.push(it.switches);
            }
        }
        let fewest = exact.iter().map(|&it| complexity(it)).min();
        exact.retain(|&it| Some(complexity(it)) == fewest);
        exact
    }

    /// The program with one more switch on, as far as that helps, or with one in fewer places.
    fn extensions(&self, base: &Hypothesis, budget: &mut u64) -> Vec<Hypothesis> {
        let mut tried: Vec<(Mistake, At)> = Vec::new();
        let mut extensions = Vec::new();
        let mut useful = 0;
        for focus in self.foci(base) {
            if useful == FOCI || *budget == 0 {
                break;
            }
            let found = extensions.len();
            for &mistake in &self.mistakes {
                let is_on = base.switches.iter().any(|it| it.mistake == mistake);
                if !is_on && *budget > 0 {
                    let with = self.with(base, focus, mistake, &mut tried, budget);
                    extensions.extend(with);
                }
            }
            for switch in base.switches.iter() {
                extensions.extend(self.narrowed(base, focus, switch, budget));
            }
            useful += usize::from(extensions.len() > found);
        }
        extensions
    }

    /// The program with one mistake more, in the scopes that are worth keeping.
    fn with(
        &self,
        base: &Hypothesis,
        focus: usize,
        mistake: Mistake,
        tried: &mut Vec<(Mistake, At)>,
        budget: &mut u64,
    ) -> Vec<Hypothesis> {
        let mut scoped: Vec<Hypothesis> = Vec::new();
        for at in self.promising(base, focus, mistake, budget) {
            if tried.contains(&(mistake, at)) {
                continue;
            }
            tried.push((mistake, at));
            scoped.extend(self.scoped(base, mistake, at, budget));
            let everywhere = complexity(base.switches.with(mistake.into()));
            if scoped
                .iter()
                .any(|it| complexity(it.switches) == everywhere)
            {
                // It helps everywhere; fewer places are a matter of later differences.
                break;
            }
        }
        scoped.sort_by_key(Hypothesis::rank);
        scoped.truncate(SCOPES);
        scoped
    }

    /// The program with a mistake in fewer places, if it is one too many in a case.
    fn narrowed(
        &self,
        base: &Hypothesis,
        focus: usize,
        switch: Switch,
        budget: &mut u64,
    ) -> Vec<Hypothesis> {
        let without: Switches = base.switches.iter().filter(|&it| it != switch).collect();
        let is_too_many = hold(self.lead[focus].case, without, budget).fit > base.held[focus].fit;
        if switch.scope != Scope::EVERYWHERE || !is_too_many {
            return Vec::new();
        }
        let held = self.lead.iter().map(|it| hold(it.case, without, budget));
        let without = self.hypothesis(without, held.collect());
        let mut narrowed: Vec<_> = At::ALL
            .into_iter()
            .filter(|&at| at == At::Anywhere || has_places(switch.mistake))
            .flat_map(|at| self.scoped(&without, switch.mistake, at, budget))
            .filter(|it| it.rank() < base.rank())
            .collect();
        narrowed.sort_by_key(Hypothesis::rank);
        narrowed.truncate(SCOPES);
        narrowed
    }

    /// The wrong cases to extend a program by: those whose first wrong row comes earliest, of each
    /// kind of case one, then others.
    fn foci(&self, base: &Hypothesis) -> Vec<usize> {
        let mut failing: Vec<_> = (0..self.lead.len())
            .filter(|&at| base.held[at].fit != Fit::Reproduced)
            .collect();
        failing.sort_by_key(|&at| (base.held[at].fit.agreed(), self.lead[at].case.rows()));
        let kind = |at: usize| {
            let case = self.lead[at].case;
            let log_agrees = base.held[at].fit.agreed() == case.rows();
            (case.assignment.task, case.assignment.player, log_agrees)
        };
        let (mut first, mut others) = (Vec::<usize>::new(), Vec::new());
        for at in failing {
            match first.iter().any(|&it| kind(it) == kind(at)) {
                false => first.push(at),
                true => others.push(at),
            }
        }
        first.extend(others);
        first.truncate(MOST_FOCI);
        first
    }

    /// Where to make a mistake so that the first wrong row of a case comes later.
    fn promising(
        &self,
        base: &Hypothesis,
        focus: usize,
        mistake: Mistake,
        budget: &mut u64,
    ) -> Vec<At> {
        let case = self.lead[focus].case;
        let before = &base.held[focus];
        let mut promising = Vec::new();
        for at in At::ALL {
            if at != At::Anywhere && !has_places(mistake) {
                break;
            }
            // In one case the player who moves at a max node is always the same.
            if matches!(at, At::PlayerOneMoves | At::PlayerTwoMoves) {
                let same =
                    match (at == At::PlayerOneMoves) == (case.assignment.player == Player::One) {
                        true => At::MaxNodes,
                        false => At::MinNodes,
                    };
                if promising.contains(&same) {
                    promising.push(at);
                }
                continue;
            }
            let scope = Scope {
                at,
                ..Scope::EVERYWHERE
            };
            let held = hold(case, base.switches.with(Switch { mistake, scope }), budget);
            if at == At::Anywhere && held == *before {
                // It changes nothing here, so it does not in fewer places.
                break;
            }
            if held.fit > before.fit {
                promising.push(at);
            }
        }
        promising
    }

    /// The mistake in all cases and in fewer, where no case becomes worse and some better.
    fn scoped(
        &self,
        base: &Hypothesis,
        mistake: Mistake,
        at: At,
        budget: &mut u64,
    ) -> Vec<Hypothesis> {
        let mut scopes: Vec<_> = scopes(at).collect();
        let everywhere = base.switches.with(Switch {
            mistake,
            scope: Scope {
                at,
                ..Scope::EVERYWHERE
            },
        });
        let mut held = Vec::new();
        for (it, before) in self.lead.iter().zip(&base.held) {
            let now = hold(it.case, everywhere, budget);
            if now.fit < before.fit {
                scopes.retain(|scope| !scope.has_case(&it.case.assignment));
                if scopes.is_empty() {
                    return Vec::new();
                }
            }
            held.push(now);
        }
        let mut found: Vec<Hypothesis> = Vec::new();
        for scope in scopes {
            let chosen = |at: usize| match scope.has_case(&self.lead[at].case.assignment) {
                true => held[at].clone(),
                false => base.held[at].clone(),
            };
            let held: Vec<_> = (0..self.lead.len()).map(chosen).collect();
            let improves = held
                .iter()
                .zip(&base.held)
                .any(|(now, before)| now.fit > before.fit);
            // Wider scopes come first; a narrower one that changes the same is not needed.
            if improves && !found.iter().any(|it| it.held == held) {
                let switches = base.switches.with(Switch { mistake, scope });
                found.push(self.hypothesis(switches, held));
            }
        }
        found
    }
}

impl Hypothesis {
    /// The cases in which it does not write what was written.
    pub(super) fn misses<'a>(&self, cases: &'a [Judged<'a>]) -> Vec<&'a Judged<'a>> {
        let missed = |it: &&Judged<'_>| {
            hold(it.case, self.switches, &mut u64::MAX.clone()).fit != Fit::Reproduced
        };
        cases.iter().filter(missed).collect()
    }

    /// The program that writes more wrong outputs exactly comes first, then the simpler one.
    fn nearness(&self) -> impl Ord + use<> {
        let complexity = complexity(self.switches);
        (
            std::cmp::Reverse(self.whole),
            complexity,
            std::cmp::Reverse(self.later),
            self.switches,
        )
    }

    /// Better programs first.
    fn rank(&self) -> impl Ord + use<> {
        let whole = self
            .held
            .iter()
            .filter(|it| it.fit == Fit::Reproduced)
            .count();
        let later = std::cmp::Reverse(self.later);
        (
            std::cmp::Reverse(whole),
            later,
            complexity(self.switches),
            self.switches,
        )
    }
}

/// The scopes by task and player, wide ones first.
fn scopes(at: At) -> impl Iterator<Item = Scope> {
    let players = [None, Some(Player::One), Some(Player::Two)];
    let all = Tasks::ALL.into_iter().flat_map(move |tasks| {
        players
            .into_iter()
            .map(move |player| Scope { tasks, player, at })
    });
    let mut all: Vec<_> = all.collect();
    all.sort_by_key(|scope| scope.conditions());
    all.into_iter()
}

/// How much has to be said to describe a program: its mistakes, then where they are made.
pub(super) fn complexity(switches: Switches) -> (usize, usize) {
    let conditions = switches.iter().map(|it| it.scope.conditions()).sum();
    (switches.len(), conditions)
}

/// Whether a mistake is made at nodes, and so perhaps at some of them only.
fn has_places(mistake: Mistake) -> bool {
    matches!(
        mistake.entry().group,
        Group::BoardRules | Group::Search | Group::Log
    )
}

/// The mistakes that are looked for, those that were seen in real programs first. How an infinity is
/// spelled is seen without a search.
fn by_likelihood(known: &[Mistake]) -> Vec<Mistake> {
    let is_mended = |mistake: &Mistake| {
        matches!(
            mistake,
            Mistake::InfinityText | Mistake::InfinityTextCapital | Mistake::InfinityTextNumber
        )
    };
    let mut mistakes: Vec<_> = known.iter().copied().filter(|it| !is_mended(it)).collect();
    mistakes.sort_by_key(|mistake| mistake.entry().known != Known::Seen);
    mistakes
}
