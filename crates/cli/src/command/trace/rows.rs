//! Every row of a search's log with a sentence that says why it is there.
//!
//! Rows are printed as the search runs, however many there are; what is piped into `head` or `less`
//! ends when that does.
//!
//! Left out: the sentences ([`compare::node`](mancala::homework::compare::node)).

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::str::FromStr;

use serde_json::json;

use super::TraceArguments;
use crate::io::print::print_with;
use crate::options::format::Format;
use mancala::game::Pit;
use mancala::homework::compare::finding::Node;
use mancala::homework::compare::node::{Path, describe};
use mancala::homework::traverse_log::header;
use mancala::homework::{Problem, answer_to};
use mancala::homework::{RowBuffer, RowValue};
use mancala::search::{Algorithm, Observer, Visit};

/// Rows from one to another, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Range {
    from: u64,
    to: u64,
}

impl Range {
    const ALL: Self = Self {
        from: 1,
        to: u64::MAX,
    };
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
            _ => Err("expected rows, such as 10..20, ..20, 10.. or 15".to_owned()),
        }
    }
}

/// Prints the rows that the arguments ask for.
pub(super) fn print_rows(
    problem: &Problem,
    algorithm: Algorithm,
    arguments: &TraceArguments,
) -> anyhow::Result<()> {
    print_with(|out| {
        if arguments.format == Format::Text {
            writeln!(out, "     row  {}", header(algorithm))?;
        }
        let mut teller = Teller {
            problem,
            rows: arguments.rows.unwrap_or(Range::ALL),
            boards: arguments.boards,
            format: arguments.format,
            path: Path::default(),
            number: 0,
            text: RowBuffer::with_capacity(0),
            out,
        };
        match answer_to(problem, &mut teller) {
            ControlFlow::Continue(_) => Ok(()),
            ControlFlow::Break(ended) => ended,
        }
    })
}

/// Tells of each row as the search comes to it.
struct Teller<'a> {
    problem: &'a Problem,
    rows: Range,
    boards: bool,
    format: Format,
    path: Path,
    /// Of the row, from 1.
    number: u64,
    text: RowBuffer,
    out: &'a mut dyn Write,
}

impl Observer<Pit> for Teller<'_> {
    /// The last row that is wanted is told, or telling failed.
    type Stop = io::Result<()>;

    fn visit(&mut self, visit: &Visit<Pit>) -> ControlFlow<io::Result<()>> {
        self.number += 1;
        if self.number > self.rows.to {
            return ControlFlow::Break(Ok(()));
        }
        if self.number >= self.rows.from {
            let node = describe(&self.path.visited(visit), self.problem);
            self.text.clear();
            self.text.push_row(visit, RowValue::Known(visit.value));
            if let Err(error) = self.tell(&node) {
                return ControlFlow::Break(Err(error));
            }
        }
        self.path.follow(visit);
        ControlFlow::Continue(())
    }
}

impl Teller<'_> {
    fn tell(&mut self, node: &Node) -> io::Result<()> {
        let text = String::from_utf8_lossy(self.text.text().trim_ascii_end());
        let path: Vec<_> = node.path.iter().map(ToString::to_string).collect();
        if self.format == Format::Json {
            let mut row = json!({
                "row": self.number, "text": text, "path": path, "meaning": node.meaning,
            });
            if self.boards {
                row["board"] = json!(node.board);
            }
            return writeln!(self.out, "{row}");
        }
        writeln!(self.out, "{:>8}  {text}", self.number)?;
        if !path.is_empty() {
            writeln!(self.out, "          {}", path.join(", "))?;
        }
        writeln!(self.out, "          {}", node.meaning)?;
        if self.boards {
            for line in node.board.lines() {
                writeln!(self.out, "          {line}")?;
            }
        }
        Ok(())
    }
}
