//! The smallest problem on which a program goes wrong.

use std::path::Path;

use case_files::find_cases;
use explain::assignment;
use explain::mistakes::{Mistake, Switch, Switches};
use explain::reference::{OptionalRows, Settings, answer};
use explain::shrink::{Shrunk, Size, shrink, smallest_showing};
use mancala::game::Rules;
use mancala::homework::{Problem, parse};

/// The shipped cases, the smallest first.
fn shipped() -> Vec<Problem> {
    let inputs = Path::new(crate::ROOT).join("inputs/usc/statement");
    let cases = find_cases(&inputs).unwrap();
    let read = |input| parse(&std::fs::read(input).unwrap()).unwrap();
    let mut sized: Vec<_> = cases
        .iter()
        .map(|case| read(&case.input))
        .filter_map(|problem| Some((Size::of(&problem)?, problem)))
        .collect();
    sized.sort_by(|a, b| a.0.cmp(&b.0));
    sized.into_iter().map(|(_, problem)| problem).collect()
}

fn outputs(problem: &Problem, switches: Switches) -> Option<(String, Option<String>)> {
    let settings = Settings { switches, optional_rows: OptionalRows::Omit, steps: 200_000 };
    let it = answer(&assignment(problem).unwrap(), settings).ok()?;
    Some((it.next_state, it.traverse_log))
}

fn showing(switches: &str, which: usize, given: &[Problem]) -> Problem {
    let switches: Vec<Switch> = switches.split(' ').map(|it| it.parse().unwrap()).collect();
    let all = switches.iter().copied().collect();
    smallest_showing(switches[which], all, Rules::USC, given, &|_| true).unwrap()
}

fn in_a_line(problem: &Problem) -> String {
    problem.to_string().trim_end().replace('\n', " | ")
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn every_mistake_is_seen_on_a_small_board() {
    let given = shipped();
    for mistake in Mistake::all() {
        let problem = showing(mistake.key(), 0, &given);
        let right = outputs(&problem, Switches::NONE);
        assert_ne!(outputs(&problem, mistake.into()), right, "{mistake}");
        let rows = right.and_then(|(_, log)| log).map_or(0, |log| log.lines().count() - 1);
        // A chain of four sows has the most.
        assert!(rows < 70, "{mistake}: {rows} rows");
    }
}

/// Of several mistakes each is shown alone, also where the other would be seen on a smaller board.
#[test]
fn one_mistake_is_shown_and_no_other() {
    let both = "ties-to-last strict-cut";
    let all: Switches =
        [Mistake::TiesToLast, Mistake::StrictCut].map(Switch::from).into_iter().collect();
    for (which, alone) in [Mistake::TiesToLast, Mistake::StrictCut].into_iter().enumerate() {
        let problem = showing(both, which, &[]);
        let written = outputs(&problem, all);
        assert_eq!(written, outputs(&problem, alone.into()), "{alone}");
        assert_ne!(written, outputs(&problem, Switches::NONE), "{alone}");
    }
}

/// What may not be shown is passed over for the next smallest.
#[test]
fn a_hidden_problem_is_no_counterexample() {
    let switch: Switch = Mistake::NoCapture.into();
    let all = Mistake::NoCapture.into();
    let first = showing("no-capture", 0, &[]);
    let not_first = |it: &Problem| !it.asks_the_same(&first);
    let second = smallest_showing(switch, all, Rules::USC, &[], &not_first).unwrap();
    assert!(!second.asks_the_same(&first));
    assert!(Size::of(&second) > Size::of(&first));
}

/// A program that goes wrong wherever a pit of player 1 holds more than four seeds.
#[test]
fn shrinking_keeps_what_matters_and_nothing_else() {
    let start = parse(b"3\n2\n3\n4 0 3 1 2 5\n1 7 0 2 5 6\n12\n31\n").unwrap();
    let mut runs = 0;
    let mut heavy = |problem: &Problem| {
        runs += 1;
        let lower = assignment(problem)?.lower;
        Some(lower.iter().any(|&seeds| seeds > 4))
    };
    let size = Size::of(&start).unwrap();
    let shrunk = shrink(start, size.clone(), &mut heavy);
    assert!(shrunk.is_smallest);
    let smallest = "1 | 2 | 1 | 0 0 1 | 0 0 5 | 0 | 0";
    assert_eq!(in_a_line(&shrunk.problem), smallest);
    assert!(runs < 60, "{runs}");

    let mut left = 3;
    let mut tired = |_: &Problem| {
        left -= 1;
        (left > 0).then_some(true)
    };
    let Shrunk { problem, is_smallest } = shrink(start, size.clone(), &mut tired);
    assert!(!is_smallest);
    assert!(Size::of(&problem).unwrap() < size);
}
