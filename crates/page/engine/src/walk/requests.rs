//! The walk as requests. One walk is open at a time.

use std::cell::RefCell;
use std::ops::ControlFlow;

use super::Walk;
use super::begin::{begin, share};
use super::compare::{beside, compare};
use super::row::{node, row, shown, unfolded};
use crate::games::problem;
use crate::host::{file, tell};
use crate::json::{list, numbers, object, or_null, string};
use crate::{Answered, lines};
use mancala::game::Pit;
use mancala::homework::log_header;
use mancala::search::Algorithm;

const MAX_ROWS: usize = 400;
/// How many rows a search for the next cut looks at.
const PATIENCE: u64 = 3_000_000;

thread_local! {
    static WALK: RefCell<Option<Walk>> = const { RefCell::new(None) };
}

pub fn call(name: &str, arguments: &str) -> Answered {
    match name {
        "begin" => return begin(arguments),
        "open" => return open(arguments),
        _ => {}
    }
    WALK.with_borrow(|walk| {
        let walk = walk.as_ref().ok_or("no search is open")?;
        match name {
            "rows" => rows(walk, arguments),
            "row" => {
                let [from, around] = lines(arguments);
                row(walk, number(from)?, around.trim().parse().unwrap_or(0))
            }
            "children" => children(walk, arguments),
            "find" => Ok(object(&[("row", walk.find(arguments)?.to_string())])),
            "go" => go(walk, arguments),
            "compare" => compare(walk, || Ok(arguments.as_bytes())),
            "compare-file" => compare(walk, || Ok(file())),
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
        // A node has a row when it is entered, and each but the root one more in its parent.
        ("nodes", walk.rows().div_ceil(2).to_string()),
        ("header", string(log_header(walk.algorithm))),
        ("task", string(problem.task.name())),
        ("cutoff", or_null(problem.cutoff)),
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
    let [from, count] = lines(arguments);
    let count = count.trim().parse().unwrap_or(1).clamp(1, MAX_ROWS);
    let mut texts = Vec::new();
    let _: Option<()> = walk.each_row(number(from)?, |row| {
        texts.push(shown(row.number, &row.visited.visit));
        if texts.len() < count { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    Ok(object(&[("rows", list(texts))]))
}

/// Numbers of rows, apart by blanks: the children of the node of each.
fn children(walk: &Walk, arguments: &str) -> Answered {
    let mut all = Vec::new();
    for word in arguments.split_whitespace().take(MAX_ROWS) {
        let chain = walk.ancestors(number(word)?);
        let last = chain.last().ok_or("there is no such row")?.node;
        all.push(unfolded(walk, &last));
    }
    Ok(object(&[("nodes", list(all))]))
}

/// Where to (`sibling`, `back`, `up`, `parent`, `cut`, `root`) and a row's number: the number of the row there.
fn go(walk: &Walk, arguments: &str) -> Answered {
    let [to, from] = lines(arguments);
    let from = number(from)?;
    let chain = walk.ancestors(from);
    let node = chain.last().ok_or("there is no such row")?.node;
    let parent = chain.len().checked_sub(2).map(|at| chain[at].node);
    let found = match to {
        "up" => parent.map(|parent| parent.first),
        "parent" => parent.map(|_| node.end()),
        "sibling" | "back" => parent.and_then(|parent| {
            let children = walk.children_of(&parent);
            let at = children.iter().position(|child| child.first == node.first)?;
            let at = if to == "back" { at.checked_sub(1)? } else { at + 1 };
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
    Ok(object(&[("row", or_null(found))]))
}

/// The rows in which the root's value changes.
fn root_changes(walk: &Walk) -> impl Iterator<Item = u64> {
    let goal = walk.root.goal;
    let children = walk.children_of(&walk.root).to_vec().into_iter();
    let updates = children.scan(goal.start(), move |best, child| {
        let changes = goal.prefers(child.value, *best);
        *best = goal.better(child.value, *best);
        Some((changes, child.end()))
    });
    updates.filter(|(changes, _)| *changes).map(|(_, row)| row)
}
