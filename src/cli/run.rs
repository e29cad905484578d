//! `mancala run`, and `mancala` without a subcommand.

use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use rayon::prelude::*;
use serde_json::json;

use super::diagnostic::BadInputFile;
use super::output::{Draft, Outputs, failed};
use super::{Exit, Format, exit, progress};
use crate::grade::suite::{self, NEXT_STATE, TRAVERSE_LOG};
use crate::homework::next_state::next_state;
use crate::homework::{Answer, LogWriter, OptionalRows, PitName, Problem, Task, answer, parse};

#[derive(Debug, Args)]
pub(super) struct Run {
    /// An input file, or a folder: every .txt file below it is an input
    #[arg(value_name = "INPUT", default_value = "input.txt")]
    input: PathBuf,
    #[command(flatten)]
    writing: Writing,
}

/// What is written, and what is said.
#[derive(Debug, Args)]
pub(super) struct Writing {
    /// Where next_state.txt and, for minimax and alpha-beta, traverse_log.txt go [default: the
    /// working directory]. A folder of inputs needs one: each answer goes into a folder below it,
    /// named for its input
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Whether the log has the optional row before each game-over node
    #[arg(long, value_enum, default_value_t = Optional::Omit)]
    optional: Optional,
    /// Print no summary
    #[arg(short, long)]
    quiet: bool,
    /// How the summary is printed: text on standard error, or one JSON object for each input on
    /// standard output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Optional {
    /// No optional rows
    Omit,
    /// As ordinary rows, with the sign that the node itself would have
    OwnSign,
    /// Marked as the course marks them
    Marked,
}

impl From<Optional> for OptionalRows {
    fn from(optional: Optional) -> Self {
        match optional {
            Optional::Omit => Self::Omit,
            Optional::OwnSign => Self::OwnSign,
            Optional::Marked => Self::Marked,
        }
    }
}

/// `mancala run`: one file or a tree.
pub(super) fn run(run: &Run) -> anyhow::Result<Exit> {
    if run.input.is_dir() {
        answer_tree(&run.input, &run.writing)
    } else {
        answer_one(&run.input, &run.writing)
    }
}

/// One file, into the working directory unless another is named.
pub(super) fn answer_one(input: &Path, writing: &Writing) -> anyhow::Result<Exit> {
    let folder = writing.output.as_deref().unwrap_or(Path::new(""));
    answer_file(input, folder, writing)?.print(writing);
    Ok(Exit::Success)
}

fn answer_tree(inputs: &Path, writing: &Writing) -> anyhow::Result<Exit> {
    let shown = inputs.display();
    let Some(output) = &writing.output else {
        anyhow::bail!("{shown} is a folder: say with --output where its answers go");
    };
    let cases = suite::find_cases(inputs)?;
    if cases.is_empty() {
        anyhow::bail!("{shown}: no .txt file in this folder or below");
    }
    let progress = if writing.quiet {
        ProgressBar::hidden()
    } else {
        progress::bar(cases.len())
    };
    let worst = cases
        .par_iter()
        .map(|case| {
            let folder = case.folder(output);
            let exit = match answer_file(&case.input, &folder, writing) {
                Ok(written) => {
                    progress.suspend(|| written.print(writing));
                    Exit::Success
                }
                Err(error) => progress.suspend(|| exit::report(&error)),
            };
            progress.inc(1);
            exit
        })
        .reduce(|| Exit::Success, Exit::worse);
    progress.finish_and_clear();
    Ok(worst)
}

/// Reads and parses an input file.
pub(super) fn read_problem(path: &Path) -> anyhow::Result<Problem> {
    let bytes = read_bounded(path)
        .map_err(|error| anyhow::anyhow!("cannot read {}: {error}", path.display()))?;
    let problem = parse(&bytes).map_err(|error| BadInputFile::new(path, &bytes, error))?;
    if problem.task == Task::Competition {
        anyhow::bail!(
            "{}: task 4 (competition) is not available yet",
            path.display()
        );
    }
    Ok(problem)
}

/// The bytes of an input file, which is short: what is named by mistake may have no end.
fn read_bounded(path: &Path) -> io::Result<Vec<u8>> {
    const MOST: u64 = 1 << 20;
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST {
        return Err(io::Error::other("more than 1 MiB is no input file"));
    }
    Ok(bytes)
}

