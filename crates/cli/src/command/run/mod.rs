//! `mancala run`, and `mancala` without a subcommand.

mod competition;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{HumanBytes, ProgressBar};
use rayon::prelude::*;
use serde_json::json;

use crate::io::{
    Draft, Exit, Outputs, failed, input, print_json, progress, read_input, report, say, warn,
};
use crate::options::{Choices, Format, one_of};
use competition::Competition;
use explain::pluralize;
use mancala::game::Side;
use mancala::homework::{
    Answer, HomeworkPosition, Input, Lookahead, NEXT_STATE, NodeName, OptionalRows, Problem,
    TRAVERSE_LOG, Task, answer_with_log,
};
use mancala::search::Value;

/// Answer an input file, or every input file of a tree
#[derive(Debug, Args)]
pub struct RunArguments {
    /// An input file (- for standard input); a folder, in which every .txt file is an input; or the
    /// name of a built-in suite: usc, uw, cits3001, mixed, nimcala
    #[arg(value_name = "INPUT", default_value = "input.txt")]
    input: PathBuf,
    /// The same as INPUT, as without a subcommand
    #[arg(short = 'i', long = "input", value_name = "FILE", conflicts_with = "input")]
    given: Option<PathBuf>,
    #[command(flatten)]
    writing: Writing,
}

/// Options for the files that are written and the summary that is printed.
#[derive(Debug, Args)]
pub struct Writing {
    /// Where next_state.txt and, for minimax and alpha-beta, traverse_log.txt go [default: the working directory].
    /// Required for a folder of inputs: each answer goes into a folder below it with the name of its input
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Whether to write the optional row before each game-over node
    #[arg(long, value_parser = one_of(OPTIONAL), default_value = "omit")]
    optional: OptionalRows,
    /// Print no summary
    #[arg(short, long)]
    quiet: bool,
    /// How the summary is printed: text on standard error, or one JSON object for each input on standard output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    // Last, since its heading is for all that follows.
    #[command(flatten)]
    competition: Competition,
}

const OPTIONAL: Choices<OptionalRows> = &[
    ("omit", "No optional rows", OptionalRows::Omit),
    (
        "own-sign",
        "As ordinary rows, with the sign of the node's own start value",
        OptionalRows::OwnSign,
    ),
    ("marked", "Marked as the course marks them", OptionalRows::Marked),
];

pub fn run(run: &RunArguments) -> anyhow::Result<Exit> {
    let input = run.given.as_ref().unwrap_or(&run.input);
    let tree = input::inputs(input)?;
    match tree.path().is_dir() {
        true => answer_tree(&tree, &run.writing),
        false => answer_one(tree.path(), &run.writing),
    }
}

/// One file, into the working directory unless another is named.
pub fn answer_one(input: &Path, writing: &Writing) -> anyhow::Result<Exit> {
    let folder = writing.output.as_deref().unwrap_or(Path::new(""));
    answer_file(input, folder, writing)?.print(input, writing).map(Exit::from)
}

fn answer_tree(inputs: &input::Tree, writing: &Writing) -> anyhow::Result<Exit> {
    let name = inputs.named(inputs.path());
    let shown = name.display();
    let Some(output) = &writing.output else {
        anyhow::bail!(
            "{shown} is a folder of inputs; give --output for the answers\n\
             help: mancala run {shown} -o answers"
        );
    };
    let cases = case_files::find_cases(inputs.path())?;
    anyhow::ensure!(!cases.is_empty(), "{shown}: no .txt file in this folder or below");
    let progress =
        if writing.quiet { ProgressBar::hidden() } else { progress::bar(cases.len(), "cases") };
    let worst = cases
        .par_iter()
        .map(|case| {
            let answered = answer_file(&case.input, &case.folder(output), writing);
            progress.inc(1);
            match answered.and_then(|it| it.print(&inputs.named(&case.input), writing)) {
                Ok(()) => Exit::Success,
                Err(error) => report(&error),
            }
        })
        .reduce(|| Exit::Success, Exit::max);
    progress.finish_and_clear();
    Ok(worst)
}

fn answer_file(input: &Path, folder: &Path, writing: &Writing) -> anyhow::Result<Written> {
    let mut outputs = Outputs::default();
    let written = match read_input(input)? {
        Input::Kalah(problem) if problem.task == Task::Competition => {
            competition::write_answer(&problem, folder, &writing.competition, &mut outputs)?
        }
        Input::Kalah(problem) => write_problem(&problem, folder, writing.optional, &mut outputs)?,
        Input::Nimcala(problem) => write_problem(&problem, folder, writing.optional, &mut outputs)?,
    };
    outputs.publish()?;
    Ok(written)
}

/// Answers a problem into `outputs`, which appear in `folder` once they are published, and says what was found.
pub fn write_problem<P: HomeworkPosition>(
    problem: &Problem<P>,
    folder: &Path,
    optional: OptionalRows,
    outputs: &mut Outputs,
) -> anyhow::Result<Written> {
    let begin = Instant::now();
    let target = folder.join(TRAVERSE_LOG);
    let open = || {
        let (out, target) = (Draft::beside(&target)?, target.clone());
        Ok(WatchedLog { out, target, bytes: 0, warn: warn_of_huge })
    };
    let in_words = |error: anyhow::Error| match error.downcast::<io::Error>() {
        Ok(error) => failed("write", &target, &error),
        Err(error) => error,
    };
    let (answer, log) = answer_with_log(problem, optional, open).map_err(in_words)?;
    let rows = log.as_ref().map(|log| log.rows);
    if let Some(log) = log {
        outputs.add(log.out.out)?;
    }
    let written = write_state(problem, &answer, folder, outputs, begin)?;
    Ok(Written { rows, ..written })
}

