//! `mancala trace`: a walk through the search of an input, on the terminal or as a page.
//!
//! Rows are printed as the search runs, however many there are; what is piped into `head` or `less`
//! ends when that does.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use crate::io::{
    Exit, cannot_read, print, print_json, print_line, print_with, read_input, read_piped_log, say,
    versioned, write_file_unless_read,
};
use crate::options::Format;
use explain::comparison::{Comparison, compare};
use mancala::game::{Pit, PitName, Position};
use mancala::homework::compare::{
    Excerpt, NamedTurn, NodeDescription, SearchPath, describe, draw, side_by_side,
};
use mancala::homework::{Input, Problem, answer_to, log_header, row_text};
use mancala::search::{Algorithm, FnObserver, Visit};
use page::html;

/// Explain a search row by row, or show where a log goes wrong
#[derive(Debug, Args)]
pub struct TraceArguments {
    /// The input file whose search is explained; its task is 2 or 3
    #[arg(value_name = "INPUT", required_unless_present = "given")]
    input: Option<PathBuf>,
    /// The same as INPUT, where there is no LOG
    #[arg(short = 'i', long = "input", value_name = "FILE", conflicts_with = "input")]
    given: Option<PathBuf>,
    /// A log to compare with it: the first wrong row, and the moves that lead there
    #[arg(value_name = "LOG")]
    log: Option<PathBuf>,
    /// Write a page for a browser instead of printing
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Only these lines of the log, as in 10..20; the header is line 1
    #[arg(long, value_name = "FROM..TO", value_parser = rows, conflicts_with_all = ["log", "output"])]
    rows: Option<RangeInclusive<u64>>,
    /// Draw the board at every row
    #[arg(long, conflicts_with = "output")]
    boards: bool,
    /// Show where the log goes wrong and the rule, but no expected value, for use before the deadline
    #[arg(long, requires = "log")]
    hint_only: bool,
    /// How rows are printed; json: one object per line for each row, or one object for LOG
    #[arg(long, value_enum, default_value_t = Format::Text, conflicts_with = "output")]
    format: Format,
}

impl TraceArguments {
    /// One of them is there.
    fn file(&self) -> &Path {
        self.input.as_deref().or(self.given.as_deref()).unwrap_or(Path::new("-"))
    }
}

pub fn run(arguments: &TraceArguments) -> anyhow::Result<Exit> {
    let file = arguments.file();
    let input = file.display();
    let Input::Kalah(problem) = read_input(file)? else {
        anyhow::bail!("{input}: trace is for Kalah; Nimcala has no log");
    };
    let Some(algorithm) = problem.task.logged_algorithm() else {
        let task = problem.task.name();
        anyhow::bail!("{input}: the task is {task}, which has no log; trace needs task 2 or 3");
    };
    let compared = arguments.log.as_ref().map(|path| {
        let compared = compare_file(&problem, algorithm, path);
        compared.map_err(|error| cannot_read(path, &error))
    });
    let compared = compared.transpose()?;
    match (&arguments.output, &compared) {
        (Some(output), _) => write_page(output, &problem, compared.as_ref(), arguments)?,
        (None, None) => print_rows(&problem, algorithm, arguments)?,
        (None, Some(None)) => match arguments.format {
            Format::Text => print_line("The log is correct.")?,
            Format::Json => print_json(&json!({ "right": true }))?,
        },
        (None, Some(Some(difference))) => print_divergence(&problem, difference, arguments)?,
    }
    Ok(Exit::of(compared.flatten().is_some()))
}

/// A file is read as often as it takes, so that it may be of any length; a pipe once, into memory.
fn compare_file(
    problem: &Problem,
    algorithm: Algorithm,
    path: &Path,
) -> io::Result<Option<Comparison>> {
    if std::fs::metadata(path)?.is_file() {
        return compare(problem, algorithm, || Ok(BufReader::new(File::open(path)?)));
    }
    let bytes = read_piped_log(path)?;
    compare(problem, algorithm, || Ok(&bytes[..]))
}

fn print_divergence(
    problem: &Problem,
    difference: &Comparison,
    arguments: &TraceArguments,
) -> anyhow::Result<()> {
    match (arguments.format, arguments.hint_only) {
        (Format::Text, hint) => print(text(problem, difference, hint)),
        (Format::Json, true) => {
            anyhow::bail!("--hint-only is for text and pages: JSON tells what is expected")
        }
        (Format::Json, false) => {
            let mut object = json!(difference.log);
            // The page's number of the row, which does not count the header.
            object.as_object_mut().map(|object| object.remove("row"));
            if let Some(node) = &difference.node {
                let path: Vec<_> = node.path.iter().map(ToString::to_string).collect();
                object["path"] = json!(path);
                object["sow"] = json!(node.sow);
                object["board"] = json!(node.board);
                object["meaning"] = json!(node.meaning);
            }
            print_json(&object)
        }
    }
}

