//! Where in the search a row of the log belongs: the path, the board, and what the row means.

use super::finding::{NamedTurn, NodeDescription};
use crate::game::rules::Remainder;
use crate::game::{Board, Kalah, Pit, PitName, Position, Side};
use crate::homework::Problem;
use crate::search::{Goal, Stage, Value, Visit, Window};

/// A move and its maker.
pub type Step = (Side, Pit);

/// A visit with the moves that lead to its node.
#[derive(Debug, Clone)]
pub struct LocatedVisit {
    /// What the row shows.
    pub visit: Visit<Pit>,
    /// The moves from the root to the node.
    pub path: Vec<Step>,
    /// The child that has just returned, where that is why the row is written.
    pub returned: Option<Returned>,
}

/// A child that has returned to its parent.
#[derive(Debug, Clone, Copy)]
pub struct Returned {
    /// The move that made it.
    pub step: Step,
    /// Its value.
    pub value: Value,
    /// Value and window of its parent until then.
    pub before: (Value, Option<Window>),
}

/// Keeps the path to the node that is visited: the last visit to each node on it, and to the child that returned last.
#[derive(Debug, Default)]
pub struct SearchPath(Vec<Visit<Pit>>);

impl SearchPath {
    /// Goes on to the node of `visit`.
    pub fn follow(&mut self, visit: &Visit<Pit>) {
        self.0.truncate(visit.ply);
        self.0.push(*visit);
    }

    /// The visit with its path; to be called before [`follow`](Self::follow).
    pub fn visited(&self, visit: &Visit<Pit>) -> LocatedVisit {
        let above = self.0.iter().take(visit.ply);
        let path = above.chain([visit]).filter_map(|it| it.made_by).collect();
        let returned = match (visit.stage, self.0.get(visit.ply..)) {
            (Stage::Update, Some([node, child, ..])) => child.made_by.map(|step| Returned {
                step,
                value: child.value,
                before: (node.value, node.window),
            }),
            _ => None,
        };
        LocatedVisit { visit: *visit, path, returned }
    }
}

/// Describes the node of a visit.
pub fn describe(visited: &LocatedVisit, problem: &Problem) -> NodeDescription {
    let (mut position, mut sow) = (problem.start(), None);
    for &(side, pit) in &visited.path {
        let player = format!("Player {}", side.player());
        sow = Some(position.describe_sow(pit, &player, ["stone", "the mancala"]));
        position = position.play(pit);
    }
    NodeDescription {
        name: name(visited.visit.made_by),
        path: turns(&visited.path),
        sow: sow.filter(|_| visited.visit.stage != Stage::Update),
        board: draw(position.board()),
        meaning: meaning(visited, problem.player(), &position),
    }
}

fn name(step: Option<Step>) -> String {
    match step {
        Some((side, pit)) => PitName(side, pit).to_string(),
        None => "root".to_owned(),
    }
}

/// Sows of one player in a row are one turn.
fn turns(path: &[Step]) -> Vec<NamedTurn> {
    path.chunk_by(|one, next| one.0 == next.0)
        .map(|turn| NamedTurn {
            player: turn[0].0.player(),
            pits: turn.iter().map(|&step| name(Some(step))).collect(),
        })
        .collect()
}

/// What the expected row says, in the handout's words.
fn meaning(visited: &LocatedVisit, player: Side, position: &Kalah) -> String {
    let visit = &visited.visit;
    let node = name(visit.made_by);
    match visit.stage {
        Stage::Enter => {
            let begins = format!(
                "{} is entered. It is a {} node at depth {}, so its value begins at {}",
                sentence(the(&node)),
                visit.goal.name(),
                visit.depth,
                visit.value
            );
            match visit.window {
                None => begins + ".",
                Some(Window { alpha, beta }) if visit.ply == 0 => {
                    format!("{begins}. Alpha begins at {alpha} and beta at {beta}.")
                }
                Some(Window { alpha, beta }) => {
                    format!("{begins}. It inherits alpha = {alpha} and beta = {beta}.")
                }
            }
        }
        Stage::Leaf => format!(
            "{node} is a leaf: depth {} is the cutoff, and the player has not earned another move. \
             Its value is {}.",
            visit.depth,
            difference(player, position.board())
        ),
        Stage::GameOver => {
            let remaining = match position.rules().remainder {
                Remainder::RowOwner => "go to the player on whose side they lie",
                Remainder::PlayerOut => "go to the player whose side is empty",
                Remainder::OtherPlayer => "go to the player whose side is not empty",
                Remainder::Nobody => "count for nobody",
            };
            format!(
                "The game is over at {node}: one side has no stones left. The remaining stones {remaining}. Its value \
                 is {}.",
                difference(player, position.board())
            )
        }
        Stage::Update => {
            let returned = visited.returned.map(|it| update(visit, &it, position));
            returned.unwrap_or_else(|| format!("A child of {} has returned.", the(&node)))
        }
    }
}

