//! What is sure, or worth a hint, where no program is named that explains everything.
//!
//! Left out: looking for programs.

use super::facts::{Facts, Shared, shared};
use super::mistakes::{Switch, Switches};
use super::strength::is_enough;
use super::trials::{Hypothesis, Judged, Trials};

/// Wrong cases that have to be explained for each one that is not.
const LEAST_RATIO: usize = 3;

/// Wrong cases that have to go on alike for a hint, if none is explained.
const FEWEST: usize = 3;

/// Cases that the nearest program does not explain, though it does all others.
pub(super) struct Exception {
    pub(super) count: usize,
    /// Which kind of case they are; `None` if they show too little to tell what else is wrong.
    pub(super) shared: Option<Shared>,
}

/// What is sure of programs that write everything where too little is wrong to name all of it: the
/// mistakes that are paid for and that all programs share, if few cases are left.
pub(super) fn surely(
    trials: &Trials<'_>,
    paid: Switches,
    exact: &[Switches],
) -> Option<(Hypothesis, Exception)> {
    let is_shared = |it: &Switch| {
        let mut programs = exact.iter();
        programs.all(|program| program.mistakes().any(|mistake| mistake == it.mistake))
    };
    let sure = trials.reviewed(paid.iter().filter(is_shared).collect());
    let count = trials.missed(&sure).len();
    let is_told = !sure.switches.is_empty()
        && trials.missed(&sure).iter().all(|it| !it.is_right())
        && (1..=sure.whole / LEAST_RATIO).contains(&count)
        && is_enough(trials, &sure);
    let shared = None;
    is_told.then_some((sure, Exception { count, shared }))
}

/// What of the nearest program is worth a hint: the mistakes that help in more than two cases for
/// each of their conditions, if with them a third of the wrong cases goes on like it.
pub(super) fn telling(trials: &Trials<'_>, nearest: Hypothesis) -> Option<Hypothesis> {
    let helps = |it: &Hypothesis, without: &Hypothesis| {
        let pairs = it.held.iter().zip(&without.held);
        pairs
            .filter(|(with, without)| with.fit > without.fit)
            .count()
    };
    let mut nearest = nearest;
    for switch in nearest.switches.iter() {
        let without = trials.reviewed(nearest.switches.without(switch));
        if helps(&nearest, &without) <= 2 * switch.scope.conditions() {
            nearest = without;
        }
    }
    let is_telling = nearest.whole > 0 || nearest.later >= FEWEST;
    let is_wide = 3 * nearest.later >= trials.wrong().count();
    (!nearest.switches.is_empty() && is_telling && is_wide).then_some(nearest)
}

/// What the cases have in common that a program does not explain, and no other case has; `None` if
/// it spoils a right case, if there are many, or what it explains is too little for a name.
pub(super) fn exception(trials: &Trials<'_>, nearest: &Hypothesis) -> Option<Exception> {
    let missed = trials.missed(nearest);
    let count = missed.len();
    let is_missed = |it: &&Judged<'_>| missed.iter().any(|case| std::ptr::eq(case.case, it.case));
    if missed.iter().any(|it| it.is_right())
        || nearest.whole < LEAST_RATIO * count
        || !is_enough(trials, nearest)
    {
        return None;
    }
    let facts = |cases: &mut dyn Iterator<Item = &Judged<'_>>| -> Vec<_> {
        cases.map(|it| Facts::of(&it.case.assignment)).collect()
    };
    let rest = &mut trials.all().iter().filter(|it| !is_missed(it));
    let shared = shared(&facts(&mut missed.iter().copied()), &facts(rest))?;
    let is_one = shared.of_kind == count && shared.kinds.len() == 1;
    let shared = Some(shared);
    is_one.then_some(Exception { count, shared })
}
