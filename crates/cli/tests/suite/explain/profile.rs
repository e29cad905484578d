//! The battery of probes: each tells about its rule and no other; and the profile that is made of it.

use std::collections::BTreeSet;

use explain::evidence::End;
use explain::mistakes::{Mistake, Switch, Switches};
use explain::profile::battery::{Answer, Outcome, Probe, battery, read};
use explain::profile::look::Written;
use explain::profile::suspicion::{Suspicion, next};
use explain::profile::{Profile, Standing, words};
use explain::reference::{self, Settings, Side};
use explain::rule::{Rule, RuleEntry};
use mancala::homework::{OptionalRows, Task, answer_with_log};

/// What a program with these mistakes writes for a probe; nothing if it takes too long.
fn mistaken(probe: &Probe, switches: impl Into<Switches>) -> Written {
    let settings = Settings { switches: switches.into(), steps: 200_000, ..Settings::default() };
    let answer = reference::answer(&probe.assignment, settings);
    answer.map_or_else(
        |_| Written::default(),
        |it| Written { next_state: Some(it.next_state), traverse_log: it.traverse_log },
    )
}

fn profile(switches: impl Into<Switches>) -> Profile {
    let switches = switches.into();
    of(battery().iter().map(|it| it.answer(End::Normal, mistaken(it, switches))))
}

fn of(answers: impl Iterator<Item = Answer>) -> Profile {
    let answers: Vec<_> = answers.collect();
    Profile::of(battery().iter().zip(&answers))
}

fn text(profile: &Profile) -> String {
    words::text(&words::table(profile))
}

fn failing(profile: &Profile) -> BTreeSet<Rule> {
    let fails = profile.lines.iter().filter(|line| line.outcomes.contains(&Outcome::Failed));
    fails.map(|line| line.rule).collect()
}

/// Whether every probe that was asked is passed.
fn is_right(profile: &Profile) -> bool {
    let mut outcomes = profile.lines.iter().flat_map(|line| &line.outcomes);
    outcomes.all(|&outcome| outcome == Outcome::Passed)
}

/// Whether a program with this mistake may fail the probe: it breaks its rule, or one that the probe needs.
fn may_fail_by(probe: &Probe, mistake: Mistake) -> bool {
    fn may(rule: Rule, mistake: Mistake) -> bool {
        let RuleEntry { needs, .. } = rule.entry();
        mistake.entry().breaks(rule) || needs.iter().any(|&rule| may(rule, mistake))
    }
    let mut rules = probe.look.needs().iter().chain([&probe.rule]);
    rules.any(|&rule| may(rule, mistake))
}

#[test]
fn every_rule_has_probes() {
    let asked: BTreeSet<_> = battery().iter().map(|it| it.rule).collect();
    assert!(Rule::all().all(|rule| asked.contains(&rule)), "{asked:?}");
}

#[test]
fn a_right_program_passes_every_probe() {
    let right = profile(Switches::NONE);
    assert!(failing(&right).is_empty() && is_right(&right));
    let table = words::table(&right);
    assert!(table.iter().all(|row| row.passed == row.asked && row.rule.is_none()), "{table:?}");
    assert_eq!(table.iter().map(|row| row.asked).sum::<usize>(), battery().len());
}

#[test]
fn the_engine_that_is_not_the_reference_passes_too() {
    let answer = |probe: &Probe| {
        let memory = || std::io::Result::Ok(Vec::new());
        let (answer, log) = answer_with_log(&probe.problem, OptionalRows::Omit, memory).unwrap();
        let log = log.map(|log| String::from_utf8(log.out).unwrap());
        Written { next_state: Some(answer.next_state()), traverse_log: log }
    };
    let answers: Vec<_> = battery().iter().map(|it| it.answer(End::Normal, answer(it))).collect();
    assert!(answers.iter().all(|it| *it == Answer::Right));
    let profile = of(answers.into_iter());
    assert!(is_right(&profile), "{}", text(&profile));
}

