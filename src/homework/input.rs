//! `input.txt`: text to [`Problem`].
//!
//! Seven lines, of which the fourth to the last are a board as [`next_state`](super::next_state)
//! writes it:
//!
//! | line | what | range |
//! |---|---|---|
//! | 1 | task | 1 greedy, 2 minimax, 3 alpha-beta, 4 competition |
//! | 2 | the player to move | 1 or 2 |
//! | 3 | cutoff depth, in turns | 0..=1,000,000 |
//! | 4 | player 2's pits, left to right | 3 to 10 numbers, each 0..=1000 |
//! | 5 | player 1's pits, left to right | as many |
//! | 6 | player 2's store | 0..=1,000,000 |
//! | 7 | player 1's store | 0..=1,000,000 |
//!
//! Real files are messy: any mix of line ends, blanks around and between the numbers, blank lines
//! anywhere and a byte order mark are taken as they come.
//!
//! Left out: reading the file, and drawing an error ([`cli`](crate::cli)).

use std::fmt;
use std::ops::Range;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till1, take_while};
use nom::combinator::eof;

use super::problem::{Problem, Task};
use crate::game::board::MAX_STORE;
use crate::game::{Board, Pit, Rules, Side};

/// The fewest pits in a row of the homework.
pub const MIN_PITS: usize = 3;
/// The most pits in a row of the homework.
pub const MAX_PITS: usize = 10;
/// The most stones in a pit of an input file.
pub const MAX_STONES: u32 = 1000;
/// The largest cutoff depth; no game is as long.
pub const MAX_CUTOFF: u32 = 1_000_000;

/// Reads an input file.
///
/// # Errors
/// [`InputError`] at the first place where the file is not as the table above says.
pub fn parse(bytes: &[u8]) -> Result<Problem, InputError> {
    let text = decode(bytes)?;
    let mark = if text.starts_with('\u{feff}') {
        '\u{feff}'.len_utf8()
    } else {
        0
    };
    match problem(&text[mark..]) {
        Ok((_, problem)) => Ok(problem),
        Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => Err(fault.locate(text)),
        // Complete parsers do not ask for more.
        Err(nom::Err::Incomplete(_)) => Err(InputError::new(
            text,
            text.len()..text.len(),
            Expected::Text,
        )),
    }
}

fn decode(bytes: &[u8]) -> Result<&str, InputError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let good = error.valid_up_to();
        let before = String::from_utf8_lossy(&bytes[..good]);
        InputError::new(&before, good..good, Expected::Text)
    })
}

/// One of the seven lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
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
}

impl Line {
    const fn number(self) -> u8 {
        match self {
            Self::Task => 1,
            Self::Player => 2,
            Self::Cutoff => 3,
            Self::Pits(Side::North) => 4,
            Self::Pits(Side::South) => 5,
            Self::Store(Side::North) => 6,
            Self::Store(Side::South) => 7,
        }
    }

    /// The largest number that this line may hold.
    const fn max(self) -> u32 {
        match self {
            Self::Task => 4,
            Self::Player => 2,
            Self::Cutoff => MAX_CUTOFF,
            Self::Pits(_) => MAX_STONES,
            Self::Store(_) => MAX_STORE,
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Task => {
                f.write_str("the task (1 greedy, 2 minimax, 3 alpha-beta, 4 competition)")
            }
            Self::Player => f.write_str("the player to move (1 or 2)"),
            Self::Cutoff => write!(f, "the cutoff depth (0 to {MAX_CUTOFF})"),
            Self::Pits(side) => write!(
                f,
                "player {}'s pits ({MIN_PITS} to {MAX_PITS} numbers, each 0 to {MAX_STONES})",
                side.player()
            ),
            Self::Store(side) => {
                write!(f, "player {}'s mancala (0 to {MAX_STORE})", side.player())
            }
        }
    }
}

