//! The battery of probes: each tells about its rule and no other; and the profile that is made of it.

use std::collections::BTreeSet;

use explain::mistakes::{Mistake, Switches};
use explain::profile::battery::{Outcome, Probe, battery, read};
use explain::profile::cases::{from_cases, mistaken};
use explain::profile::look::Written;
use explain::profile::rule::Rule;
use explain::profile::{Profile, Standing, words};
use mancala::homework::{OptionalRows, answer_with_log, parse};

/// Mistakes that no probe sees: they show only in trees that are larger than a probe should be.
const NOT_SEEN: [Mistake; 1] = [Mistake::RemembersPositions];

fn profile(switches: impl Into<Switches>) -> Profile {
    let switches = switches.into();
    let written: Vec<_> = battery().iter().map(|it| mistaken(it, switches)).collect();
    Profile::of(battery().iter().zip(&written))
}

fn failing(profile: &Profile) -> BTreeSet<Rule> {
    let fails = profile
        .lines
        .iter()
        .filter(|line| line.count(Outcome::Failed) > 0);
    fails.map(|line| line.rule).collect()
}

#[test]
fn every_rule_but_one_has_probes() {
    let asked: BTreeSet<_> = battery().iter().map(|it| it.rule).collect();
    let without: Vec<_> = Rule::all().filter(|rule| !asked.contains(rule)).collect();
    assert_eq!(without, [Rule::Transpositions]);
}

#[test]
fn a_right_program_passes_every_probe() {
    let right = profile(Switches::NONE);
    assert!(failing(&right).is_empty());
    assert_eq!(words::text(&right), "");
}

#[test]
fn the_engine_that_is_not_the_reference_passes_too() {
    let answer = |probe: &Probe| {
        let problem = parse(&probe.input).unwrap();
        let memory = || std::io::Result::Ok(Vec::new());
        let (answer, log) = answer_with_log(&problem, OptionalRows::Omit, memory).unwrap();
        let log = log.map(|log| String::from_utf8(log.out).unwrap());
        Written {
            next_state: Some(answer.next_state()),
            traverse_log: log,
        }
    };
    let written: Vec<_> = battery().iter().map(answer).collect();
    let profile = Profile::of(battery().iter().zip(&written));
    let wrong = profile
        .lines
        .iter()
        .filter(|line| line.count(Outcome::Passed) < line.outcomes.len());
    assert_eq!(wrong.count(), 0, "{}", words::text(&profile));
}

#[test]
fn a_probe_tells_about_its_rule_only() {
    let mut strays = Vec::new();
    for mistake in Mistake::all() {
        let strayed = |probe: &&Probe| {
            let (outcome, _) = probe.judge(&mistaken(probe, mistake));
            outcome == Outcome::Failed && !probe.may_fail_by(mistake)
        };
        let of = battery().iter().filter(strayed);
        strays.extend(of.map(|it| {
            (
                mistake.key(),
                it.rule.key(),
                String::from_utf8_lossy(&it.input),
            )
        }));
    }
    assert!(strays.is_empty(), "{strays:#?}");
}

#[test]
fn every_mistake_fails_a_rule_that_it_breaks() {
    for mistake in Mistake::all() {
        let failing = failing(&profile(mistake));
        let breaks = |rule: &Rule| rule.entry().broken_by.contains(&mistake);
        let is_seen = failing.iter().any(breaks);
        assert_eq!(
            is_seen,
            !NOT_SEEN.contains(&mistake),
            "{mistake} fails {failing:?}"
        );
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
        let failing = failing(&profile([one, other].into_iter().collect::<Switches>()));
        let explained = |rule: Rule| {
            let mut probes = battery().iter().filter(|it| it.rule == rule);
            probes.any(|it| it.may_fail_by(one) || it.may_fail_by(other))
        };
        let stray: Vec<_> = failing
            .into_iter()
            .filter(|&rule| !explained(rule))
            .collect();
        if !stray.is_empty() {
            strays.push((one.key(), other.key(), stray));
        }
    }
    assert!(20 * strays.len() <= all.len(), "{strays:#?}");
}

#[test]
fn a_wrong_capture_is_told_with_the_smallest_board() {
    let wrong = profile(Mistake::NoCapture);
    assert_eq!(
        wrong.rules(Standing::Broken).collect::<Vec<_>>(),
        [Rule::Capture]
    );
    let text = words::text(&wrong);
    assert!(text.contains("Captures 0/5"), "{text}");
    assert!(text.contains("expected  written"), "{text}");
}

#[test]
fn programs_with_the_same_mistake_have_the_same_fingerprint() {
    let print = |mistake| profile(mistake).fingerprint();
    assert_eq!(print(Mistake::NoCapture), print(Mistake::NoCapture));
    assert_ne!(print(Mistake::NoCapture), print(Mistake::TiesToLast));
}

#[test]
fn a_program_that_writes_nothing_fails_no_rule() {
    let nothing = Written::default();
    let profile = Profile::of(battery().iter().map(|it| (it, &nothing)));
    assert!(failing(&profile).is_empty() && !profile.is_right());
}

#[test]
fn a_case_that_isolates_a_rule_fills_its_line() {
    // A full lap, and nothing else to do.
    let problem = parse(b"1\n1\n1\n0 0 1\n0 0 7\n0\n0\n").unwrap();
    let probe = battery()
        .iter()
        .find(|it| it.rule == Rule::CaptureInStartPit)
        .unwrap();
    assert_eq!(probe.input, problem.to_string().as_bytes());
    let wrong = mistaken(probe, Mistake::StartPitCountedFull);
    let profile = from_cases([(&problem, &wrong)]);
    assert_eq!(failing(&profile), BTreeSet::from([Rule::CaptureInStartPit]));
    let asked: usize = profile.lines.iter().map(|line| line.outcomes.len()).sum();
    assert_eq!(asked, 1);
}

#[test]
fn a_battery_that_cannot_be_read_says_where() {
    let error = |text| read(text).unwrap_err();
    assert_eq!(error("state: 1"), "line 1: a probe before its rule");
    assert_eq!(error("[captures]"), "line 1: no such rule");
    assert_eq!(error("[capture]\nstat: 1"), "line 2: no such look");
    assert!(error("[capture]\nstate: 9").starts_with("line 2: "));
}
