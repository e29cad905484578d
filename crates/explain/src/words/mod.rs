//! An explanation in words: for the student, and with the evidence for it.
//!
//! No sentence names a byte of an expected file, so all may be shown for hidden cases.

pub(crate) mod case;
mod rows;

use crate::diagnosis::partial::{Part, PartTruth};
use crate::diagnosis::{Kind, run_fault};
use crate::facts::{Facts, Nearest, SharedByWrong, WrongOutput};
use crate::mistakes::{Switch, Switches};
use crate::pluralize::{pluralize, some_of};

/// Other programs that a hint tells of.
const MAX_OTHERS: usize = 2;

/// Cases that are named of those that left nothing to look at.
const MAX_UNSEEN: usize = 5;

/// What is wrong and how sure that is, one sentence or two a line.
pub(crate) fn sentences(facts: &Facts) -> Vec<String> {
    let known = facts.cases;
    let mut lines: Vec<_> = unseen(facts).into_iter().collect();
    lines.extend(facts.faults.iter().map(|(fault, cases)| {
        let cases = pluralize(*cases, "case");
        format!("{}: {} This affects {cases}.", fault.key(), fault.student())
    }));
    let ended_badly = facts.run_faults.iter().map(run_fault::words);
    match facts.kind {
        Kind::NoEvidence => {
            return vec!["There is no output, so nothing can be said.".to_owned()];
        }
        Kind::Right => return vec![all_is_right(facts)],
        Kind::Described if facts.wrong.is_empty() && !facts.unseen.is_empty() => {
            lines.push(others_are_right(known));
            return lines;
        }
        _ if makes_no_mistake(facts) => lines.extend(ended_badly.chain(named(facts))),
        Kind::Described => lines.extend(ended_badly.chain(described(facts))),
        Kind::Partly => lines.extend(partly(facts).into_iter().chain(ended_badly)),
        Kind::Named => lines.extend(named(facts).into_iter().chain(ended_badly)),
    }
    if facts.silent > 0 {
        lines.push(format!(
            "In {} your program finished normally but did not write every output file.",
            pluralize(facts.silent, "case")
        ));
    }
    lines
}

/// Whether all that was written is right, faults of form aside.
fn makes_no_mistake(facts: &Facts) -> bool {
    let is_right = facts.exact.first().is_some_and(|it| it.is_empty());
    is_right && !facts.asked.is_refuted && facts.with_output > 0
}

fn all_is_right(facts: &Facts) -> String {
    let (cases, asked) = (all_are_right(facts.cases), facts.asked);
    let inputs = |count| pluralize(count, "other input");
    match (asked.answers, asked.failed) {
        (0, 0) => format!("{cases}."),
        (0, failed) => format!("{cases}, but your program fails on {}.", inputs(failed)),
        (right, 0) => format!("{cases}, and so are your program's answers to {}.", inputs(right)),
        (right, failed) => format!(
            "{cases}, and so are your program's answers to {}; but it fails on {}.",
            inputs(right),
            pluralize(failed, "other")
        ),
    }
}

/// The cases that left nothing to look at.
fn unseen(facts: &Facts) -> Option<String> {
    let (some, all) = (facts.unseen.len(), facts.cases + facts.unseen.len());
    let names = some_of(&facts.unseen, MAX_UNSEEN);
    let said = format!("In {some} of {all} cases your program wrote no output: {names}.");
    let said = match &facts.shared_by_unseen {
        Some(it) => format!("{said} These are all the cases where {}.", it.words()),
        None => said,
    };
    (some > 0).then_some(said)
}

/// Before what is known only because the program was asked.
fn wrong_elsewhere(known: usize) -> String {
    format!("{}, but your program is wrong on other inputs.", all_are_right(known))
}

fn all_are_right(known: usize) -> String {
    match known {
        1 => "The case is correct".to_owned(),
        _ => format!("All {known} cases are correct"),
    }
}

