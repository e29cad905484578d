//! Evaluations of Kalah positions: weighted sums of features, chosen by name.
//!
//! A feature is counted for both sides and the opponent's count subtracted. Weights are in
//! hundredths of a seed in store, so the homework's evaluation is 100 for the store and nothing else.

use std::fmt;
use std::str::FromStr;

use mancala::game::board::{MAX_SEEDS_IN_PITS, MAX_STORE};
use mancala::game::{Board, Kalah, Pit, Position, Side};
use mancala::search::Evaluation;

/// What a won game counts: with equal weights more than twice the lead of any board that is accepted, so
/// that no lead makes up for a game that is lost.
pub const WIN: i64 = 2 * (MAX_STORE as i64 + MAX_SEEDS_IN_PITS as i64) + 10_000;

/// What is counted for a side, in the order of the weights: seeds in store, seeds in the row, mobility, pits that would
/// earn an extra turn now, the most seeds that one sow of the opponent could capture now (against the side), and
/// [`WIN`] if the side has won, or has more than half of all seeds in store already.
const FEATURES: [fn(&Kalah, Side) -> i64; 6] = [
    |position, side| position.board().store(side).into(),
    |position, side| position.board().seeds_in_row(side).into(),
    |position, side| position.board().row(side).iter().map(|&seeds| i64::from(seeds > 0)).sum(),
    |position, side| extra_turns_at_hand(position.board(), side),
    |position, side| -largest_capture(position, side.opponent()),
    |position, side| if has_won(position, side) { WIN } else { 0 },
];

/// A weighted sum of features.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weights([i32; FEATURES.len()]);

/// The evaluations that have names, with what they are good for.
const NAMED: [(&str, Weights); 3] =
    [("store", Weights::STORE), ("uw", Weights::UW), ("positional", Weights::POSITIONAL)];

impl Weights {
    /// The homework's: the difference of the stores.
    pub const STORE: Self = Self([100, 0, 0, 0, 0, 0]);
    /// The UW applet's: the same, with an enormous bonus for a game won or lost.
    pub const UW: Self = Self([100, 0, 0, 0, 0, 100]);
    /// The strongest found by matches; docs/src/playing.md tells how.
    pub const POSITIONAL: Self = Self([100, 20, 25, 30, 20, 100]);
}

impl Evaluation<Kalah> for Weights {
    fn value(&self, position: &Kalah, side: Side) -> i32 {
        const BOUND: i64 = i32::MAX as i64 - 1;
        let weights = FEATURES.into_iter().zip(self.0).filter(|(_, weight)| *weight != 0);
        let weighted = weights.map(|(feature, weight)| {
            let lead = feature(position, side) - feature(position, side.opponent());
            lead * i64::from(weight)
        });
        weighted.sum::<i64>().clamp(-BOUND, BOUND) as i32
    }
}

fn extra_turns_at_hand(board: &Board, side: Side) -> i64 {
    let width = board.width();
    let ring = 2 * width + 1;
    let ends_in_store = |pit: &Pit| {
        let to_store = match side {
            Side::South => width - pit.column(),
            Side::North => pit.column() + 1,
        };
        usize::from(board.seeds(side, *pit)) % ring == to_store
    };
    board.columns().filter(ends_in_store).count() as i64
}

/// The most seeds that one sow of `side` could capture if it were to move.
fn largest_capture(position: &Kalah, side: Side) -> i64 {
    let moving = if position.mover() == side {
        Some(*position)
    } else {
        Kalah::new(*position.board(), position.rules(), side).ok()
    };
    let captures = moving.iter().flat_map(|moving| {
        let moves = moving.moves();
        moves.map(|pit| i64::from(moving.sow(pit).1.captured))
    });
    captures.max().unwrap_or(0)
}

fn has_won(position: &Kalah, side: Side) -> bool {
    let board = position.board();
    let (own, other) = (board.store(side), board.store(side.opponent()));
    own > other + board.seeds_in_pits()
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = NAMED.iter().find(|(_, weights)| weights == self);
        f.write_str(named.map_or("", |(name, _)| name))
    }
}

impl FromStr for Weights {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = NAMED.into_iter().find(|(name, _)| *name == text);
        let names = || NAMED.map(|(name, _)| name).join(", ");
        let known = found.map(|(_, weights)| weights);
        known.ok_or_else(|| format!("no evaluation {text:?}: expected one of {}", names()))
    }
}
