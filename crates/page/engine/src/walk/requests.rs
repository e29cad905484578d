//! The walk as requests. One walk is open at a time.

use std::cell::RefCell;
use std::ops::ControlFlow;

use super::Walk;
use super::begin::{begin, share, shown};
use super::compare::{beside, compare};
use super::picture::picture;
use super::place::{Ancestor, Row, path_of};
use super::tree::Node;
use crate::games::problem;
use crate::host::tell;
use crate::json::{list, numbers, object, or_null, string, strings};
use crate::{Answered, line};
use mancala::draw::text;
use mancala::game::{Pit, PitName, Position};
use mancala::homework::traverse_log::header;
use mancala::judge::node::{Step, describe};
use mancala::search::{Algorithm, Goal, Stage, Value, Window};

/// The most rows in one answer.
const MOST_ROWS: usize = 400;
/// How many rows a search for the next cut looks at.
const PATIENCE: u64 = 3_000_000;

thread_local! {
    static WALK: RefCell<Option<Walk>> = const { RefCell::new(None) };
}

/// Answers the request `walk-NAME`.
pub(crate) fn call(name: &str, arguments: &str) -> Answered {
    match name {
        "begin" => return begin(arguments),
        "open" => return open(arguments),
        _ => {}
    }
    WALK.with_borrow(|walk| {
        let walk = walk.as_ref().ok_or("no search is open")?;
        match name {
            "rows" => rows(walk, arguments),
            "row" => row(walk, arguments),
            "children" => children(walk, arguments),
            "find" => Ok(object(&[("row", walk.find(arguments)?.to_string())])),
            "go" => go(walk, arguments),
            "compare" => compare(walk, arguments),
            "beside" => beside(walk, arguments),
            _ => Err(format!("no such request: walk-{name}")),
        }
    })
}

fn number(text: &str) -> Result<u64, String> {
    let number = text.trim().parse();
    number.map_err(|_| "expected the number of a row".to_owned())
}

/// An `input.txt`: opens the walk through its search. Tells `{"rows", "share"}` while it is run.
fn open(arguments: &str) -> Answered {
    let problem = problem(arguments)?;
    let told = move |rows: u64, path: &[Pit]| {
        let share = share(problem.start(), path).to_string();
        tell(&object(&[("rows", rows.to_string()), ("share", share)]));
    };
    let walk = Walk::told(problem, Box::new(told));
    let walk = walk.ok_or("this task has no log: a walk needs task 2 or 3")?;
    let profile = walk.profile();
    let answer = object(&[
        ("rows", walk.rows().to_string()),
        ("header", string(header(walk.algorithm))),
        ("task", string(problem.task.name())),
        (
            "cutoff",
            or_null(problem.cutoff.map(|turns| turns.to_string())),
        ),
        ("player", problem.player().index().to_string()),
        ("rules", string(&problem.rules().to_string())),
        ("part", profile.rows.to_string()),
        ("depths", numbers(&profile.depths)),
        ("tops", numbers(&profile.tops)),
        ("root", node(&walk.root)),
    ]);
    WALK.set(Some(walk));
    Ok(answer)
}

