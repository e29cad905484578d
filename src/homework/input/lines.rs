//! The lines of an input file: the numbers that each may hold, how it is read, and what is wrong with it.
//!
//! A fault says at once what was expected instead of backtracking: no line can be read in two ways.

use std::fmt;
use std::ops::Range;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_till1, take_while};
use nom::combinator::eof;

use crate::game::Side;
use crate::game::board::MAX_STORE;
use crate::game::kalah::Unplayable;
use crate::game::rules::names::RulesExpected;
use crate::homework::problem::MAX_CUTOFF;
use crate::nimcala;

/// The fewest pits in a row of the homework.
pub const MIN_PITS: usize = 3;
/// The most pits in a row of the homework.
pub const MAX_PITS: usize = 10;
/// The most stones in a pit of an input file.
const MAX_STONES: u32 = 1000;
/// One of the lines of an input file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// The line before line 1: which game, by which rules.
    Rules,
    /// Line 1.
    Task,
    /// Line 2.
    Player,
    /// Line 3.
    Cutoff,
    /// Lines 4 and 5.
    Pits(Side),
    /// Lines 6 and 7.
    Store(Side),
    /// Line 1 of Nimcala.
    NimcalaTask,
    /// Line 3 of Nimcala.
    NimcalaCutoff,
    /// Line 4 of Nimcala.
    Row,
}

impl Line {
    /// Its number, and the smallest and the largest number that it may hold.
    const fn entry(self) -> (u8, u32, u32) {
        match self {
            Self::Rules => (0, 0, 0),
            Self::Task => (1, 1, 4),
            Self::NimcalaTask => (1, 1, 3),
            Self::Player => (2, 1, 2),
            Self::Cutoff | Self::NimcalaCutoff => (3, 0, MAX_CUTOFF),
            Self::Row => (4, 0, nimcala::MAX_TOKENS),
            Self::Pits(Side::North) => (4, 0, MAX_STONES),
            Self::Pits(Side::South) => (5, 0, MAX_STONES),
            Self::Store(Side::North) => (6, 0, MAX_STORE),
            Self::Store(Side::South) => (7, 0, MAX_STORE),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules => f.write_str("the rules"),
            Self::Task => {
                f.write_str("the task (1 greedy, 2 minimax, 3 alpha-beta, 4 competition)")
            }
            Self::NimcalaTask => f.write_str("the task (1 greedy, 2 minimax, 3 alpha-beta)"),
            Self::Player => f.write_str("the player to move (1 or 2)"),
            Self::Cutoff => write!(f, "the cutoff depth (0 to {MAX_CUTOFF})"),
            Self::NimcalaCutoff => write!(f, "the cutoff depth (0 to {MAX_CUTOFF}, or none)"),
            Self::Pits(side) => write!(
                f,
                "player {}'s pits ({MIN_PITS} to {MAX_PITS} numbers, each 0 to {MAX_STONES})",
                side.player()
            ),
            Self::Store(side) => {
                write!(f, "player {}'s mancala (0 to {MAX_STORE})", side.player())
            }
            Self::Row => write!(
                f,
                "the row of pits (1 to {} numbers, together at most {})",
                nimcala::MAX_PITS,
                nimcala::MAX_TOKENS
            ),
        }
    }
}

/// A line with one number.
pub fn single<'a>(line: Line) -> impl FnMut(&'a str) -> Parsed<'a, u32> {
    move |text| {
        let (rest, ()) = start_of(line, text)?;
        let (rest, number) = number(line, rest)?;
        let (rest, ()) = end_of_line(line, rest)?;
        Ok((rest, number))
    }
}

/// The line of the player to move.
pub fn player(text: &str) -> Parsed<'_, Side> {
    let (rest, number) = single(Line::Player).parse(text)?;
    let player = if number == 1 { Side::South } else { Side::North };
    Ok((rest, player))
}

