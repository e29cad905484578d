//! Answers an input file as the homework wants it: the board after the turn, then the log.
//!
//! `cargo run --example answer -- input.txt`; without a file, the README's example.

use std::error::Error;

use mancala::homework::{OptionalRows, answer_and_log, parse};

/// Minimax for player 1 to depth 1 on a board of three pits a side.
const EXAMPLE: &[u8] = b"2\n1\n1\n1 0 2\n2 0 1\n0\n0\n";

fn main() -> Result<(), Box<dyn Error>> {
    let input = match std::env::args_os().nth(1) {
        Some(path) => std::fs::read(path)?,
        None => EXAMPLE.to_vec(),
    };
    print!("{}", both_files(&input)?);
    Ok(())
}

/// The text of both output files, with a blank line between them.
fn both_files(input: &[u8]) -> Result<String, Box<dyn Error>> {
    let problem = parse(input)?;
    let (answer, log) = answer_and_log(&problem, OptionalRows::Omit)?;
    Ok(answer.next_state() + "\n" + &log.unwrap_or_default())
}

#[test]
fn the_example_of_the_readme() {
    let printed = both_files(EXAMPLE).unwrap_or_default();
    assert!(printed.starts_with("1 0 0\n0 1 0\n0\n4\n\nNode,Depth,Value\n"));
    assert!(printed.ends_with("B4,1,4\nroot,0,4\n"));
}
