//! What is said where nothing explains everything: what is sure of a part, and how far the nearest goes.

use explain::evidence::{End, Evidence, Lines};
use explain::generate::{Suite, generate};
use explain::kill_matrix::{Column, KillMatrix};
use explain::mistakes::{Mistake, Switch, Switches};
use explain::reference::Task;
use explain::{Explanation, Kind, assignment};
use mancala::game::Rules;
use mancala::homework::parse;

use super::{SUITE, explain, outputs};

/// What is said of a program that makes a mistake everywhere, and writes rubbish for one task.
fn with_rubbish_in(suite: &Suite, task: Task, key: &str) -> Explanation {
    let switch: Switch = key.parse().unwrap();
    let made = [switch].into_iter().collect();
    let mut cases = outputs(suite, made, |text| text);
    for case in &mut cases {
        if case.assignment.task == task {
            let rubbish = |line: &mut String| *line = line.replace('1', "7");
            let files = [&mut case.next_state, &mut case.traverse_log];
            let lines = files.into_iter().flatten().flat_map(|it| &mut it.lines);
            lines.for_each(rubbish);
        }
    }
    let said = explain(&cases);
    assert_eq!(said.kind, Kind::Described, "{said:?}");
    said
}

#[test]
fn what_explains_one_task_is_said_of_that_task() {
    let said = with_rubbish_in(&SUITE, Task::AlphaBeta, "no-capture").sentences;
    let program = ", your program writes what a program with no-capture writes, in all ";
    let parts: Vec<_> = said.iter().filter_map(|it| it.split_once(program)).collect();
    let [("For greedy", of_greedy), ("For minimax", of_minimax)] = parts[..] else {
        panic!("{said:#?}");
    };
    assert!(of_greedy.contains(" cases (") && of_greedy.ends_with(" of them wrong):"));
    assert!(of_minimax.contains(" cases (") && of_minimax.ends_with(" of them wrong):"));
}

#[test]
fn a_hint_says_how_much_it_explains() {
    // So few of them are explained that this is no more than a hint.
    let suite = generate(Rules::USC, 40, 25, &|_, _| {});
    let explanation = with_rubbish_in(&suite, Task::Greedy, "no-capture");
    let said = &explanation.sentences;
    let hint = said.iter().position(|it| it == "Perhaps no-capture:").unwrap();
    assert!(said[hint + 1..].iter().any(|it| it.contains(" wrong cases, such a program writes ")));
}

/// The states are rubbish, and so are two of the logs.
#[test]
fn what_explains_most_of_the_logs_is_told_with_what_it_does_not() {
    let mut cases = outputs(&SUITE, Mistake::NoCapture.into(), |text| text);
    let right = outputs(&SUITE, Switches::NONE, |text| text);
    let mut spoiled = 0;
    for (case, right) in cases.iter_mut().zip(&right) {
        let rubbish =
            |lines: &mut Lines| lines.lines.iter_mut().for_each(|it| *it = it.replace('1', "7"));
        case.next_state.iter_mut().for_each(rubbish);
        if spoiled < 2 && case.traverse_log != right.traverse_log {
            case.traverse_log.iter_mut().for_each(rubbish);
            spoiled += 1;
        }
    }
    let said = explain(&cases).sentences;
    let logs = cases.iter().filter(|it| it.traverse_log.is_some()).count();
    let begins = "In the logs alone, your program writes what a program with no-capture writes, in";
    let told = said.iter().find(|it| it.starts_with(begins));
    let told = told.unwrap_or_else(|| panic!("{said:#?}"));
    assert!(told.contains(&format!("in {} of {logs} logs", logs - 2)), "{told}");
    assert!(told.ends_with(" wrong ones); something else is wrong too:"), "{told}");
}

