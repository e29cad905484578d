//! Which mistakes together reproduce what a submission wrote, found by the first difference.
//!
//! A switch is worth trying if with it the first wrong row of a wrong case comes later. It is kept if
//! it does that in some case and in none the first wrong row comes earlier; so mistakes are found
//! one after the other, and three cost little more than one.

use crate::hypothesis::Fit;
use crate::hypothesis::cache::{Cache, Hypothesis, Judged, complexity};
use crate::hypothesis::scope_inference::{narrowed, with};
use crate::mistakes::{Group, Known, MAX_SWITCHES, Mistake, Scope, Switch, Switches, Tasks};
use crate::rule::Rule;

/// Hypotheses that are extended at each length.
const BEAM: usize = 5;
/// Those of them that differ only in where their mistakes are made.
const ALIKE: usize = 2;
/// Wrong cases that a hypothesis is extended by, if any mistake helps there.
const FOCI: usize = 2;
/// The most wrong cases that are tried for that.
const MAX_FOCI: usize = 6;

/// The most programs that are told apart by where their mistakes are made.
const MAX_SCOPED: usize = 3;

pub(crate) struct Combinations<'a> {
    /// Programs that write everything that was written; the simplest first.
    pub exact: Vec<Switches>,
    /// The program that comes nearest, if any comes nearer than a right one.
    pub nearest: Option<Hypothesis>,
    /// Right cases that speak against programs that write everything in the leading cases.
    refuting: Vec<&'a Judged<'a>>,
}

/// The most times that right cases are added to the leading ones.
const ROUNDS: usize = 6;

/// Looks for the mistakes, until no right case speaks against what was found.
pub(crate) fn combine<'a>(cache: &mut Cache<'a>) -> Combinations<'a> {
    let mut found = combine_once(cache);
    for _ in 0..ROUNDS {
        if found.refuting.is_empty() || cache.is_over() {
            break;
        }
        cache.lead(&found.refuting);
        found = combine_once(cache);
    }
    found
}

fn combine_once<'a>(cache: &Cache<'a>) -> Combinations<'a> {
    let mistakes = by_likelihood();
    let held = cache.lead.iter().map(|it| it.right.clone());
    let mut beam = vec![cache.hypothesis(Switches::NONE, held.collect())];
    let mut nearest: Option<Hypothesis> = None;
    for _ in 0..MAX_SWITCHES {
        let mut next: Vec<Hypothesis> = Vec::new();
        for base in &beam {
            for extended in extensions(cache, base, &mistakes) {
                if !next.iter().any(|it| it.switches == extended.switches) {
                    next.push(extended);
                }
            }
        }
        next.sort_by_key(Hypothesis::rank);
        widen(cache, &mut next);
        let (exact, refuting) = exact(cache, &next);
        let candidates = nearest.take().into_iter().chain(next.iter().cloned());
        nearest = candidates.min_by_key(Hypothesis::nearness);
        let (exact, refuting) = match exact.first() {
            Some(&found) => {
                vary(cache, found, &mut next, &mistakes);
                self::exact(cache, &next)
            }
            None => (exact, refuting),
        };
        if !exact.is_empty() || !refuting.is_empty() {
            return Combinations { exact, nearest, refuting };
        }
        beam = of_all_kinds(next);
        if beam.is_empty() || cache.is_over() {
            break;
        }
    }
    Combinations { exact: Vec::new(), nearest, refuting: Vec::new() }
}

/// The best of ranked programs, but not many that differ only in where the same mistakes are made.
fn of_all_kinds(ranked: Vec<Hypothesis>) -> Vec<Hypothesis> {
    let mut beam: Vec<Hypothesis> = Vec::new();
    for it in ranked {
        let is_same = |known: &&Hypothesis| known.switches.mistakes().eq(it.switches.mistakes());
        if beam.iter().filter(is_same).count() < ALIKE {
            beam.push(it);
        }
        if beam.len() == BEAM {
            break;
        }
    }
    beam
}

/// Adds the best programs with their mistakes in every task, or for both players, if that explains everything: where one
/// mistake makes up for another, neither alone was worth trying there.
fn widen(cache: &Cache<'_>, programs: &mut Vec<Hypothesis>) {
    let best: Vec<_> = programs.iter().take(ALIKE).map(|it| it.switches).collect();
    let wider: [fn(Scope) -> Scope; 2] =
        [|it| Scope { tasks: Tasks::All, ..it }, |it| Scope { player: None, ..it }];
    for widened in best.iter().flat_map(|it| wider.map(|wider| it.rescoped(wider))) {
        if programs.iter().any(|it| it.switches == widened) {
            continue;
        }
        let widened = cache.reviewed(widened);
        if widened.fits() {
            programs.push(widened);
        }
    }
}

/// Adds the programs that have another mistake in place of one of `found`: which was found first says nothing.
fn vary(cache: &Cache<'_>, found: Switches, programs: &mut Vec<Hypothesis>, mistakes: &[Mistake]) {
    for switch in found.iter().filter(|_| found.len() > 1) {
        let base = cache.reviewed(found.without(switch));
        for varied in extensions(cache, &base, mistakes) {
            if !programs.iter().any(|it| it.switches == varied.switches) {
                programs.push(varied);
            }
        }
    }
}

