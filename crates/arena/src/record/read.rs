//! From the text of a record to the game: here the rules of the game are asked. What can be wrong, and where.

use std::ops::Range;

use super::{FIRST, Forfeit, GameRecord, PIE, RULES, START, SWAP, Tag};
use crate::board_text;
use crate::game::{Game, Illegal};
use mancala::game::rules::names::RulesError;
use mancala::game::{Kalah, Pit, PitName, Position, Rules, Side};
use mancala::homework::input::line_and_column;

const DOT: &str = "expected the number of a turn with a point behind it";
const PIT_NAME: &str = "expected the name of a pit, such as B4";
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
        let before = String::from_utf8_lossy(&bytes[..good]);
        RecordError::new(&before, good..good, "expected text in UTF-8")
    })?;
    let source = Source(text);
    let mut lines = lines(text).peekable();
    let mut tags = Tags::default();
    while let Some(line) = lines.next_if(|line| line.starts_with('[')) {
        tags.read(source, line)?;
    }
    let next = lines.peek().copied().unwrap_or(&text[text.len()..]);
    let mut record = GameRecord::new(Game::new(tags.start(source, next)?));
    record.game.pie_rule = tags.pie_rule;
    record.tags = tags.others;
    while let Some(line) = lines.next_if(|line| line.starts_with(|c: char| c.is_ascii_digit())) {
        turn(source, &mut record.game, line)?;
    }
    let last = lines.next().unwrap_or(&text[text.len()..]);
    if let Some(more) = lines.next() {
        return Err(source.wrong(more, "expected nothing more after the result"));
    }
    match forfeit(last).filter(|_| record.game.outcome().is_none()) {
        None if last.split_whitespace().eq(record.result().split(' ')) => {}
        None => {
            let right = record.result();
            return Err(source.wrong(last, format!("expected {right}, the result of the turns")));
        }
        forfeit => record.forfeit = forfeit,
    }
    Ok(record)
}

/// Whether `bytes` are meant as a record: past blanks and comments they begin with a tag.
///
/// No other file of this program does.
pub fn is_record(bytes: &[u8]) -> bool {
    lines(&String::from_utf8_lossy(bytes)).next().is_some_and(|line| line.starts_with('['))
}

/// The lines that say something, without the blanks around them.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.split(['\n', '\r']).map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The whole text of a record, for the places of what is wrong in it.
#[derive(Clone, Copy)]
struct Source<'a>(&'a str);

impl Source<'_> {
    /// `part`, a piece of the text, is wrong.
    fn wrong(self, part: &str, sentence: impl Into<String>) -> RecordError {
        let at = part.as_ptr() as usize - self.0.as_ptr() as usize;
        RecordError::new(self.0, at..at + part.len(), sentence)
    }
}

#[derive(Default)]
struct Tags<'a> {
    rules: Option<Rules>,
    /// As it is written; the rules may follow.
    board: Option<&'a str>,
    first: Option<Side>,
    pie_rule: bool,
    others: Vec<Tag>,
}

impl<'a> Tags<'a> {
    fn read(&mut self, source: Source<'_>, line: &'a str) -> Result<(), RecordError> {
        let Some(inside) = line[1..].strip_suffix(']') else {
            return Err(source.wrong(line, "expected ] at the end of the tag"));
        };
        let (name, value) = inside.split_once(' ').unwrap_or((inside, &inside[inside.len()..]));
        let quoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
        let value =
            quoted.ok_or_else(|| source.wrong(value, "expected a value in double quotes"))?;
        let is_known = match name {
            RULES => {
                let rules = value.parse().map_err(|error: RulesError| {
                    source.wrong(value, format!("unknown rules: {}", error.expected))
                });
                self.rules.replace(rules?).is_some()
            }
            START => self.board.replace(value).is_some(),
            FIRST => {
                let side = Side::BOTH.into_iter().find(|side| side.name() == value);
                let side = side.ok_or_else(|| source.wrong(value, "expected South or North"))?;
                self.first.replace(side).is_some()
            }
            PIE if value != "yes" => return Err(source.wrong(value, "expected yes")),
            PIE => std::mem::replace(&mut self.pie_rule, true),
            other => {
                let tag = Tag::new(other, value);
                let wrong = || source.wrong(name, "expected the name of a tag, letters and digits");
                let is_known = self.others.iter().any(|tag| tag.name == other);
                self.others.push(tag.ok_or_else(wrong)?);
                is_known
            }
        };
        match is_known {
            true => Err(source.wrong(name, format!("the tag {name} occurs twice"))),
            false => Ok(()),
        }
    }