/// A line of numbers: where it starts, and the numbers.
pub fn numbers<'a>(line: Line) -> impl FnMut(&'a str) -> Parsed<'a, (&'a str, Vec<u32>)> {
    move |text| {
        let (start, ()) = start_of(line, text)?;
        let mut numbers = Vec::new();
        let mut rest = start;
        while line_end(rest).is_err() {
            let (after, found) = number(line, rest)?;
            numbers.push(found);
            (rest, _) = blanks(after)?;
        }
        let (rest, _) = line_end(rest)?;
        Ok((rest, (start, numbers)))
    }
}

pub fn number(line: Line, text: &str) -> Parsed<'_, u32> {
    let (rest, word) = word(text)?;
    let fault = |expected| Err(Fault::at(text, word.len(), expected));
    if !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return fault(InputExpected::Number(line));
    }
    let (_, least, most) = line.entry();
    match word.parse::<u32>() {
        Ok(number) if (least..=most).contains(&number) => Ok((rest, number)),
        // All digits and no u32: too large.
        _ => fault(InputExpected::InRange(line)),
    }
}

/// Goes to the first word of the line, which must be there.
pub fn start_of(line: Line, text: &str) -> Parsed<'_, ()> {
    let (rest, ()) = blank_lines(text)?;
    if rest.is_empty() {
        return Err(Fault::at(rest, 0, InputExpected::Line(line)));
    }
    Ok((rest, ()))
}

pub fn end_of_line(line: Line, text: &str) -> Parsed<'_, ()> {
    let (rest, _) = blanks(text)?;
    match line_end(rest) {
        Ok((rest, _)) => Ok((rest, ())),
        Err(_) => Err(Fault::at(rest, line_length(rest), InputExpected::EndOfLine(line))),
    }
}

pub fn end_of_file(last: Line, text: &str) -> Parsed<'_, ()> {
    let (rest, ()) = blank_lines(text)?;
    if rest.is_empty() {
        Ok((rest, ()))
    } else {
        Err(Fault::at(rest, line_length(rest), InputExpected::EndOfFile(last)))
    }
}

fn word(text: &str) -> Parsed<'_, &str> {
    take_till1(|c: char| is_blank(c) || is_line_end(c)).parse(text)
}

/// What is left of a word, perhaps nothing.
pub fn rest_of_word(text: &str) -> Parsed<'_, &str> {
    take_till(|c: char| is_blank(c) || is_line_end(c)).parse(text)
}

/// Whether no word goes on here.
pub fn is_word_end(text: &str) -> bool {
    text.chars().next().is_none_or(|c| is_blank(c) || is_line_end(c))
}

pub fn blanks(text: &str) -> Parsed<'_, &str> {
    take_while(is_blank).parse(text)
}

pub fn blank_lines(text: &str) -> Parsed<'_, ()> {
    let (rest, _) = take_while(|c| is_blank(c) || is_line_end(c)).parse(text)?;
    Ok((rest, ()))
}

fn line_end(text: &str) -> Parsed<'_, &str> {
    alt((tag("\r\n"), tag("\n"), tag("\r"), eof)).parse(text)
}

/// Bytes from here to the last word of the line.
pub fn line_length(text: &str) -> usize {
    text.find(is_line_end).map_or(text, |end| &text[..end]).trim_end_matches(is_blank).len()
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\x0b' | '\x0c')
}

fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

/// A fault during parsing: the rest of the text where it lies, how long it is, what was expected.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault<'a> {
    rest: &'a str,
    length: usize,
    expected: InputExpected,
}

impl<'a> Fault<'a> {
    pub fn at(place: &'a str, length: usize, expected: InputExpected) -> nom::Err<Self> {
        nom::Err::Failure(Self { rest: place, length, expected })
    }

    pub fn locate(self, text: &str) -> InputError {
        let start = text.len() - self.rest.len();
        InputError::new(text, start..start + self.length, self.expected)
    }
}

