//! What can be wrong with a record, and where.

use std::fmt;
use std::ops::Range;

use mancala::game::PitName;
use mancala::game::Side;
use mancala::game::board::{MAX_SEEDS_IN_PITS, MAX_STORE, MAX_WIDTH};
use mancala::game::kalah::Unplayable;
use mancala::game::rules::names::RulesExpected;
use mancala::homework::input::error::line_and_column;

/// What is wrong at a place of a record; its text is the whole sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordFault {
    /// The file is not text in UTF-8.
    Text,
    /// No tag, turn or result stands here.
    Item,
    /// A tag's name is missing.
    TagName,
    /// A tag's value in quotes is missing, or has no end on its line.
    TagValue,
    /// A backslash is followed by something unknown.
    Escape,
    /// A tag's closing bracket is missing.
    TagEnd,
    /// A tag occurs for the second time.
    SecondTag(String),
    /// A tag that says how the game began is missing.
    MissingTag(&'static str),
    /// There is no rule set of that name.
    Rules(RulesExpected),
    /// The first board is not written as it should be.
    Start,
    /// The first board cannot be played.
    Unplayable(Unplayable),
    /// The first mover is neither South nor North.
    First,
    /// The turn has another number.
    TurnNumber {
        /// The number that it should have.
        number: usize,
    },
    /// No pit's name stands here.
    PitName,
    /// The board has no such pit.
    NoSuchPit {
        /// Pits in a row.
        width: usize,
    },
    /// The pit belongs to the player who is not to move.
    WrongSide {
        /// Who is to move.
        mover: Side,
    },
    /// The pit is empty.
    EmptyPit,
    /// The chain goes on, but the turn is over.
    TurnIsOver,
    /// The chain ends, but another sow is owed.
    TurnGoesOn,
    /// A turn stands here, but the game is over.
    GameIsOver,
    /// The result is not of any known form.
    Result,
    /// The result is another.
    WrongResult {
        /// What the turns lead to.
        right: String,
    },
    /// Something follows the result.
    EndOfFile,
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text => f.write_str("expected text in UTF-8"),
            Self::Item => f.write_str("expected a tag, a numbered turn or the result"),
            Self::TagName => f.write_str("expected the name of a tag, letters and digits"),
            Self::TagValue => f.write_str("expected a value in double quotes on one line"),
            Self::Escape => f.write_str(r#"expected \", \\ or \u{..} with a character's number"#),
            Self::TagEnd => f.write_str("expected ] at the end of the tag"),
            Self::SecondTag(name) => write!(f, "the tag {name} occurs twice"),
            Self::MissingTag(name) => write!(f, "expected the tag {name} before this"),
            Self::Rules(expected) => write!(f, "unknown rules: {expected}"),
            Self::Start => write!(
                f,
                "expected North's row / South's row / North's store / South's store: rows of the \
                 same length, 1 to {MAX_WIDTH} numbers of 0 to {MAX_SEEDS_IN_PITS}, stores of 0 to {MAX_STORE}"
            ),
            Self::Unplayable(reason) => reason.fmt(f),
            Self::First => f.write_str("expected South or North"),
            Self::TurnNumber { number } => write!(f, "expected {number}, the number of the turn"),
            Self::PitName => f.write_str("expected the name of a pit, such as B4"),
            Self::NoSuchPit { width } => {
                write!(f, "no such pit: the last of a row has number {}", width + 1)
            }
            Self::WrongSide { mover } => write!(
                f,
                "expected a pit of {}, who is to move: {} and a number",
                mover.name(),
                PitName::letter(*mover)
            ),
            Self::EmptyPit => f.write_str("this pit is empty here"),
            Self::TurnIsOver => f.write_str("expected the end of the turn: no other sow is owed"),
            Self::TurnGoesOn => {
                f.write_str("expected - and another pit: the last seed fell in the store")
            }
            Self::GameIsOver => f.write_str("expected the result: the game is over"),
            Self::Result => f.write_str(
                "expected a result: unfinished, drawn 24-24, South wins 30-18 or South forfeits \"reason\"",
            ),
            Self::WrongResult { right } => write!(f, "expected {right}, the result of the turns"),
            Self::EndOfFile => f.write_str("expected nothing more after the result"),
        }
    }
}

/// A place in a record, and what is wrong there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordError {
    /// What is wrong.
    pub fault: RecordFault,
    /// Line of the file, from 1.
    pub line: usize,
    /// Column, in characters, from 1.
    pub column: usize,
    /// The place as byte offsets into the file; empty where something is missing.
    pub span: Range<usize>,
}

impl RecordError {
    pub(super) fn new(text: &str, span: Range<usize>, fault: RecordFault) -> Self {
        let (line, column) = line_and_column(text, span.start);
        Self {
            fault,
            line,
            column,
            span,
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.fault
        )
    }
}

impl std::error::Error for RecordError {}
