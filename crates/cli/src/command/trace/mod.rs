//! `mancala trace`: a walk through the search of an input, on the terminal or as a page.
//!
//! In reading order: this room (the input, the log and the page), `rows` (every row with a sentence),
//! `parting` (where a log of one's own goes wrong).

mod parting;
mod rows;

use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use crate::Exit;
use crate::io::input::{read_input, read_piped_log};
use crate::io::output::Outputs;
use crate::io::print::{print, print_line, say};
use crate::options::format::Format;
use explain::comparison::{Comparison, compare, keys};
use mancala::homework::{Input, Problem};
use mancala::search::Algorithm;
use page::html;
use rows::Range;

/// Write a page that walks through the search of an input, and shows where a log goes wrong
#[derive(Debug, Args)]
pub(super) struct TraceArguments {
    /// The input file whose search is walked through; its task is 2 or 3
    #[arg(value_name = "INPUT")]
    input: PathBuf,
    /// A log to hold against it: where it goes wrong, and the way there
    #[arg(value_name = "LOG")]
    log: Option<PathBuf>,
    /// Write the walk as a page for a browser, in place of the terminal
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Only these rows, as in 10..20
    #[arg(long, value_name = "FROM..TO", conflicts_with_all = ["log", "output"])]
    rows: Option<Range>,
    /// Draw the board at every row
    #[arg(long, conflicts_with = "output")]
    boards: bool,
    /// Show where the log goes wrong and the rule, but no expected value: for use before the deadline
    #[arg(long, requires = "log")]
    hint_only: bool,
    /// How rows are printed; json: one object for each, or one for a log
    #[arg(long, value_enum, default_value_t = Format::Text, conflicts_with = "output")]
    format: Format,
}

pub(super) fn run(arguments: &TraceArguments) -> anyhow::Result<Exit> {
    let input = arguments.input.display();
    let Input::Kalah(problem) = read_input(&arguments.input)? else {
        anyhow::bail!("{input}: a walk is for games of Kalah");
    };
    let Some(algorithm) = problem.task.logged_algorithm() else {
        let task = problem.task.name();
        anyhow::bail!("{input}: the task is {task}, which has no log; a walk needs 2 or 3");
    };
    let compared = match &arguments.log {
        None => None,
        Some(path) => {
            let compared = compare_file(&problem, algorithm, path);
            Some(
                compared
                    .map_err(|error| anyhow::anyhow!("cannot read {}: {error}", path.display()))?,
            )
        }
    };
    match (&arguments.output, &compared) {
        (Some(output), _) => write_page(output, &problem, compared.as_ref(), arguments)?,
        (None, None) => rows::print_rows(&problem, algorithm, arguments)?,
        (None, Some(None)) => match arguments.format {
            Format::Text => print_line("The log is right, row by row.")?,
            Format::Json => print_line(json!({ "right": true }))?,
        },
        (None, Some(Some(difference))) => print_parting(&problem, difference, arguments)?,
    }
    Ok(match compared.flatten() {
        None => Exit::Success,
        Some(_) => Exit::Different,
    })
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

fn print_parting(
    problem: &Problem,
    difference: &Comparison,
    arguments: &TraceArguments,
) -> anyhow::Result<()> {
    match (arguments.format, arguments.hint_only) {
        (Format::Text, hint) => print(parting::text(problem, difference, hint)),
        (Format::Json, true) => {
            anyhow::bail!("--hint-only is for text and pages: JSON tells what is expected")
        }
        (Format::Json, false) => {
            let mut object = json_of(difference);
            if let Some(node) = &difference.node {
                let path: Vec<_> = node.path.iter().map(ToString::to_string).collect();
                object["path"] = json!(path);
                object["board"] = json!(node.board);
                object["meaning"] = json!(node.meaning);
            }
            print_line(object)
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
            Some(difference) => json_of(difference),
        }),
    });
    let mut outputs = Outputs::default();
    outputs.add_text(&html(Some(&walk)), output.to_owned())?;
    outputs.publish()?;
    say(format_args!("wrote {}", output.display()));
    if let Some(Some(difference)) = compared {
        say(format_args!("the log differs in line {}", difference.line));
    }
    Ok(())
}

fn json_of(difference: &Comparison) -> serde_json::Value {
    let program = difference.program.as_ref();
    json!({
        "right": false,
        "line": difference.line,
        "row": difference.row,
        "message": difference.message,
        "mistakes": program.map(|program| keys(program.switches)),
        "base": keys(difference.base),
        "places": difference.carried.to_string(),
        "until": difference.carried.until,
        "told": program.map_or(&[][..], |program| &program.told),
        "rules": program.map_or(Vec::new(), |program| program.rules().collect()),
    })
}
