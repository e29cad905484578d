//! A game from its first position on, as a list of turns that can be taken back.

use std::fmt::Debug;
use std::hash::Hash;

use super::board_text;
use mancala::game::kalah::Sown;
use mancala::game::{Kalah, Pit, Position, Side};
use mancala::nimcala::{Nimcala, Take};

/// A game that is played here to its end, by people, players and in contests.
pub trait Playable: Position<Move: Send + Sync> + Eq + Hash + Send + Sync + Debug {
    const TURN: &'static str;
    /// Whether the seeds ahead tell who has won, so that a game may be drawn.
    const COUNTS_SEEDS: bool;

    fn rules_name(&self) -> String;

    /// What lies where, on one line.
    fn board_text(&self) -> String;

    /// Whether `choice` is a move here.
    ///
    /// # Errors
    /// [`Illegal`] if it is none.
    fn check(&self, choice: Self::Move) -> Result<(), Illegal>;
}

impl Playable for Kalah {
    const TURN: &'static str = "turn";
    const COUNTS_SEEDS: bool = true;

    fn rules_name(&self) -> String {
        self.rules().to_string()
    }

    fn board_text(&self) -> String {
        board_text::text(self.board())
    }

    fn check(&self, pit: Pit) -> Result<(), Illegal> {
        let width = self.board().width();
        if self.is_over() {
            Err(Illegal::GameOver)
        } else if pit.column() >= width {
            Err(Illegal::NoSuchPit { width })
        } else if self.board().seeds(self.mover(), pit) == 0 {
            Err(Illegal::EmptyPit)
        } else {
            Ok(())
        }
    }
}

impl Playable for Nimcala {
    const TURN: &'static str = "move";
    const COUNTS_SEEDS: bool = false;

    fn rules_name(&self) -> String {
        "nimcala".to_owned()
    }

    fn board_text(&self) -> String {
        self.row().to_string()
    }

    fn check(&self, take: Take) -> Result<(), Illegal> {
        if self.is_over() {
            return Err(Illegal::GameOver);
        }
        let is_move = self.moves().any(|it| it == take);
        is_move.then_some(()).ok_or(Illegal::TooManyTokens)
    }
}

/// The moves that one player made until the other moved; none if the players swapped sides instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn<M = Pit> {
    pub side: Side,
    /// The moves, of Kalah the pits that were sown, in this order.
    pub pits: Vec<M>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameResult {
    /// This player has more seeds in store, or took the last token.
    Won(Side),
    /// Both have as many.
    Drawn,
}

impl GameResult {
    /// The outcome of `position`, or `None` while the game goes on.
    pub fn of(position: &impl Position) -> Option<Self> {
        position.is_over().then(|| match position.score(Side::South) {
            0 => Self::Drawn,
            1.. => Self::Won(Side::South),
            _ => Self::Won(Side::North),
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    #[error("the game is over")]
    GameOver,
    #[error("no such pit: a row has {width}")]
    NoSuchPit { width: usize },
    #[error("the pit is empty")]
    EmptyPit,
    #[error("the pit has fewer tokens")]
    TooManyTokens,
    #[error("the turn ends before it")]
    TurnOver,
    #[error("sides are swapped only under the pie rule, in place of the second turn")]
    NoSwap,
}

/// One sow of a game, with the positions around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayedSow {
    /// The position that was sown in; its mover sowed.
    pub before: Kalah,
    pub pit: Pit,
    pub sown: Sown,
    pub after: Kalah,
    /// The number of the turn that the sow is part of, from 1.
    pub turn: usize,
}

/// A game in progress or finished.
///
/// Invariant: every move of every turn was legal; only the last turn may lack moves that it owes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game<P: Position = Kalah> {
    start: P,
    position: P,
    turns: Vec<Turn<P::Move>>,
    /// Whether the second player may take over the side of the first in place of its first turn.
    pub pie_rule: bool,
}

impl<P: Playable> Game<P> {
    /// A game of which nothing has been played.
    pub fn new(start: P) -> Self {
        Self { start, position: start, turns: Vec::new(), pie_rule: false }
    }

