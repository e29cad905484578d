//! `mancala run`, and `mancala` without a subcommand.

mod competition;
mod written;

use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use rayon::prelude::*;

use crate::Exit;
use crate::io::exit;
use crate::io::failure::failed;
use crate::io::input::read_input;
use crate::io::output::{Draft, Outputs};
use crate::io::watched::{Shown, Watched};
use crate::io::{progress, shipped};
use crate::options::format::Format;
use competition::Competition;
use grader::suite;
use mancala::homework::{
    HomeworkPosition, Input, NodeName, OptionalRows, Problem, Task, answer_with_log,
};
use mancala::homework::{NEXT_STATE, TRAVERSE_LOG};
use written::Written;

/// Answer an input file, or every input file of a tree
#[derive(Debug, Args)]
pub(super) struct RunArguments {
    /// An input file (- for standard input), or a folder: every .txt file below it is an input; where
    /// there is no such folder, shipped cases by name: usc, uw, cits3001, mixed, nimcala
    #[arg(value_name = "INPUT", default_value = "input.txt")]
    input: PathBuf,
    #[command(flatten)]
    writing: Writing,
}

/// Options for the files that are written and the summary that is printed.
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
    // Last, since its heading is for all that follows.
    #[command(flatten)]
    competition: Competition,
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
pub(super) fn run(run: &RunArguments) -> anyhow::Result<Exit> {
    let tree = shipped::inputs(&run.input)?;
    if tree.path().is_dir() {
        answer_tree(tree.path(), &run.writing)
    } else {
        answer_one(tree.path(), &run.writing)
    }
}

/// One file, into the working directory unless another is named.
pub(super) fn answer_one(input: &Path, writing: &Writing) -> anyhow::Result<Exit> {
    let folder = writing.output.as_deref().unwrap_or(Path::new(""));
    let shown = match writing.quiet {
        true => Shown::Nothing,
        false => Shown::Alone,
    };
    let written = answer_file(input, folder, writing, shown)?;
    written.print(input, writing.format, writing.quiet)?;
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
        progress::bar(cases.len(), "cases")
    };
    let worst = cases
        .par_iter()
        .map(|case| {
            let folder = case.folder(output);
            let shown = Shown::Beside(progress.clone());
            let answered = answer_file(&case.input, &folder, writing, shown);
            let exit = progress.suspend(|| {
                match answered.and_then(|it| it.print(&case.input, writing.format, writing.quiet)) {
                    Ok(()) => Exit::Success,
                    Err(error) => exit::report(&error),
                }
            });
            progress.inc(1);
            exit
        })
        .reduce(|| Exit::Success, Exit::worse);
    progress.finish_and_clear();
    Ok(worst)
}

fn answer_file(
    input: &Path,
    folder: &Path,
    writing: &Writing,
    shown: Shown,
) -> anyhow::Result<Written> {
    let mut outputs = Outputs::default();
    let written = match read_input(input)? {
        Input::Kalah(problem) if problem.task == Task::Competition => {
            competition::write_answer(&problem, folder, &writing.competition, &mut outputs)?
        }
        question => {
            let optional = writing.optional.into();
            write_answer(&question, folder, optional, shown, &mut outputs)?
        }
    };
    outputs.publish()?;
    Ok(written)
}

/// Answers an input into `outputs`, which appear in `folder` once they are published; `shown` says where
/// it is told how far the log is.
pub(super) fn write_answer(
    input: &Input,
    folder: &Path,
    optional: OptionalRows,
    shown: Shown,
    outputs: &mut Outputs,
) -> anyhow::Result<Written> {
    match input {
        Input::Kalah(problem) => write_problem(problem, folder, optional, shown, outputs),
        Input::Nimcala(problem) => write_problem(problem, folder, optional, shown, outputs),
    }
}

/// Answers a problem into the folder, and says what was found.
pub(super) fn write_problem<P: HomeworkPosition>(
    problem: &Problem<P>,
    folder: &Path,
    optional: OptionalRows,
    shown: Shown,
    outputs: &mut Outputs,
) -> anyhow::Result<Written> {
    let begin = Instant::now();
    let target = folder.join(TRAVERSE_LOG);
    let open = || Ok(Watched::new(Draft::beside(&target)?, &target, shown));
    let answered = answer_with_log(problem, optional, open);
    let (answer, log) =
        answered.map_err(|error: anyhow::Error| match error.downcast::<io::Error>() {
            Ok(error) => failed("write", &target, &error),
            Err(error) => error,
        })?;
    let rows = log.as_ref().map(|log| log.rows);
    if let Some(log) = log {
        outputs.add(log.out.into_inner(), target)?;
    }
    let next_state = answer.next_state();
    outputs.add_text(&next_state, folder.join(NEXT_STATE))?;
    let mut files = outputs.targets();
    files.sort();
    let player = problem.player();
    let name = |&choice: &P::Move| choice.name(player);
    Ok(Written {
        task: problem.task,
        player,
        cutoff: problem.cutoff,
        turn: answer.turn.iter().map(name).collect(),
        value: answer.value,
        nodes: answer.nodes,
        lookahead: None,
        rows,
        next_state,
        files,
        time: begin.elapsed(),
    })
}
