//! The reference engine on boards small enough to follow by hand.

use std::ops::ControlFlow;

use mancala::game::rules::{CaptureLanding, CaptureTakes, EmptyOpposite, Remainder, Rules};
use mancala::grade::explain::reference::{
    self, Assignment, OptionalRows, Player, Settings, Task, Unanswered,
};

/// `usc`, `cits3001`, or `uw` with its options behind slashes.
#[track_caller]
fn rules(text: &str) -> Rules {
    let mut words = text.split('/');
    let mut rules = match words.next() {
        Some("usc") => Rules::USC,
        Some("cits3001") => Rules::CITS3001,
        Some("uw") => Rules::UW,
        _ => panic!("no such rules: {text}"),
    };
    for option in words {
        match option {
            "never" => rules.capture_landing = CaptureLanding::Nowhere,
            "home" => rules.capture_landing = CaptureLanding::OwnRow,
            "opposite+own" => {
                rules.capture_takes = CaptureTakes::OppositeAndLast;
                rules.empty_opposite = EmptyOpposite::CapturesLast;
            }
            "forfeits" => rules.remainder = Remainder::OtherPlayer,
            "neither" => rules.remainder = Remainder::Nobody,
            _ => panic!("no such option: {option}"),
        }
    }
    rules
}

/// An assignment in one line, such as `usc minimax 2 player 1: 0 0 4 / 1 0 0 / 0 5`: rules, task,
/// cutoff and player; the upper row, the lower row, the upper store and the lower store.
#[track_caller]
fn assignment(line: &str) -> Assignment {
    let (question, board) = line.split_once(':').unwrap();
    let [rule_set, task, cutoff, "player", player] = words(question)[..] else {
        panic!("rules, task, cutoff and player are expected: {line}");
    };
    let rows: Vec<Vec<u32>> = board
        .split('/')
        .map(|row| {
            words(row)
                .iter()
                .map(|word| word.parse().unwrap())
                .collect()
        })
        .collect();
    let [upper, lower, stores] = &rows[..] else {
        panic!("two rows and the stores are expected: {line}");
    };
    Assignment {
        rules: rules(rule_set),
        task: match task {
            "greedy" => Task::Greedy,
            "minimax" => Task::Minimax,
            "alpha-beta" => Task::AlphaBeta,
            _ => panic!("no such task: {task}"),
        },
        player: if player == "1" {
            Player::One
        } else {
            Player::Two
        },
        cutoff: cutoff.parse().unwrap(),
        upper: upper.clone(),
        lower: lower.clone(),
        upper_store: stores[0],
        lower_store: stores[1],
    }
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// The lines of a table that hold a case.
fn cases(table: &str) -> impl Iterator<Item = &str> {
    table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The state in one line: `0 0 4 / 1 0 0 / 0 5`.
fn in_one_line(state: &str) -> String {
    let lines: Vec<&str> = state.lines().collect();
    format!("{} / {} / {}", lines[0], lines[1], lines[2..].join(" "))
}

#[test]
fn turns() {
    for case in cases(include_str!("reference/turns.txt")) {
        let (question, expected) = case.split_once("->").unwrap();
        let answer = reference::answer(&assignment(question), Settings::default()).unwrap();
        let turn = answer.turn.join(" ");
        let actual = format!(
            "{turn}: {}, {}",
            in_one_line(&answer.next_state),
            answer.value
        );
        assert_eq!(actual.trim(), expected.trim(), "{case}");
    }
}

/// Each row of an answer's log; of the optional rows, those that staff would mark.
fn log(line: &str, optional_rows: OptionalRows) -> String {
    let settings = Settings {
        optional_rows,
        ..Settings::default()
    };
    let answer = reference::answer(&assignment(line), settings).unwrap();
    answer.traverse_log.unwrap()
}

#[test]
fn logs() {
    let logs: Vec<String> = cases(include_str!("reference/logs.txt"))
        .map(|case| format!("{case}\n{}", log(case, OptionalRows::Omit)))
        .collect();
    insta::assert_snapshot!(logs.join("\n"));
}

#[test]
fn optional_rows_come_before_game_over_nodes() {
    let case = "usc alpha-beta 2 player 1: 0 0 1 / 1 0 1 / 0 0";
    let rows_before_a4 = |optional_rows| {
        let log = log(case, optional_rows);
        let before: Vec<&str> = log
            .lines()
            .take_while(|row| !row.starts_with("A4,2,1,"))
            .skip(3)
            .collect();
        before.join("\n")
    };
    assert_eq!(rows_before_a4(OptionalRows::Omit), "");
    assert_eq!(
        rows_before_a4(OptionalRows::OwnSign),
        "A4,2,-Infinity,-Infinity,Infinity"
    );
    assert_eq!(
        rows_before_a4(OptionalRows::Marked),
        "A4,2,+/-Infinity,-Infinity,Infinity\tOPTIONAL"
    );
}

#[test]
fn a_sink_gets_the_log_row_by_row_and_may_stop_it() {
    let assignment = assignment("usc minimax 3 player 2: 3 3 3 / 3 3 3 / 0 0");
    let log = reference::answer(&assignment, Settings::default())
        .unwrap()
        .traverse_log;
    let mut rows = String::new();
    let mut take = |count: usize| {
        let mut left = count;
        rows.clear();
        let answer = reference::stream(&assignment, Settings::default(), &mut |row| {
            rows.push_str(row);
            rows.push('\n');
            left -= 1;
            if left == 0 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        (answer, rows.clone())
    };
    let (answer, rows) = take(usize::MAX);
    assert_eq!(answer.unwrap().traverse_log, None);
    assert_eq!(Some(rows), log);
    let (answer, rows) = take(3);
    assert_eq!(answer, Err(Unanswered::Stopped));
    assert_eq!(rows, "Node,Depth,Value\nroot,0,-Infinity\nA2,1,Infinity\n");
}

#[test]
fn a_search_ends_when_its_steps_are_used_up() {
    let assignment = assignment("usc minimax 1000 player 1: 9 9 9 / 9 9 9 / 0 0");
    let settings = Settings {
        steps: 1_000_000,
        ..Settings::default()
    };
    assert_eq!(
        reference::answer(&assignment, settings),
        Err(Unanswered::OutOfSteps)
    );
}

#[test]
fn rows_of_unequal_length_have_no_answer() {
    let assignment = assignment("usc minimax 1 player 1: 1 1 1 / 1 1 / 0 0");
    let answer = reference::answer(&assignment, Settings::default());
    assert_eq!(answer, Err(Unanswered::UnequalRows));
}
