//! From the written parts of a record to the game: here the rules of the game are asked. What can be wrong, and where.

use std::ops::Range;

use super::syntax::{self, At, PIT_NAME, WrittenRecord, WrittenResult, WrittenTurn};
use super::{FIRST, Forfeit, GameRecord, RULES, START, Tag};
use crate::board_text;
use crate::game::{Game, Illegal};
use mancala::game::board::{MAX_SEEDS_IN_PITS, MAX_STORE, MAX_WIDTH};
use mancala::game::rules::names::RulesError;
use mancala::game::{Board, Kalah, Pit, PitName, Position, Rules, Side};
use mancala::homework::input::line_and_column;

const TURN_IS_OVER: &str = "expected the end of the turn: the last seed did not fall in the store";
const TURN_GOES_ON: &str = "expected - and another pit: the last seed fell in the store";
const GAME_IS_OVER: &str = "expected the result: the game is over";

/// Reads a record.
///
/// # Errors
/// [`RecordError`] at the first place that is not as [the format](super) says, or breaks the rules.
pub fn parse(bytes: &[u8]) -> Result<GameRecord, RecordError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let good = error.valid_up_to();
        RecordError::new(
            &String::from_utf8_lossy(&bytes[..good]),
            good..good,
            "expected text in UTF-8",
        )
    })?;
    // A byte order mark is no part of the text.
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let reader = Reader { text };
    match syntax::record(body) {
        Ok(written) => reader.record(&written),
        Err(misplaced) => Err(reader.error(&misplaced.place, misplaced.expected)),
    }
}

/// Whether `bytes` are meant as a record: past blanks and comments they begin with a tag.
///
/// No other file of this program does.
pub fn is_record(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut lines = text.lines().map(str::trim_start);
    lines
        .find(|line| !line.is_empty() && !line.starts_with('#'))
        .is_some_and(|line| line.starts_with('['))
}

struct Reader<'a> {
    text: &'a str,
}

