//! All about one row of a walk, as JSON.
//!
//! Left out: the nodes above it ([`nodes`](super::nodes)) and its board ([`board`](super::board)).

use std::ops::ControlFlow;

use super::Walk;
use super::begin::shown;
use super::board::board;
use super::nodes::{ancestor, ghosts, name, node, unfolded};
use super::place::{Row, path_of};
use crate::Answered;
use crate::json::{list, object, or_null, string, strings};
use mancala::homework::compare::node::describe;
use mancala::search::Goal;

/// The most rows on either side.
const MOST_AROUND: u64 = 200;

/// All about row `number`: its sentence, the board, the nodes above it with their children, what was
/// cut, and the text of `around` rows on either side.
pub(super) fn row(walk: &Walk, number: u64, around: u64) -> Answered {
    let around = around.min(MOST_AROUND);
    let (row, near) = with_neighbours(walk, number, around);
    let chain = walk.ancestors(number);
    let (Some(row), Some(last)) = (row, chain.last()) else {
        return Err(format!(
            "there is no row {number}: the log has {}",
            walk.rows()
        ));
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
        (
            "sentence",
            or_null(cut_in_words(&row, &ghosts).map(|words| string(&words))),
        ),
        ("path", strings(told.path.iter().map(ToString::to_string))),
        position,
        sow,
        ("chain", list(chain.iter().map(ancestor))),
        ("above", list(above.map(|it| unfolded(walk, &it.node)))),
        ("near", list(near)),
        ("node", node(&last.node)),
        ("ghosts", strings(&ghosts)),
        (
            "child",
            or_null(row.visited.child.map(|step| string(&name(Some(step))))),
        ),
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
        match is_last {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    (here, near)
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
