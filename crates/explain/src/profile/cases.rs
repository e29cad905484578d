//! The same profile from ordinary cases, where the program itself is not at hand.
//!
//! A case tells about a rule if a look at its answer isolates it, as a probe does. Of most cases no
//! look does, so a profile of this kind has few outcomes; each line says how many.
//!
//! Left out: cases that are too large to be answered by every mistake of the catalogue.

use super::Profile;
use super::battery::{Outcome, Probe, battery};
use super::look::Written;
use super::rule::Rule;
use crate::mistakes::{Mistake, Switches};
use crate::reference::{self, OptionalRows, Settings};
use mancala::homework::Problem;

/// The most steps that a mistaken program may take over a case; one that takes more answers wrongly.
const STEPS: u64 = 20_000;

/// The profile of a program by what it wrote for these cases.
pub fn from_cases<'a>(cases: impl IntoIterator<Item = (&'a Problem, &'a Written)>) -> Profile {
    let cases = cases
        .into_iter()
        .map(|(problem, written)| (probes(problem), written));
    let cases: Vec<_> = cases.collect();
    Profile::of(
        cases
            .iter()
            .flat_map(|(probes, written)| probes.iter().map(move |it| (it, *written))),
    )
}

/// The probes that a case holds: the looks that the battery takes for a rule, where they isolate it.
#[must_use]
pub fn probes(problem: &Problem) -> Vec<Probe> {
    let mut looks: Vec<_> = battery().iter().map(|it| (it.rule, it.look)).collect();
    looks.dedup();
    let input = problem.to_string().into_bytes();
    let probe = |(rule, look)| Probe::of_problem(rule, input.clone(), look, problem).ok();
    let probes: Vec<_> = looks.into_iter().filter_map(probe).collect();
    let Some(first) = probes.first() else {
        return Vec::new();
    };
    let answers: Vec<_> = Mistake::all().map(|it| (it, mistaken(first, it))).collect();
    probes
        .into_iter()
        .filter(|probe| isolates(probe, &answers))
        .collect()
}

/// What a program with these mistakes writes for a probe; nothing if it takes too long.
#[must_use]
pub fn mistaken(probe: &Probe, switches: impl Into<Switches>) -> Written {
    let settings = Settings {
        switches: switches.into(),
        optional_rows: OptionalRows::Omit,
        steps: STEPS,
    };
    match reference::answer(&probe.assignment, settings) {
        Ok(answer) => Written {
            next_state: Some(answer.next_state),
            traverse_log: answer.traverse_log,
        },
        Err(_) => Written::default(),
    }
}

/// Whether a probe tells about its rule and about no other: mistakes that break the rule change what
/// is looked at, and none of the others does, but for those of rules that it needs.
fn isolates(probe: &Probe, answers: &[(Mistake, Written)]) -> bool {
    let changed = answers
        .iter()
        .filter(|(_, written)| probe.judge(written).0 == Outcome::Failed);
    let changed: Vec<_> = changed.map(|it| it.0).collect();
    let breaks = |rule: Rule, mistake| rule.entry().broken_by.contains(mistake);
    changed.iter().any(|it| breaks(probe.rule, it))
        && changed.iter().all(|&it| probe.may_fail_by(it))
}