impl Reader<'_> {
    fn error<T>(&self, place: &At<'_, T>, sentence: impl Into<String>) -> RecordError {
        RecordError::new(self.text, place.span(self.text), sentence)
    }

    fn record(&self, written: &WrittenRecord<'_>) -> Result<GameRecord, RecordError> {
        let (start, tags) = self.tags(written)?;
        let mut game = Game::new(start);
        for (number, turn) in (1..).zip(&written.turns) {
            self.turn(&mut game, number, turn)?;
        }
        let mut record = GameRecord { tags, game, forfeit: None };
        let wrong = |right: &GameRecord| {
            let sentence = format!("expected {}, the result of the turns", right.result());
            self.error(&written.result, sentence)
        };
        match &written.result.what {
            WrittenResult::Plain(result) if *result == record.result() => {}
            WrittenResult::Forfeit { by, reason } if record.game.outcome().is_none() => {
                record.forfeit = Some(Forfeit {
                    by: side_named(by).unwrap_or(Side::South),
                    reason: reason.clone(),
                });
            }
            _ => return Err(wrong(&record)),
        }
        Ok(record)
    }

    /// How the game begins, and the other tags.
    fn tags(&self, written: &WrittenRecord<'_>) -> Result<(Kalah, Vec<Tag>), RecordError> {
        let (mut rules, mut start, mut first) = (None, None, None);
        let mut tags: Vec<Tag> = Vec::new();
        for syntax::WrittenTag { name, value } in &written.tags {
            let known = match name.what {
                RULES => rules.replace(self.rules(value)?).is_some(),
                START => start.replace((self.board(value)?, value)).is_some(),
                FIRST => {
                    let side = side_named(&value.what);
                    let side = side.ok_or_else(|| self.error(value, "expected South or North"))?;
                    first.replace(side).is_some()
                }
                other => tags.iter().any(|tag| tag.name == other),
            };
            if known {
                return Err(self.error(name, format!("the tag {} occurs twice", name.what)));
            }
            tags.extend(Tag::new(name.what, &value.what));
        }
        let missing = |tag| {
            let sentence = format!("expected the tag {tag} before this");
            match written.turns.first() {
                Some(turn) => self.error(&turn.number, sentence),
                None => self.error(&written.result, sentence),
            }
        };
        let rules = rules.ok_or_else(|| missing(RULES))?;
        let (board, place) = start.ok_or_else(|| missing(START))?;
        let start = Kalah::new(board, rules, first.unwrap_or(Side::South))
            .map_err(|reason| self.error(place, reason.to_string()))?;
        Ok((start, tags))
    }

    fn rules(&self, value: &At<'_, String>) -> Result<Rules, RecordError> {
        let rules: Result<Rules, RulesError> = value.what.parse();
        rules.map_err(|error| self.error(value, format!("unknown rules: {}", error.expected)))
    }

    fn board(&self, value: &At<'_, String>) -> Result<Board, RecordError> {
        board_text::parse(&value.what).ok_or_else(|| self.error(
                value,
                format!(
                    "expected North's row / South's row / North's store / South's store: rows of the \
                     same length, 1 to {MAX_WIDTH} numbers of 0 to {MAX_SEEDS_IN_PITS}, stores of 0 to {MAX_STORE}"
                ),
            ))
    }

    fn turn(
        &self,
        game: &mut Game,
        number: usize,
        turn: &WrittenTurn<'_>,
    ) -> Result<(), RecordError> {
        if game.position().is_over() {
            return Err(self.error(&turn.number, GAME_IS_OVER));
        }
        if turn.number.what != number.to_string() {
            return Err(
                self.error(&turn.number, format!("expected {number}, the number of the turn"))
            );
        }
        if game.unfinished_turn().is_some() {
            return Err(self.error(&turn.number, TURN_GOES_ON));
        }
        for (place, written) in turn.pits.iter().enumerate() {
            if place > 0 && game.unfinished_turn().is_none() {
                return Err(self.error(written, TURN_IS_OVER));
            }
            let pit = self.pit(game, written)?;
            game.sow(pit).map_err(|illegal| {
                let sentence = match illegal {
                    Illegal::GameOver => GAME_IS_OVER.to_owned(),
                    Illegal::TurnOver => TURN_IS_OVER.to_owned(),
                    Illegal::NoSuchPit { width } => {
                        format!("no such pit: the last of a row has number {}", width + 1)
                    }
                    Illegal::EmptyPit | Illegal::TooManyTokens => {
                        "this pit is empty here".to_owned()
                    }
                };
                self.error(written, sentence)
            })?;
        }
        let owed = game.unfinished_turn().is_some();
        match (owed, &turn.open, turn.pits.last()) {
            (true, None, Some(last)) => Err(self.error(last, TURN_GOES_ON)),
            (false, Some(dash), _) => Err(self.error(dash, TURN_IS_OVER)),
            _ => Ok(()),
        }
    }

    fn pit(&self, game: &Game, written: &At<'_, &str>) -> Result<Pit, RecordError> {
        let mover = game.position().mover();
        match PitName::parse(written.what) {
            None => Err(self.error(written, PIT_NAME)),
            Some(PitName(side, _)) if side != mover => {
                let (name, letter) = (mover.name(), PitName::letter(mover));
                let sentence =
                    format!("expected a pit of {name}, who is to move: {letter} and a number");
                Err(self.error(written, sentence))
            }
            Some(PitName(_, pit)) => Ok(pit),
        }
    }
}

fn side_named(name: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| side.name() == name)
}

/// A place in a record, and what is wrong there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {sentence}")]
pub struct RecordError {
    /// What is wrong, in a sentence.
    pub sentence: String,
    pub line: usize,
    pub column: usize,
    /// The place as byte offsets into the file; empty where something is missing.
    pub span: Range<usize>,
}

impl RecordError {
    fn new(text: &str, span: Range<usize>, sentence: impl Into<String>) -> Self {
        let (line, column) = line_and_column(text, span.start);
        Self { sentence: sentence.into(), line, column, span }
    }
}