#[test]
fn a_probe_tells_about_its_rule_only() {
    let mut strays = Vec::new();
    for mistake in Mistake::all() {
        let strayed = |probe: &&Probe| {
            let (outcome, _) = probe.judge(&mistaken(probe, mistake));
            outcome == Outcome::Failed && !may_fail_by(probe, mistake)
        };
        let of = battery().iter().filter(strayed);
        strays.extend(
            of.map(|it| (mistake.key(), it.rule.key(), String::from_utf8_lossy(&it.input))),
        );
    }
    assert!(strays.is_empty(), "{strays:#?}");
}

#[test]
fn every_mistake_fails_a_rule_that_it_breaks() {
    for mistake in Mistake::all() {
        let failing = failing(&profile(mistake));
        let breaks = |rule: &Rule| mistake.entry().breaks(*rule);
        assert!(failing.iter().any(breaks), "{mistake} fails {failing:?}");
    }
}

/// Two mistakes may do together what neither does alone, so that a probe is not sure to tell about
/// its rule only; it is so for one pair in twenty at the most.
#[test]
fn two_mistakes_fail_the_rules_of_both() {
    let all: Vec<_> = Mistake::all().collect();
    let mut strays = Vec::new();
    for (at, &one) in all.iter().enumerate() {
        let other = all[(at * 37 + 11) % all.len()];
        let failing =
            failing(&profile([one, other].map(Switch::from).into_iter().collect::<Switches>()));
        let explained = |rule: Rule| {
            let mut probes = battery().iter().filter(|it| it.rule == rule);
            probes.any(|it| may_fail_by(it, one) || may_fail_by(it, other))
        };
        let stray: Vec<_> = failing.into_iter().filter(|&rule| !explained(rule)).collect();
        if !stray.is_empty() {
            strays.push((one.key(), other.key(), stray));
        }
    }
    assert!(20 * strays.len() <= all.len(), "{strays:#?}");
}

#[test]
fn a_wrong_capture_is_told_with_the_smallest_board() {
    let wrong = profile(Mistake::NoCapture);
    assert_eq!(wrong.rules(Standing::Broken).collect::<Vec<_>>(), [Rule::Capture]);
    insta::assert_snapshot!(text(&wrong));
}

/// Lines were shown without their ends, so that nobody saw what such a program cannot read.
#[test]
fn a_line_end_that_is_not_read_is_shown() {
    let wrong = of(battery().iter().map(|it| {
        let mut read = it.clone();
        if it.input.contains(&b'\r') {
            read.assignment.player = Side::North;
        }
        it.answer(End::Normal, mistaken(&read, Switches::NONE))
    }));
    assert_eq!(wrong.rules(Standing::Broken).collect::<Vec<_>>(), [Rule::ReadingLineEnds]);
    assert!(text(&wrong).contains("    1\\r\n"), "{}", text(&wrong));
}

#[test]
fn programs_with_the_same_mistake_have_the_same_fingerprint() {
    let print = |mistake| profile(mistake).fingerprint();
    assert_eq!(print(Mistake::NoCapture), print(Mistake::NoCapture));
    assert_ne!(print(Mistake::NoCapture), print(Mistake::TiesToLast));
}

#[test]
fn a_program_that_writes_nothing_fails_no_rule() {
    let profile = of(battery().iter().map(|it| it.answer(End::Normal, Written::default())));
    assert!(failing(&profile).is_empty() && !is_right(&profile));
    let crashed = of(battery().iter().map(|_| Answer::Crashed));
    assert!(words::table(&profile).is_empty() && words::table(&crashed).is_empty());
}

#[test]
fn a_run_that_ends_badly_is_told_with_its_board() {
    let crashes = |it: &Probe| it.rule == Rule::EndInMidTurn;
    let crashed = of(battery().iter().map(|it| match crashes(it) {
        true => Answer::Crashed,
        false => Answer::Right,
    }));
    assert_eq!(crashed.rules(Standing::Broken).collect::<Vec<_>>(), [Rule::EndInMidTurn]);
    let text = text(&crashed);
    assert!(text.contains("(the program crashed)"), "{text}");
    assert!(text.contains("crashed or was stopped in"), "{text}");
}