/// Adds the next state to the outputs, and says what was found so far.
fn write_state<P: HomeworkPosition>(
    problem: &Problem<P>,
    answer: &Answer<P>,
    folder: &Path,
    outputs: &mut Outputs,
    begin: Instant,
) -> anyhow::Result<Written> {
    let next_state = answer.next_state();
    outputs.add_bytes(&next_state, folder.join(NEXT_STATE))?;
    let mut files: Vec<_> = outputs.files.iter().map(|it| it.target.clone()).collect();
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
        rows: None,
        next_state,
        files,
        time: begin.elapsed(),
    })
}

/// An answer that was written, with what its summary says.
pub struct Written {
    pub task: Task,
    pub player: Side,
    /// `None` for a task without, and for a search to the end of the game.
    pub cutoff: Option<u32>,
    pub turn: Vec<String>,
    pub value: Value,
    pub nodes: u64,
    /// How far task 4 looked ahead; `None` for the other tasks.
    pub lookahead: Option<Lookahead>,
    pub rows: Option<u64>,
    pub next_state: String,
    pub files: Vec<PathBuf>,
    pub time: Duration,
}

impl Written {
    /// Prints the summary as `writing` says.
    fn print(&self, input: &Path, writing: &Writing) -> anyhow::Result<()> {
        match writing.format {
            Format::Json => return print_json(&self.json(input)),
            Format::Text if writing.quiet => {}
            Format::Text => say(self.sentence(input)),
        }
        Ok(())
    }

    fn sentence(&self, input: &Path) -> String {
        let depth = match (self.task.logged_algorithm(), self.cutoff) {
            (None, _) => String::new(),
            (Some(_), Some(cutoff)) => format!(" to depth {cutoff}"),
            (Some(_), None) => " to the end".to_owned(),
        };
        let turn = if self.turn.is_empty() { "no move".to_owned() } else { self.turn.join(" ") };
        let rows = self.rows.map_or(String::new(), |rows| format!(", {}", pluralize(rows, "row")));
        let lookahead = match self.lookahead {
            None => "",
            Some(Lookahead::Nothing) => " (no time to look)",
            Some(Lookahead::Turns(turns)) => {
                &format!(" (not proved; looked {} ahead)", pluralize(turns, "turn"))
            }
            Some(Lookahead::Proved) => " (proved)",
        };
        format!(
            "{}: {}{depth}, player {} plays {turn}: value {}{lookahead}, {}{rows}, {:.1?}",
            input.display(),
            self.task.name(),
            self.player.player(),
            self.value,
            pluralize(self.nodes, "node"),
            self.time,
        )
    }

    fn json(&self, input: &Path) -> serde_json::Value {
        // A name that is not text has no JSON of its own.
        let files: Vec<_> = self.files.iter().map(|file| file.to_string_lossy()).collect();
        json!({
            "input": input.to_string_lossy(),
            "task": self.task.name(),
            "player": self.player.player(),
            "cutoff": self.task.logged_algorithm().and(self.cutoff),
            "turn": self.turn,
            "value": self.value.finite(),
            "depth": match self.lookahead {
                Some(Lookahead::Turns(turns)) => Some(turns),
                _ => None,
            },
            "proved": self.lookahead.map(|lookahead| lookahead == Lookahead::Proved),
            "nodes": self.nodes,
            "rows": self.rows,
            "next_state": self.next_state,
            "files": files,
            "seconds": self.time.as_secs_f64(),
        })
    }
}

/// Bytes from which on a log may be more than was meant.
const HUGE: u64 = 1 << 30;

/// What writes a log to another, and warns of one that grows and grows.
#[derive(Debug)]
struct WatchedLog<W> {
    out: W,
    target: PathBuf,
    bytes: u64,
    warn: fn(&Path),
}

fn warn_of_huge(target: &Path) {
    warn(format_args!(
        "{} is more than {} and grows; Ctrl-C ends it and leaves nothing",
        target.display(),
        HumanBytes(HUGE)
    ));
}

impl<W: Write> Write for WatchedLog<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        let before = self.bytes;
        self.bytes += written as u64;
        if before < HUGE && self.bytes >= HUGE {
            (self.warn)(&self.target);
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn a_huge_log_is_warned_of_once() {
        static WARNINGS: AtomicU32 = AtomicU32::new(0);
        let warn: fn(&Path) = |_| _ = WARNINGS.fetch_add(1, Ordering::Relaxed);
        let mut log = WatchedLog { out: io::sink(), target: "log".into(), bytes: 0, warn };
        let rows = vec![b'\n'; 1 << 20];
        for megabytes in 1..1026_u64 {
            log.write_all(&rows).unwrap();
            let warnings = WARNINGS.load(Ordering::Relaxed);
            assert_eq!(warnings, u32::from(megabytes >= 1024), "{megabytes} MiB");
        }
    }
}
