//! Runs that ended badly: in which kind of case, and that in words.
//!
//! Left out: what they wrote.

use super::evidence::{End, Evidence};
use super::facts::{Facts, Shared, shared_by_runs};
use crate::counted::counted;

/// Runs that ended badly in the same way.
pub(super) struct RunFault {
    pub(super) end: End,
    /// How many.
    pub(super) count: usize,
    /// Other runs.
    pub(super) others: usize,
    /// The kind of case in which all of them are.
    pub(super) shared: Option<Shared>,
}

/// Of these cases.
pub(super) fn run_faults(cases: &[Evidence]) -> Vec<RunFault> {
    if cases.iter().all(|case| case.end == End::Normal) {
        return Vec::new();
    }
    let facts: Vec<_> = cases
        .iter()
        .map(|case| (case.end, Facts::of(&case.assignment)))
        .collect();
    let of = |is_of: &dyn Fn(End) -> bool| -> Vec<Facts> {
        let chosen = facts.iter().filter(|(end, _)| is_of(*end));
        chosen.map(|(_, facts)| *facts).collect()
    };
    let ends = [End::Crashed, End::Stopped].into_iter();
    let faults = ends.map(|end| {
        let (some, others) = (of(&|it| it == end), of(&|it| it == End::Normal));
        RunFault {
            end,
            count: some.len(),
            others: others.len(),
            shared: shared_by_runs(&some, &others),
        }
    });
    faults.filter(|fault| fault.count > 0).collect()
}

/// In words.
pub(super) fn words(fault: &RunFault) -> String {
    let what = match fault.end {
        End::Stopped => "does not end in time",
        End::Normal | End::Crashed => "crashes",
    };
    let cases = counted(fault.count, "case");
    match &fault.shared {
        Some(shared) if shared.of_kind == fault.count => format!(
            "Your program {what} in {cases}: in all where {}, and in none of the {} others.",
            shared.words(),
            fault.others
        ),
        Some(shared) => format!(
            "Your program {what} in {cases}: in {} of the {} where {}, and in no other.",
            fault.count,
            shared.of_kind,
            shared.words()
        ),
        None if fault.others == 0 => format!("Your program {what} in every case."),
        None => format!(
            "Your program {what} in {cases} of {}.",
            fault.count + fault.others
        ),
    }
}

/// The fault's key, if its cases have something in common.
pub(super) fn key(fault: &RunFault) -> Option<String> {
    let what = match fault.end {
        End::Stopped => "endless",
        End::Normal | End::Crashed => "crash",
    };
    let shared = fault.shared.as_ref()?;
    Some(format!("{what}-{}", shared.key()))
}