/// What a child's value changes at its parent.
fn update(visit: &Visit<Pit>, returned: &Returned, position: &Kalah) -> String {
    let Returned { step, value, before: (was, old) } = *returned;
    let (node, child) = (name(visit.made_by), name(Some(step)));
    let (node, kind) = (the(&node), visit.goal.name());
    let (greater, rises, end, sign, limit) = match visit.goal {
        Goal::Max => ("greater", "rises", "alpha", ">=", "beta"),
        Goal::Min => ("less", "falls", "beta", "<=", "alpha"),
    };
    let text = match visit.value == was {
        true => format!(
            "{child} returned {value}. That is not {greater} than {was}, so {node} (a {kind} node) keeps \
             the value {was}"
        ),
        false => format!(
            "{child} returned {value}. {} is a {kind} node, so its value {rises} from {was} to {}",
            sentence(node),
            visit.value
        ),
    };
    let ends = |window: Window| match visit.goal {
        Goal::Max => (window.alpha, window.beta),
        Goal::Min => (window.beta, window.alpha),
    };
    let Some(((now, bound), (old, _))) = visit.window.map(ends).zip(old.map(ends)) else {
        return text + ".";
    };
    if visit.window.is_some_and(|window| window.cuts(visit.goal, visit.value)) {
        let rest = position.moves().skip_while(|&pit| pit != step.1).skip(1);
        let rest: Vec<_> = rest.map(|pit| name(Some((step.0, pit)))).collect();
        let pruned = match rest.as_slice() {
            [] => "and no child is left to prune".to_owned(),
            [one] => format!("so {one} is pruned"),
            many => format!("so {} are pruned", many.join(", ")),
        };
        return format!(
            "{text}. {} {sign} {limit} ({bound}), {pruned}. This row still shows the old {end} ({now}).",
            visit.value
        );
    }
    match (now == old, old == was) {
        (true, _) if visit.value == was => format!("{text}, and {end} stays {now}."),
        (true, _) => format!("{text}; {end} stays {now}."),
        (false, true) => format!("{text}, and so does {end}."),
        (false, false) => format!("{text}, and {end} from {old} to {now}."),
    }
}

fn the(node: &str) -> &str {
    match node {
        "root" => "the root",
        node => node,
    }
}

/// A name at the beginning of a sentence.
fn sentence(name: &str) -> String {
    name.replacen("the", "The", 1)
}

/// "player 1's mancala minus player 2's: 5 - 3 = 2".
fn difference(player: Side, board: &Board) -> String {
    let (own, other) = (board.store(player), board.store(player.opponent()));
    format!(
        "player {}'s mancala minus player {}'s: {own} - {other} = {}",
        player.player(),
        player.opponent().player(),
        board.lead(player)
    )
}

/// A board as the handout draws it, with the names of the pits.
///
/// ```text
///          A2   A3   A4
///  A1       3    3    3       B5
///   0       3    3    3        0
///          B2   B3   B4
/// ```
pub fn draw(board: &Board) -> String {
    let last = board.width() + 2;
    let names = |side| row(board.columns().map(|pit| PitName(side, pit).to_string()));
    let seeds = |side: Side| row(board.row(side).iter().map(u16::to_string));
    let (north, south) = (board.store(Side::North), board.store(Side::South));
    let right = format!("B{last}");
    [
        format!("{:7}{}", "", names(Side::North)),
        format!("{:>7}{}{right:>8}", "A1", seeds(Side::North)),
        format!("{north:>7}{}{south:>8}", seeds(Side::South)),
        format!("{:7}{}", "", names(Side::South)),
    ]
    .join("\n")
}

fn row(cells: impl Iterator<Item = String>) -> String {
    cells.map(|cell| format!("{cell:>6}")).collect()
}