/// The sentence on the first wrong rows of a program whose root has other values after its children.
fn told_of_root_with(other: impl Fn(i64) -> String) -> String {
    let with_other = |row: &str| {
        let cells = row.split(',').enumerate().map(|(column, cell)| match cell.parse::<i64>() {
            Ok(value) if column == 2 && row.starts_with("root,") => other(value),
            _ => cell.to_owned(),
        });
        cells.collect::<Vec<_>>().join(",") + "\n"
    };
    let cases = outputs(&SUITE, Switches::NONE, |text| match text.starts_with("Node") {
        true => text.lines().map(with_other).collect(),
        false => text,
    });
    let said = explain(&cases).sentences;
    let told = said.iter().find(|it| it.contains("the first wrong row")).cloned();
    let logs = cases.iter().filter(|it| it.traverse_log.is_some()).count();
    let told = told.unwrap_or_else(|| panic!("{said:#?}"));
    let (count, what) = told.split_once(", the first wrong row is ").unwrap();
    assert!(count.ends_with(&format!(" of {logs} wrong logs")), "{told}");
    what.to_owned()
}

/// No known mistake adds one to a value, and none makes it infinite in a row only.
#[test]
fn the_first_wrong_rows_are_told_by_what_no_right_row_is() {
    assert_eq!(
        told_of_root_with(|value| (value + 1).to_string()),
        "a row after a child, at the root; its value is wrong. No log has a right row of this kind before that."
    );
    assert_eq!(
        told_of_root_with(|_| "Infinity".to_owned()),
        "a row after a child, at the root; its value is wrong: it is infinite. No log has a right row of this kind before that."
    );
}

/// The sentences on rows with these words, where nothing explains the states.
fn told_of_rows(words: &str, suite: &Suite, key: &str) -> Vec<String> {
    let switches = Switches::NONE.with(key.parse().unwrap());
    let cases = outputs(suite, switches, |text| match text.starts_with("Node") {
        true => text,
        false => text.replace('1', "7"),
    });
    let said = explain(&cases).sentences.into_iter();
    said.filter(|it| it.contains(words)).collect()
}

#[test]
fn the_first_wrong_rows_are_told_by_what_the_sow_has_done() {
    // A sow past the opponent's row, a short one that captures, and one of a lap.
    let board = |task, player, more| {
        let input = format!("{task}\n{player}\n1\n{more} 0 1 9\n{more} 1 0 9\n0\n0\n");
        parse(input.as_bytes()).unwrap()
    };
    let boards = |task| (0..12).map(move |more| board(task, 1 + more % 2, 11 + more));
    let problems: Vec<_> = (2..=3).flat_map(boards).collect();
    let columns = problems.iter().map(|it| Column::new("", &assignment(it).unwrap()).unwrap());
    let laps = Suite { matrix: KillMatrix { columns: columns.collect() }, problems };
    let of = [
        ("no-capture", &*SUITE),
        ("capture-needs-stones-opposite", &SUITE),
        ("start-pit-counted-full", &laps),
        ("lap-skips-start-pit", &laps),
        ("no-capture-after-going-round", &laps),
    ];
    let told = of.map(|(key, suite)| {
        format!("{key}:\n{}\n", told_of_rows("the first wrong row is ", suite, key).join("\n"))
    });
    insta::assert_snapshot!(told.concat());
}

#[test]
fn rows_are_told_that_are_wrong_by_the_rows_above_them() {
    let keys = [
        "fail-hard",
        "window-not-narrowed@max-nodes",
        "window-overwritten",
        "window-updated-on-cut",
        "leaf-in-own-window",
        "window-not-passed",
        "no-capture",
        "row-shows-child@min-nodes",
    ];
    let told = keys.map(|key| {
        format!("{key}:\n{}\n", told_of_rows("by the rows above them", &SUITE, key).join("\n"))
    });
    insta::assert_snapshot!(told.concat());
}

#[test]
fn a_state_is_told_by_the_sows_that_lead_there() {
    // B3 ends the turn.
    let problem = parse(b"1\n1\n1\n3 3 3\n1 1 1\n0\n0\n").unwrap();
    let line = |state: &[u8]| {
        let state = Some(Lines::new(state, false));
        let evidence = Evidence::new("case", &problem, End::Normal, state, None);
        explain(&[evidence.unwrap()]).wrong_cases[0].line.clone()
    };
    assert_eq!(line(b"3 3 3\n1 1 1\n0\n0\n"), "case: next_state.txt is the board of the input.");
    let out_of_turn = line(b"3 3 4\n1 0 0\n0\n1\n");
    let expected =
        "case: next_state.txt is the board after B3 and then B4, although the turn had ended.";
    assert_eq!(out_of_turn, expected);
}
