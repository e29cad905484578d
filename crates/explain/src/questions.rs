//! Questions that tell a program from others: inputs on which it writes something else than they do.
//!
//! They are looked for one by one, as they are wanted: it takes longer than a program takes to answer.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::HashMap;

use crate::assignment::{Assignment, Side, Task, assignment};
use crate::diagnosis::partial::Part;
use crate::evidence::Evidence;
use crate::generate::problems;
use crate::mistakes::{At, Mistake, Nodes, Scope, Switch, Switches, Tasks};
use crate::profile::battery::battery;
use crate::reference::{Settings, answer};
use crate::revealing::{self, in_turns};
use mancala::homework::Problem;

/// Inputs of each task that are asked to confirm an explanation.
pub const FRESH: usize = 12;
/// Inputs of each task that are drawn to choose from.
const DRAWN: usize = 400;
/// The same to tell two programs: a mistake may hardly ever show.
const DRAWN_FOR_TWO: usize = 2000;
/// The most steps that an answer to one of them may take, and the most rows of its log.
const STEPS: u64 = 30_000;
const MAX_ROWS: usize = 400;
/// Inputs that tell a rival, of which the one is asked that tells most of the first rivals.
const TELLING: usize = 8;
const FIRST_RIVALS: usize = 16;
/// Rivals that the next task begins after.
const OTHER_RIVALS: usize = 3;

const TASKS: [Task; 3] = [Task::AlphaBeta, Task::Minimax, Task::Greedy];

/// The programs from which one has to be told: a right one, others that explain the same, and those that
/// make its mistakes fewer, or in more or fewer places, or another one of the same choice in place of one.
pub(crate) fn rivals(program: Switches, exact: &[Switches]) -> Vec<Switches> {
    let mut rivals = vec![Switches::NONE];
    // First of all, each of its mistakes has to show.
    rivals.extend(program.iter().map(|switch| program.without(switch)));
    // The same choice may be another one.
    for Switch { mistake, scope } in program.iter() {
        let others = program.without(Switch { mistake, scope });
        let instead = Mistake::all().filter(|it| *it != mistake && it.excludes(mistake));
        rivals.extend(instead.map(|mistake| others.with(Switch { mistake, scope })));
    }
    // A mistake that is made in some places only may be made in others that the cases do not show.
    let elsewhere = |switch: Switch| {
        let places = At::all().map(move |at| Scope { at, ..switch.scope });
        places.map(move |scope| program.without(switch).with(Switch { scope, ..switch }))
    };
    let (everywhere, somewhere): (Vec<_>, Vec<_>) =
        program.iter().partition(|it| it.scope.at == At::ANYWHERE);
    rivals.extend(somewhere.into_iter().flat_map(elsewhere));
    // Which of equal turns a program takes is to be seen on few inputs.
    let ties = [Mistake::TiesToLast, Mistake::TiesToLongest].into_iter().flat_map(|mistake| {
        let player = |player| Scope { player: Some(player), ..Scope::EVERYWHERE };
        let mid_turn = Scope { at: At::nodes(Nodes::MidTurn), ..Scope::EVERYWHERE };
        let scopes = [player(Side::South), player(Side::North), mid_turn];
        scopes.map(|scope| program.with(Switch { mistake, scope }))
    });
    rivals.extend(ties);
    rivals.extend(program.iter().flat_map(|switch| {
        let of_players = [None, Some(Side::South), Some(Side::North)]
            .map(|player| Scope { player, ..switch.scope });
        of_players.map(|scope| program.without(switch).with(Switch { scope, ..switch }))
    }));
    rivals.extend(exact);
    rivals.extend(program.iter().flat_map(|switch| {
        let tasks = Tasks::all().map(move |tasks| Scope { tasks, ..switch.scope });
        tasks.map(move |scope| program.without(switch).with(Switch { scope, ..switch }))
    }));
    rivals.extend(everywhere.into_iter().flat_map(elsewhere));
    let mut distinct: Vec<Switches> = Vec::new();
    for it in rivals {
        if it != program && !distinct.contains(&it) {
            distinct.push(it);
        }
    }
    distinct
}

/// The programs that make any other mistake in place of one.
pub(crate) fn instead(program: Switches) -> impl Iterator<Item = Switches> {
    program.iter().flat_map(move |switch| {
        let other = move |mistake| program.without(switch).with(Switch { mistake, ..switch });
        Mistake::all().filter(move |it| *it != switch.mistake).map(other)
    })
}

/// Inputs on which a program writes something else than its rivals: of each task on which any differs, each
/// rival in its turn; filled up with others. If the program explains a part only, inputs of that; none of `known`.
pub(crate) fn questions(
    cases: &[Evidence],
    known: &[Problem],
    program: Switches,
    rivals: Vec<Switches>,
    part: Option<Part>,
) -> impl Iterator<Item = Problem> + use<> {
    let most = if rivals.len() == 1 { DRAWN_FOR_TWO } else { DRAWN };
    let mut drawn: HashMap<Task, Vec<Drawn>> = HashMap::new();
    let is_asked = |asked: &Assignment| {
        part.is_none_or(|part| part.has(asked))
            && cases.iter().any(|it| it.assignment.task == asked.task)
    };
    let others = cases.first().map(|it| problems(it.problem.rules(), 1).take(8 * most));
    let revealing = revealing::all().iter().copied();
    for problem in revealing.chain(probes_of_all_tasks()).chain(others.into_iter().flatten()) {
        let Some(asked) = assignment(&problem).filter(|it| is_asked(it) && is_under_way(it)) else {
            continue;
        };
        let of_task = drawn.entry(asked.task).or_default();
        if of_task.len() < most && !known.contains(&problem) {
            of_task.push(Drawn { problem, asked, own: OnceCell::new() });
        }
    }
    let of_tasks = TASKS.map(|task| Telling {
        program,
        told: vec![0; rivals.len()],
        // Few are told in each task, so each task begins with others.
        rivals: {
            let all = rivals.iter().copied().cycle().skip(OTHER_RIVALS * task as usize);
            all.take(rivals.len()).collect()
        },
        drawn: drawn.remove(&task).unwrap_or_default(),
        chosen: Vec::new(),
        wanted: 1,
        rival: 0,
        others: None,
    });
    in_turns(of_tasks.into())
}

