//! Every row of a search's log with a sentence that says why it is there.
//!
//! Rows are printed as the search runs, however many there are; what is piped into `head` or `less`
//! ends when that does.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::str::FromStr;

use serde_json::json;

use super::TraceArguments;
use crate::io::{print_with, versioned};
use crate::options::Format;
use mancala::game::Pit;
use mancala::homework::compare::{NodeDescription, SearchPath, describe};
use mancala::homework::{Problem, RowBuffer, RowValue, answer_to, log_header};
use mancala::search::{Algorithm, Observer, Visit};

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
    print_with(|out| {
        if arguments.format == Format::Text {
            writeln!(out, "{:>8}  {}", 1, log_header(algorithm).trim_ascii_end())?;
        }
        let mut printer = RowPrinter {
            problem,
            rows: arguments.rows.unwrap_or(Range::ALL),
            boards: arguments.boards,
            format: arguments.format,
            path: SearchPath::default(),
            line: 1,
            text: RowBuffer::with_capacity(0),
            out,
        };
        match answer_to(problem, &mut printer) {
            ControlFlow::Continue(_) => Ok(()),
            ControlFlow::Break(ended) => ended,
        }
    })
}

/// Observer of a search: prints each row as the search comes to it.
struct RowPrinter<'a> {
    problem: &'a Problem,
    rows: Range,
    boards: bool,
    format: Format,
    path: SearchPath,
    /// Of the row in the file, where the header is line 1.
    line: u64,
    text: RowBuffer,
    out: &'a mut dyn Write,
}

impl Observer<Pit> for RowPrinter<'_> {
    /// The last row that is wanted is printed, or printing failed.
    type Stop = io::Result<()>;

    fn visit(&mut self, visit: &Visit<Pit>) -> ControlFlow<io::Result<()>> {
        self.line += 1;
        if self.line > self.rows.to {
            return ControlFlow::Break(Ok(()));
        }
        if self.line >= self.rows.from {
            let node = describe(&self.path.visited(visit), self.problem);
            self.text.clear();
            self.text.push_row(visit, RowValue::Known(visit.value));
            if let Err(error) = self.print(&node) {
                return ControlFlow::Break(Err(error));
            }
        }
        self.path.follow(visit);
        ControlFlow::Continue(())
    }
}

impl RowPrinter<'_> {
    fn print(&mut self, node: &NodeDescription) -> io::Result<()> {
        let text = String::from_utf8_lossy(self.text.text().trim_ascii_end());
        let path: Vec<_> = node.path.iter().map(ToString::to_string).collect();
        if self.format == Format::Json {
            let mut row = json!({
                "line": self.line, "text": text, "path": path, "sow": node.sow,
                "meaning": node.meaning,
            });
            if self.boards {
                row["board"] = json!(node.board);
            }
            return writeln!(self.out, "{}", versioned(&row));
        }
        writeln!(self.out, "{:>8}  {text}", self.line)?;
        let path = Some(path.join(", ")).filter(|path| !path.is_empty());
        for line in path.iter().chain(&node.sow).chain([&node.meaning]) {
            writeln!(self.out, "          {line}")?;
        }
        if self.boards {
            for line in node.board.lines() {
                writeln!(self.out, "          {line}")?;
            }
        }
        Ok(())
    }
}
