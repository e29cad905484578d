//! The seeds in the pits and stores.
//!
//! A pit is a column of the drawing, 0 at the left, in the row of its owner. So the pit opposite
//! is the pit of the other owner in the same column.

use super::{Assignment, Side};
use crate::mistakes::{Mistake, Mistakes};

/// A pit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Pit {
    pub(super) owner: Side,
    pub(super) column: usize,
}

/// Where a seed can fall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hole {
    Pit(Pit),
    Store(Side),
}

/// The seeds in every pit and store.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Board {
    /// For each column the pit of player 1, then the pit of player 2.
    pits: Vec<[u64; 2]>,
    stores: [u64; 2],
}

/// The digits of a number, none of them a leading zero.
fn digits(number: u64) -> Vec<u64> {
    number.to_string().bytes().map(|digit| u64::from(digit - b'0')).collect()
}

/// What a program has of the seeds in a pit.
pub(super) fn in_pit(seeds: u64, mistakes: Mistakes) -> u64 {
    if mistakes.has(Mistake::PitsInAByte) { seeds % 256 } else { seeds }
}

impl Board {
    /// The board of an assignment; `None` if its rows differ in length.
    pub(super) fn of(assignment: &Assignment, mistakes: Mistakes) -> Option<Self> {
        let (mut lower, mut upper) = (&assignment.lower, &assignment.upper);
        if mistakes.has(Mistake::RowsReadSwapped) {
            (lower, upper) = (upper, lower);
        }
        let mut stores = [assignment.lower_store.into(), assignment.upper_store.into()];
        if mistakes.has(Mistake::StoresReadSwapped) {
            stores.reverse();
        }
        if mistakes.has(Mistake::StoresNotRead) {
            stores = [0; 2];
        }
        if mistakes.has(Mistake::StoresByFirstDigit) {
            stores = stores.map(|it: u64| digits(it)[0]);
        }
        let read = |row: &[u32]| match mistakes.has(Mistake::PitsByDigit) {
            true => row.iter().flat_map(|&it| digits(it.into())).collect(),
            false => row.iter().map(|&it| in_pit(it.into(), mistakes)).collect::<Vec<_>>(),
        };
        let (lower, mut upper) = (read(lower), read(upper));
        if mistakes.has(Mistake::UpperRowReadReversed) {
            upper.reverse();
        }
        let pits = std::iter::zip(&lower, &upper);
        let pits = pits.map(|(&lower, &upper)| [lower, upper]).collect();
        (lower.len() == upper.len()).then_some(Self { pits, stores })
    }

    /// How many pits there are on each side.
    pub(super) fn width(&self) -> usize {
        self.pits.len()
    }

    /// How many seeds reach the store of a pit's owner from there.
    pub(super) fn to_store(&self, Pit { owner, column }: Pit) -> u64 {
        let pits = if owner == Side::South { self.width() - column } else { column + 1 };
        pits as u64
    }

    /// The seeds in a pit.
    pub(super) fn pit(&self, pit: Pit) -> u64 {
        self.pits[pit.column][pit.owner as usize]
    }

    /// The seeds in a player's store.
    pub(super) fn store(&self, player: Side) -> u64 {
        self.stores[player as usize]
    }

    /// This board as it is seen from the other side.
    pub(super) fn turned(&self) -> Self {
        let pits = self.pits.iter().rev().map(|&[one, two]| [two, one]).collect();
        Self { pits, stores: [self.stores[1], self.stores[0]] }
    }

    /// This board with some stores of another.
    pub(super) fn with_stores_of(&self, other: &Self, owners: &[Side]) -> Self {
        let mut board = self.clone();
        owners.iter().for_each(|&it| board.stores[it as usize] = other.store(it));
        board
    }

    /// This board with some rows of another.
    pub(super) fn with_rows_of(&self, other: &Self, rows: &[Side]) -> Self {
        let mut board = self.clone();
        for (pits, others) in board.pits.iter_mut().zip(&other.pits) {
            for &row in rows {
                pits[row as usize] = others[row as usize];
            }
        }
        board
    }

    /// Gives each hole what it had before a move that has changed it, but for one pit.
    pub(super) fn undo(&mut self, before: &Self, after: &Self, lost: Option<Pit>) {
        for owner in Side::BOTH {
            let at = owner as usize;
            for column in 0..self.width() {
                let [old, new] = [before, after].map(|it| it.pits[column][at]);
                if old != new && lost != Some(Pit { owner, column }) {
                    self.pits[column][at] = old;
                }
            }
            if before.stores[at] != after.stores[at] {
                self.stores[at] = before.stores[at];
            }
        }
    }

    /// Adds so many seeds to each pit.
    pub(super) fn add_to_pits(&mut self, seeds: u64) {
        self.pits.iter_mut().flatten().for_each(|pit| *pit += seeds);
    }

    /// Adds seeds to a player's store.
    pub(super) fn store_seeds(&mut self, player: Side, seeds: u64) {
        self.stores[player as usize] += seeds;
    }

    /// Takes all seeds out of a player's store.
    pub(super) fn empty_store(&mut self, player: Side) {
        self.stores[player as usize] = 0;
    }

    /// The seeds in a player's pits, from left to right.
    pub(super) fn row(&self, player: Side) -> impl Iterator<Item = u64> {
        self.pits.iter().map(move |column| column[player as usize])
    }

    /// The pit as many columns from the left as there are moves to the left of a pit.
    pub(super) fn by_index_of_move(&self, pit: Pit) -> Pit {
        let moves = self.row(pit.owner).take(pit.column).filter(|&seeds| seeds > 0);
        Pit { column: moves.count(), ..pit }
    }

    /// Whether a player has no seed to move.
    pub(super) fn row_is_empty(&self, player: Side) -> bool {
        self.row(player).all(|seeds| seeds == 0)
    }

    /// The numbers of the board in the order of the input.
    pub(super) fn numbers(&self) -> Vec<u64> {
        let rows = [Side::North, Side::South].into_iter().flat_map(|it| self.row(it));
        rows.chain([Side::North, Side::South].map(|it| self.store(it))).collect()
    }

    /// Whether a player has more than half of all seeds in the store.
    pub(super) fn has_majority(&self) -> bool {
        let [one, two] = self.stores;
        let in_pits: u64 = self.pits.iter().flatten().sum();
        one.abs_diff(two) > in_pits
    }

    /// Takes all seeds out of a pit.
    pub(super) fn empty_pit(&mut self, pit: Pit) -> u64 {
        std::mem::take(self.seeds(Hole::Pit(pit)))
    }

    pub(super) fn seeds(&mut self, hole: Hole) -> &mut u64 {
        match hole {
            Hole::Pit(pit) => &mut self.pits[pit.column][pit.owner as usize],
            Hole::Store(player) => &mut self.stores[player as usize],
        }
    }
}
