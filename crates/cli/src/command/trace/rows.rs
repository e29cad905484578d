//! Every row of a search's log with a sentence that says why it is there.
//!
//! Rows are printed as the search runs, however many there are; what is piped into `head` or `less`
//! ends when that does.

use std::io::{self, Write};
use std::str::FromStr;

use serde_json::json;

use super::TraceArguments;
use crate::io::{print_with, versioned};
use crate::options::Format;
use mancala::game::Pit;
use mancala::homework::compare::{NodeDescription, SearchPath, describe};
use mancala::homework::{Problem, answer_to, log_header, row_text};
use mancala::search::{Algorithm, FnObserver, Visit};

/// Lines of the log from one to another; the header is line 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    from: u64,
    to: u64,
}

impl Range {
    const ALL: Self = Self { from: 1, to: u64::MAX };
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str, missing| match text {
            "" => Some(missing),
            text => text.parse().ok(),
        };
        let ends = text
            .split_once("..")
            .and_then(|(from, to)| Some((number(from, 1)?, number(to, u64::MAX)?)));
        match ends.or_else(|| text.parse().ok().map(|row| (row, row))) {
            Some((from, to)) if 1 <= from && from <= to => Ok(Self { from, to }),
            _ => Err(
                "expected lines of the log, such as 10..20, ..20, 10.. or 15; the header is line 1"
                    .to_owned(),
            ),
        }
    }
}

pub fn print_rows(
    problem: &Problem,
    algorithm: Algorithm,
    arguments: &TraceArguments,
) -> anyhow::Result<()> {
    let Range { from, to } = arguments.rows.unwrap_or(Range::ALL);
    print_with(|out| {
        if arguments.format == Format::Text {
            writeln!(out, "{:>8}  {}", 1, log_header(algorithm).trim_ascii_end())?;
        }
        let (mut line, mut path, mut printed) = (1, SearchPath::default(), Ok(()));
        let mut take = |visit: &Visit<Pit>| {
            line += 1;
            if (from..=to).contains(&line) {
                let node = describe(&path.visited(visit), problem);
                printed = print(out, line, &row_text(visit), &node, arguments);
            }
            path.follow(visit);
            printed.is_ok() && line < to
        };
        // It ends where the last row that is wanted has been printed, or with the search.
        let _ = answer_to(problem, &mut FnObserver(&mut take));
        printed
    })
}

/// Prints a row; the header is line 1 of the log.
fn print(
    out: &mut dyn Write,
    line: u64,
    text: &str,
    node: &NodeDescription,
    arguments: &TraceArguments,
) -> io::Result<()> {
    let path: Vec<_> = node.path.iter().map(ToString::to_string).collect();
    if arguments.format == Format::Json {
        let mut row = json!({
            "line": line, "text": text, "path": path, "sow": node.sow, "meaning": node.meaning,
        });
        if arguments.boards {
            row["board"] = json!(node.board);
        }
        return writeln!(out, "{}", versioned(&row));
    }
    writeln!(out, "{line:>8}  {text}")?;
    let path = Some(path.join(", ")).filter(|path| !path.is_empty());
    let board = node.board.lines().filter(|_| arguments.boards);
    let told = path.iter().chain(&node.sow).chain([&node.meaning]).map(String::as_str);
    told.chain(board).try_for_each(|line| writeln!(out, "          {line}"))
}
