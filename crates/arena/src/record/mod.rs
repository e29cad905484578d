//! A game as text that parses back to the same game.
//!
//! There is no standard notation for mancala; this one has tags, numbered turns and the result, each on its own line.
//!
//! ```text
//! [Rules "cits3001"]
//! [Start "4 4 4 4 4 4 / 4 4 4 4 4 4 / 0 / 0"]
//! [First "South"]
//! [North "minimax:6"]
//!
//! 1. B4-B3          # sow B4; its last seed falls in the store, so sow B3 as well
//! 2. A5
//! 3. B6-            # a turn that is not finished: another sow is owed
//! unfinished
//! ```
//!
//! - **Layout.** Empty lines and blanks around a line say nothing. `#` begins a comment, on a line of its own or behind
//!   a turn; comments are not kept.
//! - **Tags.** `[Name "value"]`, each name once. The value ends with the line, so it has no escapes; control characters
//!   are written as `?`. Four tags say how the game began: `Rules`, the rule set by name; `Start`, the last four lines
//!   of an `input.txt` with slashes between them (North's row, South's row, North's store, South's store); `First`, who
//!   moves first, South where it is missing; `Pie`, which is `yes` where the players may swap sides. All other tags are
//!   free and kept in their order. `South` and `North` name the players as they sat at first.
//! - **Turns.** Numbered from 1. A turn is the whole chain of its sows, joined by `-`, each by the
//!   handout's name of the pit ([`PitName`]). A `-` at the end of the last
//!   turn leaves it unfinished. In a game with the pie rule the second turn may be `swap`: the players change places.
//! - **Result.** `South wins 30-18` and `North wins 18-30` (South's store first), `drawn 24-24`,
//!   `unfinished`, or `South forfeits "reason"`: the game stopped before its end and that player lost
//!   it.
//!
//! A record whose turns break the rules, or whose result is not that of its turns, does not parse.

mod read;

use std::fmt;

use super::board_text;
use super::game::{Game, GameResult, Playable, Turn};
use mancala::game::{Kalah, PitName, Position, Side};

pub use read::{RecordError, is_record, parse};

const RULES: &str = "Rules";
/// The name of the tag for the first board.
const START: &str = "Start";
/// The name of the tag for the player who moves first.
const FIRST: &str = "First";
/// The name of the tag for the pie rule.
const PIE: &str = "Pie";
/// The turn by which the players swap sides.
const SWAP: &str = "swap";

/// A game with what is said about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRecord<P: Position = Kalah> {
    pub tags: Vec<Tag>,
    pub game: Game<P>,
    /// Who gave the game up before its end, and why.
    ///
    /// Without effect on a game that is over.
    pub forfeit: Option<Forfeit>,
}

/// A remark about a game, such as a player's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    name: String,
    value: String,
}

impl Tag {
    /// A remark, or `None` if `name` is not an ASCII letter followed by letters and digits, or is
    /// one of the four that say how the game began.
    pub fn new(name: &str, value: &str) -> Option<Self> {
        let plain = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        (plain && ![RULES, START, FIRST, PIE].contains(&name))
            .then(|| Self { name: name.to_owned(), value: value.to_owned() })
    }
}

/// A game given up before its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forfeit {
    pub by: Side,
    pub reason: String,
}

/// `South forfeits "reason"`.
impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} forfeits {}", self.by.name(), quoted(&self.reason))
    }
}

impl<P: Playable> GameRecord<P> {
    pub fn new(game: Game<P>) -> Self {
        Self { tags: Vec::new(), game, forfeit: None }
    }

    /// The record with the names of those who began as South and as North.
    #[must_use]
    pub fn named(mut self, names: [&str; 2]) -> Self {
        self.tags.retain(|tag| !Side::BOTH.iter().any(|side| side.name() == tag.name));
        let tags = Side::BOTH.iter().zip(names);
        self.tags.splice(0..0, tags.filter_map(|(side, name)| Tag::new(side.name(), name)));
        self
    }

    /// The name of the player who has `side` now.
    pub fn player(&self, side: Side) -> Option<&str> {
        self.tag(self.game.first_side(side).name())
    }

    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|tag| tag.name == name)?;
        Some(&tag.value)
    }
}

impl GameRecord {
    /// The last line of the record.
    pub fn result(&self) -> String {
        let board = self.game.position().board();
        let stores = format!("{}-{}", board.store(Side::South), board.store(Side::North));
        match (self.game.outcome(), &self.forfeit) {
            (Some(GameResult::Drawn), _) => format!("drawn {stores}"),
            (Some(GameResult::Won(winner)), _) => format!("{} wins {stores}", winner.name()),
            (None, None) => "unfinished".to_owned(),
            (None, Some(forfeit)) => forfeit.to_string(),
        }
    }
}

/// The text that [`parse`] reads back.
impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = self.game.start();
        writeln!(f, "[{RULES} \"{}\"]", start.rules())?;
        writeln!(f, "[{START} \"{}\"]", board_text::text(start.board()))?;
        writeln!(f, "[{FIRST} \"{}\"]", start.mover().name())?;
        if self.game.pie_rule {
            writeln!(f, "[{PIE} \"yes\"]")?;
        }
        for Tag { name, value } in &self.tags {
            writeln!(f, "[{name} {}]", quoted(value))?;
        }
        writeln!(f)?;
        for (number, turn) in (1..).zip(self.game.turns()) {
            write!(f, "{number}. {turn}")?;
            if self.game.unfinished_turn() == Some(turn) && number == self.game.turns().len() {
                f.write_str("-")?;
            }
            writeln!(f)?;
        }
        writeln!(f, "{}", self.result())
    }
}

/// The chain of sows: `B4-B3`.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.pits[..] {
            [] => f.write_str(SWAP),
            pits => f.write_str(&PitName::of_all(self.side, pits).join("-")),
        }
    }
}

/// A text in double quotes, on one line.
fn quoted(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
    format!("\"{text}\"")
}
