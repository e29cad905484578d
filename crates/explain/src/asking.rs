//! The program itself is asked whether an explanation is true: it is put to inputs on which the programs
//! that are explained alike write different things.

use crate::assignment::Task;
use crate::diagnosis::partial::PartTruth;
use crate::diagnosis::{Diagnosis, diagnose, is_explained_soon};
use crate::evidence::{End, Evidence, without_chance};
use crate::facts::{Asked, Facts, facts};
use crate::hypothesis::{Fit, hold, read_to_end, refuting, writes};
use crate::interview::Interview;
use crate::mistakes::{Switch, Switches};
use crate::profile::suspicion::Suspicion;
use crate::questions::{FRESH, difference, instead, questions, rivals};
use crate::revealing::{self, in_turns};

/// Those of them on which most mistakes show.
const REVEALING: usize = 8;
/// Inputs more that are asked for each mistake after the first, and for each condition of one.
const FOR_A_PART: usize = 2;
/// The most explanations that are asked about one after the other.
const ROUNDS: usize = 6;
/// Answers that speak against an explanation and are added to what has to be explained, at once.
const ADDED: usize = 3;

/// The time in which a program is to write what another one wrote, besides twice the time that it takes to read that, in
/// seeds dropped.
const SOON: u64 = 200_000;

/// Explains what a program wrote for `cases`, and asks it whether that is so.
///
/// A program is named only if it writes all that the program has written, and what it goes on to write for
/// fresh inputs; any other is asked about the rules.
pub fn find_out_asking(cases: Vec<Evidence>, program: &mut Interview<'_>) -> Facts {
    // A program is asked only for what it has written something for.
    let (mut cases, unseen): (Vec<_>, Vec<_>) =
        without_chance(cases.into()).into_owned().into_iter().partition(Evidence::says_something);
    let all = |cases: &[Evidence]| [cases, &unseen].concat();
    let (mut has_looked_twice, mut is_allowed_more, mut allowed) = (false, false, 0);
    let mut of_most = None;
    for round in 1.. {
        let mut diagnosis = diagnose(&cases);
        let Some(named) = candidate(&diagnosis, &program.evidence) else {
            if !has_looked_twice {
                has_looked_twice = true;
                if diagnosis.is_right_but_for_form() {
                    ask_revealing(program, &cases, Switches::NONE, usize::MAX);
                }
                ask_on_rules(program, &mut diagnosis);
                // On small boards the first wrong row comes early, and all mistakes can be tried there.
                let wrong = smallest(refuting(&program.evidence, Switches::NONE));
                let with_wrong = [&cases[..], &wrong].concat();
                if !wrong.is_empty() && round < ROUNDS && is_explained_soon(&with_wrong) {
                    cases = with_wrong;
                    continue;
                }
            }
            if diagnosis.found.parts.is_empty() {
                diagnosis.found.parts.extend(of_most.clone());
            }
            ask_of_parts(program, &cases, &mut diagnosis);
            let is_refuted = !diagnosis.found.holds_in_part(&program.evidence)
                || diagnosis.is_right()
                    && refuting(&program.evidence, Switches::NONE).next().is_some();
            let asked = Asked { is_refuted, ..program.asked() };
            return facts(diagnosis, &all(&cases), &program.evidence, asked);
        };
        if round == 1 {
            of_most = Some(PartTruth::of_most(&cases, named));
        }
        // What was refuted has taken questions.
        if round > 1 && !is_allowed_more {
            is_allowed_more = true;
            program.allow(FRESH);
        }
        // What has many parts can be made to fit, so each of them has to be shown.
        let wanted = FOR_A_PART * (named.len() + named.conditions()).saturating_sub(1);
        program.allow(wanted.saturating_sub(allowed));
        allowed = allowed.max(wanted);
        let rivals = rivals(named, &diagnosis.found.exact);
        let is_refuted =
            |program: &Interview<'_>| refuting(&program.evidence, named).next().is_some();
        if !is_refuted(program) {
            confirm(program, &cases, named, &rivals);
        }
        if !is_refuted(program) {
            program.ask_to_show(&Suspicion::of(named.mistakes()));
            ask_to_show_each(program, &cases, named);
        }
        let refuting = smallest(refuting(&program.evidence, named));
        if refuting.is_empty() {
            let held_out = || held_out(&program.evidence, &cases);
            let confirmed = held_out().filter(|it| tells(it, &rivals)).count();
            let is_shown = named.iter().all(|it| lacks(program, &cases, named, it) == 0);
            // What was confirmed need not be what was found first.
            let holds = |it: &Switches| self::refuting(&program.evidence, *it).next().is_none();
            diagnosis.found.exact.retain(holds);
            diagnosis.found.is_enough &= is_shown || held_out().next().is_none();
            let is_only = diagnosis.found.exact == [named] && held_out().next().is_some();
            if is_shown && (is_only || confirmed >= FRESH) {
                diagnosis.found.is_enough = true;
                diagnosis.found.exact = vec![named];
            }
            let asked = Asked { confirmed, ..program.asked() };
            return facts(diagnosis, &all(&cases), &program.evidence, asked);
        }
        if round == ROUNDS {
            ask_on_rules(program, &mut diagnosis);
            diagnosis.found.parts.extend(of_most);
            diagnosis.found.keep_parts(&program.evidence);
            let asked = Asked { is_refuted: true, ..program.asked() };
            return facts(diagnosis, &all(&cases), &program.evidence, asked);
        }
        cases.extend(refuting);
    }
    unreachable!("the last round returns")
}

