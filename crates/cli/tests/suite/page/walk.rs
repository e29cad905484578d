//! Any row of a walk is the row that the log has.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::path::Path;

use case_files::find_cases;
use explain::assignment;
use explain::comparison::{compare, keys as keys_of, written as written_again};
use explain::mistakes::Switch;
use explain::reference::{self, Settings};
use mancala::game::Pit;
use mancala::game::{Board, Kalah, Rules, Side};
use mancala::homework::compare::LogDiff;
use mancala::homework::{self, Input, Problem, TRAVERSE_LOG, Task, answer_to};
use mancala::homework::{RowBuffer, RowValue};
use mancala::search::{Observer, Visit};
use page_engine::walk::Walk;
use page_engine::walk::place::Row;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// The rows of a log, as the search tells them.
struct Texts(Vec<String>);

impl Observer<Pit> for Texts {
    type Stop = Infallible;

    fn visit(&mut self, visit: &Visit<Pit>) -> ControlFlow<Infallible> {
        let mut row = RowBuffer::with_capacity(0);
        row.push_row(visit, RowValue::Known(visit.value));
        self.0.push(String::from_utf8_lossy(row.text().trim_ascii_end()).into_owned());
        ControlFlow::Continue(())
    }
}

fn row(walk: &Walk, number: u64) -> Row {
    walk.each_row(number, ControlFlow::Break).unwrap()
}

/// 20 of the course's kind of logs, as they lie in the tree: 50 rows of each.
#[test]
fn rows_of_a_walk_are_those_of_the_files() {
    let root = Path::new(crate::ROOT);
    let mut chance = Pcg32::seed_from_u64(14);
    let mut logs = 0;
    for case in find_cases(&root.join("inputs/usc")).unwrap() {
        let path = &case.input;
        let folder = case.folder(&root.join("expected/usc"));
        let Ok(log) = std::fs::read_to_string(folder.join(TRAVERSE_LOG)) else {
            continue;
        };
        let Input::Kalah(problem) = homework::read(&std::fs::read(path).unwrap()).unwrap() else {
            continue;
        };
        let lines: Vec<_> = log.lines().skip(1).collect();
        let walk = Walk::new(problem).unwrap();
        assert_eq!(walk.rows(), lines.len() as u64, "{}", path.display());
        for _ in 0..50 {
            let at = chance.next_u32() as usize % lines.len();
            assert_eq!(row(&walk, at as u64 + 1).text(), lines[at], "{}", path.display());
        }
        logs += 1;
        if logs == 20 {
            break;
        }
    }
    assert_eq!(logs, 20);
}

