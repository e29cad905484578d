//! `next_state.txt` of a submission against the board that the answer gives.

use std::io::{self, BufRead, Read};

use super::finding::{Excerpt, Finding, Location, OutputFile};
use super::row::Unparsable;
use super::text::{Compared, FirstDifference, compare_text};
use super::verdict::{Forgiven, Leniency, Verdict};
use crate::game::{Board, PitName, Side};
use crate::homework::next_state;
use crate::visible::readable;

/// A state is at most this long, in bytes; longer ones are wrong before that.
const LONGEST: u64 = 64 << 10;

/// Judges a state: what is wrong with it, and what was forgiven.
///
/// # Errors
/// Those of reading the file.
pub fn judge_state(
    expected: &Board,
    file: impl BufRead,
) -> io::Result<(Option<Finding>, Vec<Forgiven>)> {
    let mut bytes = Vec::new();
    file.take(LONGEST).read_to_end(&mut bytes)?;
    let Compared { difference, forgiven } =
        compare_text(&next_state(expected), bytes.as_slice(), Leniency::Course)?;
    let finding = difference.map(|difference| finding(expected, &bytes, &difference));
    Ok((finding, forgiven.into_iter().collect()))
}

fn finding(expected: &Board, bytes: &[u8], difference: &FirstDifference) -> Finding {
    let lines = Excerpt::of(difference, readable);
    let (verdict, place, message) = match parse(bytes, expected.width()) {
        Ok(found) => (
            Verdict::WrongAnswer,
            Location { line: difference.line, column: None },
            differing_holes(expected, &found),
        ),
        Err((place, message)) => (Verdict::PresentationError, place, message),
    };
    Finding {
        file: OutputFile::NextState,
        verdict,
        place: Some(place),
        message,
        lines: Some(lines),
        node: None,
    }
}

/// The numbers of a state: both rows, both mancalas.
type Numbers = [Vec<u64>; 4];

/// Reads the four lines of a state, of any numbers.
fn parse(bytes: &[u8], width: usize) -> Result<Numbers, (Location, String)> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut lines = bytes.split(|&byte| byte == b'\n');
    let what = [
        ("player 2's pits", width),
        ("player 1's pits", width),
        ("player 2's mancala", 1),
        ("player 1's mancala", 1),
    ];
    let mut numbers = Numbers::default();
    for (at, (name, count)) in what.into_iter().enumerate() {
        let line = parse_line(lines.next().unwrap_or_default(), name, count);
        numbers[at] = line.map_err(|Unparsable { column, message }| {
            (Location { line: at as u64 + 1, column: Some(column) }, message)
        })?;
    }
    Ok(numbers)
}

fn parse_line(text: &[u8], name: &str, count: usize) -> Result<Vec<u64>, Unparsable> {
    let text = String::from_utf8_lossy(text);
    let error = |column, message| Err(Unparsable { column, message });
    if text.trim_ascii().is_empty() {
        return error(1, format!("Expected {name}, found an empty line or none."));
    }
    let mut numbers = Vec::new();
    let mut column = 1;
    for word in text.split(|c: char| c.is_ascii_whitespace()) {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        match word.parse() {
            _ if word.is_empty() => {}
            Ok(number) if is_number => numbers.push(number),
            _ => {
                let word = readable(word.as_bytes());
                return error(column, format!("Expected a number of {name}, found `{word}`."));
            }
        }
        column += word.chars().count() as u64 + 1;
    }
    if numbers.len() != count {
        let found = numbers.len();
        return error(1, format!("Expected {count} numbers for {name}, found {found}."));
    }
    Ok(numbers)
}

/// "A3 holds 4 (should be 5); player 1's mancala holds 7 (should be 8)."
fn differing_holes(expected: &Board, found: &Numbers) -> String {
    const MOST: usize = 4;
    let mut wrong = Vec::new();
    for (side, row, store) in [(Side::North, 0, 2), (Side::South, 1, 3)] {
        for (pit, &found) in expected.columns().zip(&found[row]) {
            let expected = u64::from(expected.seeds(side, pit));
            if found != expected {
                let pit = PitName(side, pit);
                wrong.push(format!("{pit} holds {found} (should be {expected})"));
            }
        }
        let (found, expected) = (found[store][0], u64::from(expected.store(side)));
        if found != expected {
            let player = side.player();
            wrong.push(format!("player {player}'s mancala holds {found} (should be {expected})"));
        }
    }
    if wrong.is_empty() {
        return "The numbers are correct, but must not have leading zeros.".to_owned();
    }
    let more = wrong.len().saturating_sub(MOST);
    wrong.truncate(MOST);
    if more > 0 {
        let numbers = if more == 1 { "number differs" } else { "numbers differ" };
        wrong.push(format!("{more} other {numbers}"));
    }
    wrong.join("; ") + "."
}