/// An input on which two programs write something else, if one is found.
pub(crate) fn difference(
    cases: &[Evidence],
    known: &[Problem],
    program: Switches,
    other: Switches,
) -> Option<Problem> {
    let differ = |it: &Problem| {
        assignment(it).is_some_and(|asked| written(&asked, program) != written(&asked, other))
    };
    // What does not tell them is only asked where nothing does.
    questions(cases, known, program, vec![other], None).take(TASKS.len()).find(differ)
}

/// The boards of the battery, which tell one rule from another, for each task.
fn probes_of_all_tasks() -> impl Iterator<Item = Problem> {
    battery().iter().flat_map(|probe| {
        [Task::Greedy, Task::Minimax, Task::AlphaBeta].into_iter().map(|task| {
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

/// An input to choose, and what the program writes there.
struct Drawn {
    problem: Problem,
    asked: Assignment,
    own: OnceCell<Option<Files>>,
}

/// The questions of one task.
struct Telling {
    program: Switches,
    rivals: Vec<Switches>,
    drawn: Vec<Drawn>,
    chosen: Vec<usize>,
    /// How many of the chosen tell each rival apart.
    told: Vec<usize>,
    /// How many are to tell each apart now, and which rival's turn it is.
    wanted: usize,
    rival: usize,
    /// What it is filled up with, the last first.
    others: Option<Vec<usize>>,
}

impl Iterator for Telling {
    type Item = Problem;

    fn next(&mut self) -> Option<Problem> {
        let at = self.next_telling().or_else(|| self.next_other())?;
        Some(self.drawn[at].problem)
    }
}

impl Telling {
    fn own(&self, at: usize) -> Option<&Files> {
        let Drawn { asked, own, .. } = &self.drawn[at];
        own.get_or_init(|| written(asked, self.program)).as_ref()
    }

    fn differs(&self, at: usize, rival: Switches) -> bool {
        let own = self.own(at);
        own.is_some() && written(&self.drawn[at].asked, rival).as_ref() != own
    }

    fn next_telling(&mut self) -> Option<usize> {
        while self.wanted <= FRESH {
            // Each rival once, before any rival twice.
            let most = if self.wanted == 1 { 2 * FRESH } else { FRESH };
            let rival = self.rival;
            let Some(&switches) = self.rivals.get(rival).filter(|_| self.chosen.len() < most)
            else {
                (self.wanted, self.rival) = (self.wanted + 1, 0);
                continue;
            };
            self.rival += 1;
            if self.told[rival] >= self.wanted {
                continue;
            }
            let open = (0..self.drawn.len()).filter(|at| !self.chosen.contains(at));
            let telling = open.filter(|&at| self.differs(at, switches)).take(TELLING);
            match telling.max_by_key(|&at| (self.tells_too(at), Reverse(at))) {
                Some(at) => {
                    self.chosen.push(at);
                    let tells =
                        |&it: &usize| self.told[it] < FRESH && self.differs(at, self.rivals[it]);
                    let told: Vec<_> = (0..self.rivals.len()).filter(tells).collect();
                    for rival in told {
                        self.told[rival] += 1;
                    }
                    return Some(at);
                }
                // It writes the same everywhere.
                None => self.told[rival] = FRESH,
            }
        }
        None
    }

    /// How many of the first rivals an input tells that are to be told.
    fn tells_too(&self, at: usize) -> usize {
        let first = self.rivals.iter().zip(&self.told).take(FIRST_RIVALS);
        first.filter(|(rival, told)| **told < self.wanted && self.differs(at, **rival)).count()
    }

    /// Other inputs than those of the battery, which come first and are small.
    fn next_other(&mut self) -> Option<usize> {
        if self.others.is_none() {
            let others = (0..self.drawn.len()).rev().filter(|&at| self.own(at).is_some());
            let others = others.filter(|at| !self.chosen.contains(at));
            let chosen = self.chosen.len();
            let count = if chosen == 0 { 0 } else { (2 * FRESH).saturating_sub(chosen) };
            let mut others: Vec<_> = others.take(count).collect();
            others.reverse();
            self.others = Some(others);
        }
        self.others.as_mut()?.pop()
    }
}

/// What a program writes: the state and the log.
type Files = (String, Option<String>);

/// What a program writes; `None` if that takes too long for a question.
fn written(asked: &Assignment, switches: Switches) -> Option<Files> {
    let settings = Settings { switches, steps: STEPS, ..Settings::default() };
    let answer = answer(asked, settings).ok()?;
    let rows = answer.traverse_log.as_ref().map_or(0, |log| log.lines().count());
    (rows <= MAX_ROWS).then_some((answer.next_state, answer.traverse_log))
}
