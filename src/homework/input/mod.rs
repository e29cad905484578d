//! `input.txt`: text to [`Problem`].
//!
//! Seven lines, of which the fourth to the last are a board as [`next_state`](super::next_state()) writes it:
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
//! A line `rules NAME` may come first: a rule set by its [name](crate::game::rules), without
//! which the rules are `usc`. After `rules nimcala` there are four lines:
//!
//! | line | what | range |
//! |---|---|---|
//! | 1 | task | 1 greedy, 2 minimax, 3 alpha-beta |
//! | 2 | the player to move | 1 or 2 |
//! | 3 | cutoff depth, in moves | 0..=1,000,000, or `none` to search to the end of the game |
//! | 4 | tokens in each pit, left to right | 1 to 64 numbers, together at most 1000 |
//!
//! Real files are messy: any mix of line ends, blanks around and between the numbers, blank lines
//! anywhere and a byte order mark are taken as they come.
//!
//! In reading order: this module, `lines` (what each may hold, how it is read, what is wrong with it).

mod lines;

use std::io::{self, Read};

use nom::Parser;

use super::problem::{Problem, Task};
use crate::game::rules::names::{GameName, RulesError, RulesExpected};
use crate::game::{Board, Rules, Side};
use crate::nimcala::{Nimcala, TokenRow};
use lines::{
    Fault, Parsed, blank_lines, blanks, end_of_file, end_of_line, is_word_end, line_length, number,
    numbers, player, rest_of_word, single, start_of,
};
pub use lines::{InputError, InputExpected, Line, MAX_PITS, MIN_PITS, line_and_column};

/// The most bytes of a file that is read whole.
const MAX_BYTES: u64 = 16 << 20;

/// All bytes of a file that is short: what is named by mistake may have no end.
///
/// # Errors
/// If it cannot be read, or has more than 16 MiB.
pub fn read_bounded(file: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        let what = "it has more than 16 MiB, so it is another kind of file";
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
    }
    Ok(bytes)
}

/// What an input file asks, of either game.
///
/// ```
/// use mancala::homework::{Input, read};
///
/// let input = read(b"rules nimcala\n2\n1\nnone\n0 0 0 2\n")?;
/// assert!(matches!(input, Input::Nimcala(problem) if problem.cutoff.is_none()));
/// # Ok::<(), mancala::homework::input::InputError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// A problem of the Kalah family.
    Kalah(Problem),
    /// A problem of Nimcala.
    Nimcala(Problem<Nimcala>),
}

/// Reads an input file of either game.
///
/// # Errors
/// [`InputError`] at the first place where the file is not as the tables above say.
pub fn read(bytes: &[u8]) -> Result<Input, InputError> {
    read_all(bytes, |text| {
        let (rest, (_, game)) = rules_line(text)?;
        match game {
            GameName::Kalah(rules) => problem(rules).map(Input::Kalah).parse(rest),
            GameName::Nimcala => nimcala_problem.map(Input::Nimcala).parse(rest),
        }
    })
}

/// Reads an input file of the Kalah family.
///
/// # Errors
/// [`InputError`] at the first place where the file is not as the table above says, or at the name of another game.
pub fn parse(bytes: &[u8]) -> Result<Problem, InputError> {
    read_all(bytes, |text| {
        let (rest, (name, game)) = rules_line(text)?;
        match game {
            GameName::Kalah(rules) => problem(rules).parse(rest),
            GameName::Nimcala => {
                let expected = InputExpected::Rules(RulesExpected::Preset);
                Err(Fault::at(name, line_length(name), expected))
            }
        }
    })
}

fn read_all<'a, T>(
    bytes: &'a [u8],
    parser: impl FnOnce(&'a str) -> Parsed<'a, T>,
) -> Result<T, InputError> {
    let text = decode(bytes)?;
    match parser(text.strip_prefix('\u{feff}').unwrap_or(text)) {
        Ok((_, found)) => Ok(found),
        Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => Err(fault.locate(text)),
        // Complete parsers do not ask for more.
        Err(nom::Err::Incomplete(_)) => {
            Err(InputError::new(text, text.len()..text.len(), InputExpected::Text))
        }
    }
}

fn decode(bytes: &[u8]) -> Result<&str, InputError> {
    if is_utf16(bytes) {
        return Err(InputError::new("", 0..0, InputExpected::NotUtf16));
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let good = error.valid_up_to();
        let before = String::from_utf8_lossy(&bytes[..good]);
        InputError::new(&before, good..good, InputExpected::Text)
    })
}

/// Whether the bytes begin as a text in UTF-16: with a byte order mark, or with a character of ASCII in two bytes.
fn is_utf16(bytes: &[u8]) -> bool {
    match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        [0, c, ..] | [c, 0, ..] => *c != 0 && c.is_ascii() && bytes.len().is_multiple_of(2),
        _ => false,
    }
}