fn named(facts: &Facts) -> Vec<String> {
    let (known, wrong) = (facts.cases, facts.wrong.len());
    let switches = facts.exact.first().copied().unwrap_or_default();
    if switches.is_empty() {
        let apart = match known > wrong {
            true => others_are_right(known - wrong),
            // A log that ends too early.
            false if !facts.wrong.iter().all(WrongOutput::is_in_form_alone) => {
                "Up to where the output ends, everything else is correct.".to_owned()
            }
            false => "Everything else is correct.".to_owned(),
        };
        return vec![apart];
    }
    let on_top = if facts.faults.is_empty() { "" } else { ", apart from the formatting" };
    let (what, mut lines) = match facts.exact.len() {
        1 => (with_these(switches), in_words(switches)),
        _ => ("Each of these".to_owned(), one_of(&facts.exact)),
    };
    if wrong == 0 {
        lines.insert(0, wrong_elsewhere(known));
    }
    let all = match facts.ended == known {
        true if known == 1 => String::new(),
        true if wrong == 0 => format!(" in all {known} cases"),
        true => format!(" in all {known} cases ({wrong} of them wrong)"),
        false => format!(
            " in all {} cases that yours completes ({wrong} of {known} are wrong)",
            facts.ended
        ),
    };
    let same = match facts.silent {
        0 => "exactly the same output as yours",
        _ => "exactly the same in every file that yours wrote,",
    };
    lines.push(format!("{what} writes {same}{all}{on_top}."));
    lines.push(how_sure(facts));
    lines
}

/// Whether the program itself was asked.
fn how_sure(facts: &Facts) -> String {
    match (facts.asked.confirmed, facts.asked.answers) {
        (0, 0) if facts.cases == 1 => {
            "One case alone cannot rule out other mistakes: run `mancala explain` on more cases."
                .to_owned()
        }
        (0, 0) => "This fits the outputs; the program itself was not run.".to_owned(),
        (0, answers) => format!(
            "This fits the outputs and {} of your program.",
            pluralize(answers, "more answer")
        ),
        (fresh, _) => format!(
            "Your program was run on {} that tell such a program from others, and wrote exactly what \
             such a program writes.",
            pluralize(fresh, "new input")
        ),
    }
}

/// A sentence on the cases that nothing is said about.
fn others_are_right(count: usize) -> String {
    match count {
        1 => "The other case is correct.".to_owned(),
        count => format!("The other {count} cases are correct."),
    }
}

fn with_these(switches: Switches) -> String {
    let what = if switches.len() == 1 { "this mistake" } else { "these mistakes" };
    format!("A program with {what}")
}

/// Programs that the cases do not tell apart.
fn one_of(programs: &[Switches]) -> Vec<String> {
    let said = "Your program makes one of these mistakes; the cases cannot tell which:".to_owned();
    let each = programs.iter().flat_map(|&switches| {
        let name = format!("- {}:", keys(switches));
        let words = in_words(switches).into_iter();
        std::iter::once(name).chain(words.map(|line| format!("  {line}")))
    });
    std::iter::once(said).chain(each).collect()
}

/// Other programs that write the same, for a hint.
fn or_as_well(facts: &Facts) -> Option<String> {
    let others = facts.exact.iter().skip(1).take(MAX_OTHERS);
    let others: Vec<_> = others.map(|&it| keys(it)).collect();
    (!others.is_empty())
        .then(|| format!("The same output would also result from: {}.", others.join("; or ")))
}