    /// Where the game begins; `next` is what follows the tags.
    fn start(&self, source: Source<'_>, next: &str) -> Result<Kalah, RecordError> {
        let missing = |tag| source.wrong(next, format!("expected the tag {tag} before this"));
        let rules = self.rules.ok_or_else(|| missing(RULES))?;
        let text = self.board.ok_or_else(|| missing(START))?;
        let board = board_text::parse(text).map_err(|why| source.wrong(text, why))?;
        let start = Kalah::new(board, rules, self.first.unwrap_or(Side::South));
        start.map_err(|reason| source.wrong(text, reason.to_string()))
    }
}

fn turn(source: Source<'_>, game: &mut Game, line: &str) -> Result<(), RecordError> {
    let (line, _) = line.split_once('#').unwrap_or((line, ""));
    let expected = (game.turns().len() + 1).to_string();
    let (number, pits) = line.split_once('.').ok_or_else(|| source.wrong(line.trim(), DOT))?;
    if game.position().is_over() {
        return Err(source.wrong(number, GAME_IS_OVER));
    }
    if number != expected {
        return Err(source.wrong(number, format!("expected {expected}, the number of the turn")));
    }
    if game.unfinished_turn().is_some() {
        return Err(source.wrong(number, TURN_GOES_ON));
    }
    let pits = pits.trim();
    if pits == SWAP {
        return game.play_all(&[]).map_err(|(_, illegal)| source.wrong(pits, in_words(illegal)));
    }
    let (whole, is_open) = pits.strip_suffix('-').map_or((pits, false), |whole| (whole, true));
    let mut last = whole;
    for (index, name) in whole.split('-').map(str::trim).enumerate() {
        if index > 0 && game.unfinished_turn().is_none() {
            return Err(source.wrong(name, TURN_IS_OVER));
        }
        let played = pit(game, name).and_then(|pit| game.play(pit).map_err(in_words));
        played.map_err(|sentence| source.wrong(name, sentence))?;
        last = name;
    }
    match (game.unfinished_turn().is_some(), is_open) {
        (true, false) => Err(source.wrong(last, TURN_GOES_ON)),
        (false, true) => Err(source.wrong(&pits[whole.len()..], TURN_IS_OVER)),
        _ => Ok(()),
    }
}

fn pit(game: &Game, name: &str) -> Result<Pit, String> {
    let mover = game.position().mover();
    match PitName::parse(name) {
        None => Err(PIT_NAME.to_owned()),
        Some(PitName(side, _)) if side != mover => {
            let (name, letter) = (mover.name(), PitName::letter(mover));
            Err(format!("expected a pit of {name}, who is to move: {letter} and a number"))
        }
        Some(PitName(_, pit)) => Ok(pit),
    }
}

fn in_words(illegal: Illegal) -> String {
    match illegal {
        Illegal::GameOver => GAME_IS_OVER.to_owned(),
        Illegal::TurnOver => TURN_IS_OVER.to_owned(),
        Illegal::NoSuchPit { width } => {
            format!("no such pit: the last of a row has number {}", width + 1)
        }
        Illegal::NoSwap => illegal.to_string(),
        Illegal::EmptyPit | Illegal::TooManyTokens => "this pit is empty here".to_owned(),
    }
}

/// `South forfeits "reason"`, if that is the line.
fn forfeit(line: &str) -> Option<Forfeit> {
    let (by, reason) = line.split_once(" forfeits ")?;
    let by = Side::BOTH.into_iter().find(|side| side.name() == by)?;
    let reason = reason.strip_prefix('"')?.strip_suffix('"')?.to_owned();
    Some(Forfeit { by, reason })
}

/// A place in a record, and what is wrong there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {sentence}")]
pub struct RecordError {
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
