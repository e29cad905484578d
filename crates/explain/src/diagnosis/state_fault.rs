//! What board a wrong next state is: that after another turn, one in the middle of a turn, or none of these.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::assignment::{Assignment, Task};
use crate::evidence::{Evidence, numbers};
use crate::reference::turns::{Reached, first_turn, out_of_turn};
use crate::reference::{Settings, Value, stream};

/// A wrong state; turns are pits with blanks between.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StateFault {
    AfterAnotherTurn(String),
    /// The same of a turn that is worth as much as the right one.
    AfterTiedTurn(String),
    BeforeTheSweep(String),
    InMidTurn {
        played: String,
        whole: String,
    },
    /// Turns of both players, of which the first is a whole move.
    AfterReplies(Vec<String>),
    /// Sows of the player that are no turn: the first of them are, and the next is out of turn.
    OutOfTurn {
        turn: String,
        next: String,
    },
    /// The board of the input.
    Unchanged,
    /// The right stones in each row, in another order.
    InAnotherOrder,
    AfterNoTurn,
    /// There are too many turns to tell.
    Unknown,
    Empty,
    /// There are too few numbers for such a board, or too many, or none.
    NoBoard,
}

/// The most boards of a first turn that are looked at.
const MAX_BOARDS: usize = 5_000;

/// The most steps to find out what a turn is worth.
const STEPS: u64 = 1_000_000;

/// What board a wrong state is; `None` if the state is right or missing.
pub(crate) fn state_fault(case: &Evidence) -> Option<StateFault> {
    let asked = &case.assignment;
    let written = case.next_state.as_ref()?.lines.join("\n") + "\n";
    let right = mancala::homework::answer(&case.problem).next_state();
    if right == written {
        return None;
    }
    let lines = case.next_state.as_ref()?;
    if numbers(lines).len() != 2 * asked.lower.len() + 2 {
        return Some(if lines.lines.is_empty() { StateFault::Empty } else { StateFault::NoBoard });
    }
    let reached = first_turn(asked, MAX_BOARDS);
    let worth = |state| worth_after_turn(asked, state);
    let ties = || worth(&right).is_some_and(|it| worth(&written) == Some(it));
    let found = board_after(&written, &reached).map(|it| match it {
        StateFault::AfterAnotherTurn(turn) if ties() => StateFault::AfterTiedTurn(turn),
        other => other,
    });
    let out_of_turn = || {
        let (sows, legal) = out_of_turn(asked, &written, MAX_BOARDS)?;
        let [turn, next] = [&sows[..legal], &sows[legal..]].map(|it| it.join(" "));
        Some(StateFault::OutOfTurn { turn, next })
    };
    let found = found.or_else(|| after_replies(case, &written, &reached)).or_else(out_of_turn);
    Some(found.unwrap_or_else(|| match () {
        () if asked.with_board(&written).as_ref() == Some(asked) => StateFault::Unchanged,
        () if sorted_rows(&written) == sorted_rows(&right) => StateFault::InAnotherOrder,
        () if reached.len() < MAX_BOARDS => StateFault::AfterNoTurn,
        () => StateFault::Unknown,
    }))
}

/// What the board after a whole turn is worth to the opponent; `None` if it takes long to say.
fn worth_after_turn(asked: &Assignment, state: &str) -> Option<Value> {
    let cutoff = if asked.task == Task::Greedy { 0 } else { asked.cutoff.saturating_sub(1) };
    let (task, player) = (Task::Minimax, asked.player.opponent());
    let after = Assignment { task, player, cutoff, ..asked.with_board(state)? };
    let settings = Settings { steps: STEPS, ..Settings::default() };
    Some(stream(&after, settings, &mut |_| ControlFlow::Continue(())).ok()?.value)
}

/// The turns of both players after which the board is the one that was written, no deeper than the search.
fn after_replies(case: &Evidence, written: &str, reached: &[Reached]) -> Option<StateFault> {
    let asked = &case.assignment;
    let cutoff = if asked.task == Task::Greedy { 1 } else { asked.cutoff };
    let whole = |it: &&Reached| it.is_whole && it.swept.is_none();
    let turn = |it: &Reached| it.pits.join(" ");
    let mut open: VecDeque<_> =
        reached.iter().filter(whole).map(|it| (vec![turn(it)], it.state.clone())).collect();
    let mut left = MAX_BOARDS;
    while let Some((turns, state)) = open.pop_front() {
        if turns.len() as u64 >= u64::from(cutoff) {
            break;
        }
        let player = if turns.len() % 2 == 0 { asked.player } else { asked.player.opponent() };
        let after = first_turn(&Assignment { player, ..asked.with_board(&state)? }, left);
        left -= after.len();
        for it in after.iter().filter(|it| it.is_whole) {
            let turns = [&turns[..], &[turn(it)]].concat();
            if it.swept.as_deref().unwrap_or(&it.state) == written {
                return Some(StateFault::AfterReplies(turns));
            }
            if whole(&it) {
                open.push_back((turns, it.state.clone()));
            }
        }
    }
    None
}

/// The turn after which the board is the one that was written.
fn board_after(written: &str, reached: &[Reached]) -> Option<StateFault> {
    let turn = |it: &Reached| it.pits.join(" ");
    let is_swept = |it: &&Reached| it.swept.as_deref() == Some(written);
    let is_whole = |it: &&Reached| it.is_whole && it.swept.is_none() && it.state == written;
    if let Some(found) = reached.iter().find(|it| is_swept(it) || is_whole(it)) {
        return Some(StateFault::AfterAnotherTurn(turn(found)));
    }
    if let Some(found) = reached.iter().find(|it| it.swept.is_some() && it.state == written) {
        return Some(StateFault::BeforeTheSweep(turn(found)));
    }
    let found = reached.iter().find(|it| !it.is_whole && it.state == written)?;
    let goes_on = |it: &&Reached| it.is_whole && it.pits.starts_with(&found.pits);
    let whole = reached.iter().find(goes_on).map_or_else(String::new, turn);
    Some(StateFault::InMidTurn { played: turn(found), whole })
}

/// The rows of a board without the order of their pits, and the stores.
fn sorted_rows(state: &str) -> Vec<Vec<&str>> {
    let sorted = state.lines().map(|row| {
        let mut row: Vec<_> = row.split_whitespace().collect();
        row.sort_unstable();
        row
    });
    sorted.collect()
}