/// A log with large nodes, whose rows come from what was kept of them.
#[test]
fn rows_of_a_walk_through_a_large_log() {
    for task in [Task::Minimax, Task::AlphaBeta] {
        let cutoff = if task == Task::Minimax { 5 } else { 7 };
        let start = Kalah::new(Board::opening(6, 4), Rules::USC, Side::South).unwrap();
        let problem = Problem::new(start, task, Some(cutoff));
        let mut texts = Texts(Vec::new());
        let _ = answer_to(&problem, &mut texts);
        let texts = texts.0;
        assert!(texts.len() > 100_000, "{}", texts.len());
        let walk = Walk::new(problem).unwrap();
        assert_eq!(walk.rows(), texts.len() as u64);
        let mut next = 0;
        let _: Option<()> = walk.each_row(1, |row| {
            assert_eq!((row.number, row.text()), (next as u64 + 1, texts[next].clone()));
            next += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(next, texts.len());
        let mut chance = Pcg32::seed_from_u64(15);
        for _ in 0..300 {
            let number = 1 + u64::from(chance.next_u32()) % walk.rows();
            let found = row(&walk, number);
            assert_eq!(found.text(), texts[number as usize - 1]);
            // Value and window of the node itself, as its row has them.
            let chain = walk.ancestors(number);
            let last = chain.last().unwrap();
            assert_eq!(last.node.made_by, found.visited.visit.made_by);
            assert_eq!(
                (last.value, last.window),
                (found.visited.visit.value, found.visited.visit.window)
            );
        }
    }
}

#[test]
fn the_first_difference_of_a_log_and_its_mistake() {
    let start = Kalah::new(Board::opening(4, 3), Rules::USC, Side::South).unwrap();
    let problem = Problem::new(start, Task::AlphaBeta, Some(3));
    let algorithm = problem.task.logged_algorithm().unwrap();
    let mut texts = Texts(vec!["Node,Depth,Value,Alpha,Beta".to_owned()]);
    let _ = answer_to(&problem, &mut texts);
    let right = texts.0.join("\n") + "\n";
    assert!(compare(&problem, algorithm, || Ok(right.as_bytes())).unwrap().is_none());
    texts.0[5] = "B9,1,0,0,0".to_owned();
    let wrong = texts.0.join("\n") + "\n";
    let found = compare(&problem, algorithm, || Ok(wrong.as_bytes())).unwrap().unwrap();
    assert_eq!((found.log.line, found.log.row), (6, 5));
    assert_eq!(found.diff.to_string(), "6 1 1\nB9,1,0,0,0\n");
    assert_eq!((keys_of(found.base), found.diff.until), (String::new(), None));
    assert_eq!(found.log.mistakes, None);
}

/// What a program with these mistakes writes for minimax or alpha-beta.
fn written(problem: &Problem, keys: &str) -> String {
    let switches = keys.split_whitespace().map(|key| key.parse::<Switch>().unwrap());
    let settings = Settings { switches: switches.collect(), ..Settings::default() };
    let answer = reference::answer(&assignment(problem).unwrap(), settings).unwrap();
    answer.traverse_log.unwrap()
}

/// A log that one known mistake explains, or two together, is not quoted but written again.
#[test]
fn a_log_with_known_mistakes_is_its_input_and_their_names() {
    for (task, keys) in [
        (Task::AlphaBeta, "no-cut"),
        (Task::AlphaBeta, "window-not-passed"),
        (Task::Minimax, "no-extra-turn"),
        (Task::Minimax, "capture-leaves-own-stone"),
        (Task::AlphaBeta, "capture-leaves-own-stone window-updated-on-cut"),
        (Task::Minimax, "right-to-left leaf-twice"),
    ] {
        let start = Kalah::new(Board::opening(4, 3), Rules::USC, Side::South).unwrap();
        let problem = Problem::new(start, task, Some(4));
        let log = written(&problem, keys);
        let found =
            compare(&problem, problem.task.logged_algorithm().unwrap(), || Ok(log.as_bytes()))
                .unwrap()
                .unwrap_or_else(|| panic!("{keys} changes nothing"));
        assert_eq!(found.log.mistakes.as_deref(), Some(keys));
        assert_eq!(keys_of(found.base), keys);
        assert_eq!(found.diff, LogDiff::default(), "{keys}");
        let all: Vec<_> = log.lines().map(str::to_owned).collect();
        let begin = found.log.line.saturating_sub(3).max(1);
        let again = written_again(&problem, keys, begin, 40).unwrap();
        let from = begin as usize - 1;
        assert_eq!(again, all[from..all.len().min(from + 40)], "{keys}");
        assert!(!found.log.told.is_empty() && !found.log.rules.is_empty());
    }
}

/// A log that has two mistakes of which one is unknown is shown as its difference from that of the
/// other, and comes back from it to the byte.
#[test]
fn an_unexplained_log_is_shown_by_its_difference_from_the_nearest_known_one() {
    let start = Kalah::new(Board::opening(4, 3), Rules::USC, Side::South).unwrap();
    for (task, keys, nearest) in [
        (Task::AlphaBeta, "", ""),
        (Task::Minimax, "no-extra-turn", "no-extra-turn"),
        (Task::AlphaBeta, "no-cut", "no-cut"),
    ] {
        let problem = Problem::new(start, task, Some(4));
        let mut log: Vec<_> = written(&problem, keys).lines().map(str::to_owned).collect();
        for at in [40, 41, 300] {
            log[at] = "something else".to_owned();
        }
        drop(log.drain(200..220));
        let text = log.join("\n") + "\n";
        let algorithm = problem.task.logged_algorithm().unwrap();
        let found = compare(&problem, algorithm, || Ok(text.as_bytes()));
        let found = found.unwrap().unwrap();
        assert_eq!(keys_of(found.base), nearest, "{keys}");
        let places = found.diff.to_string();
        assert!(places.len() < 100, "{places}");
        let base = written(&problem, nearest);
        let base: Vec<_> = base.lines().collect();
        let mut again = Vec::new();
        for pair in found.diff.pairs(1) {
            match (pair.added, pair.line, pair.base) {
                (Some(added), ..) => again.push(added),
                (None, Some(_), Some(number)) => match base.get(number as usize - 1) {
                    Some(line) => again.push(line),
                    None => break,
                },
                _ => {}
            }
        }
        assert_eq!(again, log, "{keys}");
    }
}

#[test]
fn what_is_no_mistake_is_no_name() {
    let start = Kalah::new(Board::opening(3, 2), Rules::USC, Side::South).unwrap();
    let problem = Problem::new(start, Task::Minimax, Some(2));
    let error = written_again(&problem, "no-cut no-such", 1, 9).unwrap_err();
    assert!(error.starts_with("no such mistake"), "{error}");
}
