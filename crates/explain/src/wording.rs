//! An explanation in words: for the student, and with the evidence for it.
//!
//! No sentence names a byte of an expected file, so all may be shown for hidden cases.

use super::diagnosis::{Diagnosis, Kind, is_silent};
use super::evidence::{End, Evidence};
use super::facts::{Facts, shared};
use super::first_difference::FirstDifference;
use super::mistakes::{Switch, Switches};
use super::parts::{Part, PartTruth};
use super::reach::Reach;
use super::run_fault;
use super::trials::{Hypothesis, Judged};
use crate::counted::counted;

/// Other programs that a hint tells of.
const MOST_OTHERS: usize = 2;

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
            let cases = counted(*cases, "case");
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
    lines.extend(diagnosis.run_faults.iter().map(run_fault::words));
    if kind == Kind::Described {
        lines.extend(described(diagnosis, known, wrong));
    }
    if diagnosis.silent > 0 {
        lines.push(format!(
            "An output is missing in {}, though the program ended by itself.",
            counted(diagnosis.silent, "case")
        ));
    }
    lines
}

fn named(diagnosis: &Diagnosis<'_>, known: usize, wrong: usize) -> Vec<String> {
    let switches = diagnosis.found.exact.first().copied().unwrap_or_default();
    if switches.is_empty() {
        let apart = match known > wrong {
            true => others_are_right(known - wrong),
            false => "Apart from that, everything is right.".to_owned(),
        };
        return vec![apart];
    }
    let on_top = match diagnosis.faults.is_empty() {
        true => "",
        false => ", apart from the form",
    };
    let (what, mut lines) = match diagnosis.found.exact.len() {
        1 => (with_these(switches), in_words(switches)),
        _ => (
            "Each of these programs".to_owned(),
            one_of(&diagnosis.found.exact),
        ),
    };
    lines.push(format!(
        "{what} writes exactly the same in all {known} cases, {wrong} of them wrong{on_top}."
    ));
    lines
}

/// A sentence on the cases that nothing is said about.
#[must_use]
pub fn others_are_right(count: usize) -> String {
    match count {
        1 => "The other case is right.".to_owned(),
        count => format!("The other {count} cases are right."),
    }
}

fn with_these(switches: Switches) -> String {
    let what = match switches.len() {
        1 => "this mistake",
        _ => "these mistakes",
    };
    format!("A program with {what}")
}

/// Programs that the cases do not tell apart.
fn one_of(programs: &[Switches]) -> Vec<String> {
    let said = "It is one of these; the cases cannot tell which:".to_owned();
    let each = programs.iter().flat_map(|&switches| {
        let name = format!("- {}:", keys(switches));
        let words = in_words(switches).into_iter();
        std::iter::once(name).chain(words.map(|line| format!("  {line}")))
    });
    std::iter::once(said).chain(each).collect()
}

/// Other programs that write the same, for a hint.
fn or_as_well(diagnosis: &Diagnosis<'_>) -> Option<String> {
    let others = diagnosis.found.exact.iter().skip(1).take(MOST_OTHERS);
    let others: Vec<_> = others.map(|&it| keys(it)).collect();
    (!others.is_empty()).then(|| format!("Or, as well: {}.", others.join("; or ")))
}

fn partly(diagnosis: &Diagnosis<'_>, known: usize) -> Vec<String> {
    let (Some(switches), Some(exception)) = (hint(diagnosis), &diagnosis.found.exception) else {
        return Vec::new();
    };
    let same = diagnosis.judged.len() - exception.count;
    let there = counted(exception.count, "case");
    let same = format!("A program with that writes exactly the same in {same} of {known} cases");
    let mut lines = in_words(switches);
    lines.push(match &exception.shared {
        Some(shared) => format!(
            "{same}, but not where {}: there, in {there}, something else is wrong too.",
            shared.words(),
        ),
        None => format!("{same}. In {there} something else is wrong too."),
    });
    if exception.shared.is_none() {
        let is_rest = |it: &Switch| !switches.mistakes().any(|told| told == it.mistake);
        let rests = diagnosis.found.exact.iter().take(1 + MOST_OTHERS);
        let rests: Vec<_> = rests
            .map(|it| keys(it.iter().filter(is_rest).collect()))
            .filter(|rest| !rest.is_empty())
            .collect();
        if !rests.is_empty() {
            lines.push(format!(
                "That may be {}; too little is wrong to be sure.",
                rests.join(", or ")
            ));
        }
    }
    lines
}

