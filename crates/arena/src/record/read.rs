//! From the text of a record to the game: here the rules of the game are asked. What can be wrong, and where.

use std::ops::Range;

use super::reader::{Placed, Reader};
use super::{FIRST, Forfeit, GameRecord, RULES, START, Tag};
use crate::board_text;
use crate::game::{Game, Illegal};
use mancala::game::board::{MAX_SEEDS_IN_PITS, MAX_STORE, MAX_WIDTH};
use mancala::game::rules::names::RulesError;
use mancala::game::{Board, Kalah, Pit, PitName, Position, Rules, Side};
use mancala::homework::input::line_and_column;

const ITEM: &str = "expected a tag, a numbered turn or the result";
const PIT_NAME: &str = "expected the name of a pit, such as B4";
const RESULT: &str =
    "expected a result: unfinished, drawn 24-24, South wins 30-18 or South forfeits \"reason\"";
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
    let mut reader = Reader::of(text);
    let (start, tags) = tags(&mut reader)?;
    let mut record = GameRecord { tags, game: Game::new(start), forfeit: None };
    let mut number = 1;
    while let Some(written) = reader.digits() {
        turn(&mut reader, &mut record.game, number, written)?;
        number += 1;
    }
    let (place, result) = result(&mut reader)?;
    if !reader.rest().is_empty() {
        return Err(reader.expected("expected nothing more after the result"));
    }
    match result {
        Written::Plain(result) if result == record.result() => {}
        Written::Forfeit(forfeit) if record.game.outcome().is_none() => {
            record.forfeit = Some(forfeit);
        }
        _ => {
            let right = record.result();
            return Err(reader.error(&place, format!("expected {right}, the result of the turns")));
        }
    }
    Ok(record)
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

/// How the game begins, and the other tags.
fn tags(reader: &mut Reader<'_>) -> Result<(Kalah, Vec<Tag>), RecordError> {
    let (mut rules, mut start, mut first) = (None, None, None);
    let mut tags: Vec<Tag> = Vec::new();
    while reader.sign("[").is_some() {
        let before = *reader;
        let name = reader.word().filter(|(_, it)| it.starts_with(|c: char| c.is_alphabetic()));
        let (name_place, name) =
            name.ok_or_else(|| before.expected("expected the name of a tag, letters and digits"))?;
        let (place, value) = reader.quoted()?;
        if reader.sign("]").is_none() {
            return Err(reader.expected("expected ] at the end of the tag"));
        }
        let known = match name {
            RULES => rules.replace(named_rules(reader, &place, &value)?).is_some(),
            START => start.replace((board(reader, &place, &value)?, place)).is_some(),
            FIRST => {
                let side = Side::BOTH.into_iter().find(|side| side.name() == value);
                let side = side.ok_or_else(|| reader.error(&place, "expected South or North"))?;
                first.replace(side).is_some()
            }
            other => tags.iter().any(|tag| tag.name == other),
        };
        if known {
            return Err(reader.error(&name_place, format!("the tag {name} occurs twice")));
        }
        tags.extend(Tag::new(name, &value));
    }
    let (Some(rules), Some((board, place))) = (rules, start.clone()) else {
        let mut ahead = *reader;
        let place = match ahead.digits() {
            Some((place, _)) => place,
            None => result(&mut ahead)?.0,
        };
        let tag = if rules.is_none() { RULES } else { START };
        return Err(reader.error(&place, format!("expected the tag {tag} before this")));
    };
    let start = Kalah::new(board, rules, first.unwrap_or(Side::South));
    Ok((start.map_err(|reason| reader.error(&place, reason.to_string()))?, tags))
}

fn named_rules(
    reader: &Reader<'_>,
    place: &Range<usize>,
    name: &str,
) -> Result<Rules, RecordError> {
    name.parse().map_err(|error: RulesError| {
        reader.error(place, format!("unknown rules: {}", error.expected))
    })
}

fn board(reader: &Reader<'_>, place: &Range<usize>, text: &str) -> Result<Board, RecordError> {
    board_text::parse(text).ok_or_else(|| {
        reader.error(
            place,
            format!(
                "expected North's row / South's row / North's store / South's store: rows of the \
                 same length, 1 to {MAX_WIDTH} numbers of 0 to {MAX_SEEDS_IN_PITS}, stores of 0 to {MAX_STORE}"
            ),
        )
    })
}

