//! Nodes of a walk as JSON.
//!
//! Left out: finding them.

use super::Walk;
use super::place::Ancestor;
use super::tree::Node;
use crate::json::{list, object, or_null, string, strings};
use mancala::game::{PitName, Position};
use mancala::homework::compare::node::Step;
use mancala::search::{Goal, Stage, Value, Window};

/// The children of a node, and the moves that are not looked at.
pub(super) fn unfolded(walk: &Walk, parent: &Node) -> String {
    let children = walk.children_of(parent);
    let ghosts = match parent.stage {
        Stage::Enter => ghosts(parent, children.len()),
        _ => Vec::new(),
    };
    object(&[
        ("children", list(children.iter().map(node))),
        ("ghosts", strings(&ghosts)),
    ])
}

/// The moves after the last child that was looked at.
pub(super) fn ghosts(node: &Node, looked_at: usize) -> Vec<String> {
    let rest = node.position.moves().skip(looked_at);
    let mover = node.position.mover();
    rest.map(|pit| PitName(mover, pit).to_string()).collect()
}

pub(super) fn name(step: Option<Step>) -> String {
    step.map_or("root".to_owned(), |(side, pit)| {
        PitName(side, pit).to_string()
    })
}

pub(super) fn node(node: &Node) -> String {
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

pub(super) fn ancestor(ancestor: &Ancestor) -> String {
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
