//! Rows of a walk, the nodes above them and their boards, as JSON.

use std::ops::ControlFlow;

use super::Walk;
use super::place::{Moment, Row, is_cut, path_of};
use super::tree::Node;
use crate::json::{list, object, or_null, string, strings};
use crate::{Answered, view};
use arena::Game;
use mancala::game::{Kalah, Pit, PitName, Position};
use mancala::homework::compare::{Returned, Step, describe};
use mancala::homework::row_text;
use mancala::search::{Goal, Stage, Value, Visit, Window};

/// The most rows on either side.
const MAX_AROUND: u64 = 200;

/// All about row `number`: its sentence, the board, the nodes above it with their children, what was
/// cut, and the text of `around` rows on either side.
pub fn row(walk: &Walk, number: u64, around: u64) -> Answered {
    let around = around.min(MAX_AROUND);
    let (row, near) = with_neighbours(walk, number, around);
    let chain = walk.ancestors(number);
    let (Some(row), Some(last)) = (row, chain.last()) else {
        return Err(format!("there is no row {number}: the log has {}", walk.rows()));
    };
    let [position, sow] = board(walk.problem.start(), &path_of(&chain))?;
    let above = chain.iter().take(chain.len() - 1);
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
        ("why", or_null(cut_reason(walk, &row, &chain))),
        ("path", strings(told.path.iter().map(ToString::to_string))),
        position,
        sow,
        ("chain", list(chain.iter().map(ancestor))),
        ("above", list(above.map(|it| unfolded(walk, &it.node)))),
        ("near", list(near)),
        ("node", node(&last.node)),
        ("ghosts", strings(&ghosts)),
        ("returned", or_null(returned(&row))),
    ]))
}

/// The child that returns at a row, what its parent had until then, and what becomes of that.
fn returned(row: &Row) -> Option<String> {
    let Returned { step, value, before: (before, bounds) } = row.visited.returned?;
    let becomes = match row.visited.visit.value {
        _ if row.is_cut() => "prune",
        value if value == before => "ignore",
        _ => "update",
    };
    Some(object(&[
        ("name", string(&name(Some(step)))),
        ("value", string(&value.to_string())),
        ("before", string(&before.to_string())),
        ("window", window(bounds)),
        ("becomes", string(becomes)),
    ]))
}

/// A row and those around it, which are text alone.
fn with_neighbours(walk: &Walk, number: u64, around: u64) -> (Option<Row>, Vec<String>) {
    let (mut here, mut near) = (None, Vec::new());
    let from = number.saturating_sub(around).max(1);
    let _: Option<()> = walk.each_row(from, |row| {
        near.push(shown(row.number, &row.visited.visit));
        let is_last = row.number >= number + around;
        if row.number == number {
            here = Some(row);
        }
        if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (here, near)
}

/// Why the player above has no use for a node that prunes: which ancestor's value is the bound that was
/// reached (`at`, from the root), and the row in which a child of it set that value.
fn cut_reason(walk: &Walk, row: &Row, chain: &[Moment]) -> Option<String> {
    let Visit { goal, value, window, .. } = row.visited.visit;
    let window = window.filter(|_| row.is_cut())?;
    let (_, above) = chain.split_last()?;
    let bound = match goal {
        Goal::Max => window.beta,
        Goal::Min => window.alpha,
    };
    let at = above.iter().rposition(|it| it.node.goal != goal && it.value == bound)?;
    let children = walk.children_of(&above[at].node);
    let child = children.iter().find(|it| it.value == bound && it.end() < row.number)?;
    let (child, end) = (name(child.made_by), child.end());
    // With the sows of the same turn that lead there.
    let mover = |at: usize| above[at].node.position.mover();
    let sown = (1..=at).rev().take_while(|&it| mover(it - 1) == mover(at));
    let turn = sown.fold(child, |turn, it| format!("{} {turn}", name(above[it].node.made_by)));
    let player = walk.problem.player();
    let (max, min) = (player.player(), player.opponent().player());
    // The header is the first line.
    let line = end + 1;
    let words = match goal {
        Goal::Min => format!(
            "Player {max} can already reach {bound} with {turn} (line {line}). Here player {min} can hold \
             player {max} to {value}, which is no better, so player {max} has no reason to come here."
        ),
        Goal::Max => format!(
            "Player {min} can already hold player {max} to {bound} with {turn} (line {line}). Here player \
             {max} can reach {value}, so player {min} has no reason to come here."
        ),
    };
    Some(object(&[("at", at.to_string()), ("row", end.to_string()), ("words", string(&words))]))
}

/// The children of a node, and the moves that are not looked at.
pub fn unfolded(walk: &Walk, parent: &Node) -> String {
    let children = walk.children_of(parent);
    let ghosts = match parent.stage {
        Stage::Enter => ghosts(parent, children.len()),
        _ => Vec::new(),
    };
    object(&[("children", list(children.iter().map(node))), ("ghosts", strings(&ghosts))])
}

/// The moves after the last child that was looked at.
pub fn ghosts(node: &Node, looked_at: usize) -> Vec<String> {
    let rest = node.position.moves().skip(looked_at);
    let mover = node.position.mover();
    rest.map(|pit| PitName(mover, pit).to_string()).collect()
}

pub fn name(step: Option<Step>) -> String {
    step.map_or("root".to_owned(), |(side, pit)| PitName(side, pit).to_string())
}

pub fn node(node: &Node) -> String {
    object(&[
        ("name", string(&name(node.made_by))),
        ("row", node.first.to_string()),
        ("rows", node.rows.to_string()),
        ("depth", node.depth.to_string()),
        ("goal", string(node.goal.name())),
        ("value", string(&node.value.to_string())),
        ("window", window(node.window)),
        ("leaf", (node.stage != Stage::Enter).to_string()),
        ("over", (node.stage == Stage::GameOver).to_string()),
    ])
}

pub fn ancestor(ancestor: &Moment) -> String {
    object(&[
        ("name", string(&name(ancestor.node.made_by))),
        ("row", ancestor.node.first.to_string()),
        ("goal", string(ancestor.node.goal.name())),
        ("depth", ancestor.node.depth.to_string()),
        ("value", string(&ancestor.value.to_string())),
        ("window", window(ancestor.window)),
    ])
}

/// Both ends as text, or `null` under minimax.
pub fn window(window: Option<Window>) -> String {
    let ends =
        |window: Window| strings([window.alpha, window.beta].map(|end: Value| end.to_string()));
    or_null(window.map(ends))
}

/// A row of the list of rows.
pub fn shown(number: u64, visit: &Visit<Pit>) -> String {
    object(&[
        ("row", number.to_string()),
        ("text", string(&row_text(visit))),
        ("ply", visit.ply.to_string()),
        ("cut", is_cut(visit).to_string()),
    ])
}

/// The position at the end of `path` and the sow that led to it, as an answer has them.
pub fn board(start: Kalah, path: &[Pit]) -> Result<[(&'static str, String); 2], String> {
    let mut position = start;
    let mut last = None;
    if let Some((&pit, before)) = path.split_last() {
        let before = before.iter().fold(start, |position, &pit| position.play(pit));
        let mut game = Game::new(before);
        game.play(pit).map_err(|error| error.to_string())?;
        last = game.steps().last().map(|step| view::step(&step));
        position = *game.position();
    }
    Ok([("position", view::position(&position)), ("last", or_null(last))])
}
