//! The homework (USC CSCI-561, Fall 2015, homework 2) answered a second time: slowly, seed by seed,
//! one rule after the other, for every [rule set](mancala::game::Rules).
//!
//! This engine shares no code with the fast one, only the description of a rule set
//! ([`Rules`](mancala::game::Rules)). So each of the two can be held against the other.
//!
//! In reading order: `board` (the seeds), `sowing` (what one sow does to the board), `ending` (when the game is
//! over, and the final sweep), `window` (who chooses, and alpha and beta), `tree` (the nodes), `searching` (in what
//! order they are visited), `chosen` (which turn is best), `kept_turn` (which one is written instead), `rows` (which
//! rows the log has, and how they are spelled); [`turns`] (the boards of a first turn).
//!
//! With [`Switches`] on it is a program that makes mistakes: each is asked for at the place of the
//! rule that it breaks, and several at once are all made. Which of them are made at a node is asked
//! once, as it is reached.

mod board;
mod chosen;
mod ending;
mod kept_turn;
mod one_board;
mod rows;
mod searching;
mod sowing;
mod tree;
pub mod turns;
mod window;

use std::fmt;
use std::ops::ControlFlow;

pub use super::assignment::{Assignment, OptionalRows, Side, Task};
use super::mistakes::{Mistake, Switches};
use board::{Board, Pit};
use rows::Writer;
pub(crate) use rows::{RowKind, RowOf};
use searching::Search;
use tree::Tree;
pub(crate) use window::{Kind, Window};

/// What a position is worth to the player of the assignment, in seeds. Ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// Less than any number: a maximum over nothing.
    MinusInfinity,
    /// The player's store less the opponent's.
    Seeds(i64),
    /// More than any number: a minimum over nothing.
    Infinity,
}

impl Value {
    fn negated(self) -> Self {
        match self {
            Self::MinusInfinity => Self::Infinity,
            Self::Seeds(seeds) => Self::Seeds(-seeds),
            Self::Infinity => Self::MinusInfinity,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MinusInfinity => f.write_str("-Infinity"),
            Self::Seeds(seeds) => write!(f, "{seeds}"),
            Self::Infinity => f.write_str("Infinity"),
        }
    }
}

/// How to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Which mistakes to make, and where.
    pub switches: Switches,
    /// What to do about optional rows.
    pub optional_rows: OptionalRows,
    /// The most steps to take; a step is one node visited or one seed dropped. A node has at most
    /// two rows of its own, plus one that its parent writes.
    pub steps: u64,
}

impl Default for Settings {
    /// No mistakes; no optional rows; a thousand million steps, which is a few minutes at worst.
    fn default() -> Self {
        Self { switches: Switches::NONE, optional_rows: OptionalRows::Omit, steps: 1_000_000_000 }
    }
}

/// What is left of the steps that a search may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Steps {
    /// A number of steps, each the time in which a seed is dropped.
    pub left: u64,
    /// How many a node takes, without its seeds.
    pub node: u64,
}

impl Steps {
    /// Takes those of a node that is reached with so many seeds.
    fn spend(&mut self, seeds: u64) -> Result<(), Unanswered> {
        let left = self.left.checked_sub(self.node + seeds);
        self.left = left.ok_or(Unanswered::OutOfSteps)?;
        Ok(())
    }
}

/// The answer to an assignment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The text of `next_state.txt`: four lines.
    pub next_state: String,
    /// The text of `traverse_log.txt`. `None` for [`Task::Greedy`], which has none, and after
    /// [`stream`], whose sink has had it.
    pub traverse_log: Option<String>,
    /// The value of the root.
    pub value: Value,
    /// The chosen turn, each pit by its proper name; empty if there is no move.
    pub turn: Vec<String>,
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Unanswered {
    /// Of the assignment.
    #[error("the two rows of the board differ in length")]
    UnequalRows,
    /// The steps of [`Settings::steps`] are used up.
    #[error("the search took more steps than it was allowed")]
    OutOfSteps,
    /// The sink asked to stop.
    #[error("the search was stopped by the reader of its log")]
    Stopped,
}