/// Asks fresh inputs until one speaks against a program: first those on which most mistakes show, then those that tell it
/// from the rivals that would have written the same so far, and at last from all of them.
fn confirm(program: &mut Interview<'_>, cases: &[Evidence], named: Switches, rivals: &[Switches]) {
    if program.questions.most == 0 {
        return;
    }
    if !ask_revealing(program, cases, named, REVEALING) {
        return;
    }
    let mut seen: Vec<_> = cases.iter().chain(&program.evidence).collect();
    seen.sort_by_key(|it| it.rows());
    let fits = |rival: &Switches| seen.iter().all(|it| writes_soon(it, *rival));
    let others: Vec<_> = instead(named).filter(fits).collect();
    let alike = rivals.iter().copied().filter(fits).chain(others.iter().copied());
    let known = program.known(cases);
    let all = alike.chain(rivals.iter().copied()).collect();
    for problem in questions(cases, &known, named, all, None) {
        match program.confirms(&problem) {
            Some(it) if writes(it, named) => {}
            Some(_) => return,
            // No more is to be asked.
            None => break,
        }
    }
    // Another mistake may differ from this one only where few inputs tell.
    let fits = |rival: &Switches| refuting(&program.evidence, *rival).next().is_none();
    let others: Vec<_> = others.into_iter().filter(fits).collect();
    for rival in others {
        let Some(problem) = difference(cases, &program.known(cases), named, rival) else {
            continue;
        };
        program.allow(1);
        if !program.put(&problem).is_some_and(|it| writes(it, named)) {
            return;
        }
    }
}

/// Asks so many of the inputs on which most mistakes show, while the answers are this program's; whether all were.
fn ask_revealing(
    program: &mut Interview<'_>,
    cases: &[Evidence],
    named: Switches,
    most: usize,
) -> bool {
    let mut revealing = revealing::unknown(cases, &program.known(cases)).take(most);
    revealing.all(|problem| program.confirms(&problem).is_some_and(|it| writes(it, named)))
}

/// The whole answers to what is no case.
fn held_out<'e>(answers: &'e [Evidence], cases: &[Evidence]) -> impl Iterator<Item = &'e Evidence> {
    let is_case = |it: &Evidence| cases.iter().any(|case| case.problem == it.problem);
    answers.iter().filter(move |it| is_whole(it) && !is_case(it))
}

