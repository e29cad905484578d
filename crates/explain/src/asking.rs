//! The program itself is asked whether an explanation is true: it is put to inputs on which the programs
//! that are explained alike write different things.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::assignment::{Assignment, Player, Task, assignment};
use crate::diagnosis::{Diagnosis, diagnose};
use crate::evidence::{End, Evidence};
use crate::facts::{Facts, facts};
use crate::generate::problems;
use crate::hypothesis::{Fit, hold};
use crate::mistakes::{At, Mistake, Scope, Switch, Switches, Tasks};
use crate::profile::battery::battery;
use crate::reference::{OptionalRows, Settings, answer};
use mancala::homework::{self, Problem};

/// Inputs of each task that are asked to confirm an explanation.
pub const FRESH: usize = 12;
/// Inputs of each task that are drawn to choose from.
const DRAWN: usize = 300;
/// The most steps that an answer to one of them may take, and the most rows of its log.
const STEPS: u64 = 30_000;
const MAX_ROWS: usize = 400;
/// The most explanations that are asked about one after the other.
const ROUNDS: usize = 6;
/// Answers that speak against an explanation and are added to what has to be explained, at once.
const ADDED: usize = 3;

/// What came of asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Asked {
    /// Answers of the program that the explanation was held against, besides the cases.
    pub answers: usize,
    /// Fresh inputs on which it wrote what the explanation says.
    pub confirmed: usize,
    /// Whether its answers speak against everything that was found.
    pub is_refuted: bool,
}

/// Explains what a program wrote for `cases`. `answers` are what it wrote for other inputs; `ask` puts one
/// more to it, and gives nothing if there is no time left.
///
/// A program is named only if it writes all that the program has written, and what it goes on to write for
/// fresh inputs.
pub fn find_out_asking(
    mut cases: Vec<Evidence>,
    unseen: &[String],
    mut answers: Vec<Evidence>,
    ask: &mut dyn FnMut(&Problem) -> Option<Evidence>,
) -> Facts {
    let known: Vec<_> = Mistake::all().collect();
    for round in 1.. {
        let mut diagnosis = diagnose(&cases, &known);
        diagnosis.found.keep_parts(&answers);
        let mut asked = Asked { answers: answers.len(), ..Asked::default() };
        let Some(program) = candidate(&diagnosis, &answers) else {
            let programs = diagnosis.found.of_parts().into_iter();
            let fresh = programs.flat_map(|it| questions(&cases, it, &rivals(it, &[])));
            answers.extend(fresh.filter_map(|it| ask(&it)));
            diagnosis.found.keep_parts(&answers);
            asked.is_refuted = !diagnosis.found.holds_in_part(&answers);
            return facts(diagnosis, &cases, unseen, asked);
        };
        let mut refuting: Vec<_> = refuting(&answers, program).cloned().collect();
        if refuting.is_empty() {
            let rivals = rivals(program, &diagnosis.found.exact);
            let fresh: Vec<_> =
                questions(&cases, program, &rivals).iter().filter_map(&mut *ask).collect();
            refuting = self::refuting(&fresh, program).cloned().collect();
            asked.confirmed = fresh.iter().filter(|it| is_whole(it)).count();
            answers.extend(fresh);
        }
        if refuting.is_empty() {
            // What was confirmed need not be what was found first.
            let holds = |it: &Switches| self::refuting(&answers, *it).next().is_none();
            diagnosis.found.exact.retain(holds);
            if asked.confirmed >= FRESH {
                diagnosis.found.is_enough = true;
                diagnosis.found.exact = vec![program];
            }
            return facts(diagnosis, &cases, unseen, asked);
        }
        if round == ROUNDS {
            asked = Asked { confirmed: 0, is_refuted: true, ..asked };
            return facts(diagnosis, &cases, unseen, asked);
        }
        refuting.sort_by_key(Evidence::rows);
        refuting.truncate(ADDED);
        cases.extend(refuting);
    }
    unreachable!("the last round returns")
}

/// The program by which everything is explained, if it makes a mistake at all.
fn candidate(diagnosis: &Diagnosis<'_>, answers: &[Evidence]) -> Option<Switches> {
    let mut exact = diagnosis.found.exact.iter().copied().filter(|it| !it.is_empty());
    let first = exact.next()?;
    // Of several one that the answers do not refute.
    let fits = |it: &Switches| refuting(answers, *it).next().is_none();
    Some(std::iter::once(first).chain(exact).find(fits).unwrap_or(first))
}

/// The answers that a program with these mistakes would not have given.
pub(crate) fn refuting(answers: &[Evidence], program: Switches) -> impl Iterator<Item = &Evidence> {
    answers.iter().filter(move |it| !writes(it, program))
}

/// Whether a program with these mistakes writes this.
pub(crate) fn writes(evidence: &Evidence, program: Switches) -> bool {
    hold(evidence, program, &mut u64::MAX.clone()).fit == Fit::Reproduced
}

fn is_whole(evidence: &Evidence) -> bool {
    let is_logged = evidence.assignment.task != Task::Greedy;
    let has_log = evidence.traverse_log.is_some() || !is_logged;
    evidence.end == End::Normal && evidence.next_state.is_some() && has_log
}

