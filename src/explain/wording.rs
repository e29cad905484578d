//! An explanation in words: for the student, and with the evidence for it.
//!
//! No sentence names a byte of an expected file, so all may be shown for hidden cases.

use super::diagnosis::{Diagnosis, Kind, RunFault, is_silent};
use super::evidence::{End, Evidence};
use super::facts::{Facts, shared};
use super::mistakes::{Switch, Switches};
use super::trials::Judged;

/// What is wrong and how sure that is, one sentence or two a line.
pub(super) fn sentences(
    diagnosis: &Diagnosis<'_>,
    kind: Kind,
    known: usize,
    wrong: usize,
) -> Vec<String> {
    let mut lines: Vec<_> = diagnosis
        .faults
        .iter()
        .map(|(fault, cases)| {
            let cases = in_cases(*cases);
            format!(
                "{}: {} That is so in {cases}.",
                fault.key(),
                fault.student()
            )
        })
        .collect();
    match kind {
        Kind::NoEvidence => {
            return vec!["There is no output to look at, so nothing can be said.".to_owned()];
        }
        Kind::Right => return vec![format!("All {known} cases are right.")],
        Kind::Named => lines.extend(named(diagnosis, known, wrong)),
        Kind::Partly => lines.extend(partly(diagnosis, known)),
        Kind::Described => {}
    }
    lines.extend(diagnosis.run_faults.iter().map(run_fault));
    if kind == Kind::Described {
        lines.extend(described(diagnosis, known, wrong));
    }
    if diagnosis.silent > 0 {
        lines.push(format!(
            "An output is missing in {}, though the program ended by itself.",
            in_cases(diagnosis.silent)
        ));
    }
    lines
}

fn named(diagnosis: &Diagnosis<'_>, known: usize, wrong: usize) -> Vec<String> {
    let switches = diagnosis.exact.first().copied().unwrap_or_default();
    if switches.is_empty() {
        let apart = match known > wrong {
            true => format!("The other {} cases are right.", known - wrong),
            false => "Apart from that, everything is right.".to_owned(),
        };
        return vec![apart];
    }
    let mut lines = in_words(switches);
    let what = match switches.len() {
        1 => "this mistake",
        _ => "these mistakes",
    };
    let on_top = match diagnosis.faults.is_empty() {
        true => "",
        false => ", apart from the form",
    };
    lines.push(format!(
        "A program with {what} writes exactly the same in all {known} cases, {wrong} of them \
         wrong{on_top}."
    ));
    lines.extend(or_as_well(diagnosis));
    lines
}

/// Other programs that write the same.
fn or_as_well(diagnosis: &Diagnosis<'_>) -> Option<String> {
    let others = diagnosis.exact.get(1..).unwrap_or_default();
    let others: Vec<_> = others.iter().map(|&it| keys(it)).collect();
    (!others.is_empty()).then(|| format!("Or, as well: {}.", others.join("; or ")))
}

fn partly(diagnosis: &Diagnosis<'_>, known: usize) -> Vec<String> {
    let (Some(switches), Some(exception)) = (hint(diagnosis), &diagnosis.exception) else {
        return Vec::new();
    };
    let mut lines = in_words(switches);
    lines.push(format!(
        "A program with that writes exactly the same in {} of {known} cases, but not where {}: \
         there, in {}, something else is wrong too.",
        diagnosis.judged.len() - exception.count,
        exception.shared.words(),
        in_cases(exception.count)
    ));
    lines
}

/// The mistakes that come nearest, if they explain something.
pub(super) fn hint(diagnosis: &Diagnosis<'_>) -> Option<Switches> {
    match diagnosis.exact.first() {
        Some(switches) => Some(*switches).filter(|it| !it.is_empty()),
        None => diagnosis.nearest.as_ref().map(|it| it.switches),
    }
}

fn described(diagnosis: &Diagnosis<'_>, known: usize, wrong: usize) -> Vec<String> {
    let mut lines = vec![format!(
        "No known mistake explains everything that is wrong in {wrong} of {known} cases."
    )];
    let of_wrong: Vec<_> = diagnosis
        .judged
        .iter()
        .filter(|it| !it.is_right())
        .collect();
    if let Some(switches) = hint(diagnosis) {
        lines.push(format!("Perhaps {}:", keys(switches)));
        lines.extend(
            in_words(switches)
                .into_iter()
                .map(|line| format!("  {line}")),
        );
        lines.push(match (&diagnosis.nearest, diagnosis.exact.is_empty()) {
            (Some(nearest), true) => format!(
                "  Of {} wrong cases such a program writes {} exactly, and in {} it goes on like \
                 yours where a right one does not.",
                of_wrong.len(),
                nearest.whole,
                nearest.later
            ),
            _ => "  Such a program writes the same, but too little is wrong to be sure.".to_owned(),
        });
        lines.extend(or_as_well(diagnosis).map(|line| format!("  {line}")));
    }
    lines.extend(what_wrong_cases_share(&of_wrong, diagnosis));
    lines
}

fn what_wrong_cases_share(wrong: &[&Judged<'_>], diagnosis: &Diagnosis<'_>) -> Option<String> {
    let facts = |judged: &&Judged<'_>| Facts::of(&judged.case.assignment);
    let right: Vec<_> = diagnosis.judged.iter().filter(|it| it.is_right()).collect();
    let some: Vec<_> = wrong.iter().map(facts).collect();
    let others: Vec<_> = right.iter().map(facts).collect();
    let shared = shared(&some, &others)?;
    let (words, also) = (shared.words(), shared.of_kind - some.len());
    Some(match also {
        0 => format!("In all wrong cases, and in no right one, {words}."),
        _ => format!(
            "In all wrong cases, and in {also} of {} right ones, {words}.",
            others.len()
        ),
    })
}

fn run_fault(fault: &RunFault) -> String {
    let what = match fault.end {
        End::Stopped => "does not end in time",
        End::Normal | End::Crashed => "crashes",
    };
    let cases = in_cases(fault.count);
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
pub(super) fn run_fault_key(fault: &RunFault) -> Option<String> {
    let what = match fault.end {
        End::Stopped => "endless",
        End::Normal | End::Crashed => "crash",
    };
    let shared = fault.shared.as_ref()?;
    Some(format!("{what}-{}", shared.key()))
}

/// A run that left nothing to compare.
pub(super) fn failed(case: &Evidence) -> String {
    let what = match case.end {
        End::Stopped => "did not end in time",
        End::Normal | End::Crashed => "crashed",
    };
    format!(
        "{}: the program {what} and left nothing to compare.",
        case.name
    )
}

/// Whether anything is wrong with a case that has an output.
pub(super) fn is_wrong(judged: &Judged<'_>) -> bool {
    let case = judged.case;
    !judged.is_right() || !case.faults.is_empty() || case.end != End::Normal || is_silent(case)
}

fn in_cases(count: usize) -> String {
    match count {
        1 => "1 case".to_owned(),
        _ => format!("{count} cases"),
    }
}

/// The keys, joined by a plus.
fn keys(switches: Switches) -> String {
    let keys: Vec<_> = switches.iter().map(|it| it.to_string()).collect();
    keys.join(" + ")
}

fn in_words(switches: Switches) -> Vec<String> {
    let words = |Switch { mistake, scope }: Switch| {
        let (entry, scope) = (mistake.entry(), scope.to_string());
        let only = match scope.is_empty() {
            true => String::new(),
            false => format!(" ({scope})"),
        };
        [
            format!("{}{only}: {}", entry.key, entry.student),
            format!("The rule: {}", entry.rule),
        ]
    };
    switches.iter().flat_map(words).collect()
}
