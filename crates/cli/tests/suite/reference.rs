//! The reference engine on boards small enough to follow by hand.

use std::ops::ControlFlow;

use explain::mistakes::{CATALOGUE, Mistake, Switch, Switches};
use explain::reference::{
    self, Answer, Assignment, OptionalRows, Settings, Side, Task, Unanswered,
};
use mancala::game::rules::{CaptureLanding, CaptureTakes, EmptyOpposite, Remainder, Rules};

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
        .map(|row| words(row).iter().map(|word| word.parse().unwrap()).collect())
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
        player: if player == "1" { Side::South } else { Side::North },
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
    table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
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
        let actual = format!("{turn}: {}, {}", in_one_line(&answer.next_state), answer.value);
        assert_eq!(actual.trim(), expected.trim(), "{case}");
    }
}

/// Each row of an answer's log; of the optional rows, those that staff would mark.
fn log(line: &str, optional_rows: OptionalRows) -> String {
    let settings = Settings { optional_rows, ..Settings::default() };
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
        let before: Vec<&str> =
            log.lines().take_while(|row| !row.starts_with("A4,2,1,")).skip(3).collect();
        before.join("\n")
    };
    assert_eq!(rows_before_a4(OptionalRows::Omit), "");
    assert_eq!(rows_before_a4(OptionalRows::OwnSign), "A4,2,-Infinity,-Infinity,Infinity");
    assert_eq!(
        rows_before_a4(OptionalRows::Marked),
        "A4,2,+/-Infinity,-Infinity,Infinity\tOPTIONAL"
    );
}

