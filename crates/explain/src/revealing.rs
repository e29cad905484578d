//! Inputs on which most mistakes show, wherever they are made: a program that is right there, or wrong as an explanation
//! says, hardly makes another mistake.

use std::sync::LazyLock;

use crate::evidence::Evidence;
use mancala::homework::{Problem, Task, parse};

/// All of them; of each task those first that show most of what those before do not.
pub(crate) fn all() -> &'static [Problem] {
    static PROBLEMS: LazyLock<Vec<Problem>> = LazyLock::new(|| {
        // A test holds that each line is a problem.
        lines().filter_map(|line| parse(line.replace(" / ", "\n").as_bytes()).ok()).collect()
    });
    &PROBLEMS
}

fn lines() -> impl Iterator<Item = &'static str> {
    include_str!("revealing.txt").lines().filter(|it| it.contains(" / ") && !it.starts_with('#'))
}

/// Those of the tasks that the cases have, in turns, without any of `known`.
pub(crate) fn unknown(
    cases: &[Evidence],
    known: &[Problem],
) -> impl Iterator<Item = Problem> + use<> {
    let is_asked = |it: &&Problem| cases.iter().any(|case| case.problem.task == it.task);
    let of_task = |task| {
        let of_task = all().iter().filter(|it| it.task == task && !known.contains(it));
        of_task.filter(is_asked).copied().collect::<Vec<_>>().into_iter()
    };
    in_turns([Task::AlphaBeta, Task::Minimax, Task::Greedy].map(of_task).into())
}

/// Of each one in its turn, so that a budget which ends early has asked of all.
pub(crate) fn in_turns<I: Iterator>(mut all: Vec<I>) -> impl Iterator<Item = I::Item> {
    let mut turns = 0;
    std::iter::from_fn(move || {
        (0..all.len()).find_map(|_| {
            turns += 1;
            let at = turns % all.len();
            all[at].next()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assignment::{Side, assignment};
    use crate::kill_matrix::{Column, KillMatrix};
    use crate::mistakes::{Mistake, Scope, Switch, Switches};
    use crate::reference::{OptionalRows, Settings, answer};

    #[test]
    fn every_line_is_a_problem() {
        assert_eq!(all().len(), lines().count());
        assert!(all().len() >= 30);
    }

    #[test]
    fn together_they_catch_every_mistake() {
        let columns = all().iter().map(|it| Column::new("", &assignment(it).unwrap()).unwrap());
        let matrix = KillMatrix { columns: columns.collect() };
        let missed: Vec<_> = Mistake::all().filter(|&it| matrix.kills(it) == 0).collect();
        assert!(missed.is_empty(), "{missed:?}");
    }

    /// Four of each task catch most of what all of the task catch, for one player or the other.
    #[test]
    fn the_first_catch_most() {
        for task in [Task::AlphaBeta, Task::Minimax, Task::Greedy] {
            let problems: Vec<_> = all().iter().filter(|it| it.task == task).collect();
            let caught = |count: usize| {
                let made = Mistake::all().flat_map(|mistake| {
                    Side::BOTH.map(|player| {
                        let scope = Scope { player: Some(player), ..Scope::EVERYWHERE };
                        Switches::NONE.with(Switch { mistake, scope })
                    })
                });
                let written = |problem: &Problem, switches| {
                    let optional_rows = OptionalRows::Omit;
                    let settings = Settings { switches, optional_rows, steps: 30_000 };
                    answer(&assignment(problem).unwrap(), settings).ok()
                };
                let is_caught = |&made: &Switches| {
                    let mut asked = problems[..count].iter();
                    asked.any(|it| written(it, made) != written(it, Switches::NONE))
                };
                made.filter(is_caught).count()
            };
            let (of_four, of_all) = (caught(4), caught(problems.len()));
            assert!(10 * of_four > 7 * of_all, "{task:?}: {of_four} of {of_all}");
        }
    }
}
