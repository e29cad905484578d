//! What the first differences look like, one by one, where no program explains all that is wrong.
//!
//! Left out: which mistakes together would explain it.

use std::cmp::Reverse;

use super::hypothesis::Fit;
use super::mistakes::Mistake;
use super::trials::Trials;

/// The fewest wrong cases that show something.
const FEWEST: usize = 3;

/// A mistake that makes the first difference of most wrong cases, though not everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FirstDifference {
    /// What is done wrong there.
    pub(super) mistake: Mistake,
    /// The wrong cases in which the log, or the state, goes on like that of such a program.
    pub(super) count: usize,
    /// All wrong cases.
    pub(super) of: usize,
    /// Right cases, of those that were asked, in which such a program is wrong.
    pub(super) spoiled: usize,
}

/// The mistake that makes the first difference of at least half of the wrong cases.
pub(super) fn first_difference(trials: &Trials<'_>, known: &[Mistake]) -> Option<FirstDifference> {
    let of = trials.wrong().count();
    let made = known.iter().map(|&mistake| {
        let with = trials.reviewed(mistake.into());
        let right = trials.lead.iter().zip(&with.held);
        let right = right.filter(|(it, held)| it.is_right() && held.fit != Fit::Reproduced);
        FirstDifference {
            mistake,
            count: with.later,
            of,
            spoiled: right.count(),
        }
    });
    let most = made.max_by_key(|it| (it.count, Reverse(it.spoiled), Reverse(it.mistake)))?;
    (most.count >= FEWEST && 2 * most.count >= of).then_some(most)
}
