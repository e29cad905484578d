//! The input file of Nimcala: the line `rules nimcala`, then four lines.
//!
//! | line | what | range |
//! |---|---|---|
//! | 1 | task | 1 greedy, 2 minimax, 3 alpha-beta |
//! | 2 | the player to move | 1 or 2 |
//! | 3 | cutoff depth, in moves | 0..=1,000,000, or `none` to search to the end of the game |
//! | 4 | tokens in each pit, left to right | 1 to 64 numbers, together at most 1000 |
//!
//! Left out: the line of the rules, and what all input files share ([`input`](super)).

use nom::Parser;

use super::error::InputExpected;
use super::line::Line;
use super::words::{
    Fault, Parsed, end_of_file, end_of_line, line_length, number, numbers, player, rest_of_word,
    single, start_of,
};
use crate::homework::problem::{Problem, Task};
use crate::nimcala::{Nimcala, TokenRow};

pub(super) fn problem(text: &str) -> Parsed<'_, Problem<Nimcala>> {
    let (rest, task) = single(Line::NimcalaTask).parse(text)?;
    let (rest, player) = player(rest)?;
    let (rest, cutoff) = cutoff(rest)?;
    let (rest, row) = row(rest)?;
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

fn row(text: &str) -> Parsed<'_, TokenRow> {
    let (rest, (start, tokens)) = numbers(Line::Row).parse(text)?;
    match TokenRow::new(&tokens) {
        Ok(row) => Ok((rest, row)),
        Err(no_row) => Err(Fault::at(
            start,
            line_length(start),
            InputExpected::Row(no_row),
        )),
    }
}