/// What should have stood at the place of an [`InputError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// Text: the bytes are not UTF-8.
    Text,
    /// The line at all: the file ends before it.
    Line(Line),
    /// A whole number without sign.
    Number(Line),
    /// A number in the line's range.
    InRange(Line),
    /// No more on this line.
    EndOfLine(Line),
    /// No more after line 7.
    EndOfFile,
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
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text => f.write_str("expected plain text (UTF-8)"),
            Self::Line(line) => {
                write!(
                    f,
                    "the file ends before input line {}: expected {line}",
                    line.number()
                )
            }
            Self::Number(line) => write!(f, "expected a whole number for {line}"),
            Self::InRange(line) => write!(f, "out of range: expected {line}"),
            Self::EndOfLine(line) => write!(f, "expected nothing more after {line}"),
            Self::EndOfFile => f.write_str("expected the end of the file after input line 7"),
            Self::PitCount { found } => {
                write!(f, "expected {MIN_PITS} to {MAX_PITS} pits, found {found}")
            }
            Self::SameLength { upper, lower } => write!(
                f,
                "expected rows of the same length: player 2 has {upper} pits, player 1 has {lower}"
            ),
        }
    }
}

/// A place in an input file, and what should have stood there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputError {
    /// What should have stood there.
    pub expected: Expected,
    /// Line of the file, from 1.
    pub line: usize,
    /// Column, in characters, from 1.
    pub column: usize,
    /// The place as byte offsets into the file; empty where something is missing.
    pub span: Range<usize>,
}

impl InputError {
    fn new(text: &str, span: Range<usize>, expected: Expected) -> Self {
        let before = &text[..span.start];
        let line_start = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
        // A line end is LF, CR or CR LF.
        let line = 1 + before.replace("\r\n", "\n").matches(['\n', '\r']).count();
        let column = 1 + before[line_start..]
            .chars()
            .filter(|&c| c != '\u{feff}')
            .count();
        Self {
            expected,
            line,
            column,
            span,
        }
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.expected
        )
    }
}

impl std::error::Error for InputError {}

/// A fault during parsing: the rest of the text where it lies, how long it is, what was expected.
#[derive(Debug, PartialEq, Eq)]
struct Fault<'a> {
    rest: &'a str,
    length: usize,
    expected: Expected,
}

impl<'a> Fault<'a> {
    fn at(place: &'a str, length: usize, expected: Expected) -> nom::Err<Self> {
        nom::Err::Failure(Self {
            rest: place,
            length,
            expected,
        })
    }

    fn locate(self, text: &str) -> InputError {
        let start = text.len() - self.rest.len();
        InputError::new(text, start..start + self.length, self.expected)
    }
}

// Only the primitive parsers of nom make faults this way; every parser below that can fail replaces
// it by one that says what was expected.
impl<'a> nom::error::ParseError<&'a str> for Fault<'a> {
    fn from_error_kind(rest: &'a str, _: nom::error::ErrorKind) -> Self {
        Self {
            rest,
            length: 0,
            expected: Expected::Text,
        }
    }

    fn append(_: &'a str, _: nom::error::ErrorKind, other: Self) -> Self {
        other
    }
}

type Parsed<'a, T> = nom::IResult<&'a str, T, Fault<'a>>;

fn problem(text: &str) -> Parsed<'_, Problem> {
    let (rest, task) = single(Line::Task).parse(text)?;
    let (rest, player) = single(Line::Player).parse(rest)?;
    let (rest, cutoff) = single(Line::Cutoff).parse(rest)?;
    let (rest, board) = board(rest)?;
    let (rest, ()) = end_of_file(rest)?;
    let problem = Problem {
        rules: Rules::USC,
        task: Task::ALL[task as usize - 1],
        player: if player == 1 {
            Side::South
        } else {
            Side::North
        },
        cutoff,
        board,
    };
    Ok((rest, problem))
}

/// Lines 4 to 7.
fn board(text: &str) -> Parsed<'_, Board> {
    let (rest, upper) = row(Side::North).parse(text)?;
    let (lower_place, ()) = blank_lines(rest)?;
    let (rest, lower) = row(Side::South).parse(rest)?;
    if upper.len() != lower.len() {
        let expected = Expected::SameLength {
            upper: upper.len(),
            lower: lower.len(),
        };
        return Err(Fault::at(lower_place, line_length(lower_place), expected));
    }
    let mut board = Board::empty(upper.len());
    for (side, row) in [(Side::North, upper), (Side::South, lower)] {
        for (column, stones) in row.into_iter().enumerate() {
            board.set_seeds(side, Pit::new(column), stones);
        }
    }
    let (rest, upper_store) = single(Line::Store(Side::North)).parse(rest)?;
    let (rest, lower_store) = single(Line::Store(Side::South)).parse(rest)?;
    board.set_store(Side::North, upper_store);
    board.set_store(Side::South, lower_store);
    Ok((rest, board))
}