/// A row's number and a count: the text of that many rows.
fn rows(walk: &Walk, arguments: &str) -> Answered {
    let (from, count) = line(arguments);
    let count = count.trim().parse().unwrap_or(1).clamp(1, MOST_ROWS);
    let mut texts = Vec::new();
    let full: Option<()> = walk.each_row(number(from)?, |row| {
        texts.push(shown(row.number, &row.visited.visit));
        if texts.len() < count {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    let _ = full;
    Ok(object(&[("rows", list(texts))]))
}

/// A row's number and, if a picture is wanted, its look: all about the row, that is its sentence, the
/// board, the nodes above it, what was cut.
fn row(walk: &Walk, arguments: &str) -> Answered {
    let (number, look) = line(arguments);
    let number = self::number(number)?;
    let row = walk.each_row(number, ControlFlow::Break);
    let chain = walk.ancestors(number);
    let (Some(row), Some(last)) = (row, chain.last()) else {
        return Err(format!(
            "there is no row {number}: the log has {}",
            walk.rows()
        ));
    };
    let path = path_of(&chain);
    let position = last.node.position;
    let told = describe(&row.visited, &walk.problem);
    let ghosts = if row.is_cut() {
        ghosts(&last.node, walk.children_of(&last.node).len())
    } else {
        Vec::new()
    };
    Ok(object(&[
        ("row", number.to_string()),
        ("text", string(&row.text())),
        ("cells", strings(row.text().split(','))),
        ("meaning", string(&told.meaning)),
        (
            "sentence",
            or_null(cut_in_words(&row, &ghosts).map(|words| string(&words))),
        ),
        ("path", strings(told.path.iter().map(ToString::to_string))),
        ("aloud", string(&text::lines(position.board()))),
        ("picture", string(&picture(&walk.problem, &path, look)?)),
        ("chain", list(chain.iter().map(ancestor))),
        ("node", node(&last.node)),
        ("ghosts", strings(&ghosts)),
        (
            "child",
            or_null(row.visited.child.map(|step| string(&name(Some(step))))),
        ),
    ]))
}

/// "v = 6 >= beta = 6, so B5, B6, B7 are not looked at."
fn cut_in_words(row: &Row, ghosts: &[String]) -> Option<String> {
    let visit = row.visited.visit;
    let window = visit.window.filter(|_| row.is_cut())?;
    let (sign, end, bound) = match visit.goal {
        Goal::Max => (">=", "beta", window.beta),
        Goal::Min => ("<=", "alpha", window.alpha),
    };
    let rest = match ghosts {
        [] => "and this was the last child anyway".to_owned(),
        [one] => format!("so {one} is not looked at"),
        many => format!("so {} are not looked at", many.join(", ")),
    };
    Some(format!(
        "v = {} {sign} {end} = {bound}, {rest}.",
        visit.value
    ))
}

/// The moves after the last child that was looked at.
fn ghosts(node: &Node, looked_at: usize) -> Vec<String> {
    let rest = node.position.moves().skip(looked_at);
    let mover = node.position.mover();
    rest.map(|pit| PitName(mover, pit).to_string()).collect()
}

/// Numbers of rows, apart by blanks: the children of the node of each.
fn children(walk: &Walk, arguments: &str) -> Answered {
    let mut all = Vec::new();
    for word in arguments.split_whitespace().take(MOST_ROWS) {
        let chain = walk.ancestors(number(word)?);
        let last = chain.last().ok_or("there is no such row")?.node;
        let children = walk.children_of(&last);
        let ghosts = match last.stage {
            Stage::Enter => ghosts(&last, children.len()),
            _ => Vec::new(),
        };
        all.push(object(&[
            ("children", list(children.iter().map(node))),
            ("ghosts", strings(&ghosts)),
        ]));
    }
    Ok(object(&[("nodes", list(all))]))
}

/// Where to (`sibling`, `back`, `up`, `parent`, `cut`, `root`) and a row's number: the number of the
/// row there.
fn go(walk: &Walk, arguments: &str) -> Answered {
    let (to, from) = line(arguments);
    let from = number(from)?;
    let chain = walk.ancestors(from);
    let node = chain.last().ok_or("there is no such row")?.node;
    let parent = chain.len().checked_sub(2).map(|at| chain[at].node);
    let found = match to {
        "up" => parent.map(|parent| parent.first),
        "parent" => parent.map(|_| node.end()),
        "sibling" | "back" => parent.and_then(|parent| {
            let children = walk.children(parent.first);
            let at = children
                .iter()
                .position(|child| child.first == node.first)?;
            let at = if to == "back" {
                at.checked_sub(1)?
            } else {
                at + 1
            };
            Some(children.get(at)?.first)
        }),
        "cut" if walk.algorithm == Algorithm::Minimax => None,
        "cut" => {
            let end = from + PATIENCE;
            let cut = walk.each_row(from + 1, |row| match row.is_cut() {
                true => ControlFlow::Break(Some(row.number)),
                false if row.number > end => ControlFlow::Break(None),
                false => ControlFlow::Continue(()),
            });
            cut.flatten()
        }
        "root" => root_changes(walk).find(|&row| row > from),
        _ => return Err(format!("nowhere to go: {to}")),
    };
    Ok(object(&[(
        "row",
        or_null(found.map(|row| row.to_string())),
    )]))
}

/// The rows in which the root's value changes.
fn root_changes(walk: &Walk) -> impl Iterator<Item = u64> {
    let goal = walk.root.goal;
    let children = walk.children(1).to_vec().into_iter();
    let updates = children.scan(goal.start(), move |best, child| {
        let changes = goal.prefers(child.value, *best);
        *best = goal.better(child.value, *best);
        Some((changes, child.end()))
    });
    updates.filter(|(changes, _)| *changes).map(|(_, row)| row)
}

fn name(step: Option<Step>) -> String {
    step.map_or("root".to_owned(), |(side, pit)| {
        PitName(side, pit).to_string()
    })
}

fn node(node: &Node) -> String {
    object(&[
        ("name", string(&name(node.made_by))),
        ("row", node.first.to_string()),
        ("rows", node.rows.to_string()),
        ("depth", node.depth.to_string()),
        ("goal", string(goal(node.goal))),
        ("value", string(&node.value.to_string())),
        ("window", window(node.window)),
        ("leaf", (node.stage != Stage::Enter).to_string()),
        ("over", (node.stage == Stage::GameOver).to_string()),
    ])
}

fn ancestor(ancestor: &Ancestor) -> String {
    object(&[
        ("name", string(&name(ancestor.node.made_by))),
        ("row", ancestor.node.first.to_string()),
        ("goal", string(goal(ancestor.node.goal))),
        ("depth", ancestor.node.depth.to_string()),
        ("value", string(&ancestor.value.to_string())),
        ("window", window(ancestor.window)),
    ])
}

const fn goal(goal: Goal) -> &'static str {
    match goal {
        Goal::Max => "max",
        Goal::Min => "min",
    }
}

/// Both ends as text, or `null` under minimax.
fn window(window: Option<Window>) -> String {
    let ends =
        |window: Window| strings([window.alpha, window.beta].map(|end: Value| end.to_string()));
    or_null(window.map(ends))
}