fn partly(facts: &Facts) -> Vec<String> {
    let known = facts.cases;
    let (Some(switches), Some(exception)) = (hint(facts), &facts.exception) else {
        return Vec::new();
    };
    let same = facts.with_output - exception.count;
    let there = pluralize(exception.count, "case");
    let same = format!(
        "{} writes exactly the same output as yours in {same} of {known} cases",
        with_these(switches)
    );
    let mut lines = in_words(switches);
    lines.push(match &exception.shared {
        Some(shared) => format!(
            "{same}, but not where {}: there, in {there}, something else is also wrong.",
            shared.words(),
        ),
        None => format!("{same}. In {there} something else is also wrong."),
    });
    lines.push(how_sure(facts));
    if exception.shared.is_none() {
        let is_rest = |it: &Switch| !switches.mistakes().any(|told| told == it.mistake);
        let rests = facts.exact.iter().take(1 + MAX_OTHERS);
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
pub(crate) fn hint(facts: &Facts) -> Option<Switches> {
    match (facts.exact.first(), &facts.exception) {
        (Some(switches), None) => Some(*switches).filter(|it| !it.is_empty()),
        _ => facts.nearest.as_ref().map(|it| it.switches),
    }
}

fn described(facts: &Facts) -> Vec<String> {
    let (known, wrong) = (facts.cases, facts.wrong.len());
    let mut lines = Vec::new();
    // Without an output that was looked at there is nothing to explain.
    if facts.with_output > 0 {
        let in_form = facts.wrong.iter().filter(|it| it.is_in_form_alone()).count();
        let are = if wrong == 1 { "is" } else { "are" };
        let only = match in_form {
            0 => String::new(),
            _ => format!(", {in_form} of them only in the formatting"),
        };
        let all = match (in_form, wrong - in_form) {
            (0, 1) => "it".to_owned(),
            (0, _) => "all of them".to_owned(),
            (_, 1) => "the other one".to_owned(),
            (_, others) => format!("the other {others}"),
        };
        let is_explained = !facts.exact.is_empty() && !facts.asked.is_refuted;
        let what = match is_explained {
            true => "it is not sure which known mistakes explain",
            false => "no combination of known mistakes explains",
        };
        lines.push(match wrong {
            0 => format!("{} And {what} that.", wrong_elsewhere(known)),
            _ => format!("{wrong} of {known} cases {are} wrong{only}, and {what} {all}."),
        });
    }
    lines.extend(wrong_states(facts));
    lines.extend(facts.parts.iter().flat_map(of_part));
    // A guess is worth nothing where the program itself was asked.
    if let Some(switches) = hint(facts).filter(|_| facts.asked.answers == 0) {
        lines.push(format!("Perhaps {}:", keys(switches)));
        // What was said of a part is not said again.
        let is_told = |it: &Switch| {
            facts.parts.iter().any(|part| part.switches.iter().any(|told| told == *it))
        };
        lines.extend(indented(in_words(switches.iter().filter(|it| !is_told(it)).collect())));
        let is_exact = facts.exact.first() == Some(&switches);
        let how_far = match facts.nearest.as_ref().filter(|_| !is_exact) {
            Some(nearest) => how_far(nearest, facts.not_right),
            None => {
                "Such a program writes the same, but too little is wrong to be sure.".to_owned()
            }
        };
        lines.extend(indented(vec![how_far]));
        lines.extend(indented(or_as_well(facts).into_iter().collect()));
    }
    lines.extend(facts.first_rows.iter().map(rows::first_rows));
    lines.extend(facts.own_rows.iter().map(rows::own_rows));
    lines.extend(facts.shared.as_ref().map(|it| shared_by_wrong(it, facts)));
    lines
}

/// What most of the wrong states are.
fn wrong_states(facts: &Facts) -> Vec<String> {
    let states: Vec<_> = facts.wrong.iter().filter_map(|it| it.state.as_ref()).collect();
    let is_state_alone = |it: &WrongOutput| {
        it.state.is_some() && it.log.is_none() && it.missing.is_empty() && it.faults.is_empty()
    };
    let mut lines = Vec::new();
    let is_log_right = facts.first_rows.is_empty() && facts.own_rows.is_empty();
    if !states.is_empty() && is_log_right && facts.wrong.iter().all(is_state_alone) {
        lines.push("Only next_state.txt is wrong; every log is correct.".to_owned());
    }
    let count = |kind| states.iter().filter(|it| case::kind_of_state(it) == kind).count();
    let kinds = states.iter().map(|it| case::kind_of_state(it));
    let most = kinds.max_by_key(|&kind| count(kind)).map(|kind| (kind, count(kind)));
    lines.extend(most.filter(|&(_, count)| count > 1 && 2 * count >= states.len()).map(
        |(kind, count)| {
            let of = states.len();
            format!("In {count} of {of} cases with a wrong next_state.txt, it is {kind}.")
        },
    ));
    lines
}

/// A program that explains all of a part, or most of it.
fn of_part(it: &PartTruth) -> Vec<String> {
    let (part, mistakes, wrong) = (it.part.words(), keys(it.switches), it.wrong);
    let of = match it.part {
        Part::Logs => pluralize(it.cases, "log"),
        _ => pluralize(it.cases, "case"),
    };
    let inputs = pluralize(it.answers + it.other_answers, "other input");
    let and_for = match (it.answers, it.other_answers) {
        (0, 0) => String::new(),
        (_, 0) => format!(" and for {inputs}"),
        (same, _) => format!(" and for {same} of {inputs}"),
    };
    let how_far = match it.missed {
        0 if wrong == 0 => format!("in all {of}"),
        0 => format!("in all {of} ({wrong} of them wrong)"),
        missed => {
            let (same, right) = (it.cases - missed, wrong - missed);
            format!("in {same} of {of} ({right} of the {wrong} wrong ones)")
        }
    };
    let is_all = it.missed + it.other_answers == 0;
    let and = if is_all { "" } else { "; something else is wrong too" };
    let mut lines = vec![format!(
        "{part}, your program writes what a program with {mistakes} writes, {how_far}{and_for}{and}:"
    )];
    lines.extend(indented(in_words(it.switches)));
    lines
}

fn how_far(nearest: &Nearest, wrong: usize) -> String {
    format!(
        "Of {wrong} wrong cases, such a program writes {} exactly; in {} it agrees with yours further \
         than a correct program does.",
        nearest.whole, nearest.later
    )
}

fn indented(lines: Vec<String>) -> impl Iterator<Item = String> {
    lines.into_iter().map(|line| format!("  {line}"))
}

fn shared_by_wrong(it: &SharedByWrong, facts: &Facts) -> String {
    let is_elsewhere = facts.wrong.is_empty();
    let wrong = match (facts.faults.is_empty(), it.shared.of_kind - it.also) {
        (_, 1) if is_elsewhere => "In the wrong answer",
        _ if is_elsewhere => "In all wrong answers",
        // Whatever a run that ended badly has left may be right.
        (_, 1) if !facts.run_faults.is_empty() => "In the case with a wrong output",
        _ if !facts.run_faults.is_empty() => "In all cases with a wrong output",
        (true, 1) => "In the wrong case",
        (true, _) => "In all wrong cases",
        (false, 1) => "In the case that is wrong apart from the formatting",
        (false, _) => "In all cases that are wrong apart from the formatting",
    };
    let (other, words) = (if is_elsewhere { "answer" } else { "case" }, it.shared.words());
    match it.also {
        0 => format!("{wrong}, and in no other {other}, {words}."),
        also => format!("{wrong}, and in {also} of {} others, {words}.", it.others),
    }
}

/// The keys, joined by a plus.
fn keys(switches: Switches) -> String {
    let keys: Vec<_> = switches.iter().map(|it| it.to_string()).collect();
    keys.join(" + ")
}

fn in_words(switches: Switches) -> Vec<String> {
    let words = |Switch { mistake, scope }: Switch| {
        let (entry, scope) = (mistake.entry(), scope.text(mistake));
        let only = if scope.is_empty() { String::new() } else { format!(" ({scope})") };
        [
            format!("{}{only}: {}", entry.key, entry.student()),
            format!("The rule: {}", entry.rule.sentence()),
        ]
    };
    switches.iter().flat_map(words).collect()
}
