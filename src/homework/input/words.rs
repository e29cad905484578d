//! The words and lines that every input file is made of, read from left to right.
//!
//! A fault says at once what was expected: no line can be read in two ways.

use super::expected::{InputError, InputExpected, Line};
use crate::game::Side;

/// A text, and how far it is read.
#[derive(Debug)]
pub struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Self {
        let at = text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len();
        Self { text, at }
    }

    /// What is not yet read.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The error that these bytes, from a place on, are not what was expected.
    pub fn fault(&self, at: usize, length: usize, expected: InputExpected) -> InputError {
        InputError::new(self.text, at..at + length, expected)
    }

    /// The same from a place to the last word of its line.
    pub fn fault_of_line(&self, at: usize, expected: InputExpected) -> InputError {
        let rest = &self.text[at..];
        let line = rest.find(is_line_end).map_or(rest, |end| &rest[..end]);
        self.fault(at, line.trim_end_matches(is_blank).len(), expected)
    }

    fn skip(&mut self, is_skipped: impl Fn(char) -> bool) {
        let rest = self.rest().trim_start_matches(is_skipped);
        self.at = self.text.len() - rest.len();
    }

    /// Goes to the next word, on whichever line; says where it is.
    pub fn next_line(&mut self) -> usize {
        self.skip(is_space);
        self.at
    }

    /// What is left of a word, perhaps nothing, and where that begins.
    pub fn word(&mut self) -> (usize, &'a str) {
        let (at, rest) = (self.at, self.rest());
        let word = &rest[..rest.find(is_space).unwrap_or(rest.len())];
        self.at += word.len();
        (at, word)
    }

    /// Takes the word `wanted`, if it is the next one.
    pub fn take_word(&mut self, wanted: &str) -> bool {
        let before = self.at;
        let is_it = self.word().1 == wanted;
        if is_it {
            self.skip(is_blank);
        } else {
            self.at = before;
        }
        is_it
    }

    /// Goes to the first word of the line, which must be there; says where it is.
    pub fn start_of(&mut self, line: Line) -> Result<usize, InputError> {
        let at = self.next_line();
        match self.rest() {
            "" => Err(self.fault(at, 0, InputExpected::Line(line))),
            _ => Ok(at),
        }
    }

    fn is_at_end_of_line(&mut self) -> bool {
        self.skip(is_blank);
        self.rest().is_empty() || self.rest().starts_with(is_line_end)
    }

    pub fn end_of_line(&mut self, line: Line) -> Result<(), InputError> {
        match self.is_at_end_of_line() {
            true => Ok(()),
            false => Err(self.fault_of_line(self.at, InputExpected::EndOfLine(line))),
        }
    }

    pub fn end_of_file(&mut self, last: Line) -> Result<(), InputError> {
        let at = self.next_line();
        match self.rest() {
            "" => Ok(()),
            _ => Err(self.fault_of_line(at, InputExpected::EndOfFile(last))),
        }
    }

    pub fn number(&mut self, line: Line) -> Result<u32, InputError> {
        let (at, word) = self.word();
        if !word.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(self.fault(at, word.len(), InputExpected::Number(line)));
        }
        let (least, most) = line.range();
        // All digits and no u32: too large.
        let number = word.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| self.fault(at, word.len(), InputExpected::InRange(line)))
    }

    /// A line with one number.
    pub fn single(&mut self, line: Line) -> Result<u32, InputError> {
        self.start_of(line)?;
        let number = self.number(line)?;
        self.end_of_line(line)?;
        Ok(number)
    }

    /// The line of the player to move.
    pub fn player(&mut self) -> Result<Side, InputError> {
        Ok(if self.single(Line::Player)? == 1 { Side::South } else { Side::North })
    }

    /// A line of numbers: where it starts, and the numbers.
    pub fn numbers(&mut self, line: Line) -> Result<(usize, Vec<u32>), InputError> {
        let start = self.start_of(line)?;
        let mut numbers = Vec::new();
        while !self.is_at_end_of_line() {
            numbers.push(self.number(line)?);
        }
        Ok((start, numbers))
    }
}

fn is_space(c: char) -> bool {
    is_blank(c) || is_line_end(c)
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\x0b' | '\x0c')
}

fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r')
}