#[test]
fn a_sink_gets_the_log_row_by_row_and_may_stop_it() {
    let assignment = assignment("usc minimax 3 player 2: 3 3 3 / 3 3 3 / 0 0");
    let log = reference::answer(&assignment, Settings::default()).unwrap().traverse_log;
    let mut rows = String::new();
    let mut take = |count: usize| {
        let mut left = count;
        rows.clear();
        let answer = reference::stream(&assignment, Settings::default(), &mut |row| {
            rows.push_str(row);
            rows.push('\n');
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
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
    let settings = Settings { steps: 1_000_000, ..Settings::default() };
    assert_eq!(reference::answer(&assignment, settings), Err(Unanswered::OutOfSteps));
}

#[test]
fn a_game_of_thousands_of_turns_does_not_overflow_the_stack() {
    let row = "1000 ".repeat(10);
    let assignment = assignment(&format!("usc minimax 9999 player 1: {row}/ {row}/ 0 0"));
    let answer = reference::stream(&assignment, Settings::default(), &mut |row| {
        if row.contains(",5000,") { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(answer, Err(Unanswered::Stopped));
}

#[test]
fn rows_of_unequal_length_have_no_answer() {
    let assignment = assignment("usc minimax 1 player 1: 1 1 1 / 1 1 / 0 0");
    let answer = reference::answer(&assignment, Settings::default());
    assert_eq!(answer, Err(Unanswered::UnequalRows));
}

/// Which files of two answers differ: `S`, `L`, `SL` or `-`.
fn changed_files(right: &Answer, wrong: &Answer) -> &'static str {
    let state = right.next_state != wrong.next_state;
    let log = right.traverse_log != wrong.traverse_log;
    match (state, log) {
        (true, true) => "SL",
        (true, false) => "S",
        (false, true) => "L",
        (false, false) => "-",
    }
}

/// What a person would look at first: the two states, and the first rows that differ.
fn first_differences(right: &Answer, wrong: &Answer) -> String {
    let mut text = String::new();
    if right.next_state != wrong.next_state {
        let (right, wrong) = (in_one_line(&right.next_state), in_one_line(&wrong.next_state));
        text += &format!("  state {wrong}\n  not   {right}\n");
    }
    let log = |answer: &Answer| answer.traverse_log.clone().unwrap_or_default();
    let (right, wrong) = (log(right), log(wrong));
    let (mut right, mut wrong) = (right.lines(), wrong.lines());
    for number in 1.. {
        let (right, wrong) = (right.next(), wrong.next());
        if right != wrong {
            let shown = |row: Option<&str>| row.unwrap_or("(end)").to_owned();
            text += &format!("  row {number} {}\n  not   {}\n", shown(wrong), shown(right));
            break;
        }
        if right.is_none() {
            break;
        }
    }
    text
}

fn with(switches: Switches) -> Settings {
    Settings { switches, ..Settings::default() }
}

/// A case of the table of mistakes.
struct MistakeCase {
    mistakes: Switches,
    keys: &'static str,
    files: &'static str,
    question: String,
}

fn mistake_cases() -> Vec<MistakeCase> {
    let case = |line| {
        let [keys, files, question @ ..] = &words(line)[..] else {
            panic!("mistakes and the files that they change are expected: {line}");
        };
        let mistake = |key| Mistake::from_key(key).unwrap_or_else(|| panic!("no mistake {key}"));
        MistakeCase {
            mistakes: keys.split('+').map(mistake).map(Switch::from).collect::<Switches>(),
            keys,
            files,
            question: question.join(" "),
        }
    };
    cases(include_str!("reference/mistakes.txt")).map(case).collect()
}

#[test]
fn mistakes() {
    let mut unexpected = Vec::new();
    let mut text = String::new();
    for case in mistake_cases() {
        let assignment = assignment(&case.question);
        let right = reference::answer(&assignment, Settings::default()).unwrap();
        let wrong = reference::answer(&assignment, with(case.mistakes)).unwrap();
        let changed = changed_files(&right, &wrong);
        if changed != case.files {
            unexpected.push(format!("{changed} {} {}", case.keys, case.question));
        }
        let differences = first_differences(&right, &wrong);
        text += &format!("{}\n  {}\n{differences}\n", case.keys, case.question);
    }
    assert!(unexpected.is_empty(), "{}", unexpected.join("\n"));
    insta::assert_snapshot!(text);
}

/// On all boards of the table a mistake changes only those files that it changes on its own.
#[test]
fn a_mistake_leaves_the_other_file_alone() {
    let cases = mistake_cases();
    for mistake in Mistake::all() {
        let its_files: Vec<&str> = cases
            .iter()
            .filter(|case| case.mistakes == Switches::from(mistake))
            .map(|case| case.files)
            .collect();
        assert!(!its_files.is_empty(), "no case shows {mistake}");
        for case in &cases {
            let assignment = assignment(&case.question);
            let right = reference::answer(&assignment, Settings::default()).unwrap();
            let wrong = match reference::answer(&assignment, with(mistake.into())) {
                // Digit by digit a row has more pits than the other one.
                Err(Unanswered::UnequalRows) => continue,
                wrong => wrong.unwrap(),
            };
            for file in changed_files(&right, &wrong).chars().filter(|&file| file != '-') {
                let expected = its_files.iter().any(|files| files.contains(file));
                assert!(expected, "{mistake} changes {file}: {}", case.question);
            }
        }
    }
}

#[test]
fn any_two_mistakes_together_have_an_answer() {
    let questions = [
        "usc alpha-beta 2 player 1: 1 0 2 / 2 2 0 / 0 0",
        "usc minimax 2 player 2: 0 9 0 / 8 0 1 / 0 0",
        "uw alpha-beta 3 player 2: 0 0 3 / 2 0 1 / 0 0",
        "cits3001 greedy 1 player 1: 2 / 1 / 0 0",
        "usc minimax 3 player 1: 0 0 0 / 0 0 0 / 0 0",
    ];
    for assignment in questions.map(assignment) {
        for first in Mistake::all() {
            for second in Mistake::all() {
                let mistakes = Switches::from(first).with(second.into());
                let answer = reference::answer(&assignment, with(mistakes));
                assert!(answer.is_ok(), "{first} and {second}");
            }
        }
    }
}

#[test]
fn the_catalogue_is_found_by_its_keys() {
    for entry in CATALOGUE {
        assert_eq!(Mistake::from_key(entry.key), Some(entry.mistake));
        let well_formed = |c: char| c == '-' || c.is_ascii_lowercase() || c.is_ascii_digit();
        assert!(entry.key.chars().all(well_formed), "{}", entry.key);
        for sentence in [entry.student(), entry.staff(), entry.rule.sentence()] {
            assert!(sentence.ends_with('.'), "{}: {sentence}", entry.key);
        }
    }
    assert_eq!(Mistake::from_key("no-such-mistake"), None);
}