/// The line `rules NAME`: where the name stands, and the game. Without it, the homework's game.
fn rules_line(text: &str) -> Parsed<'_, (&str, GameName)> {
    let (start, ()) = blank_lines(text)?;
    let Some(rest) = start.strip_prefix("rules").filter(|rest| is_word_end(rest)) else {
        return Ok((text, (text, GameName::Kalah(Rules::USC))));
    };
    let (place, _) = blanks(rest)?;
    let (rest, name) = rest_of_word(place)?;
    let game = name.parse().map_err(|error: RulesError| {
        let wrong = &place[error.span.start..];
        Fault::at(wrong, error.span.len(), InputExpected::Rules(error.expected))
    })?;
    let (rest, ()) = end_of_line(Line::Rules, rest)?;
    Ok((rest, (place, game)))
}

/// Lines 1 to 7.
fn problem<'a>(rules: Rules) -> impl FnMut(&'a str) -> Parsed<'a, Problem> {
    move |text| {
        let (rest, task) = single(Line::Task).parse(text)?;
        let (rest, player) = player(rest)?;
        let (rest, cutoff) = single(Line::Cutoff).parse(rest)?;
        let (place, ()) = blank_lines(rest)?;
        let (rest, board) = board(place)?;
        let (rest, ()) = end_of_file(Line::Store(Side::South), rest)?;
        let task = Task::ALL[task as usize - 1];
        match Problem::on_board(board, rules, player, task, cutoff) {
            Ok(problem) => Ok((rest, problem)),
            // The ranges of the lines are narrower than those of a position.
            Err(reason) => {
                let expected = InputExpected::Playable(reason);
                Err(Fault::at(place, line_length(place), expected))
            }
        }
    }
}

/// Lines 4 to 7.
fn board(text: &str) -> Parsed<'_, Board> {
    let (rest, (_, upper)) = row(Side::North).parse(text)?;
    let (rest, (lower_place, lower)) = row(Side::South).parse(rest)?;
    if upper.len() != lower.len() {
        let expected = InputExpected::SameLength { upper: upper.len(), lower: lower.len() };
        return Err(Fault::at(lower_place, line_length(lower_place), expected));
    }
    let (rest, upper_store) = single(Line::Store(Side::North)).parse(rest)?;
    let (rest, lower_store) = single(Line::Store(Side::South)).parse(rest)?;
    let board = Board::new([&lower, &upper], [lower_store, upper_store]);
    Ok((rest, board))
}

/// The numbers of one row: where the line starts, and the stones.
fn row<'a>(side: Side) -> impl FnMut(&'a str) -> Parsed<'a, (&'a str, Vec<u16>)> {
    move |text| {
        let (rest, (start, numbers)) = numbers(Line::Pits(side)).parse(text)?;
        if !(MIN_PITS..=MAX_PITS).contains(&numbers.len()) {
            let found = numbers.len();
            let expected = InputExpected::PitCount { found };
            return Err(Fault::at(start, line_length(start), expected));
        }
        // Fits: a number of this line is at most MAX_STONES.
        let stones = numbers.into_iter().map(|stones| stones as u16).collect();
        Ok((rest, (start, stones)))
    }
}

fn nimcala_problem(text: &str) -> Parsed<'_, Problem<Nimcala>> {
    let (rest, task) = single(Line::NimcalaTask).parse(text)?;
    let (rest, player) = player(rest)?;
    let (rest, cutoff) = cutoff(rest)?;
    let (rest, row) = token_row(rest)?;
    let (rest, ()) = end_of_file(Line::Row, rest)?;
    let start = Nimcala::new(row, player);
    let problem = Problem::new(start, Task::ALL[task as usize - 1], cutoff);
    Ok((rest, problem))
}

fn cutoff(text: &str) -> Parsed<'_, Option<u32>> {
    let line = Line::NimcalaCutoff;
    let (start, ()) = start_of(line, text)?;
    let (rest, cutoff) = match rest_of_word(start)? {
        (rest, "none") => (rest, None),
        _ => number(line, start).map(|(rest, cutoff)| (rest, Some(cutoff)))?,
    };
    let (rest, ()) = end_of_line(line, rest)?;
    Ok((rest, cutoff))
}

fn token_row(text: &str) -> Parsed<'_, TokenRow> {
    let (rest, (start, tokens)) = numbers(Line::Row).parse(text)?;
    match TokenRow::new(&tokens) {
        Ok(row) => Ok((rest, row)),
        Err(no_row) => Err(Fault::at(start, line_length(start), InputExpected::Row(no_row))),
    }
}