/// The programs among those ranked that write everything: the simplest, and those of other mistakes
/// that are as likely; the ones first whose mistakes have been seen. And right cases that speak against others.
fn exact<'a>(cache: &Cache<'a>, ranked: &[Hypothesis]) -> (Vec<Switches>, Vec<&'a Judged<'a>>) {
    let mut fitting: Vec<_> = ranked.iter().filter(|it| it.fits()).collect();
    fitting.sort_by_key(|it| complexity(it.switches));
    let mut refuting: Vec<&Judged<'_>> = Vec::new();
    fitting.retain(|it| {
        let missed = cache.missed(it);
        let is_new = |case: &&Judged<'_>| !refuting.iter().any(|it| std::ptr::eq(*it, *case));
        let first = missed.iter().copied().find(|it| it.is_light() && is_new(it));
        refuting.extend(first);
        missed.is_empty()
    });
    let fitting = fitting.into_iter().map(|it| it.switches);
    let mut exact: Vec<Switches> = Vec::new();
    for it in fitting {
        let is_other = |known: &Switches| !it.mistakes().eq(known.mistakes());
        let simplest = exact.first().map_or(it, |&first| first);
        let is_short = it.conditions() <= simplest.conditions();
        let is_as_likely = complexity(it) <= complexity(simplest) && exact.iter().all(is_other);
        // Without boards of nine pits nothing tells them apart, and the one that needs none is made far more often.
        let by_name = it.iter().find(|it| it.mistake == Mistake::TiesToGreatestName);
        let by_last = by_name.map(|by_name| {
            it.without(by_name).with(Switch { mistake: Mistake::TiesToLast, ..by_name })
        });
        if by_last.is_some_and(|it| exact.contains(&it)) {
            continue;
        }
        if it.len() == simplest.len() && (is_short || is_as_likely) {
            exact.push(it);
        }
    }
    if exact.len() > MAX_SCOPED {
        // The same mistakes once, where they may be made in many places.
        let all = std::mem::take(&mut exact);
        for it in all {
            let is_other = |known: &Switches| !it.mistakes().eq(known.mistakes());
            if exact.iter().all(is_other) {
                exact.push(it);
            }
        }
    }
    (exact, refuting)
}

/// The program with one more switch on, as far as that helps, or with one in fewer places.
fn extensions(cache: &Cache<'_>, base: &Hypothesis, mistakes: &[Mistake]) -> Vec<Hypothesis> {
    let mut tried = Vec::new();
    let mut extensions = Vec::new();
    let mut useful = 0;
    for focus in foci(cache, base) {
        if useful == FOCI || cache.is_over() {
            break;
        }
        let found = extensions.len();
        for &mistake in mistakes {
            let is_on = base.switches.iter().any(|it| {
                let is_chosen = it.scope == Scope::EVERYWHERE && it.mistake.excludes(mistake);
                it.mistake == mistake || is_chosen
            });
            if !is_on && may_help(cache, base, focus, mistake) && !cache.is_over() {
                extensions.extend(with(cache, base, focus, mistake, &mut tried));
            }
        }
        for switch in base.switches.iter() {
            extensions.extend(narrowed(cache, base, focus, switch));
        }
        useful += usize::from(extensions.len() > found);
    }
    extensions
}

/// Whether a mistake can make the first difference of a case come later: what is written as the
/// state changes no row, and what is written in rows changes no state.
fn may_help(cache: &Cache<'_>, base: &Hypothesis, focus: usize, mistake: Mistake) -> bool {
    let held = &base.held[focus];
    let log_agrees = held.fit.agreed() == cache.lead[focus].case.rows() && held.row.is_none();
    match mistake.entry().group {
        Group::State => log_agrees,
        Group::Log | Group::Format => !log_agrees,
        Group::BoardRules | Group::Search | Group::Input => true,
    }
}

/// The wrong cases to extend a program by: of each kind of case that with the earliest wrong row, then others.
fn foci(cache: &Cache<'_>, base: &Hypothesis) -> Vec<usize> {
    let case = |at: usize| cache.lead[at].case;
    let agreed = |at: usize| base.held[at].fit.agreed();
    let mut failing: Vec<_> =
        (0..cache.lead.len()).filter(|&at| base.held[at].fit != Fit::Reproduced).collect();
    failing.sort_by_key(|&at| (agreed(at), case(at).rows()));
    let kind = |at: usize| {
        let log_agrees = agreed(at) == case(at).rows();
        let asked = &case(at).assignment;
        (asked.task, asked.player, log_agrees)
    };
    let (mut first, mut others) = (Vec::<usize>::new(), Vec::new());
    for at in failing {
        if first.iter().any(|&it| kind(it) == kind(at)) { others.push(at) } else { first.push(at) }
    }
    first.extend(others);
    first.truncate(MAX_FOCI);
    first
}

/// The mistakes that are looked for, those of real programs first. How an infinity is spelled is seen without a search.
fn by_likelihood() -> Vec<Mistake> {
    let is_mended = |it: &Mistake| it.entry().rule == Rule::InfinityText;
    let mut mistakes: Vec<_> = Mistake::all().filter(|it| !is_mended(it)).collect();
    mistakes.sort_by_key(|mistake| mistake.entry().known != Known::Seen);
    mistakes
}