// Only the primitive parsers of nom make faults this way; every parser below that can fail replaces
// it by one that says what was expected.
impl<'a> nom::error::ParseError<&'a str> for Fault<'a> {
    fn from_error_kind(rest: &'a str, _: nom::error::ErrorKind) -> Self {
        Self { rest, length: 0, expected: InputExpected::Text }
    }

    fn append(_: &'a str, _: nom::error::ErrorKind, other: Self) -> Self {
        other
    }
}

pub type Parsed<'a, T> = nom::IResult<&'a str, T, Fault<'a>>;

/// What should have stood at the place of an [`InputError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputExpected {
    /// Text: the bytes are not UTF-8.
    Text,
    /// Text: the bytes are UTF-16.
    NotUtf16,
    /// A part of the name of a rule set.
    Rules(RulesExpected),
    /// The line at all: the file ends before it.
    Line(Line),
    /// A whole number without sign.
    Number(Line),
    /// A number in the line's range.
    InRange(Line),
    /// No more on this line.
    EndOfLine(Line),
    /// No more after this line, the last.
    EndOfFile(Line),
    /// As many pits as the homework's boards have; the line has `found`.
    PitCount {
        /// Numbers on the line.
        found: usize,
    },
    /// As many pits as line 4 has.
    SameLength {
        /// Numbers on line 4.
        upper: usize,
        /// Numbers on line 5.
        lower: usize,
    },
    /// A board that can be played.
    Playable(Unplayable),
    /// A row of Nimcala.
    Row(nimcala::NoRow),
}

impl fmt::Display for InputExpected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text => f.write_str("expected plain text (UTF-8)"),
            Self::NotUtf16 => f.write_str(
                "expected plain text (UTF-8), found UTF-16, which `>` writes in Windows PowerShell: \
                 write it with `| Out-File -Encoding ascii input.txt` or save it as UTF-8",
            ),
            Self::Rules(expected) => expected.fmt(f),
            Self::Line(line) => {
                write!(
                    f,
                    "the file ends before input line {}: expected {line}",
                    line.entry().0
                )
            }
            Self::Number(line) => write!(f, "expected a whole number for {line}"),
            Self::InRange(line) => write!(f, "out of range: expected {line}"),
            Self::EndOfLine(line) => write!(f, "expected nothing more after {line}"),
            Self::EndOfFile(line) => write!(
                f,
                "expected the end of the file after input line {}",
                line.entry().0
            ),
            Self::PitCount { found } => {
                write!(f, "expected {MIN_PITS} to {MAX_PITS} pits, found {found}")
            }
            Self::SameLength { upper, lower } => write!(
                f,
                "expected rows of the same length: player 2 has {upper} pits, player 1 has {lower}"
            ),
            Self::Playable(reason) => reason.fmt(f),
            Self::Row(no_row) => no_row.fmt(f),
        }
    }
}

/// A place in an input file, and what should have stood there.
///
/// ```
/// use mancala::homework::parse;
///
/// let error = parse(b"2\n3\n1\n1 0 2\n2 0 1\n0\n0\n").unwrap_err();
/// assert_eq!(error.span, 2..3);
/// let text = "line 2, column 1: out of range: expected the player to move (1 or 2)";
/// assert_eq!(error.to_string(), text);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputError {
    /// What should have stood there.
    pub expected: InputExpected,
    /// Line of the file, from 1.
    pub line: usize,
    /// Column, in characters, from 1.
    pub column: usize,
    /// The place as byte offsets into the file; empty where something is missing.
    pub span: Range<usize>,
}

impl InputError {
    pub(super) fn new(text: &str, span: Range<usize>, expected: InputExpected) -> Self {
        let (line, column) = line_and_column(text, span.start);
        Self { expected, line, column, span }
    }
}

/// The line and the column, in characters, of byte `at` of a text; both count from 1.
pub fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at];
    let line_start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    // A line end is LF, CR or CR LF.
    let line = 1 + before.replace("\r\n", "\n").matches(['\n', '\r']).count();
    let column = 1 + before[line_start..].chars().filter(|&c| c != '\u{feff}').count();
    (line, column)
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.expected)
    }
}

impl std::error::Error for InputError {}
