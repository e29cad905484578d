//! The search through a tree that somebody has typed. It has no board: its leaves are their values.

use crate::json::{list, object, or_null, string};
use crate::walk::row::window;
use crate::{Answered, lines};
use mancala::game::{Position, Side};
use mancala::search::{Algorithm, FnObserver, Goal, Limits, Stage, Visit, Window, search};

/// The most lists within each other.
const MAX_DEPTH: usize = 100;

/// A node: its children by their places in a list of nodes, or else its value.
struct Node {
    children: Vec<usize>,
    value: i32,
}

/// A node as a position: South maximizes, and the sides move in turns.
#[derive(Clone, Copy)]
struct At<'a> {
    nodes: &'a [Node],
    here: usize,
    mover: Side,
}

impl<'a> Position for At<'a> {
    type Move = usize;

    fn mover(&self) -> Side {
        self.mover
    }

    fn is_over(&self) -> bool {
        self.nodes[self.here].children.is_empty()
    }

    fn moves(&self) -> impl Iterator<Item = usize> + use<'a> {
        self.nodes[self.here].children.iter().copied()
    }

    fn play(&self, here: usize) -> Self {
        Self { here, mover: self.mover.opponent(), ..*self }
    }

    fn score(&self, side: Side) -> i32 {
        let value = self.nodes[self.here].value;
        if side == Side::South { value } else { -value }
    }
}

/// `minimax` or `alpha-beta`, `max` or `min` for the root, and nested lists (`[ [ 3 12 ] [ 2 4 ] ]`): the
/// rows of the search. Nodes are told by their places in the text.
pub fn rows(arguments: &str) -> Answered {
    let [algorithm, goal, text] = lines(arguments);
    let algorithm = match algorithm {
        "minimax" => Algorithm::Minimax,
        "alpha-beta" => Algorithm::AlphaBeta,
        _ => return Err("expected minimax or alpha-beta".to_owned()),
    };
    let nodes = read(text)?;
    let mover = if goal == "min" { Side::North } else { Side::South };
    let start = At { nodes: &nodes, here: 0, mover };
    let mut visits = Vec::new();
    let mut take = |visit: &Visit<usize>| {
        visits.push(*visit);
        true
    };
    let limits = Limits { player: Side::South, cutoff: u32::MAX };
    let _ = search(start, limits, algorithm, &mut FnObserver(&mut take));
    Ok(object(&[("rows", list((0..visits.len()).map(|at| row(&nodes, &visits[..=at]))))]))
}

/// The nodes of a text, a parent before its children.
fn read(text: &str) -> Result<Vec<Node>, String> {
    let (mut nodes, mut open) = (Vec::<Node>::new(), Vec::new());
    for word in text.split_whitespace() {
        if word == "]" {
            open.pop();
            continue;
        }
        let here = nodes.len();
        if let Some(&parent) = open.last() {
            let parent: &mut Node = &mut nodes[parent];
            parent.children.push(here);
        }
        let value = if word == "[" {
            open.push(here);
            0
        } else {
            // Neither number stands for an infinity.
            let value =
                word.parse().ok().filter(|it: &i32| it.unsigned_abs() < i32::MAX.unsigned_abs());
            value.ok_or_else(|| format!("expected a whole number, [ or ], not {word}"))?
        };
        nodes.push(Node { children: Vec::new(), value });
        if open.len() > MAX_DEPTH {
            return Err(format!("expected at most {MAX_DEPTH} lists within each other"));
        }
    }
    if nodes.is_empty() { Err("expected a list".to_owned()) } else { Ok(nodes) }
}

fn row(nodes: &[Node], visits: &[Visit<usize>]) -> String {
    let Some((visit, earlier)) = visits.split_last() else { return String::new() };
    let node = place(visit);
    // The row before an update is the last one of the child.
    let child = earlier.last().filter(|_| visit.stage == Stage::Update).map(place);
    let before = earlier.iter().rfind(|it| place(it) == node).filter(|_| child.is_some());
    let reaches =
        child.is_some() && visit.window.is_some_and(|it| it.cuts(visit.goal, visit.value));
    let leaves_children = nodes[node].children.last() != child.as_ref();
    let becomes = before.map(|before| {
        if reaches && leaves_children {
            "prune"
        } else if before.value == visit.value {
            "ignore"
        } else {
            "update"
        }
    });
    let set = visit.window.filter(|_| becomes == Some("prune")).and_then(|it| setter(visits, it));
    object(&[
        ("node", node.to_string()),
        ("value", string(&visit.value.to_string())),
        ("window", window(visit.window)),
        ("becomes", or_null(becomes.map(string))),
        ("reaches", reaches.to_string()),
        ("before", or_null(before.map(|it| string(&it.value.to_string())))),
        ("opened", or_null(before.map(|it| window(it.window)))),
        ("set", or_null(set.map(|at| at + 1))),
    ])
}

fn place(visit: &Visit<usize>) -> usize {
    visit.made_by.map_or(0, |(_, here)| here)
}

/// Which visit set the bound that the last one has reached: the first with that value at the nearest node above.
fn setter(visits: &[Visit<usize>], window: Window) -> Option<usize> {
    let (last, earlier) = visits.split_last()?;
    let bound = if last.goal == Goal::Max { window.beta } else { window.alpha };
    let mut ply = last.ply;
    let mut above = earlier.iter().rev().filter(|it| {
        let is_above = it.ply < ply;
        ply = ply.min(it.ply);
        is_above
    });
    let owner = above.find(|it| it.goal != last.goal && it.value == bound)?;
    earlier.iter().position(|it| place(it) == place(owner) && it.value == bound)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Figure 5.2's tree: the second list is cut after its first leaf, for what the first one has set.
    #[test]
    fn a_textbook_tree_is_cut_once() {
        let answer = rows("alpha-beta\nmax\n[ [ 3 12 8 ] [ 2 4 6 ] [ 14 5 2 ] ]").unwrap();
        let rows: Vec<_> = answer.split("{\"node\"").skip(1).collect();
        assert_eq!(rows.len(), 21);
        let cuts: Vec<_> = rows.iter().filter(|row| row.contains("prune")).collect();
        let cut = r#":5,"value":"2","window":["3","Infinity"],"becomes":"prune","reaches":true,"before":"Infinity","opened":["3","Infinity"],"set":9},"#;
        assert_eq!(cuts, [&cut]);
    }

    #[test]
    fn what_is_no_tree_is_told() {
        let deep = "[ ".repeat(MAX_DEPTH + 1);
        for (asked, sentence) in [
            ("solve\nmax\n[ 1 ]", "expected minimax or alpha-beta"),
            ("minimax\nmax\n", "expected a list"),
            ("minimax\nmax\n[ x ]", "expected a whole number, [ or ], not x"),
            ("minimax\nmax\n[ -2147483648 ]", "expected a whole number, [ or ], not -2147483648"),
            ("minimax\nmax\n[ 2147483647 ]", "expected a whole number, [ or ], not 2147483647"),
            (&*format!("minimax\nmax\n{deep}"), "expected at most 100 lists within each other"),
        ] {
            assert_eq!(rows(asked).unwrap_err(), sentence);
        }
    }
}