/// A line with one number.
fn single<'a>(line: Line) -> impl FnMut(&'a str) -> Parsed<'a, u32> {
    move |text| {
        let (rest, ()) = start_of(line, text)?;
        let (rest, number) = number(line, rest)?;
        let (rest, ()) = end_of_line(line, rest)?;
        Ok((rest, number))
    }
}

/// A line with the numbers of one row.
fn row<'a>(side: Side) -> impl FnMut(&'a str) -> Parsed<'a, Vec<u16>> {
    let line = Line::Pits(side);
    move |text| {
        let (start, ()) = start_of(line, text)?;
        let mut pits = Vec::new();
        let mut rest = start;
        while line_end(rest).is_err() {
            let (after, stones) = number(line, rest)?;
            // Fits: a number of this line is at most MAX_STONES.
            pits.push(stones as u16);
            (rest, _) = blanks(after)?;
        }
        if !(MIN_PITS..=MAX_PITS).contains(&pits.len()) {
            let expected = Expected::PitCount { found: pits.len() };
            return Err(Fault::at(start, line_length(start), expected));
        }
        let (rest, _) = line_end(rest)?;
        Ok((rest, pits))
    }
}

fn number(line: Line, text: &str) -> Parsed<'_, u32> {
    let (rest, word) = word(text)?;
    let fault = |expected| Err(Fault::at(text, word.len(), expected));
    if !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return fault(Expected::Number(line));
    }
    let least = if matches!(line, Line::Task | Line::Player) {
        1
    } else {
        0
    };
    match word.parse::<u32>() {
        Ok(number) if (least..=line.max()).contains(&number) => Ok((rest, number)),
        // All digits and no u32: too large.
        _ => fault(Expected::InRange(line)),
    }
}

/// Goes to the first word of the line, which must be there.
fn start_of(line: Line, text: &str) -> Parsed<'_, ()> {
    let (rest, ()) = blank_lines(text)?;
    if rest.is_empty() {
        return Err(Fault::at(rest, 0, Expected::Line(line)));
    }
    Ok((rest, ()))
}

fn end_of_line(line: Line, text: &str) -> Parsed<'_, ()> {
    let (rest, _) = blanks(text)?;
    match line_end(rest) {
        Ok((rest, _)) => Ok((rest, ())),
        Err(_) => Err(Fault::at(
            rest,
            line_length(rest),
            Expected::EndOfLine(line),
        )),
    }
}

fn end_of_file(text: &str) -> Parsed<'_, ()> {
    let (rest, ()) = blank_lines(text)?;
    if rest.is_empty() {
        Ok((rest, ()))
    } else {
        Err(Fault::at(rest, line_length(rest), Expected::EndOfFile))
    }
}

fn word(text: &str) -> Parsed<'_, &str> {
    take_till1(|c: char| is_blank(c) || is_line_end(c)).parse(text)
}

fn blanks(text: &str) -> Parsed<'_, &str> {
    take_while(is_blank).parse(text)
}

fn blank_lines(text: &str) -> Parsed<'_, ()> {
    let (rest, _) = take_while(|c| is_blank(c) || is_line_end(c)).parse(text)?;
    Ok((rest, ()))
}

fn line_end(text: &str) -> Parsed<'_, &str> {
    alt((tag("\r\n"), tag("\n"), tag("\r"), eof)).parse(text)
}

/// Bytes from here to the last word of the line.
fn line_length(text: &str) -> usize {
    text.find(is_line_end)
        .map_or(text, |end| &text[..end])
        .trim_end_matches(is_blank)
        .len()
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\x0b' | '\x0c')
}

fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r')
}
