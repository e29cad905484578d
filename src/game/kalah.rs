//! One sow, as the rules tell it: laps, extra turn, capture, end of the game.
//!
//! The packed boards sow a second time, for speed, and the reference a third time, to check both; all
//! are held against each other by tests. This is the one to read.
//!
//! A sow lifts all seeds of a pit and drops them one by one along the mover's ring: the rest of the mover's row, the
//! mover's store, the opponent's row; the opponent's store is passed over. A row of N pits gives a ring of 2N+1 holes,
//! and a sow of more seeds than that goes round again, dropping one into the pit it came from.

use super::board::{Board, MAX_SEEDS_IN_PITS, MAX_STORE, MAX_WIDTH, Pit, PitName, Side};
use super::position::Position;
use super::rules::{CaptureLanding, CaptureTakes, EmptyOpposite, EndTest, Remainder, Rules};

/// A position of the Kalah family that can be played.
///
/// ```
/// use mancala::game::{Board, Kalah, Pit, Position, Rules, Side};
///
/// let start = Kalah::new(Board::opening(6, 4), Rules::CITS3001, Side::South)?;
/// let (next, sown) = start.sow(Pit::new(2));
/// assert!(sown.earns_extra_turn(), "the fourth seed falls in South's store");
/// assert_eq!(next.mover(), Side::South);
/// assert_eq!(next.board().row(Side::South), [4, 4, 0, 5, 5, 5]);
/// assert_eq!(next.score(Side::South), 1);
/// # Ok::<(), mancala::game::kalah::Unplayable>(())
/// ```
///
/// Invariants: at most [`MAX_SEEDS_IN_PITS`] seeds lie in the pits; a position that is not over has a
/// move; a position that is over has no seeds in the pits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Kalah {
    board: Board,
    rules: Rules,
    mover: Side,
    over: bool,
}

/// Why a board cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unplayable {
    /// The pits hold more than [`MAX_SEEDS_IN_PITS`] seeds together.
    TooManySeeds,
    /// A store holds more than [`MAX_STORE`] seeds.
    StoreTooFull,
}

impl std::fmt::Display for Unplayable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TooManySeeds => {
                write!(f, "the pits hold more than {MAX_SEEDS_IN_PITS} seeds together")
            }
            Self::StoreTooFull => write!(f, "a store holds more than {MAX_STORE} seeds"),
        }
    }
}

impl std::error::Error for Unplayable {}

/// A hole of the ring that a side sows along.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hole {
    /// A pit of the given row.
    Pit(Side, Pit),
    /// The mover's own store.
    Store,
}

/// What one sow did besides moving seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sown {
    /// Where the last seed fell.
    pub last: Hole,
    /// Seeds that a capture moved to the mover's store; 0 where there was none.
    pub captured: u32,
}

impl Sown {
    /// Whether the last seed fell in the mover's store.
    pub fn earns_extra_turn(&self) -> bool {
        self.last == Hole::Store
    }
}

impl Kalah {
    /// The position in which `mover` is to move on `board`.
    ///
    /// A mover without a legal move is at the end of the game: what is left in the pits is given out
    /// at once. An empty row of the *opponent* does not end it, since the mover may feed it.
    ///
    /// # Errors
    /// [`Unplayable`] if the board holds more seeds than a position can.
    pub fn new(board: Board, rules: Rules, mover: Side) -> Result<Self, Unplayable> {
        if board.seeds_in_pits() > MAX_SEEDS_IN_PITS {
            return Err(Unplayable::TooManySeeds);
        }
        if Side::BOTH.iter().any(|&side| board.store(side) > MAX_STORE) {
            return Err(Unplayable::StoreTooFull);
        }
        let mut position = Self { board, rules, mover, over: false };
        if board.seeds_in_row(mover) == 0 {
            position.finish(mover);
        }
        Ok(position)
    }

    /// Where the seeds lie.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The rules in force.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The position after the mover sows `pit`, and what the sow did.
    ///
    /// `pit` must be one of [`moves`](Position::moves).
    pub fn sow(&self, pit: Pit) -> (Self, Sown) {
        debug_assert!(!self.over && self.board.seeds(self.mover, pit) > 0);
        let mut next = *self;
        let last = next.drop_seeds(pit);
        let captured = next.capture(last);
        let sown = Sown { last, captured };
        if !sown.earns_extra_turn() {
            next.mover = self.mover.opponent();
        }
        next.end_if_over(self.mover);
        (next, sown)
    }

    /// "South sows B4: 4 seeds, the last in the store; another sow.", with the mover's name and the
    /// words for a seed and a store.
    pub fn describe_sow(&self, pit: Pit, mover: &str, [seed, store]: [&str; 2]) -> String {
        let (after, sown) = self.sow(pit);
        let last = match sown.last {
            Hole::Store => store.to_owned(),
            Hole::Pit(row, pit) => PitName(row, pit).to_string(),
        };
        let sown_seeds = match self.board.seeds(self.mover, pit) {
            1 => format!("1 {seed}, in {last}"),
            seeds => format!("{seeds} {seed}s, the last in {last}"),
        };
        let captures = match sown.captured {
            0 => String::new(),
            seeds => format!("; captures {seeds}"),
        };
        let then = match after.over {
            true => "; the game is over",
            false if after.mover == self.mover => "; another sow",
            false => "",
        };
        format!("{mover} sows {}: {sown_seeds}{captures}{then}.", PitName(self.mover, pit))
    }