fn write_page(
    output: &Path,
    problem: &Problem,
    compared: Option<&Option<Comparison>>,
    arguments: &TraceArguments,
) -> anyhow::Result<()> {
    let walk = json!({
        "input": problem.to_string(),
        "hintOnly": arguments.hint_only,
        "log": compared.map(|compared| match compared {
            None => json!({ "right": true }),
            Some(difference) => json!(difference.log),
        }),
    });
    let read = [arguments.file(), arguments.log.as_deref().unwrap_or(arguments.file())];
    write_file_unless_read(html(Some(&walk)), output, &read)?;
    say(format_args!("Wrote {}", output.display()));
    if let Some(Some(difference)) = compared {
        say(format_args!("The first wrong line of the log is line {}.", difference.log.line));
    }
    Ok(())
}

/// The text for a person; `hint_only` keeps to itself what is expected.
// Writing to a string cannot fail, here and below.
fn text(problem: &Problem, difference: &Comparison, hint_only: bool) -> String {
    let mut text = format!("The first wrong line of the log is line {}.", difference.log.line);
    if !hint_only {
        let _ = write!(text, " {}", difference.log.message);
    }
    text += "\n\n";
    if let Some(lines) = &difference.excerpt {
        text += &columns(lines, difference.log.line, hint_only);
    }
    if let Some(node) = &difference.node {
        let _ = writeln!(text, "\nThe way to {}:", node.name);
        text += &way(problem, &node.path);
        if !hint_only {
            text.push('\n');
            text.extend(node.sow.iter().chain([&node.meaning]).map(|line| format!("{line}\n")));
        }
    }
    if difference.log.mistakes.is_some() {
        text.push('\n');
        match hint_only {
            true => {
                text.extend(difference.log.rules.iter().map(|rule| format!("The rule: {rule}\n")))
            }
            false => text.extend(difference.log.told.iter().map(|line| format!("{line}\n"))),
        }
    }
    text
}

/// The lines before the place, and both sides from there on.
fn columns(lines: &Excerpt, line: u64, hint_only: bool) -> String {
    let Excerpt { before, expected, found } = lines;
    if !hint_only {
        return side_by_side(line, before, ("expected", expected), ("yours", found));
    }
    // What is expected is not shown, nor whether a side ends.
    let nothing = vec![String::new(); found.len()];
    side_by_side(line, before, ("", &nothing), ("yours", found))
}

/// The boards from the input's on, one after each turn.
fn way(problem: &Problem, path: &[NamedTurn]) -> String {
    let mut position = problem.start();
    let mut text = format!("the board of the input\n{}\n", draw(position.board()));
    for turn in path {
        for PitName(_, pit) in turn.pits.iter().filter_map(|name| PitName::parse(name)) {
            position = position.play(pit);
        }
        let _ = writeln!(text, "{turn}\n{}", draw(position.board()));
    }
    text
}

/// Lines of the log from one to another; the header is line 1.
fn rows(text: &str) -> Result<RangeInclusive<u64>, String> {
    let number = |text: &str, none| if text.is_empty() { Some(none) } else { text.parse().ok() };
    let ends = text
        .split_once("..")
        .and_then(|(from, to)| Some((number(from, 1)?, number(to, u64::MAX)?)));
    match ends.or_else(|| text.parse().ok().map(|row| (row, row))) {
        Some((from, to)) if 1 <= from && from <= to => Ok(from..=to),
        _ => {
            Err("expected lines of the log, such as 10..20, ..20, 10.. or 15; the header is line 1"
                .to_owned())
        }
    }
}

fn print_rows(
    problem: &Problem,
    algorithm: Algorithm,
    arguments: &TraceArguments,
) -> anyhow::Result<()> {
    let rows = arguments.rows.clone().unwrap_or(1..=u64::MAX);
    let mut line = 1;
    print_with(|out| {
        if arguments.format == Format::Text {
            writeln!(out, "{:>8}  {}", 1, log_header(algorithm).trim_ascii_end())?;
        }
        let (mut path, mut printed) = (SearchPath::default(), Ok(()));
        let mut take = |visit: &Visit<Pit>| {
            line += 1;
            if rows.contains(&line) {
                let node = describe(&path.visited(visit), problem);
                printed = print_row(out, line, &row_text(visit), &node, arguments);
            }
            path.follow(visit);
            printed.is_ok() && line < *rows.end()
        };
        // It ends where the last row that is wanted has been printed, or with the search.
        let _ = answer_to(problem, &mut FnObserver(&mut take));
        printed
    })?;
    anyhow::ensure!(line >= *rows.start(), "--rows: the log has only {line} lines");
    Ok(())
}

/// Prints a row; the header is line 1 of the log.
fn print_row(
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
