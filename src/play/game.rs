//! A game from its first position on, as a list of turns that can be taken back.
//!
//! Left out: who chooses the moves ([`player`](super::player)), and the game as text
//! ([`record`](super::record)).

use std::fmt;

use crate::game::kalah::Sown;
use crate::game::{Kalah, Pit, Position, Side};

/// The sows that one player made until the other moved; never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// Who made them.
    pub side: Side,
    /// The pits that were sown, in this order.
    pub pits: Vec<Pit>,
}

/// How a finished game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameResult {
    /// This player has more seeds in store.
    Won(Side),
    /// Both have as many.
    Drawn,
}

impl GameResult {
    /// The outcome of `position`, or `None` while the game goes on.
    #[must_use]
    pub fn of(position: &Kalah) -> Option<Self> {
        position
            .is_over()
            .then(|| match position.score(Side::South) {
                0 => Self::Drawn,
                1.. => Self::Won(Side::South),
                _ => Self::Won(Side::North),
            })
    }
}

/// Why a sow was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Illegal {
    /// The game is over.
    GameOver,
    /// The rows have fewer pits, this many.
    NoSuchPit {
        /// Pits in a row.
        width: usize,
    },
    /// The pit is empty.
    EmptyPit,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::NoSuchPit { width } => write!(f, "no such pit: a row has {width}"),
            Self::EmptyPit => f.write_str("the pit is empty"),
        }
    }
}

impl std::error::Error for Illegal {}

/// One sow of a game, with the positions around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayedSow {
    /// The position that was sown in; its mover sowed.
    pub before: Kalah,
    /// The pit that was sown.
    pub pit: Pit,
    /// What the sow did.
    pub sown: Sown,
    /// The position it led to.
    pub after: Kalah,
    /// The number of the turn that the sow is part of, from 1.
    pub turn: usize,
}

/// A game in progress or finished.
///
/// Invariant: every sow of every turn was legal; only the last turn may lack sows that it owes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    start: Kalah,
    position: Kalah,
    turns: Vec<Turn>,
}

impl Game {
    /// A game of which nothing has been played.
    #[must_use]
    pub fn new(start: Kalah) -> Self {
        Self {
            start,
            position: start,
            turns: Vec::new(),
        }
    }

    /// The position before the first sow.
    #[must_use]
    pub fn start(&self) -> &Kalah {
        &self.start
    }

    /// The position after the last sow.
    #[must_use]
    pub fn position(&self) -> &Kalah {
        &self.position
    }

    /// The turns so far, the unfinished one included.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The turn that the mover has begun and not finished.
    #[must_use]
    pub fn unfinished_turn(&self) -> Option<&Turn> {
        let last = self.turns.last()?;
        (!self.position.is_over() && last.side == self.position.mover()).then_some(last)
    }

    /// How the game ended, or `None` while it goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<GameResult> {
        GameResult::of(&self.position)
    }

    /// The mover sows `pit`.
    ///
    /// # Errors
    /// [`Illegal`] if that is not a move; the game is as before.
    pub fn sow(&mut self, pit: Pit) -> Result<Sown, Illegal> {
        let board = self.position.board();
        if self.position.is_over() {
            return Err(Illegal::GameOver);
        }
        if pit.column() >= board.width() {
            let width = board.width();
            return Err(Illegal::NoSuchPit { width });
        }
        let side = self.position.mover();
        if board.seeds(side, pit) == 0 {
            return Err(Illegal::EmptyPit);
        }
        let goes_on = self.unfinished_turn().is_some();
        match self.turns.last_mut() {
            Some(turn) if goes_on => turn.pits.push(pit),
            _ => self.turns.push(Turn {
                side,
                pits: vec![pit],
            }),
        }
        let (after, sown) = self.position.sow(pit);
        self.position = after;
        Ok(sown)
    }

    /// Takes the last turn back, finished or not, and returns it.
    pub fn take_back(&mut self) -> Option<Turn> {
        let turn = self.turns.pop()?;
        self.position = self.steps().last().map_or(self.start, |step| step.after);
        Some(turn)
    }

    /// Every sow so far.
    pub fn steps(&self) -> impl Iterator<Item = PlayedSow> {
        let sows = (1..)
            .zip(&self.turns)
            .flat_map(|(number, turn)| turn.pits.iter().map(move |&pit| (number, pit)));
        sows.scan(self.start, |position, (turn, pit)| {
            let before = *position;
            let (after, sown) = before.sow(pit);
            *position = after;
            Some(PlayedSow {
                before,
                pit,
                sown,
                after,
                turn,
            })
        })
    }
}
