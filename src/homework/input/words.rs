//! The words and lines that every input file is made of, as nom parsers.
//!
//! A fault says at once what was expected instead of backtracking: no line can be read in two ways.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_till1, take_while};
use nom::combinator::eof;

use super::expected::{InputError, InputExpected, Line};
use crate::game::Side;

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
    let (least, most) = line.range();
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