/// Plays a turn whose number has been read.
fn turn(
    reader: &mut Reader<'_>,
    game: &mut Game,
    number: usize,
    (place, written): Placed<&str>,
) -> Result<(), RecordError> {
    let (pits, open) = pits(reader, &place)?;
    if game.position().is_over() {
        return Err(reader.error(&place, GAME_IS_OVER));
    }
    if written != number.to_string() {
        return Err(reader.error(&place, format!("expected {number}, the number of the turn")));
    }
    if game.unfinished_turn().is_some() {
        return Err(reader.error(&place, TURN_GOES_ON));
    }
    for (index, (place, name)) in pits.iter().enumerate() {
        if index > 0 && game.unfinished_turn().is_none() {
            return Err(reader.error(place, TURN_IS_OVER));
        }
        let played = pit(game, name).and_then(|pit| game.sow(pit).map_err(in_words));
        played.map_err(|sentence| reader.error(place, sentence))?;
    }
    let owed = game.unfinished_turn().is_some();
    match (owed, &open, pits.last()) {
        (true, None, Some((last, _))) => Err(reader.error(last, TURN_GOES_ON)),
        (false, Some(dash), _) => Err(reader.error(dash, TURN_IS_OVER)),
        _ => Ok(()),
    }
}

/// Pits by their names, never none, and where they stand.
type Pits<'a> = Vec<Placed<&'a str>>;

/// The pits of a turn, behind its number at `place`, and the dash after the last one.
fn pits<'a>(
    reader: &mut Reader<'a>,
    place: &Range<usize>,
) -> Result<(Pits<'a>, Option<Range<usize>>), RecordError> {
    if reader.sign(".").is_none() {
        return Err(reader.error(place, ITEM));
    }
    let mut pits = Vec::new();
    loop {
        pits.push(reader.word().ok_or_else(|| reader.expected(PIT_NAME))?);
        let behind = reader.rest();
        let Some(dash) = reader.sign("-") else {
            return Ok((pits, None));
        };
        // What touches the dash is meant as a pit; further on, a number or a result may follow.
        let touches = behind[1..].starts_with(|c: char| c.is_ascii_alphanumeric());
        if !touches && !reader.rest().starts_with(['A', 'a', 'B', 'b']) {
            return Ok((pits, Some(dash)));
        }
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
        Illegal::EmptyPit | Illegal::TooManyTokens => "this pit is empty here".to_owned(),
    }
}

/// The result as it is written.
enum Written {
    /// With blanks brought to one.
    Plain(String),
    Forfeit(Forfeit),
}

fn result(reader: &mut Reader<'_>) -> Result<Placed<Written>, RecordError> {
    let mut ahead = *reader;
    if let Some(forfeit) = forfeit(&mut ahead) {
        *reader = ahead;
        return Ok(forfeit);
    }
    let is_word = reader.rest().starts_with(|c: char| c.is_ascii_alphabetic());
    let (place, line) = reader.line();
    let words: Vec<_> = line.split_whitespace().collect();
    match words[..] {
        ["unfinished"] => {}
        ["drawn", score] | ["South" | "North", "wins", score] if is_score(score) => {}
        _ => return Err(reader.error(&place, if is_word { RESULT } else { ITEM })),
    }
    Ok((place, Written::Plain(words.join(" "))))
}

/// `South forfeits "reason"`, if that stands here.
fn forfeit(reader: &mut Reader<'_>) -> Option<Placed<Written>> {
    let (begin, by) = reader.word()?;
    let by = Side::BOTH.into_iter().find(|side| side.name() == by)?;
    reader.word().filter(|(_, word)| *word == "forfeits")?;
    let (end, reason) = reader.quoted().ok()?;
    Some((begin.start..end.end, Written::Forfeit(Forfeit { by, reason })))
}

fn is_score(score: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    score.split_once('-').is_some_and(|(south, north)| is_number(south) && is_number(north))
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
    pub(super) fn new(text: &str, span: Range<usize>, sentence: impl Into<String>) -> Self {
        let (line, column) = line_and_column(text, span.start);
        Self { sentence: sentence.into(), line, column, span }
    }
}