/// An answer that was written, and what to say of it.
pub(super) struct Written {
    input: PathBuf,
    problem: Problem,
    answer: Answer,
    rows: Option<u64>,
    files: Vec<PathBuf>,
    time: Duration,
}

fn answer_file(input: &Path, folder: &Path, writing: &Writing) -> anyhow::Result<Written> {
    let mut outputs = Outputs::default();
    let written = write_answer(input, folder, writing.optional.into(), &mut outputs)?;
    outputs.publish()?;
    Ok(written)
}

/// Answers an input file into `outputs`, which appear in `folder` once they are published.
pub(super) fn write_answer(
    input: &Path,
    folder: &Path,
    optional: OptionalRows,
    outputs: &mut Outputs,
) -> anyhow::Result<Written> {
    let begin = Instant::now();
    let problem = read_problem(input)?;
    let (answer, rows) = write_problem(&problem, folder, optional, outputs)?;
    let mut files = outputs.targets();
    files.sort();
    Ok(Written {
        input: input.to_owned(),
        problem,
        answer,
        rows,
        files,
        time: begin.elapsed(),
    })
}

/// The same for a problem; also the number of rows of its log, if it has one.
pub(super) fn write_problem(
    problem: &Problem,
    folder: &Path,
    optional: OptionalRows,
    outputs: &mut Outputs,
) -> anyhow::Result<(Answer, Option<u64>)> {
    let start = problem.position()?;
    let (answer, rows) = match problem.task.logged_algorithm() {
        None => match answer(problem, start, &mut ()) {
            ControlFlow::Continue(answer) => (answer, None),
            ControlFlow::Break(never) => match never {},
        },
        Some(algorithm) => {
            let target = folder.join(TRAVERSE_LOG);
            let broken = |error| failed("write", &target, &error);
            let mut log = LogWriter::new(Draft::beside(&target)?, algorithm, optional);
            let answer = match answer(problem, start, &mut log) {
                ControlFlow::Continue(answer) => answer,
                ControlFlow::Break(error) => return Err(broken(error)),
            };
            let (draft, rows) = log.finish().map_err(broken)?;
            outputs.add(draft, target);
            (answer, Some(rows))
        }
    };
    outputs.add_text(&next_state(&answer.board), folder.join(NEXT_STATE))?;
    Ok((answer, rows))
}

impl Written {
    fn print(&self, writing: &Writing) {
        match writing.format {
            Format::Json => println!("{}", self.json()),
            Format::Text if writing.quiet => {}
            Format::Text => eprintln!("{}", self.sentence()),
        }
    }

    fn turn(&self) -> Vec<String> {
        let name = |&pit| PitName(self.problem.player, pit).to_string();
        self.answer.turn.iter().map(name).collect()
    }

    fn sentence(&self) -> String {
        let Problem {
            task,
            player,
            cutoff,
            ..
        } = self.problem;
        let depth = match task.logged_algorithm() {
            Some(_) => format!(" to depth {cutoff}"),
            None => String::new(),
        };
        let turn = match self.turn() {
            turn if turn.is_empty() => "no move".to_owned(),
            turn => turn.join(" "),
        };
        let rows = self
            .rows
            .map_or(String::new(), |rows| format!(", {rows} rows"));
        format!(
            "{}: {}{depth}, player {} plays {turn}: value {}, {} nodes{rows}, {:.1?}",
            self.input.display(),
            task.name(),
            player.player(),
            self.answer.value,
            self.answer.nodes,
            self.time,
        )
    }

    fn json(&self) -> serde_json::Value {
        json!({
            "input": self.input,
            "task": self.problem.task.name(),
            "player": self.problem.player.player(),
            "cutoff": self.problem.task.logged_algorithm().map(|_| self.problem.cutoff),
            "turn": self.turn(),
            "value": self.answer.value.finite(),
            "nodes": self.answer.nodes,
            "rows": self.rows,
            "next_state": next_state(&self.answer.board),
            "files": self.files,
            "seconds": self.time.as_secs_f64(),
        })
    }
}