/// Answers that are still needed to show a mistake of a program: one that is not so without it, and three more for each
/// condition, since a mistake with conditions can be made to fit.
fn lacks(program: &Interview<'_>, cases: &[Evidence], named: Switches, switch: Switch) -> usize {
    let shown = held_out(&program.evidence, cases).filter(|it| !writes(it, named.without(switch)));
    (1 + 3 * switch.scope.conditions()).saturating_sub(shown.count())
}

/// Asks inputs on which each of the mistakes shows.
fn ask_to_show_each(program: &mut Interview<'_>, cases: &[Evidence], named: Switches) {
    for switch in named.iter() {
        let lacking = lacks(program, cases, named, switch);
        if lacking == 0 {
            continue;
        }
        program.allow(lacking);
        let known = program.known(cases);
        let without = vec![named.without(switch)];
        let mut telling = questions(cases, &known, named, without, None).take(lacking);
        if !telling.all(|problem| program.put(&problem).is_some_and(|it| writes(it, named))) {
            return;
        }
    }
}

/// The smallest of some answers.
fn smallest<'e>(answers: impl Iterator<Item = &'e Evidence>) -> Vec<Evidence> {
    let mut smallest: Vec<_> = answers.cloned().collect();
    smallest.sort_by_key(Evidence::rows);
    smallest.truncate(ADDED);
    smallest
}

/// Asks a program that nothing explains about the rules that mistakes break which change what is first wrong.
fn ask_on_rules(program: &mut Interview<'_>, diagnosis: &mut Diagnosis<'_>) {
    diagnosis.found.keep_parts(&program.evidence);
    let has_parts = diagnosis.found.of_parts().next().is_some();
    let suspicion = Suspicion::of_unknown(&diagnosis.found.suspects, &diagnosis.judged);
    program.ask_on_rules(&suspicion, has_parts);
    if !diagnosis.is_right_but_for_form() {
        program.ask_on_rules_until_sure();
    }
}

/// Asks whether what explains a part does so for fresh inputs of it.
fn ask_of_parts(program: &mut Interview<'_>, cases: &[Evidence], diagnosis: &mut Diagnosis<'_>) {
    diagnosis.found.keep_parts(&program.evidence);
    let known = program.known(cases);
    let of_parts = diagnosis.found.of_parts();
    let fresh: Vec<_> = of_parts
        .map(|(part, named)| questions(cases, &known, named, rivals(named, &[]), part))
        .collect();
    program.allow(FRESH * fresh.len());
    in_turns(fresh).find(|problem| program.put(problem).is_none());
    diagnosis.found.keep_parts(&program.evidence);
}

/// Whether an answer of a program tells it from any rival.
fn tells(answer: &Evidence, rivals: &[Switches]) -> bool {
    rivals.iter().any(|rival| !writes(answer, *rival))
}

/// The program by which everything is explained, if it makes a mistake at all.
fn candidate(diagnosis: &Diagnosis<'_>, answers: &[Evidence]) -> Option<Switches> {
    let mut exact = diagnosis.found.exact.iter().copied().filter(|it| !it.is_empty());
    let first = exact.next()?;
    // Of several one that the answers do not refute.
    let fits = |it: &Switches| refuting(answers, *it).next().is_none();
    Some(std::iter::once(first).chain(exact).find(fits).unwrap_or(first))
}

/// The same, but for what takes much longer than it took to write this.
fn writes_soon(evidence: &Evidence, program: Switches) -> bool {
    let mut budget = SOON + 2 * read_to_end(evidence);
    hold(evidence, program, &mut budget).fit == Fit::Reproduced
}

fn is_whole(evidence: &Evidence) -> bool {
    let is_logged = evidence.assignment.task != Task::Greedy;
    let has_log = evidence.traverse_log.is_some() || !is_logged;
    evidence.end == End::Normal && evidence.next_state.is_some() && has_log
}