/// The mistakes that come nearest, if they explain something.
pub(super) fn hint(diagnosis: &Diagnosis<'_>) -> Option<Switches> {
    match (diagnosis.found.exact.first(), &diagnosis.found.exception) {
        (Some(switches), None) => Some(*switches).filter(|it| !it.is_empty()),
        _ => diagnosis.found.nearest.as_ref().map(|it| it.switches),
    }
}

fn described(diagnosis: &Diagnosis<'_>, known: usize, wrong: usize) -> Vec<String> {
    let mut lines = vec![format!(
        "No known mistake explains everything that is wrong in {wrong} of {known} cases."
    )];
    if diagnosis.judged.is_empty() {
        // No output was looked at, so there is nothing to explain.
        lines.clear();
    }
    let of_wrong: Vec<_> = diagnosis
        .judged
        .iter()
        .filter(|it| !it.is_right())
        .collect();
    lines.extend(diagnosis.found.parts.iter().flat_map(of_part));
    if let Some(switches) = hint(diagnosis) {
        lines.push(format!("Perhaps {}:", keys(switches)));
        lines.extend(indented(in_words(switches)));
        let how_far = match (&diagnosis.found.nearest, &diagnosis.found.reach) {
            (Some(nearest), Some(reach)) => how_far(nearest, reach, of_wrong.len()),
            _ => {
                vec!["Such a program writes the same, but too little is wrong to be sure.".into()]
            }
        };
        lines.extend(indented(how_far));
        lines.extend(indented(or_as_well(diagnosis).into_iter().collect()));
    }
    lines.extend(
        diagnosis
            .found
            .first_difference
            .map_or_else(Vec::new, first_difference),
    );
    lines.extend(what_wrong_cases_share(&of_wrong, diagnosis));
    lines
}

/// A program that explains all of a part.
fn of_part(it: &PartTruth) -> Vec<String> {
    let (part, mistakes) = (it.part.words(), keys(it.switches));
    let of = match it.part {
        Part::Logs => counted(it.cases, "log"),
        Part::Task(_) | Part::Player(_) => counted(it.cases, "case"),
    };
    let mut lines = vec![format!("{part} it writes the same as {mistakes}:")];
    lines.extend(indented(in_words(it.switches)));
    lines.extend(indented(vec![format!(
        "{} writes exactly the same in all {of} there, {} of them wrong.",
        with_these(it.switches),
        it.wrong
    )]));
    lines
}

/// How much of what is wrong the nearest program explains, and what it does not.
fn how_far(nearest: &Hypothesis, reach: &Reach, wrong: usize) -> Vec<String> {
    let mut lines = vec![format!(
        "Of {wrong} wrong cases such a program writes {} exactly{}, and in {} it goes on like yours \
         where a right one does not.",
        nearest.whole,
        reach.by_task(),
        nearest.later
    )];
    lines.extend(reach.of_logs());
    lines.extend(reach.left());
    lines
}

fn indented(lines: Vec<String>) -> impl Iterator<Item = String> {
    lines.into_iter().map(|line| format!("  {line}"))
}

/// Where the wrong cases begin to differ.
fn first_difference(it: FirstDifference) -> Vec<String> {
    let FirstDifference {
        count, of, spoiled, ..
    } = it;
    let elsewhere = match spoiled {
        0 => "Something else is wrong further on.".to_owned(),
        _ => format!(
            "But not always: in {} that you have right, a program that always does so is wrong.",
            counted(spoiled, "case")
        ),
    };
    let (entry, said) = (it.mistake.entry(), "the first difference is of this kind");
    vec![
        format!("In {count} of {of} wrong cases {said}: {}", entry.student),
        format!("The rule: {}", entry.rule),
        elsewhere,
    ]
}

fn what_wrong_cases_share(wrong: &[&Judged<'_>], diagnosis: &Diagnosis<'_>) -> Option<String> {
    let facts = |judged: &&Judged<'_>| Facts::of(&judged.case.assignment);
    let right: Vec<_> = diagnosis.judged.iter().filter(|it| it.is_right()).collect();
    let some: Vec<_> = wrong.iter().map(facts).collect();
    let others: Vec<_> = right.iter().map(facts).collect();
    let shared = shared(&some, &others)?;
    let (words, also) = (shared.words(), shared.of_kind - some.len());
    let wrong = match diagnosis.faults.is_empty() {
        true => "In all wrong cases",
        false => "In all cases that are wrong apart from the form",
    };
    Some(match also {
        0 => format!("{wrong}, and in no other one, {words}."),
        _ => format!(
            "{wrong}, and in {also} of {} others, {words}.",
            others.len()
        ),
    })
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
