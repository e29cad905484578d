//! What is said where nothing explains everything: what is sure of a part, and how far the nearest goes.

use explain::generate::generate;
use explain::mistakes::Switch;
use explain::reference::Task;
use explain::{Explanation, Kind, explain};
use mancala::game::Rules;

use super::outputs;

/// What is said of a program that makes a mistake everywhere, and writes rubbish for one task.
fn with_rubbish_in(task: Task, key: &str) -> Explanation {
    let suite = generate(Rules::USC, 40, 25);
    let switch: Switch = key.parse().unwrap();
    let made = [switch].into_iter().collect();
    let mut cases = outputs(&suite, made, |text| text);
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
    let said = with_rubbish_in(Task::AlphaBeta, "no-capture").sentences;
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
    // Most cases of the suite are of alpha-beta: were those rubbish, too little would be explained for a hint.
    let explanation = with_rubbish_in(Task::Greedy, "no-capture");
    let said = &explanation.sentences;
    let hint = said.iter().position(|it| it == "Perhaps no-capture:").unwrap();
    assert!(said[hint + 1..].iter().any(|it| it.contains(" wrong cases, such a program writes ")));
}
