//! What students must not see stays so.
//!
//! A case that was hidden from students is never shown to them because a file is missing, a group was
//! written anew, or the case has got another name. Whoever means it, publishes it, now or from a day on.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use super::ledger::State;
use super::result::{Suite, problem};
use super::scoring::Scoring;
use explain::some_of;
use mancala::homework::Problem;

/// The most cases that are named in a message.
const MAX_NAMED: usize = 5;

/// Students would see cases that were hidden from them.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[error(
    "students would see what was hidden from them: {}. Nothing was changed. Hide it in a grade.toml (visible = \
     false), or show it with --publish-hidden",
    some_of(.0, MAX_NAMED)
)]
pub struct WouldShow(Vec<String>);

/// The scoring as it may come into force for the cases of `suite`: what one of the ledgers hides from students stays
/// hidden, unless it is published.
///
/// # Errors
/// [`WouldShow`].
pub fn keep<'a>(
    ledgers: impl IntoIterator<Item = &'a State>,
    suite: &Suite,
    scoring: Scoring,
    publish: bool,
) -> Result<Scoring, WouldShow> {
    // Hidden cases by name, with their inputs; visible ones by name, with their digests.
    let (mut hidden, mut visible) = (BTreeMap::new(), BTreeSet::new());
    for known in ledgers {
        hidden.extend(known.scoring.hidden.clone());
        for case in &known.suite.cases {
            match known.scoring.worth(&case.name).is_hidden {
                true => _ = hidden.insert(case.name.clone(), case.input.clone()),
                false => _ = visible.insert((&case.name, &case.digest)),
            }
        }
    }
    let was_hidden =
        hidden.iter().filter_map(|(name, input)| Some((name.clone(), problem(input)?)));
    let was_hidden: Vec<(String, Problem)> = was_hidden.collect();
    let (mut shown, mut asked) = (Vec::new(), Vec::new());
    for case in &suite.cases {
        if scoring.worth(&case.name).is_hidden {
            hidden.insert(case.name.clone(), case.input.clone());
            continue;
        }
        let was_visible = visible.contains(&(&case.name, &case.digest));
        let asks = problem(&case.input).filter(|_| !was_visible);
        let same =
            asks.map(|asks| was_hidden.iter().filter(move |(_, it)| it.asks_the_same(&asks)));
        let same: Vec<_> = same.into_iter().flatten().map(|(name, _)| name).collect();
        if hidden.contains_key(&case.name) || !same.is_empty() {
            shown.push(case.name.clone());
            asked.extend(same.into_iter().cloned());
        }
    }
    if !publish && !shown.is_empty() {
        return Err(WouldShow(shown));
    }
    for name in shown.iter().chain(&asked) {
        // A case that is still hidden is so by the settings.
        hidden.remove(name);
    }
    Ok(Scoring { hidden, ..scoring })
}
