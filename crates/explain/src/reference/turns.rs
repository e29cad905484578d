//! The boards that a player's turns lead through: to tell which turn a written state belongs to.

use std::collections::VecDeque;

use super::Assignment;
use super::board::{Board, Pit};
use super::rows::{name, next_state};
use super::tree::Tree;
use crate::mistakes::{Mistakes, Place, Switches};

/// A board after some sows of the player of an assignment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reached {
    /// The pits that were sown, by name.
    pub pits: Vec<String>,
    /// The board as `next_state.txt` shows it, not swept.
    pub state: String,
    /// Whether the turn ends here.
    pub is_whole: bool,
    /// The board after the final sweep, if the game ends here.
    pub swept: Option<String>,
}

/// Every board that a right program can reach within the first turn, in the order of the search; no more than `most`.
pub fn first_turn(assignment: &Assignment, most: usize) -> Vec<Reached> {
    let Some(board) = Board::of(assignment, Mistakes::NONE) else { return Vec::new() };
    let switches = Switches::NONE.in_case(assignment);
    let tree = Tree::new(assignment, &switches);
    let mut reached = Vec::new();
    let start = board.clone();
    let mut open = vec![(board, Place::root(assignment.player), Vec::<Pit>::new())];
    while let Some((board, place, sows)) = open.pop() {
        for column in (0..board.width()).rev() {
            let pit = Pit { owner: assignment.player, column };
            if board.pit(pit) == 0 || reached.len() >= most {
                continue;
            }
            let (next, child) = tree.sow(&board, pit, place);
            let pits = [&sows[..], &[pit]].concat();
            let is_whole = child.over || !child.mid_turn;
            reached.push(Reached {
                pits: pits.iter().map(|&pit| name(pit)).collect(),
                state: next_state(&next, Mistakes::NONE),
                is_whole,
                swept: child.over.then(|| {
                    let swept = tree.board_after(&start, &pits);
                    next_state(&swept, Mistakes::NONE)
                }),
            });
            if !is_whole {
                open.push((next, child, pits));
            }
        }
    }
    reached
}

/// The fewest sows of a player that lead to a board if the player sows on after the turn has ended, and how many of them
/// are the turn; `None` if no more than `most` boards do not show any.
pub(crate) fn out_of_turn(
    assignment: &Assignment,
    state: &str,
    most: usize,
) -> Option<(Vec<String>, usize)> {
    let board = Board::of(assignment, Mistakes::NONE)?;
    let switches = Switches::NONE.in_case(assignment);
    let tree = Tree::new(assignment, &switches);
    let mut open = VecDeque::from([(board, Place::root(assignment.player), Vec::new(), None)]);
    let mut seen = 0;
    while let Some((board, place, sows, legal)) = open.pop_front() {
        for column in 0..board.width() {
            let pit = Pit { owner: assignment.player, column };
            if board.pit(pit) == 0 {
                continue;
            }
            let (next, child) = tree.sow(&board, pit, place);
            let sows = [&sows[..], &[pit]].concat();
            if let Some(legal) = legal
                && next_state(&next, Mistakes::NONE) == state
            {
                return Some((sows.into_iter().map(name).collect(), legal));
            }
            seen += 1;
            if seen == most {
                return None;
            }
            let legal = legal.or_else(|| (!child.mid_turn).then_some(sows.len()));
            if !child.over {
                open.push_back((next, child, sows, legal));
            }
        }
    }
    None
}
