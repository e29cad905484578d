//! A game that people take part in: what they may ask for, and undo and redo over whole turns.

use super::game::{Game, Playable, Turn};
use mancala::game::{Kalah, Pit, PitName, Position, Side};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seat {
    /// A person, who types the moves.
    Person,
    /// A [`Player`](super::Player).
    Computer,
}

/// A game with its seats, and the turns that were taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session<P: Position = Kalah> {
    game: Game<P>,
    seats: [Seat; 2],
    taken_back: Vec<Turn<P::Move>>,
}

impl<P: Playable> Session<P> {
    /// The game as it stands, and who began as South and as North.
    pub fn new(game: Game<P>, seats: [Seat; 2]) -> Self {
        Self { game, seats, taken_back: Vec::new() }
    }

    pub fn game(&self) -> &Game<P> {
        &self.game
    }

    /// Who moves next; `None` once the game is over.
    pub fn to_move(&self) -> Option<Seat> {
        let position = self.game.position();
        (!position.is_over()).then(|| self.seat(position.mover()))
    }

    pub fn has_people(&self) -> bool {
        self.seats.contains(&Seat::Person)
    }

    /// Makes moves. What was taken back is forgotten, unless they fail.
    ///
    /// # Errors
    /// As `moves` has them.
    pub fn play<T, E>(&mut self, moves: impl FnOnce(&mut Game<P>) -> Result<T, E>) -> Result<T, E> {
        let played = moves(&mut self.game)?;
        self.taken_back.clear();
        Ok(played)
    }

    pub fn again(&mut self) {
        while self.game.take_back().is_some() {}
        self.taken_back.clear();
    }

    /// Who has `side` now.
    pub fn seat(&self, side: Side) -> Seat {
        self.seats[self.game.first_side(side).index()]
    }

    /// Takes back whole turns until a person is to move who then has a choice again; the number of
    /// turns taken back, 0 if there is no such moment.
    pub fn undo(&mut self) -> usize {
        let mut earlier = self.clone();
        let mut count = 0;
        while let Some(turn) = earlier.game.take_back() {
            earlier.taken_back.push(turn);
            count += 1;
            if earlier.is_for_people() {
                *self = earlier;
                return count;
            }
        }
        0
    }

    /// Makes turns again that were taken back, until a person is to move or none is left; the number of turns made.
    pub fn redo(&mut self) -> usize {
        let mut count = 0;
        // A turn that was begun since has to be taken back first.
        while self.game.unfinished_turn().is_none()
            && let Some(turn) = self.taken_back.pop()
        {
            // It was legal before.
            let _ = self.game.play_all(&turn.pits);
            count += 1;
            if self.is_for_people() {
                break;
            }
        }
        count
    }

    /// Whether a person moves next, or would if there were any person.
    fn is_for_people(&self) -> bool {
        self.to_move() == Some(Seat::Person) || !self.has_people()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameCommand<M = Pit> {
    /// Make these moves, one after the other; without any, swap sides.
    Sow(Vec<M>),
    Undo,
    Redo,
    /// What would be good here?
    Hint,
    /// What is each move worth?
    Values,
    Board,
    /// How is this game played?
    Rules,
    /// Which turns lost points, and why?
    Review,
    Again,
    /// Keep the game in this file, or in the usual one.
    Save(Option<String>),
    /// What can be asked for?
    Help,
    Quit,
}

pub const HELP: &str = "\
B4       sow that pit; \"4\" is enough for your own pit B4
B4-B2    sow several pits of one turn
swap     take over the other side, in place of the second turn of a game with --pie
undo     take back the last turn, and the computer's answer to it
redo     make it again
hint     a good turn
values   how many seeds you would lead by after each move
board    show the board again
rules    how this game is played
review   the turns that lost points, with better ones
save F   keep the game in the file F
again    a new game
quit     stop
The first letter is enough, except for \"rules\", \"review\" and \"swap\".";

impl<M> GameCommand<M> {
    /// The command that `line` is; what is none is read as `moves`.
    pub fn parse(
        line: &str,
        moves: impl FnOnce(&str) -> Result<Vec<M>, String>,
    ) -> Result<Self, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let command = match word.to_ascii_lowercase().as_str() {
            "swap" => Self::Sow(Vec::new()),
            "u" | "undo" => Self::Undo,
            "r" | "redo" => Self::Redo,
            "h" | "hint" => Self::Hint,
            "v" | "values" => Self::Values,
            "b" | "board" => Self::Board,
            "rules" => Self::Rules,
            "review" => Self::Review,
            "a" | "again" | "y" | "yes" => Self::Again,
            "s" | "save" => {
                let name = rest.trim();
                return Ok(Self::Save((!name.is_empty()).then(|| name.to_owned())));
            }
            "?" | "help" => Self::Help,
            "q" | "quit" | "exit" | "n" | "no" => Self::Quit,
            _ => return moves(line).map(Self::Sow),
        };
        match rest.trim() {
            "" => Ok(command),
            _ => Err(format!("nothing follows {word}")),
        }
    }
}

/// The pits that `line` names, typed by `mover`.
pub fn pits(line: &str, mover: Side) -> Result<Vec<Pit>, String> {
    let words = line.split(|c: char| c == '-' || c.is_whitespace());
    let pits = words
        .filter(|word| !word.is_empty())
        .map(|word| match PitName::parse(word) {
            Some(PitName(side, pit)) if side == mover => Ok(pit),
            Some(PitName(side, _)) => Err(format!(
                "{word} is {}'s; {} is to move: {} and a number",
                side.name(),
                mover.name(),
                PitName::letter(mover)
            )),
            None => PitName::parse_pit(word)
                .ok_or_else(|| format!("There is no pit or command {word:?}; ? lists them.")),
        })
        .collect::<Result<Vec<_>, _>>()?;
    match pits[..] {
        [] => Err("Type a pit, such as B4, or ? for help.".to_owned()),
        _ => Ok(pits),
    }
}
