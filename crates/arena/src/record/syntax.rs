//! The parts of a record and where they stand, before anything is known of their meaning.

use std::ops::Range;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_while1};
use nom::character::complete::{char, multispace1};
use nom::combinator::{opt, recognize};
use nom::multi::{many0, many0_count};
use nom::sequence::{delimited, preceded};

/// Something with the place where it stands.
#[derive(Debug)]
pub(super) struct At<'a, T> {
    pub(super) what: T,
    /// The text from its beginning to the end of the file.
    rest: &'a str,
    length: usize,
}

impl<T> At<'_, T> {
    /// The place in `text`, the whole file.
    pub(super) fn span(&self, text: &str) -> Range<usize> {
        let start = text.len() - self.rest.len();
        start..start + self.length
    }
}

/// A record as it is written.
#[derive(Debug)]
pub(super) struct WrittenRecord<'a> {
    pub(super) tags: Vec<WrittenTag<'a>>,
    pub(super) turns: Vec<WrittenTurn<'a>>,
    pub(super) result: At<'a, WrittenResult>,
}

#[derive(Debug)]
pub(super) struct WrittenTag<'a> {
    pub(super) name: At<'a, &'a str>,
    pub(super) value: At<'a, String>,
}

#[derive(Debug)]
pub(super) struct WrittenTurn<'a> {
    pub(super) number: At<'a, &'a str>,
    /// The names of the pits; never empty.
    pub(super) pits: Vec<At<'a, &'a str>>,
    /// The dash after the last pit.
    pub(super) open: Option<At<'a, ()>>,
}

#[derive(Debug)]
pub(super) enum WrittenResult {
    /// With blanks brought to one.
    Plain(String),
    Forfeit {
        by: &'static str,
        reason: String,
    },
}

/// What should have stood where.
#[derive(Debug)]
pub(super) struct Misplaced<'a> {
    pub(super) place: At<'a, ()>,
    pub(super) expected: &'static str,
}

const ITEM: &str = "expected a tag, a numbered turn or the result";
pub(super) const PIT_NAME: &str = "expected the name of a pit, such as B4";
const RESULT: &str =
    "expected a result: unfinished, drawn 24-24, South wins 30-18 or South forfeits \"reason\"";

impl<'a> Misplaced<'a> {
    fn at(rest: &'a str, length: usize, expected: &'static str) -> nom::Err<Self> {
        let place = At { what: (), rest, length };
        nom::Err::Failure(Self { place, expected })
    }

    /// At the word that stands here.
    fn here(rest: &'a str, expected: &'static str) -> nom::Err<Self> {
        let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
        Self::at(rest, length, expected)
    }
}

// Only what fails without consuming anything makes errors this way, and none of them gets out.
impl<'a> nom::error::ParseError<&'a str> for Misplaced<'a> {
    fn from_error_kind(rest: &'a str, _: nom::error::ErrorKind) -> Self {
        let place = At { what: (), rest, length: 0 };
        Self { place, expected: ITEM }
    }

    fn append(_: &'a str, _: nom::error::ErrorKind, other: Self) -> Self {
        other
    }
}

type Parsed<'a, T> = nom::IResult<&'a str, T, Misplaced<'a>>;

/// The whole file.
pub(super) fn record(text: &str) -> Result<WrittenRecord<'_>, Misplaced<'_>> {
    let (_, written) = written(text).map_err(|error| match error {
        nom::Err::Error(misplaced) | nom::Err::Failure(misplaced) => misplaced,
        // Complete parsers do not ask for more.
        nom::Err::Incomplete(_) => {
            nom::error::ParseError::from_error_kind(text, nom::error::ErrorKind::Complete)
        }
    })?;
    Ok(written)
}

fn written(text: &str) -> Parsed<'_, WrittenRecord<'_>> {
    let (rest, ()) = space(text)?;
    let (rest, tags) = many0(written_tag).parse(rest)?;
    let (rest, turns) = many0(written_turn).parse(rest)?;
    let (rest, result) = result(rest)?;
    if !rest.is_empty() {
        return Err(Misplaced::here(rest, "expected nothing more after the result"));
    }
    let written = WrittenRecord { tags, turns, result };
    Ok((rest, written))
}

/// Blanks, line ends and comments.
fn space(text: &str) -> Parsed<'_, ()> {
    let comment = preceded(char('#'), take_till(is_line_end));
    let (rest, _) = many0_count(alt((multispace1, recognize(comment)))).parse(text)?;
    Ok((rest, ()))
}

/// What `parser` takes, with its place and the space after it.
fn placed<'a, T>(
    mut parser: impl Parser<&'a str, Output = T, Error = Misplaced<'a>>,
) -> impl FnMut(&'a str) -> Parsed<'a, At<'a, T>> {
    move |text| {
        let (rest, what) = parser.parse(text)?;
        let length = text.len() - rest.len();
        let (rest, ()) = space(rest)?;
        let at = At { what, rest: text, length };
        Ok((rest, at))
    }
}

