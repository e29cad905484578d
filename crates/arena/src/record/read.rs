//! From the written parts of a record to the game: here the rules of the game are asked.

use super::error::{RecordError, RecordFault};
use super::syntax::{self, At, WrittenRecord, WrittenResult, WrittenTurn};
use super::{FIRST, Forfeit, GameRecord, RULES, START, Tag};
use crate::board_text;
use crate::game::{Game, Illegal};
use mancala::game::PitName;
use mancala::game::rules::names::RulesError;
use mancala::game::{Board, Kalah, Pit, Position, Rules, Side};

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
            RecordFault::Text,
        )
    })?;
    // A byte order mark is no part of the text.
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let reader = Reader { text };
    match syntax::record(body) {
        Ok(written) => reader.record(&written),
        Err(misplaced) => Err(reader.error(&misplaced.place, misplaced.fault)),
    }
}

/// Whether `bytes` are meant as a record: past blanks and comments they begin with a tag.
///
/// No other file of this program does.
#[must_use]
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
    fn error<T>(&self, place: &At<'_, T>, fault: RecordFault) -> RecordError {
        RecordError::new(self.text, place.span(self.text), fault)
    }

    fn record(&self, written: &WrittenRecord<'_>) -> Result<GameRecord, RecordError> {
        let (start, tags) = self.tags(written)?;
        let mut game = Game::new(start);
        for (number, turn) in (1..).zip(&written.turns) {
            self.turn(&mut game, number, turn)?;
        }
        let mut record = GameRecord {
            tags,
            game,
            forfeit: None,
        };
        let wrong = |right: &GameRecord| {
            let right = right.result();
            self.error(&written.result, RecordFault::WrongResult { right })
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
                    let side = side.ok_or_else(|| self.error(value, RecordFault::First))?;
                    first.replace(side).is_some()
                }
                other => tags.iter().any(|tag| tag.name == other),
            };
            if known {
                return Err(self.error(name, RecordFault::SecondTag(name.what.to_owned())));
            }
            tags.extend(Tag::new(name.what, &value.what));
        }
        let missing = |tag| match written.turns.first() {
            Some(turn) => self.error(&turn.number, RecordFault::MissingTag(tag)),
            None => self.error(&written.result, RecordFault::MissingTag(tag)),
        };
        let rules = rules.ok_or_else(|| missing(RULES))?;
        let (board, place) = start.ok_or_else(|| missing(START))?;
        let start = Kalah::new(board, rules, first.unwrap_or(Side::South))
            .map_err(|reason| self.error(place, RecordFault::Unplayable(reason)))?;
        Ok((start, tags))
    }

    fn rules(&self, value: &At<'_, String>) -> Result<Rules, RecordError> {
        let rules: Result<Rules, RulesError> = value.what.parse();
        rules.map_err(|error| self.error(value, RecordFault::Rules(error.expected)))
    }

    fn board(&self, value: &At<'_, String>) -> Result<Board, RecordError> {
        board_text::parse(&value.what).ok_or_else(|| self.error(value, RecordFault::Start))
    }

    fn turn(
        &self,
        game: &mut Game,
        number: usize,
        turn: &WrittenTurn<'_>,
    ) -> Result<(), RecordError> {
        if game.position().is_over() {
            return Err(self.error(&turn.number, RecordFault::GameIsOver));
        }
        if turn.number.what != number.to_string() {
            return Err(self.error(&turn.number, RecordFault::TurnNumber { number }));
        }
        if game.unfinished_turn().is_some() {
            return Err(self.error(&turn.number, RecordFault::TurnGoesOn));
        }
        for (place, written) in turn.pits.iter().enumerate() {
            if place > 0 && game.unfinished_turn().is_none() {
                return Err(self.error(written, RecordFault::TurnIsOver));
            }
            let pit = self.pit(game, written)?;
            game.sow(pit).map_err(|illegal| {
                let fault = match illegal {
                    Illegal::GameOver => RecordFault::GameIsOver,
                    Illegal::NoSuchPit { width } => RecordFault::NoSuchPit { width },
                    Illegal::EmptyPit | Illegal::TooManyTokens => RecordFault::EmptyPit,
                };
                self.error(written, fault)
            })?;
        }
        let owed = game.unfinished_turn().is_some();
        match (owed, &turn.open, turn.pits.last()) {
            (true, None, Some(last)) => Err(self.error(last, RecordFault::TurnGoesOn)),
            (false, Some(dash), _) => Err(self.error(dash, RecordFault::TurnIsOver)),
            _ => Ok(()),
        }
    }

    fn pit(&self, game: &Game, written: &At<'_, &str>) -> Result<Pit, RecordError> {
        let mover = game.position().mover();
        match PitName::parse(written.what) {
            None => Err(self.error(written, RecordFault::PitName)),
            Some(PitName(side, _)) if side != mover => {
                Err(self.error(written, RecordFault::WrongSide { mover }))
            }
            Some(PitName(_, pit)) => Ok(pit),
        }
    }
}

fn side_named(name: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| side.name() == name)
}