    /// The holes that the seeds of `pit` would fall into, one by one, if the mover sowed it.
    pub fn holes(&self, pit: Pit) -> impl Iterator<Item = Hole> + use<> {
        let width = self.board.width();
        let side = self.mover;
        let start = place_on_ring(width, side, pit);
        let seeds = usize::from(self.board.seeds(side, pit));
        (1..=seeds).map(move |step| hole_at(width, side, (start + step) % (2 * width + 1)))
    }

    /// Moves the seeds of `pit` along the ring, whole laps at once, and tells where the last one fell.
    fn drop_seeds(&mut self, pit: Pit) -> Hole {
        let side = self.mover;
        let width = self.board.width();
        let ring = 2 * width + 1;
        let start = place_on_ring(width, side, pit);
        let seeds = usize::from(self.board.seeds(side, pit));
        self.board.set_seeds(side, pit, 0);
        let (laps, rest) = (seeds / ring, seeds % ring);
        for step in 0..ring {
            // The hole `step + 1` places on from the start; the start itself comes last.
            let dropped = laps + usize::from(step < rest);
            match hole_at(width, side, (start + step + 1) % ring) {
                Hole::Pit(row, pit) => {
                    // Fits: the pits of a position never hold more than MAX_SEEDS_IN_PITS.
                    let held = self.board.seeds(row, pit) + dropped as u16;
                    self.board.set_seeds(row, pit, held);
                }
                Hole::Store => self.add_to_store(side, dropped as u32),
            }
        }
        hole_at(width, side, (start + rest) % ring)
    }

    /// Captures if the last seed fell where the rules allow it; tells how many seeds were taken.
    fn capture(&mut self, last: Hole) -> u32 {
        let Hole::Pit(row, pit) = last else { return 0 };
        let lands = match self.rules.capture_landing {
            CaptureLanding::Nowhere => false,
            CaptureLanding::OwnRow => row == self.mover,
            CaptureLanding::EitherRow => true,
        };
        // One seed now means that the pit was empty just before the last seed fell.
        if !lands || self.board.seeds(row, pit) != 1 {
            return 0;
        }
        let opposite = self.board.seeds(row.opponent(), pit);
        if opposite == 0 && self.rules.empty_opposite == EmptyOpposite::NoCapture {
            return 0;
        }
        self.board.set_seeds(row.opponent(), pit, 0);
        let taken = match self.rules.capture_takes {
            CaptureTakes::Opposite => u32::from(opposite),
            CaptureTakes::OppositeAndLast => {
                self.board.set_seeds(row, pit, 0);
                u32::from(opposite) + 1
            }
        };
        self.add_to_store(self.mover, taken);
        taken
    }

    /// Ends the game if the rules say so after a sow of `sower`.
    fn end_if_over(&mut self, sower: Side) {
        let sower_empty = self.board.seeds_in_row(sower) == 0;
        let opponent_empty = self.board.seeds_in_row(sower.opponent()) == 0;
        let turn_goes_on = self.mover == sower && !sower_empty;
        let over = match self.rules.end_test {
            EndTest::EverySow => sower_empty || opponent_empty,
            EndTest::EveryTurn => !turn_goes_on && (sower_empty || opponent_empty),
            EndTest::OwnTurn => sower_empty,
        };
        if over {
            self.finish(if sower_empty { sower } else { sower.opponent() });
        } else if opponent_empty {
            // The opponent, if it is to move, passes.
            self.mover = sower;
        }
    }

    /// Ends the game: `out` is the player whose row is empty.
    fn finish(&mut self, out: Side) {
        for row in Side::BOTH {
            let left = self.board.seeds_in_row(row);
            for pit in self.board.columns() {
                self.board.set_seeds(row, pit, 0);
            }
            match self.rules.remainder {
                Remainder::RowOwner => self.add_to_store(row, left),
                Remainder::PlayerOut => self.add_to_store(out, left),
                Remainder::OtherPlayer => self.add_to_store(out.opponent(), left),
                Remainder::Nobody => {}
            }
        }
        self.over = true;
    }

    fn add_to_store(&mut self, side: Side, seeds: u32) {
        self.board.set_store(side, self.board.store(side) + seeds);
    }
}

impl Position for Kalah {
    type Move = Pit;

    #[inline]
    fn mover(&self) -> Side {
        self.mover
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.over
    }

    fn moves(&self) -> impl Iterator<Item = Pit> + use<> {
        let (board, mover) = (self.board, self.mover);
        board.columns().filter(move |&pit| board.seeds(mover, pit) > 0)
    }

    #[inline]
    fn play(&self, pit: Pit) -> Self {
        self.sow(pit).0
    }

    #[inline]
    fn score(&self, side: Side) -> i32 {
        self.board.lead(side)
    }
}

/// How many holes `pit` lies behind the first pit that `side` sows from.
pub(super) fn place_on_ring(width: usize, side: Side, pit: Pit) -> usize {
    match side {
        Side::South => pit.column(),
        Side::North => width - 1 - pit.column(),
    }
}

/// The hole at `place` on the ring of `side`: own row, own store, opponent's row.
pub(super) fn hole_at(width: usize, side: Side, place: usize) -> Hole {
    debug_assert!(width <= MAX_WIDTH && place <= 2 * width);
    // The column of a place is found as the place of a column is.
    let in_row = |row, place| Hole::Pit(row, Pit::new(place_on_ring(width, row, Pit::new(place))));
    match place.cmp(&width) {
        std::cmp::Ordering::Less => in_row(side, place),
        std::cmp::Ordering::Equal => Hole::Store,
        std::cmp::Ordering::Greater => in_row(side.opponent(), place - width - 1),
    }
}