    pub fn start(&self) -> &P {
        &self.start
    }

    pub fn position(&self) -> &P {
        &self.position
    }

    /// The turns so far, the unfinished one included.
    pub fn turns(&self) -> &[Turn<P::Move>] {
        &self.turns
    }

    /// The first position, and the one after each turn.
    pub fn positions(&self) -> Vec<P> {
        let after = self.turns.iter().scan(self.start, |here, turn| {
            *here = turn.pits.iter().fold(*here, |here, &choice| here.play(choice));
            Some(*here)
        });
        std::iter::once(self.start).chain(after).collect()
    }

    /// The turn that the mover has begun and not finished.
    pub fn unfinished_turn(&self) -> Option<&Turn<P::Move>> {
        let last = self.turns.last()?;
        let is_owed = !self.position.is_over() && last.side == self.position.mover();
        (is_owed && !last.pits.is_empty()).then_some(last)
    }

    /// Whether the mover may swap sides with the other player.
    pub fn may_swap(&self) -> bool {
        let is_second = self.turns.len() == 1 && self.unfinished_turn().is_none();
        self.pie_rule && is_second && !self.position.is_over()
    }

    /// The side on which the player began who has `side` now.
    pub fn first_side(&self, side: Side) -> Side {
        let is_swapped = self.turns.get(1).is_some_and(|turn| turn.pits.is_empty());
        if is_swapped { side.opponent() } else { side }
    }

    /// How the game ended, or `None` while it goes on.
    pub fn outcome(&self) -> Option<GameResult> {
        GameResult::of(&self.position)
    }

    /// The mover makes a move.
    ///
    /// # Errors
    /// [`Illegal`] if that is none; the game is as before.
    pub fn play(&mut self, choice: P::Move) -> Result<(), Illegal> {
        self.position.check(choice)?;
        let side = self.position.mover();
        let goes_on = self.unfinished_turn().is_some();
        match self.turns.last_mut() {
            Some(turn) if goes_on => turn.pits.push(choice),
            _ => self.turns.push(Turn { side, pits: vec![choice] }),
        }
        self.position = self.position.play(choice);
        Ok(())
    }

    /// The mover makes all these moves of one turn, or none of them. Without any, the players swap sides, and the
    /// same side is to move.
    ///
    /// # Errors
    /// The first that is not possible, by its place, and why; the game is as before.
    pub fn play_all(&mut self, moves: &[P::Move]) -> Result<(), (usize, Illegal)> {
        let (mut here, side) = (self.position, self.position.mover());
        for (place, &choice) in moves.iter().enumerate() {
            let ended = place > 0 && (here.is_over() || here.mover() != side);
            let checked = if ended { Err(Illegal::TurnOver) } else { here.check(choice) };
            checked.map_err(|illegal| (place, illegal))?;
            here = here.play(choice);
        }
        if moves.is_empty() {
            self.may_swap().then_some(()).ok_or((0, Illegal::NoSwap))?;
            self.turns.push(Turn { side, pits: Vec::new() });
        }
        // All of them are legal.
        moves.iter().try_for_each(|&choice| self.play(choice)).map_err(|illegal| (0, illegal))
    }

    /// Takes the last turn back, finished or not, and returns it.
    pub fn take_back(&mut self) -> Option<Turn<P::Move>> {
        let turn = self.turns.pop()?;
        let moves = self.turns.iter().flat_map(|turn| &turn.pits);
        self.position = moves.fold(self.start, |here, &choice| here.play(choice));
        Some(turn)
    }
}

impl Game {
    pub fn steps(&self) -> impl Iterator<Item = PlayedSow> {
        let sows = (1..)
            .zip(&self.turns)
            .flat_map(|(number, turn)| turn.pits.iter().map(move |&pit| (number, pit)));
        sows.scan(self.start, |position, (turn, pit)| {
            let before = *position;
            let (after, sown) = before.sow(pit);
            *position = after;
            Some(PlayedSow { before, pit, sown, after, turn })
        })
    }
}