/// A program that wrote an empty state where a turn ends the game was told that all its answers are right.
#[test]
fn a_run_that_leaves_nothing_is_told_with_its_board_if_others_leave_something() {
    let is_silent = |it: &Probe| {
        let is_blank = it.rule == Rule::ReadingBlanks && it.input.contains(&b'\t');
        it.rule == Rule::EndInMidTurn && it.assignment.task == Task::Greedy || is_blank
    };
    let silent = of(battery().iter().map(|it| match is_silent(it) {
        true => it.answer(End::Normal, Written::default()),
        false => Answer::Right,
    }));
    let broken: Vec<_> = silent.rules(Standing::Broken).collect();
    assert_eq!(broken, [Rule::ReadingBlanks, Rule::EndInMidTurn]);
    let text = text(&silent);
    assert!(text.contains("(the program wrote nothing)"), "{text}");
    assert!(text.contains("The program writes nothing on this input"), "{text}");
}

/// Of a program without alpha-beta this says nothing about the rules.
#[test]
fn a_task_that_is_never_answered_fails_no_rule() {
    let silent = of(battery().iter().map(|it| match it.assignment.task {
        Task::AlphaBeta => it.answer(End::Normal, Written::default()),
        _ => Answer::Right,
    }));
    assert!(failing(&silent).is_empty(), "{}", text(&silent));
}

#[test]
fn what_was_not_asked_is_not_counted() {
    let first = of(battery().iter().map(|it| match it.is_first {
        true => Answer::Right,
        false => Answer::NotAsked,
    }));
    assert!(is_right(&first));
    let asked: usize = words::table(&first).iter().map(|row| row.asked).sum();
    assert_eq!(asked, battery().iter().filter(|it| it.is_first).count());
}

/// With these alone every mistake fails a rule that it breaks.
#[test]
fn the_first_probes_catch_every_mistake() {
    let first: Vec<_> = battery().iter().filter(|it| it.is_first).collect();
    for mistake in Mistake::all() {
        let catches = |probe: &&&Probe| {
            mistake.entry().breaks(probe.rule)
                && probe.judge(&mistaken(probe, mistake)).0 == Outcome::Failed
        };
        assert!(first.iter().any(|it| catches(&it)), "{mistake}");
    }
}

#[test]
fn the_rules_that_fail_are_asked_on_and_those_that_they_need() {
    let nothing = Suspicion::default();
    let ask = |suspects: &[Rule]| {
        let mut answers = vec![Answer::NotAsked; battery().len()];
        let mut suspicion = nothing.clone();
        suspicion.rules = suspects.to_vec();
        let mut asked = Vec::new();
        while let Some(at) = next(battery(), &answers, &suspicion) {
            let probe = &battery()[at];
            answers[at] = probe.answer(End::Normal, mistaken(probe, Mistake::NoCapture));
            asked.push(probe.rule);
        }
        assert_eq!(asked.len(), battery().len());
        asked
    };
    let first = |asked: &[Rule], rule| asked.iter().position(|&it| it == rule).unwrap();
    let asked = ask(&[]);
    let second = asked.iter().enumerate().filter(|it| *it.1 == Rule::Capture).nth(1).unwrap().0;
    assert!(second < first(&asked, Rule::Widths), "{asked:?}");
    let suspected = ask(&[Rule::CutRow, Rule::Capture]);
    assert_eq!(suspected[0], Rule::CutRow);
    // It needs this one, which fails.
    assert!(first(&suspected, Rule::CaptureEndsTurn) < first(&suspected, Rule::Widths));
}

#[test]
fn a_battery_that_cannot_be_read_says_where() {
    let error = |text| read(text).unwrap_err();
    assert_eq!(error("state: 1"), "line 1: a probe before its rule");
    assert_eq!(error("[captures]"), "line 1: no such rule");
    assert_eq!(error("[capture]\nstat: 1"), "line 2: no such look");
    assert!(error("[capture]\nstate: 9").starts_with("line 2: "));
}
