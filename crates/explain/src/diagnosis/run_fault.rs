//! Runs that ended badly: in which kind of case, and that in words.

use serde::{Deserialize, Serialize};

use crate::evidence::{End, Evidence};
use crate::hypothesis::features::{Features, Shared, shared_by_runs};
use crate::pluralize;

/// Runs that ended badly in the same way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RunFault {
    pub end: End,
    /// Whether some of them ended at another limit than that on time.
    #[serde(default)]
    pub at_any_limit: bool,
    /// How many.
    pub count: usize,
    /// Other runs.
    pub others: usize,
    /// The kind of case in which all of them are.
    pub shared: Option<Shared>,
}

pub(crate) fn run_faults(cases: &[Evidence]) -> Vec<RunFault> {
    let cases = || cases.iter().filter(|case| case.is_case && case.says_something());
    if cases().all(|case| case.end == End::Normal) {
        return Vec::new();
    }
    let facts: Vec<_> = cases().map(|case| (case.end, Features::of(&case.assignment))).collect();
    let of = |is_of: &dyn Fn(End) -> bool| -> Vec<Features> {
        let chosen = facts.iter().filter(|(end, _)| is_of(*end));
        chosen.map(|(_, facts)| *facts).collect()
    };
    let is_any = |end| facts.iter().any(|it| it.0 == end);
    // What never ends meets one limit or another.
    let at_any_limit = is_any(End::Stopped) && is_any(End::OverLimit);
    let ends = [End::Crashed, End::Stopped, End::OverLimit].into_iter();
    let ends = ends.filter(|&end| !(at_any_limit && end == End::OverLimit));
    let faults = ends.map(|end| {
        let at_any_limit = at_any_limit && end == End::Stopped;
        let is_such = |it| it == end || at_any_limit && it == End::OverLimit;
        let (some, others) = (of(&is_such), of(&|it| it == End::Normal));
        RunFault {
            end,
            at_any_limit,
            count: some.len(),
            others: others.len(),
            shared: shared_by_runs(&some, &others),
        }
    });
    faults.filter(|fault| fault.count > 0).collect()
}

pub(crate) fn words(fault: &RunFault) -> String {
    // After some time-outs, the other cases of a task are not run.
    let (what, run) = match fault.end {
        End::Stopped if fault.at_any_limit => ("timed out or passed a limit", " that were run"),
        End::Stopped => ("timed out", " that were run"),
        End::OverLimit => ("passed a limit (on memory or output, for instance)", ""),
        End::Normal | End::Crashed => ("crashed", ""),
    };
    let cases = pluralize(fault.count, "case");
    match &fault.shared {
        Some(shared) if shared.of_kind == fault.count => format!(
            "Your program {what} in {cases}: in all{run} where {}, and in none of the {} others.",
            shared.words(),
            fault.others
        ),
        Some(shared) => format!(
            "Your program {what} in {cases}: in {} of the {} where {}, and in no other.",
            fault.count,
            shared.of_kind,
            shared.words()
        ),
        None if fault.others == 0 && fault.count > 1 => {
            format!("Your program {what} in all {cases}{run}.")
        }
        None if fault.others == 0 => format!("Your program {what}."),
        None => {
            let all = fault.count + fault.others;
            format!("Your program {what} in {} of {all} cases.", fault.count)
        }
    }
}

/// The fault's key, if its cases are all of a kind: one case, or some of a kind, may be so by chance.
pub(crate) fn key(fault: &RunFault) -> Option<String> {
    let what = match fault.end {
        End::Stopped => "endless",
        End::OverLimit => "over-limit",
        End::Normal | End::Crashed => "crash",
    };
    let is_all = |it: &&Shared| it.of_kind == fault.count && fault.count > 1;
    let shared = fault.shared.as_ref().filter(is_all)?;
    Some(format!("{what}-{}", shared.key()))
}