/// Answers an assignment, the whole log in memory.
///
/// # Errors
/// [`Unanswered::UnequalRows`] and [`Unanswered::OutOfSteps`].
pub fn answer(assignment: &Assignment, settings: Settings) -> Result<Answer, Unanswered> {
    let mut log = String::new();
    let answer = stream(assignment, settings, &mut |row| {
        log.push_str(row);
        log.push('\n');
        ControlFlow::Continue(())
    })?;
    Ok(Answer { traverse_log: (assignment.task != Task::Greedy).then_some(log), ..answer })
}

/// Answers an assignment and hands each row of the log, without its line end and the header
/// first, to `sink` as soon as it is known.
///
/// # Errors
/// [`Unanswered::Stopped`] when the sink breaks; [`Unanswered::UnequalRows`] and
/// [`Unanswered::OutOfSteps`].
pub fn stream(
    assignment: &Assignment,
    settings: Settings,
    sink: &mut dyn FnMut(&str) -> ControlFlow<()>,
) -> Result<Answer, Unanswered> {
    let mut steps = Steps { left: settings.steps, node: 1 };
    rows_within(assignment, settings, &mut steps, &mut |row, _| sink(row))
}

/// The same within these steps, which are counted down, not those of the settings. Each row comes with why it is there.
///
/// # Errors
/// As [`stream`].
pub(crate) fn rows_within(
    assignment: &Assignment,
    settings: Settings,
    steps: &mut Steps,
    sink: &mut rows::Sink<'_>,
) -> Result<Answer, Unanswered> {
    let switches = settings.switches.in_case(assignment);
    let tree = Tree::new(assignment, &switches);
    // What is read and written is of the whole run.
    let mistakes = tree.of_run;
    let board = Board::of(assignment, mistakes).ok_or(Unanswered::UnequalRows)?;
    let mut writer = Writer::new(assignment.task, settings, mistakes, sink);
    writer.header()?;
    let mut search = Search::new(assignment.task, &tree, steps, writer);
    let found = search.run(&board)?;
    if mistakes.has(Mistake::SearchesAgainInTurn) {
        for sows in 1..found.turn.len() {
            search.run(&tree.board_after(&board, &found.turn[..sows]))?;
        }
    }
    let by_names = mistakes.has(Mistake::StateByNodeName).then(|| search.turn_by_names(&board));
    let Search { kept, last_leaf, one_board, .. } = search;
    let mut turn = match kept {
        Some(kept) => kept.written(&found.turn),
        None => found.turn,
    };
    if let Some(by_names) = by_names {
        turn = by_names;
    }
    if mistakes.has(Mistake::StateOfGreedyMove) {
        let greedy = Assignment { task: Task::Greedy, ..assignment.clone() };
        turn = turn_of(&greedy, settings, &board, steps)?;
    }
    let is_byte = matches!(found.value, Value::Seeds(-128..=127));
    if mistakes.has(Mistake::LargeValueLeavesState) && !is_byte {
        turn.clear();
    }
    if mistakes.has(Mistake::LargeValueNotFound) && !is_byte {
        let switches = settings.switches.with(Mistake::FirstPit.into());
        turn = turn_of(assignment, Settings { switches, ..settings }, &board, steps)?;
    }
    let left = one_board.as_ref().and_then(|it| it.written(&turn));
    let state = last_leaf.or(left).unwrap_or_else(|| {
        let board =
            one_board.map_or_else(|| board.clone(), |it| it.of_node(&board, &board, mistakes));
        tree.board_after(&board, &turn)
    });
    let keeps_stores = mistakes.has(Mistake::StateStoresOfStart);
    let state = if keeps_stores { state.with_stores_of(&board, &Side::BOTH) } else { state };
    let is_turned = mistakes.has(Mistake::StateTurned) && assignment.player == Side::North;
    let state = if is_turned { state.turned() } else { state };
    Ok(Answer {
        next_state: rows::next_state(&state, mistakes),
        traverse_log: None,
        value: found.value,
        turn: turn.into_iter().map(rows::name).collect(),
    })
}

/// The turn that a search without a log chooses.
fn turn_of(
    assignment: &Assignment,
    settings: Settings,
    board: &Board,
    steps: &mut Steps,
) -> Result<Vec<Pit>, Unanswered> {
    let switches = settings.switches.in_case(assignment);
    let tree = Tree::new(assignment, &switches);
    let sink = &mut |_: &str, _| ControlFlow::Continue(());
    let writer = Writer::new(assignment.task, settings, tree.of_run, sink);
    let found = Search::new(assignment.task, &tree, steps, writer).run(board)?;
    Ok(found.turn)
}