fn written_tag(text: &str) -> Parsed<'_, WrittenTag<'_>> {
    let (rest, _) = placed(char('[')).parse(text)?;
    let (rest, name) = match placed(word).parse(rest) {
        Ok(name) if name.1.what.starts_with(|c: char| c.is_ascii_alphabetic()) => name,
        _ => return Err(Misplaced::here(rest, "expected the name of a tag, letters and digits")),
    };
    let (rest, value) = placed(quoted).parse(rest)?;
    match placed(char(']')).parse(rest) {
        Ok((rest, _)) => Ok((rest, WrittenTag { name, value })),
        Err(_) => Err(Misplaced::here(rest, "expected ] at the end of the tag")),
    }
}

/// A text in double quotes; a control character must be escaped.
fn quoted(text: &str) -> Parsed<'_, String> {
    let unclosed = || Misplaced::here(text, "expected a value in double quotes on one line");
    let mut rest = text.strip_prefix('"').ok_or_else(unclosed)?;
    let mut value = String::new();
    loop {
        let mut characters = rest.chars();
        match characters.next() {
            Some('"') => return Ok((characters.as_str(), value)),
            Some('\\') => {
                let (after, c) = escape(rest)?;
                value.push(c);
                rest = after;
            }
            Some(c) if !c.is_control() => {
                value.push(c);
                rest = characters.as_str();
            }
            _ => return Err(unclosed()),
        }
    }
}

fn escape(text: &str) -> Parsed<'_, char> {
    let digits = take_while1(|c: char| c.is_ascii_hexdigit());
    let number = delimited(tag(r"\u{"), digits, char('}')).map_opt(|digits| {
        let number = u32::from_str_radix(digits, 16).ok()?;
        char::from_u32(number)
    });
    let plain = preceded(char('\\'), alt((char('"'), char('\\'))));
    let parsed: Parsed<'_, char> = alt((plain, number)).parse(text);
    parsed.map_err(|_| {
        Misplaced::at(text, 1, r#"expected \", \\ or \u{..} with a character's number"#)
    })
}

fn written_turn(text: &str) -> Parsed<'_, WrittenTurn<'_>> {
    let (rest, number) = placed(take_while1(|c: char| c.is_ascii_digit())).parse(text)?;
    let (mut rest, _) = match placed(char('.')).parse(rest) {
        Ok(dot) => dot,
        Err(_) => return Err(Misplaced::here(text, ITEM)),
    };
    let mut pits = Vec::new();
    loop {
        let (after, pit) = match placed(word).parse(rest) {
            Ok(pit) => pit,
            Err(_) => return Err(Misplaced::here(rest, PIT_NAME)),
        };
        pits.push(pit);
        let (after, dash) = opt(placed(char('-').map(|_| ()))).parse(after)?;
        rest = after;
        // What touches the dash is meant as a pit; further on, a number or a result may follow.
        let pit_follows = dash.as_ref().is_some_and(|dash| {
            let touches = dash.rest[1..].starts_with(|c: char| c.is_ascii_alphanumeric());
            touches || rest.starts_with(['A', 'a', 'B', 'b'])
        });
        if !pit_follows {
            let turn = WrittenTurn { number, pits, open: dash };
            return Ok((rest, turn));
        }
    }
}

fn result(text: &str) -> Parsed<'_, At<'_, WrittenResult>> {
    let forfeit = alt((tag("South").map(|_| "South"), tag("North").map(|_| "North")))
        .and(preceded((multispace1, tag("forfeits"), multispace1), quoted))
        .map(|(by, reason)| WrittenResult::Forfeit { by, reason });
    if let Ok(found) = placed(forfeit).parse(text) {
        return Ok(found);
    }
    let (rest, found) = placed(plain_result).parse(text)?;
    match &found.what {
        WrittenResult::Plain(words) if !is_result(words) => {
            let is_word = text.starts_with(|c: char| c.is_ascii_alphabetic());
            let expected = if is_word { RESULT } else { ITEM };
            Err(Misplaced::at(text, found.length, expected))
        }
        _ => Ok((rest, found)),
    }
}

/// The rest of the line, up to its last word.
fn plain_result(text: &str) -> Parsed<'_, WrittenResult> {
    let (_, line) = take_till(|c| is_line_end(c) || c == '#').parse(text)?;
    let words: Vec<_> = line.split_whitespace().collect();
    let rest = &text[line.trim_end().len()..];
    Ok((rest, WrittenResult::Plain(words.join(" "))))
}

fn is_result(words: &str) -> bool {
    let is_score = |score: &str| {
        score.split_once('-').is_some_and(|(south, north)| {
            [south, north]
                .iter()
                .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
        })
    };
    match words.split(' ').collect::<Vec<_>>()[..] {
        ["unfinished"] => true,
        ["drawn", score] | ["South" | "North", "wins", score] => is_score(score),
        _ => false,
    }
}

fn word(text: &str) -> Parsed<'_, &str> {
    take_while1(|c: char| c.is_ascii_alphanumeric()).parse(text)
}

fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r')
}