/// The programs from which one has to be told: a right one, others that explain the same, and those that
/// make its mistakes fewer, or in more or fewer places, or another one of the same choice in place of one.
fn rivals(program: Switches, exact: &[Switches]) -> Vec<Switches> {
    let mut rivals = vec![Switches::NONE];
    rivals.extend(exact);
    for switch in program.iter() {
        let others = program.without(switch);
        let Switch { mistake, scope } = switch;
        let tasks = Tasks::ALL.into_iter().map(|tasks| Scope { tasks, ..scope });
        let players = [None, Some(Player::One), Some(Player::Two)];
        let players = players.into_iter().map(|player| Scope { player, ..scope });
        let places = At::ALL.into_iter().map(|at| Scope { at, ..scope });
        rivals.push(others);
        let instead = Mistake::all().filter(|it| *it != mistake && it.excludes(mistake));
        rivals.extend(instead.map(|mistake| others.with(Switch { mistake, scope })));
        rivals.extend(
            tasks.chain(players).chain(places).map(|scope| others.with(Switch { mistake, scope })),
        );
    }
    let mut distinct: Vec<Switches> = Vec::new();
    for it in rivals {
        if it != program && !distinct.contains(&it) {
            distinct.push(it);
        }
    }
    distinct
}

/// Inputs on which a program writes something else than its rivals: of each task on which any differs, each
/// rival in its turn; filled up with others.
fn questions(cases: &[Evidence], program: Switches, rivals: &[Switches]) -> Vec<Problem> {
    let mut drawn: HashMap<Task, Vec<(Problem, Assignment)>> = HashMap::new();
    let Some(rules) = cases.first().map(|it| it.problem.rules()) else {
        return Vec::new();
    };
    let is_asked = |task| cases.iter().any(|it| it.assignment.task == task);
    let is_new = |problem: &Problem| !cases.iter().any(|it| it.problem == *problem);
    for problem in probes_of_all_tasks().chain(problems(rules, 1).take(8 * DRAWN)).filter(is_new) {
        let wanted = assignment(&problem).filter(|it| is_asked(it.task) && is_under_way(it));
        let Some(assignment) = wanted else {
            continue;
        };
        let of_task = drawn.entry(assignment.task).or_default();
        if of_task.len() < DRAWN {
            of_task.push((problem, assignment));
        }
    }
    let mut of_tasks = [Task::AlphaBeta, Task::Minimax, Task::Greedy].map(|task| {
        let of_task = drawn.remove(&task).unwrap_or_default();
        of_one_task(&of_task, program, rivals).into_iter()
    });
    // In turns, so that a budget which ends early has asked of every task.
    let mut chosen = Vec::new();
    loop {
        let before = chosen.len();
        chosen.extend(of_tasks.iter_mut().filter_map(Iterator::next));
        if chosen.len() == before {
            return chosen;
        }
    }
}

/// The boards of the battery, which tell one rule from another, for each task.
fn probes_of_all_tasks() -> impl Iterator<Item = Problem> {
    let tasks = [homework::Task::Greedy, homework::Task::Minimax, homework::Task::AlphaBeta];
    battery().iter().flat_map(move |probe| {
        tasks.into_iter().map(|task| {
            let cutoff = probe.problem.cutoff.or(Some(1));
            let mut problem = probe.problem;
            (problem.task, problem.cutoff) = (task, cutoff);
            problem
        })
    })
}

/// Whether both sides have stones: what a program makes of a game that is over is asked nowhere.
fn is_under_way(asked: &Assignment) -> bool {
    [&asked.upper, &asked.lower].iter().all(|row| row.iter().any(|&seeds| seeds > 0))
}

fn of_one_task(
    drawn: &[(Problem, Assignment)],
    program: Switches,
    rivals: &[Switches],
) -> Vec<Problem> {
    let own: Vec<_> = drawn.iter().map(|(_, asked)| written(asked, program)).collect();
    let differs =
        |at: usize, rival: Switches| own[at].is_some() && written(&drawn[at].1, rival) != own[at];
    let mut chosen: Vec<usize> = Vec::new();
    // How many of the chosen tell each rival apart.
    let mut told = vec![0; rivals.len()];
    for wanted in 1..=FRESH {
        for (rival, &switches) in rivals.iter().enumerate() {
            // Each rival once, before any rival twice.
            let most = if wanted == 1 { 2 * FRESH } else { FRESH };
            if told[rival] >= wanted || chosen.len() >= most {
                continue;
            }
            let mut open = (0..drawn.len()).filter(|at| !chosen.contains(at));
            match open.find(|&at| differs(at, switches)) {
                Some(at) => {
                    chosen.push(at);
                    for (told, &rival) in told.iter_mut().zip(rivals) {
                        *told += usize::from(*told < FRESH && differs(at, rival));
                    }
                }
                // It writes the same everywhere.
                None => told[rival] = FRESH,
            }
        }
    }
    if !chosen.is_empty() {
        // Other inputs than those of the battery, which come first and are small.
        let others = (0..drawn.len()).rev().filter(|&at| own[at].is_some());
        let others: Vec<_> = others.filter(|at| !chosen.contains(at)).collect();
        // Which of equal turns a program takes is to be seen on few of them.
        let tied = program.with(Mistake::TiesToLast.into());
        let tied = others.iter().copied().filter(|&at| differs(at, tied)).take(FRESH / 2);
        chosen.extend(tied.collect::<Vec<_>>());
        let rest = others.into_iter().filter(|at| !chosen.contains(at));
        chosen.extend(rest.take((2 * FRESH).saturating_sub(chosen.len())).collect::<Vec<_>>());
    }
    chosen.into_iter().map(|at| drawn[at].0).collect()
}

/// What a program writes; `None` if that takes too long for a question.
fn written(asked: &Assignment, switches: Switches) -> Option<(String, Option<String>)> {
    let settings = Settings { switches, optional_rows: OptionalRows::Omit, steps: STEPS };
    let answer = answer(asked, settings).ok()?;
    let rows = answer.traverse_log.as_ref().map_or(0, |log| log.lines().count());
    (rows <= MAX_ROWS).then_some((answer.next_state, answer.traverse_log))
}
