//! `input.txt`: text to [`Problem`].
//!
//! Seven lines, of which the fourth to the last are a board as [`next_state`](super::next_state())
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
//! In reading order: this module, `expected` (what a line may hold, and what is wrong with a file), `words`
//! (what lines are made of).

mod expected;
mod words;

use std::io::{self, Read};

use super::problem::{Problem, Task};
use crate::game::rules::names::{GameName, RulesError, RulesExpected};
use crate::game::{Board, Rules, Side};
use crate::nimcala::{Nimcala, TokenRow};
pub use expected::{InputError, InputExpected, Line, MAX_PITS, MIN_PITS, line_and_column};
use words::Reader;

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
/// [`InputError`] at the first place where the file is not as the tables above
/// say.
pub fn read(bytes: &[u8]) -> Result<Input, InputError> {
    let mut reader = Reader::new(decode(bytes)?);
    Ok(match rules_line(&mut reader)?.1 {
        GameName::Kalah(rules) => Input::Kalah(problem(&mut reader, rules)?),
        GameName::Nimcala => Input::Nimcala(nimcala_problem(&mut reader)?),
    })
}

/// Reads an input file of the Kalah family.
///
/// # Errors
/// [`InputError`] at the first place where the file is not as the table above says, or at the name
/// of another game.
pub fn parse(bytes: &[u8]) -> Result<Problem, InputError> {
    let mut reader = Reader::new(decode(bytes)?);
    match rules_line(&mut reader)? {
        (_, GameName::Kalah(rules)) => problem(&mut reader, rules),
        (name, GameName::Nimcala) => {
            Err(reader.fault_of_line(name, InputExpected::Rules(RulesExpected::Preset)))
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

/// Whether the bytes begin as those of a text in UTF-16 do: with its byte order mark, or with a
/// character of ASCII in two bytes.
fn is_utf16(bytes: &[u8]) -> bool {
    match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        [0, c, ..] | [c, 0, ..] => *c != 0 && c.is_ascii() && bytes.len().is_multiple_of(2),
        _ => false,
    }
}

/// The line `rules NAME`: where the name stands, and the game. Without it, the homework's game.
fn rules_line(reader: &mut Reader<'_>) -> Result<(usize, GameName), InputError> {
    let start = reader.next_line();
    if !reader.take_word("rules") {
        return Ok((start, GameName::Kalah(Rules::USC)));
    }
    let (at, name) = reader.word();
    let game = name.parse().map_err(|RulesError { expected, span }| {
        reader.fault(at + span.start, span.len(), InputExpected::Rules(expected))
    })?;
    reader.end_of_line(Line::Rules)?;
    Ok((at, game))
}

/// Lines 1 to 7.
fn problem(reader: &mut Reader<'_>, rules: Rules) -> Result<Problem, InputError> {
    let task = reader.single(Line::Task)?;
    let player = reader.player()?;
    let cutoff = reader.single(Line::Cutoff)?;
    let place = reader.next_line();
    let board = board(reader)?;
    reader.end_of_file(Line::Store(Side::South))?;
    let task = Task::ALL[task as usize - 1];
    // The ranges of the lines are narrower than those of a position.
    Problem::on_board(board, rules, player, task, cutoff)
        .map_err(|reason| reader.fault_of_line(place, InputExpected::Playable(reason)))
}

/// Lines 4 to 7.
fn board(reader: &mut Reader<'_>) -> Result<Board, InputError> {
    let (_, upper) = row(reader, Side::North)?;
    let (lower_place, lower) = row(reader, Side::South)?;
    if upper.len() != lower.len() {
        let expected = InputExpected::SameLength { upper: upper.len(), lower: lower.len() };
        return Err(reader.fault_of_line(lower_place, expected));
    }
    let upper_store = reader.single(Line::Store(Side::North))?;
    let lower_store = reader.single(Line::Store(Side::South))?;
    Ok(Board::new([&lower, &upper], [lower_store, upper_store]))
}

/// The numbers of one row: where the line starts, and the stones.
fn row(reader: &mut Reader<'_>, side: Side) -> Result<(usize, Vec<u16>), InputError> {
    let (start, numbers) = reader.numbers(Line::Pits(side))?;
    if !(MIN_PITS..=MAX_PITS).contains(&numbers.len()) {
        let found = numbers.len();
        return Err(reader.fault_of_line(start, InputExpected::PitCount { found }));
    }
    // Fits: a number of this line is at most MAX_STONES.
    Ok((start, numbers.into_iter().map(|stones| stones as u16).collect()))
}

fn nimcala_problem(reader: &mut Reader<'_>) -> Result<Problem<Nimcala>, InputError> {
    let task = reader.single(Line::NimcalaTask)?;
    let player = reader.player()?;
    let line = Line::NimcalaCutoff;
    reader.start_of(line)?;
    let cutoff = match reader.take_word("none") {
        true => None,
        false => Some(reader.number(line)?),
    };
    reader.end_of_line(line)?;
    let (start, tokens) = reader.numbers(Line::Row)?;
    let row = TokenRow::new(&tokens)
        .map_err(|no_row| reader.fault_of_line(start, InputExpected::Row(no_row)))?;
    reader.end_of_file(Line::Row)?;
    Ok(Problem::new(Nimcala::new(row, player), Task::ALL[task as usize - 1], cutoff))
}
