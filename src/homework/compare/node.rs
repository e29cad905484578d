//! Where in the search a row of the log belongs: the path, the board, and what the row means.
//!
//! Left out: the submission's row.

use std::fmt::Write;

use super::finding::{NamedTurn, Node};
use crate::game::PitName;
use crate::game::{Board, Pit, Position, Side};
use crate::homework::Problem;
use crate::search::{Goal, Stage, Visit};

/// A move and its maker.
pub type Step = (Side, Pit);

/// A visit with the moves that lead to its node.
#[derive(Debug, Clone)]
pub struct Visited {
    /// What the row shows.
    pub visit: Visit<Pit>,
    /// The moves from the root to the node.
    pub path: Vec<Step>,
    /// The child that has just returned, where that is why the row is written.
    pub child: Option<Step>,
}

/// Keeps the path to the node that is visited.
#[derive(Debug, Default)]
pub struct Path(Vec<Step>);

impl Path {
    /// Goes on to the node of `visit`.
    pub fn follow(&mut self, visit: &Visit<Pit>) {
        if let Some(step) = visit.made_by {
            self.0.truncate(visit.ply - 1);
            self.0.push(step);
        }
        // After an update the path keeps the child that returned until the next visit.
    }

    /// The visit with its path; to be called before [`follow`](Path::follow).
    #[must_use]
    pub fn visited(&self, visit: &Visit<Pit>) -> Visited {
        let child = match visit.stage {
            Stage::Update => self.0.get(visit.ply).copied(),
            _ => None,
        };
        let mut path = self.0[..visit.ply.saturating_sub(1).min(self.0.len())].to_vec();
        path.extend(visit.made_by);
        Visited {
            visit: *visit,
            path,
            child,
        }
    }
}

/// Describes the node of a visit.
#[must_use]
pub fn describe(visited: &Visited, problem: &Problem) -> Node {
    let position = visited
        .path
        .iter()
        .fold(problem.start(), |position, &(_, pit)| position.play(pit));
    Node {
        name: name(visited.visit.made_by),
        path: turns(&visited.path),
        board: draw(position.board()),
        meaning: meaning(visited, problem, position.board()),
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
fn meaning(visited: &Visited, problem: &Problem, board: &Board) -> String {
    let visit = &visited.visit;
    let node = name(visit.made_by);
    let kind = match visit.goal {
        Goal::Max => "max",
        Goal::Min => "min",
    };
    match visit.stage {
        Stage::Enter => {
            let mut text = format!(
                "{node} is entered. It is a {kind} node at depth {}, so its value begins at {}",
                visit.depth, visit.value
            );
            if let Some(window) = visit.window {
                let _ = write!(
                    text,
                    "; it takes over alpha {} and beta {}",
                    window.alpha, window.beta
                );
            }
            text + "."
        }
        Stage::Leaf => format!(
            "{node} is a leaf, since depth {} is the cutoff and no extra turn is due. Its value is {}.",
            visit.depth,
            difference(problem.player(), board)
        ),
        Stage::GameOver => format!(
            "The game is over at {node}: a side has no stones, and those left go to the mancala of \
             the side where they lie. Its value is {}.",
            difference(problem.player(), board)
        ),
        Stage::Update => {
            let child = visited
                .child
                .map_or("a child".to_owned(), |step| name(Some(step)));
            let mut text = format!(
                "Child {child} of {node} has returned, and the value of {node}, a {kind} node, is {} \
                 now",
                visit.value
            );
            if let Some(window) = visit.window {
                let _ = match (visit.goal, visit.value) {
                    (Goal::Max, value) if value >= window.beta => write!(
                        text,
                        ". That is at least beta, so the remaining children are cut, and alpha is \
                         printed as it was"
                    ),
                    (Goal::Min, value) if value <= window.alpha => write!(
                        text,
                        ". That is at most alpha, so the remaining children are cut, and beta is \
                         printed as it was"
                    ),
                    (Goal::Max, _) => write!(
                        text,
                        "; alpha is the larger of that and what it was: {}",
                        window.alpha
                    ),
                    (Goal::Min, _) => write!(
                        text,
                        "; beta is the smaller of that and what it was: {}",
                        window.beta
                    ),
                };
            }
            text + "."
        }
    }
}

/// "player 1's mancala less player 2's: 5 - 3 = 2".
fn difference(player: Side, board: &Board) -> String {
    let (own, other) = (board.store(player), board.store(player.opponent()));
    format!(
        "player {}'s mancala less player {}'s: {own} - {other} = {}",
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
#[must_use]
pub fn draw(board: &Board) -> String {
    let last = board.width() + 2;
    let names = |side| {
        let names = board.columns().map(|pit| PitName(side, pit).to_string());
        row(names)
    };
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
